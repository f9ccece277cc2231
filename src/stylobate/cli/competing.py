"""Commands of the arena: a match between players, a ladder of them."""

from __future__ import annotations

import re
import secrets
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from stylobate.cli.words import Options, chosen, console
from stylobate.cores import cores
from stylobate.errors import BadOption
from stylobate.registry import ids, load

if TYPE_CHECKING:
    from stylobate.arena.entering import Terms
    from stylobate.arena.journal import Journal
    from stylobate.arena.plan import Plan
    from stylobate.arena.running import Played, Watch
    from stylobate.arena.tally import Tally

_POINTS = re.compile(r"[-+]?[0-9]*\.?[0-9]+")
_RATE = re.compile(r"0?\.[0-9]+")  # so that a level that comes next is not taken for one

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="Which game.", autocompletion=lambda: list(ids()), show_default=False
    ),
]
Players = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PLAYER",
        help="A player of the game as `stylobate games` lists them (random, 1, 2 …), with a budget if you "
        "like: 3@movetime=200, 3@playouts=1000; or cmd: and a command that speaks the line protocol.",
        show_default=False,
    ),
]
Commands = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="NAME=COMMAND", help="Give a command a name to play under."),
]
Games = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="How many games, made up to whole rounds; else 100.", show_default=False
    ),
]
Seed = Annotated[
    int | None, typer.Option(help="Same seed, same throws; with playouts as budgets, same games.")
]
Luck = Annotated[
    bool,
    typer.Option("--luck", help="Tell also what it comes to without what dice or cards gave: far surer."),
]
RandomStart = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="The first N moves at random, the same in all games of a round."),
]
Start = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", min=0, help="How long a command may take to start; else 300."),
]
Grace = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", min=0, help="How much a command may be late with a move; else 2."),
]
Workers = Annotated[
    int,
    typer.Option(metavar="N", min=0, max=1024, help="How many processes; 0 for as many as there are cores."),
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]", help="Play on a Ray cluster; without an address, on one of this machine."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where everything is kept; else in the user's data folder."),
]
Resume = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Go on with what was begun there; say nothing else.")
]


class Spelled(TyperCommand):
    """A command two of whose options may be followed by more or fewer words than an option usually is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read `--ray` without an address, and the numbers after `--sprt`, as people write them."""
        words: list[str] = []
        left = list(args)
        while left:
            word = left.pop(0)
            words.append(word)
            if word == "--ray" and (not left or left[0].startswith("-")):
                words.append("here")
            elif word == "--sprt":
                numbers: list[str] = []
                for form in (_POINTS, _POINTS, _RATE, _RATE):
                    if left and form.fullmatch(left[0]):
                        numbers.append(left.pop(0))
                if numbers:
                    words.append(" ".join(numbers))
        return super().parse_args(ctx, words)


def match(
    game: Game = None,
    players: Players = None,
    games: Games = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0 ELO1 [ALPHA BETA]",
            help="Stop as soon as it is known whether the first player is stronger by ELO1 or by ELO0.",
        ),
    ] = None,
    luck: Luck = False,
    player: Commands = None,
    seed: Seed = None,
    option: Options = None,
    random_start: RandomStart = None,
    start: Start = None,
    grace: Grace = None,
    workers: Workers = 0,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = None,
) -> None:
    """Let players compete: seats exchanged, equal throws, error bars.

    Examples: `stylobate match columns-dice 3 1 --games 200 --luck`,
    `stylobate match columba 5@movetime=200 3 -o players=3`,
    `stylobate match colonnade cmd:./rival 3 --sprt 0 50`, `stylobate match --resume FOLDER`
    """
    from stylobate.arena import entering
    from stylobate.arena.sequential import Sprt

    said: list[object] = [game, players, games, sprt, luck or None, player, seed, option, random_start]
    said += [start, grace]

    def plan(seed: int) -> Plan:
        if game is None or not players:
            raise BadOption("say who plays what, as in stylobate match columns-dice 3 1 --games 200")
        terms = _terms(100 if games is None else games, seed, option, player, random_start, start, grace)
        return entering.match(load(game), players, terms, None if sprt is None else Sprt.of(sprt), luck)

    _compete("match", plan, said, seed, workers, ray, out, resume)


def ladder(
    game: Game = None,
    players: Players = None,
    games: Games = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many play: short for -o players=N.")
    ] = None,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Everybody meets everybody, not only their neighbours.")
    ] = False,
    luck: Luck = False,
    player: Commands = None,
    seed: Seed = None,
    option: Options = None,
    random_start: RandomStart = None,
    start: Start = None,
    grace: Grace = None,
    workers: Workers = 0,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = None,
) -> None:
    """Rate players against each other: random is 0, with error bars.  `--games` is for each meeting.

    Examples: `stylobate ladder columns-dice random 1 2 3 --games 200`,
    `stylobate ladder columbiz --seats 3`, `stylobate ladder --resume FOLDER`
    """
    from stylobate.arena import entering

    said: list[object] = [
        game,
        players,
        games,
        seats,
        round_robin or None,
        luck or None,
        player,
        seed,
        option,
        random_start,
        start,
        grace,
    ]

    def plan(seed: int) -> Plan:
        if game is None:
            raise BadOption("say which game, as in stylobate ladder columns-dice random 1 2 3")
        more = [] if seats is None else [_seats(game, seats)]
        terms = _terms(
            100 if games is None else games,
            seed,
            [*(option or []), *more],
            player,
            random_start,
            start,
            grace,
        )
        return entering.ladder(load(game), players or [], terms, round_robin, luck)

    _compete("ladder", plan, said, seed, workers, ray, out, resume)


def _seats(game: str, seats: int) -> str:
    """The option of the game that says how many play."""
    there = load(game)
    if seats not in there.players:
        counts = ", ".join(map(str, there.players))
        raise BadOption(f"{there.title} is not for {seats}; it is for {counts}")
    return f"players={seats}"


def _terms(
    games: int,
    seed: int,
    option: list[str] | None,
    player: list[str] | None,
    random_start: int | None,
    start: float | None,
    grace: float | None,
) -> Terms:
    from stylobate.arena.entering import Terms
    from stylobate.arena.plan import Patience

    usual = Patience()
    patience = Patience(usual.start if start is None else start, usual.grace if grace is None else grace)
    return Terms(games, seed, chosen(option), player or (), random_start or 0, patience)


def _compete(
    kind: str,
    plan: Callable[[int], Plan],
    said: list[object],
    seed: int | None,
    workers: int,
    ray: str | None,
    out: Path | None,
    resume: Path | None,
) -> None:
    """Play what is planned, or go on with what was; show how it stands, and in the end what it came to."""
    from stylobate.arena.running import run_in
    from stylobate.arena.summary import summary
    from stylobate.arena.wording import lines

    if resume is not None and out is not None:
        raise BadOption("--resume FOLDER goes on in that folder; --out has no place beside it")
    played = _played(workers, ray)
    journal = (
        _again(kind, resume, plan, said, seed) if resume is not None else _begun(kind, plan, seed, out, ray)
    )
    screen = console()
    try:
        with _progress(kind, journal.plan) as watch:
            tally = run_in(journal, played, watch)
    except KeyboardInterrupt:
        screen.print(
            f"Stopped after {len(journal.outcomes)} of {journal.plan.games} games.  They are kept; go on "
            f"with: stylobate {kind} --resume {shlex.quote(str(journal.folder))}",
            markup=False,
        )
        raise typer.Exit(130) from None
    finally:
        journal.close()
    for line in lines(summary(tally)):
        screen.print(line, markup=False)
    screen.print(f"Games, records, summary and chart are in {journal.folder}", style="dim", markup=False)


def _begun(
    kind: str, plan: Callable[[int], Plan], seed: int | None, out: Path | None, ray: str | None
) -> Journal:
    from stylobate.arena.entrants import see_that_it_is_there
    from stylobate.arena.journal import Journal

    planned = plan(secrets.randbits(32) if seed is None else seed)
    if ray is None:
        for one in planned.entrants:
            see_that_it_is_there(one)
    return Journal.create(out or _usual_place(kind, planned.game), planned, date.today().isoformat())


def _again(
    kind: str, folder: Path, plan: Callable[[int], Plan], said: list[object], seed: int | None
) -> Journal:
    """What was begun in this folder; refuses where something else is asked for than was then."""
    from stylobate.arena.journal import Journal, differences

    journal = Journal.open(folder)
    try:
        if journal.plan.kind != kind:
            raise BadOption(
                f"{folder} holds a {journal.plan.kind}; say stylobate {journal.plan.kind} --resume"
            )
        if any(one is not None and one != [] for one in said):
            asked = plan(journal.plan.seed if seed is None else seed)
            if changed := differences(journal.plan, asked):
                raise BadOption(
                    f"{folder} was begun otherwise (its {', '.join(changed)} would change); "
                    f"go on with stylobate {kind} --resume {folder}, or begin anew with --out"
                )
    except BaseException:
        journal.close()
        raise
    return journal


def _usual_place(kind: str, game: str) -> Path:
    from stylobate.folders import data_folder

    return data_folder() / "arena" / f"{kind}-{game}-{time.strftime('%Y%m%d-%H%M%S')}"


def _played(workers: int, ray: str | None) -> Played:
    if ray is not None:
        from stylobate.arena import cluster

        return cluster.on(ray)
    from stylobate.arena import workers as crew

    count = workers or cores()
    return lambda plan, numbers: crew.played(plan, numbers, count)


@contextmanager
def _progress(kind: str, plan: Plan) -> Iterator[Watch]:
    """How many games are over, and the running result."""
    from stylobate.arena.summary import meeting
    from stylobate.arena.wording import running
    from stylobate.cli.progress import counted

    screen = console()
    shown_at = 0.0
    with counted(screen, kind, "{task.fields[stand]}") as progress:
        task = progress.add_task("", total=plan.games, stand="")

        def watch(tally: Tally) -> None:
            nonlocal shown_at
            if not screen.is_terminal or time.monotonic() - shown_at < 0.5:
                return
            stand = running(meeting(tally), tally.llr[-1] if tally.llr else None) if kind == "match" else ""
            progress.update(task, completed=tally.games, stand=stand)
            shown_at = time.monotonic()

        yield watch
