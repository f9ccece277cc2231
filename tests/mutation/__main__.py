"""See `tests.mutation`."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from stylobate import ids, load
from stylobate.cores import cores
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.nearby import PACKAGES, SLOWEST, SOURCE, UNCOMPILED, Nearby, packages, rules
from tests.mutation.nursery import Nursery
from tests.mutation.plain import without_compiling

EQUIVALENT = Path(__file__).with_name("equivalent.txt")
ENOUGH = 0.9


def equivalent() -> dict[str, str]:
    """The mutants that no test can notice, each with the reason: a line, and indented lines under it."""
    found: dict[str, str] = {}
    last = ""
    for line in EQUIVALENT.read_text("utf-8").splitlines():
        if line.startswith(" "):
            found[last] += line.strip() + " "
        elif line and not line.startswith("#"):
            last = line
            found[last] = ""
    return found


def chosen(part: Nearby, wanted: argparse.Namespace) -> list[Mutant]:
    """The mutants to try: all, or a sample of each module."""
    found: list[Mutant] = []
    for path in part.sources:
        name = path.relative_to(SOURCE).as_posix()
        if wanted.only and wanted.only not in name:
            continue
        of_this = list(mutants(path, name))
        if wanted.sample and len(of_this) > wanted.sample:
            picked = random.Random(f"{name} {wanted.seed}").sample(range(len(of_this)), wanted.sample)
            of_this = [of_this[place] for place in sorted(picked)]
        found += of_this
    if wanted.again:
        names = set(wanted.again.read_text("utf-8").splitlines())
        found = [mutant for mutant in found if mutant.called in names]
    return found


def tried(part: Nearby, wanted: argparse.Namespace) -> tuple[int, int, int, list[str]]:
    """How many there were, were killed, were equivalent; and those that live."""
    known = equivalent()
    everyone = chosen(part, wanted)
    left_out = [mutant for mutant in everyone if mutant.called in known]
    todo = [mutant for mutant in everyone if mutant.called not in known]
    if not todo:
        return len(everyone), 0, len(left_out), []
    slowest = 0.0 if part.compiled else SLOWEST
    nursery = Nursery(
        part.sources, part.tests, part.keep, workers=wanted.workers, traced=part.traced, slowest=slowest
    )
    alive: list[str] = []
    try:
        for fate in nursery.fates(todo, lambda text: say(f"{part.name}: {text}")):
            if not fate.killer:
                alive.append(fate.mutant.called)
                say(f"  lives: {fate.mutant.called}")
            if wanted.out:
                with wanted.out.open("a", encoding="utf-8") as file:
                    print(fate.mutant.called, fate.killer, sep="\t", file=file)
    finally:
        nursery.close()
    return len(everyone), len(todo) - len(alive), len(left_out), alive


def say(text: str) -> None:
    """At once, for whoever waits."""
    print(text, flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("parts", nargs="+", help=f"{', '.join(PACKAGES)}, rules, or the id of a game")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each module at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", default="", help="only modules whose path has this in it")
    parser.add_argument("--again", type=Path, help="only the mutants that this file lists")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, help="append every mutant and what it died of to this file")
    wanted = parser.parse_args(words)
    games = [id for part in wanted.parts for id in (ids() if part == "rules" else [part]) if id in ids()]
    wholes = [part for part in wanted.parts if part in PACKAGES]
    compiled = [part for part in wholes if part not in UNCOMPILED]
    plain = [*games, *(part for part in wholes if part in UNCOMPILED)]
    if bool(compiled) == bool(plain) or len(compiled) + len(plain) < len(wanted.parts):
        parser.error(
            f"name some of {', '.join(part for part in PACKAGES if part not in UNCOMPILED)}; or some of "
            f"{', '.join(UNCOMPILED)}, “rules” and games, which are tried uncompiled"
        )
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OMP_NUM_THREADS": "1"}
    if plain:
        without_compiling()
    else:
        begin_all_games()
    enough = True
    for part in packages(wholes) + rules(games):
        forget(part)
        total, killed, same, alive = tried(part, wanted)
        share = killed / (total - same) if total > same else 1.0
        enough = enough and share >= ENOUGH
        figures = f"{total} mutants, {same} equivalent, {killed} killed, {len(alive)} live"
        say(f"{part.name}: {figures}: {share:.1%}")
    return 0 if enough else 1


def forget(part: Nearby) -> None:
    """Let every child import anew what is to be harmed; uncompiled that is all of ours, and costs little."""
    sources = {str(path) for path in part.sources}
    for name, module in list(sys.modules.items()):
        ours = name.startswith(("stylobate", "tests.")) and not name.startswith("tests.mutation")
        if ours and not part.compiled:
            del sys.modules[name]
        elif getattr(module, "__file__", None) in sources:
            raise SystemExit(f"{name} must not be imported yet")


def begin_all_games() -> None:
    """So that their machine code is loaded, once for all children."""
    for position in [load(id).start() for id in ids()]:
        _ = position.legal, position.scores, position.chance, str(position)


if __name__ == "__main__":
    sys.exit(main())
