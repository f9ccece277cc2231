"""Long contests of the bench: `stylobate match` or `ladder`, gone on with where they were stopped.

What was played lies in the user's cache folder until the contest is over.  A contest that was stopped is laid
aside in `bench/unfinished` as well: some take ten hours, which nobody has at one sitting, and whoever has a
clone with it can go on, on any machine.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stylobate.folders import cache_folder
from stylobate.game import Game

SEED = 1
UNFINISHED = Path(__file__).parent / "unfinished"
LINES, PLAN = "games.jsonl", "plan.json"
OPENING = 2  # moves at random, where no chance makes games differ


def terms(game: Game, seats: int, games: int, opening: bool = True) -> list[str]:
    """How the arena's commands are told how many sit, how often they play, and how it begins."""
    words = ["--games", str(games), "--seed", str(SEED)]
    words += ["--option", f"players={seats}"] * (len(game.players) > 1)
    return words + ["--random-start", str(OPENING)] * (opening and not game.has_chance)


def kept(name: str) -> Path:
    """A folder of this name for whatever must outlast an interrupted contest."""
    return cache_folder() / "bench" / name


def play(name: str, command: Sequence[str], more: Sequence[str] = ()) -> tuple[dict[str, Any], Path] | None:
    """Play the contest, or go on with it; its summary and folder, or nothing if it was stopped."""
    folder = kept(name)
    begun = (folder / PLAN).exists() or taken_up(name)
    words = (
        [command[0], command[1], "--resume", str(folder)]
        if begun
        else [*command, *more, "--out", str(folder)]
    )
    status = 1
    with contextlib.suppress(KeyboardInterrupt):
        status = subprocess.run([sys.executable, "-m", *words], check=False).returncode
    if status:
        lay_aside(name)
        return None
    return json.loads((folder / "summary.json").read_text("utf-8")), folder


def lay_aside(name: str) -> None:
    """Keep what is to be played, and what came of it so far, where another machine finds it."""
    if (kept(name) / LINES).exists():
        _moved(kept(name), UNFINISHED / name, {place: sign for sign, place in _places().items()})


def taken_up(name: str) -> bool:
    """Take up a contest that was laid aside; whether there is one."""
    is_there = (UNFINISHED / name / PLAN).exists()
    if is_there:
        _moved(UNFINISHED / name, kept(name), _places())
    return is_there


def _moved(folder: Path, to: Path, exchanged: dict[str, str]) -> None:
    """Copy a contest to another folder, and say in its plan one thing for another."""
    to.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / LINES, to)
    plan = (folder / PLAN).read_text("utf-8")
    for one, other in exchanged.items():
        plan = plan.replace(one, other)
    (to / PLAN).write_text(plan, "utf-8")


def _places() -> dict[str, str]:
    """What stands in a plan for places that are others on each machine."""
    return {"$CACHE": str(cache_folder()), "$PYTHON": sys.executable, "$HERE": str(UNFINISHED.parents[1])}


def written_down(path: Path, command: Sequence[str], summary: dict[str, Any], **more: str) -> None:
    """Keep what came of a contest, and by which command."""
    path.parent.mkdir(exist_ok=True)
    told = {"command": " ".join(command), **more, **summary}
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def chart_of(folder: Path, to: Path) -> None:
    """Keep a contest's chart, by day and by night."""
    for kind in (".svg", ".dark.svg"):
        shutil.copy(folder / f"chart{kind}", to.with_name(to.name + kind))


def games_of(folder: Path, to: Path) -> None:
    """Keep a line on every game of a contest, so that whoever doubts the summary can work it out again."""
    to.parent.mkdir(exist_ok=True)
    shutil.copy(folder / LINES, to)


def forget(name: str) -> None:
    """Throw away what was played, once it is written down."""
    shutil.rmtree(kept(name), ignore_errors=True)
    shutil.rmtree(UNFINISHED / name, ignore_errors=True)
