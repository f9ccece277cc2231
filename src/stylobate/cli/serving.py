"""Commands around the site: serving it, checking a record's throws, and looking after its games."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobate.cli.words import console, contents
from stylobate.errors import BadFile, BadOption, BadRecord

if TYPE_CHECKING:
    from stylobate.store.sql import SqlStore

Data = Annotated[
    Path | None,
    typer.Option(help="The folder where games are kept; without it, the usual place for a user's data."),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="STYLOBATE_DATABASE",
        help="A PostgreSQL database to keep games in, instead of a folder: postgresql://user@host/name",
    ),
]
Name = Annotated[
    str | None,
    typer.Option(
        envvar="STYLOBATE_NAME",
        help="What this process is called in logs and metrics; else it is its machine and number there.",
    ),
]
MOST_WORKERS = 64
admin = typer.Typer(
    help="Look after the games that a site keeps: back them up, bring them back, check them, tidy up.",
    no_args_is_help=True,
)


def serve(
    data: Data = None,
    host: Annotated[
        str,
        typer.Option(envvar="STYLOBATE_HOST", help="The address to serve at; 0.0.0.0 for the whole network."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    public_url: Annotated[
        str | None,
        typer.Option(
            envvar="STYLOBATE_PUBLIC_URL",
            help="How people reach the site where a proxy stands before it: https://games.example.org",
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            envvar="STYLOBATE_PROXY",
            help="The address or network of that proxy, if it is on another machine: 10.0.0.2 or 10.0.0.0/24",
        ),
    ] = "127.0.0.1",
    open_browser: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open a browser; by default only at a desktop."),
    ] = None,
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Write a line about every request to standard error.")
    ] = False,
    limits: Annotated[
        bool,
        typer.Option("--limits/--no-limits", help="Hold back who asks too often; without, among friends."),
    ] = True,
    database: Database = None,
    name: Name = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="So many server processes; with --database.")
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_WORKERS,
            help="Processes in which computers think, for each that serves; 0 leaves it to `worker`.",
        ),
    ] = None,
) -> None:
    """Serve the site: all games in a browser, against people and computers.

    Examples: `stylobate serve`, `stylobate serve --data /srv/games --public-url https://games.example.org`
    """
    if workers == 0 and database is None:
        raise BadOption("only where games are kept in a --database can computers think elsewhere")
    from stylobate.web.limits import Limits
    from stylobate.web.serve import serve as run
    from stylobate.web.settings import WORKERS, Settings

    settings = Settings(
        data,
        host,
        port,
        public_url,
        Limits(on=limits),
        log_requests=log_requests,
        database=database,
        name=name,
        proxy=proxy,
        processes=processes,
        workers=WORKERS if workers is None else workers,
    )
    run(settings, partial(console().print, markup=False), open_browser)


def worker(
    database: Database = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, help="Processes in which computers think; usually 1 or 2."),
    ] = None,
    name: Name = None,
) -> None:
    """Think for the computers of a site that keeps its games in a database, on this machine or another.

    Any number of them may run, and each may be ended at any time: another does what it has left undone.

    Example: `stylobate worker --database postgresql://stylobate@db/games --workers 4`
    """
    if database is None:
        raise BadOption("name the site's database: --database postgresql://user@host/name")
    from stylobate.house.workshop import work
    from stylobate.web import logs
    from stylobate.web.settings import WORKERS, Settings

    settings = Settings(database=database, name=name, workers=WORKERS if workers is None else workers)
    logs.to(settings.process)
    work(database, settings.workers, partial(console().print, markup=False))


def verify(
    file: Annotated[Path, typer.Argument(help="A record; - for standard input.")],
    seal: Annotated[
        str | None, typer.Option(help="The commitment that you saw before the game, to be compared.")
    ] = None,
) -> None:
    """Check every throw of dice and every draw in a record, and its signature, from the record alone.

    Examples: `stylobate verify game.txt`, `stylobate verify game.txt --seal "5e88… 03ac…"`
    """
    from stylobate.fair import verify as check
    from stylobate.record import read

    try:
        report = check(read(contents(file)), seal)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    if not report.holds:
        raise BadRecord(f"{file} does not hold: {'; '.join(report.sentences())}")
    for sentence in report.sentences():
        console().print(sentence)


@admin.command()
def backup(
    to: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy all games into one file, while the site goes on.

    Example: `stylobate admin backup /backups/games-2026-11-15.db`
    """
    store = _outside(data, database)
    try:
        store.backup(to)
        counts = store.counts()
    finally:
        store.close()
    console().print(f"{sum(counts.values())} tables are copied to {to}.")


@admin.command()
def restore(
    backup: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put a backup in place of the games; what was there is set aside.  The site must not be running.

    Example: `stylobate admin restore /backups/games-2026-11-15.db`
    """
    if database is not None:
        from stylobate.store.postgres import restore as into_database

        path: Path | str = "The database"
        aside: Path | str | None = into_database(backup, database)
    else:
        from stylobate.store.file import restore as bring_back

        path = Path(_where(data))
        aside = bring_back(backup, path)
    console().print(f"{path} now holds what {backup} held.")
    if aside is not None:
        console().print(f"What was there before is in {aside}.")
    console().print("Games under way go on with new chains of dice, and their records tell it.")


@admin.command()
def check(data: Data = None, database: Database = None) -> None:
    """Replay every table, make every throw again, and tell what does not hold.

    Example: `stylobate admin check --data /srv/games`
    """
    from stylobate.cli.progress import in_parts
    from stylobate.store.check import check as examine

    out = console()
    store = _outside(data, database)
    try:
        faults = store.faults()
        for fault in faults:
            out.print(f"the file itself: {fault}")
        with in_parts(out, "replaying tables") as progress:
            task = progress.add_task("", total=None)
            for table, fault in examine(
                store, lambda done, of: progress.update(task, completed=done, total=of)
            ):
                faults.append(fault)
                progress.console.print(f"table {table}: {fault}")
        count = sum(store.counts().values())
    finally:
        store.close()
    if faults:
        raise BadFile(
            f"{len(faults)} faults in {count} tables; a backup may be brought back by admin restore"
        )
    out.print(f"All {count} tables replay, and every throw is as it must be.")


@admin.command()
def tidy(
    data: Data = None,
    database: Database = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be removed.")] = False,
) -> None:
    """Remove what nobody needs any more; a site that runs does so by itself, every hour.

    That is: sessions unused for a year, guests who sit at no table and have not been back for two months,
    invitations three months old, tables that nobody joined within a month.  Games stay, and so do names.

    Example: `stylobate admin tidy --dry-run`
    """
    import time
    from collections import Counter

    store = _outside(data, database)
    now, some, counts = time.time_ns() // 1_000_000, 100, Counter[str]()
    try:
        if dry_run:
            counts.update({kind: len(found) for kind, found in store.leftovers(now, 1_000_000_000).items()})
        while not dry_run:
            found = store.leftovers(now, some)
            removed = {kind: store.tidy(kind, found[kind], now).result() for kind in found}
            if not any(removed.values()):
                break
            counts.update(removed)
    finally:
        store.close()
    summary = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    console().print(f"{'To be removed' if dry_run else 'Removed'}: {summary or 'nothing'}.")


@admin.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A folder with games, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new folder, or an empty database.")],
) -> None:
    """Copy all games, names and sessions from a folder into a database, or back.  No site may be running.

    Example: `stylobate admin copy /srv/games postgresql://stylobate@db/games`
    """
    from stylobate.cli.progress import bar
    from stylobate.store.copying import copy as fill
    from stylobate.store.opening import is_postgres, open_store

    places = [one if is_postgres(one) else _where(Path(one)) for one in (source, target)]
    out = console()
    there = open_store(places[0], create=False, role="alone")
    try:
        fresh = open_store(places[1], role="alone")
        try:
            with bar(out, "{task.completed} rows copied") as progress:
                task = progress.add_task("", total=None)
                counted = fill(there, fresh, lambda rows: progress.update(task, completed=rows))
        finally:
            fresh.close()
    finally:
        there.close()
    out.print(
        f"{counted['tables']} tables and {counted['people']} people are copied; `admin check` replays all."
    )


def _outside(data: Path | None, database: str | None) -> "SqlStore":
    """The store that a site serves, seen from outside."""
    from stylobate.store.opening import open_store

    return open_store(_where(data, database), create=False, role="look")


def _where(data: Path | None, database: str | None = None) -> str:
    from stylobate.web.settings import Settings

    return Settings(data, database=database).store
