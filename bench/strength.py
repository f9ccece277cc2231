"""`python -m bench strength GAME [SEATS [MILLISECONDS [GAMES [AGAINST]]]]`: how strong our strongest is.

Against `before`, the level 5 of the commit before minds came: it is taken from the history, lives in a folder
of its own and plays as a program, through the line protocol.  Or against `openspiel`, its MCTS over our
kernels (`bench.openspiel_mcts`).  Both get the same time a move; in the dice game ours gets a tenth.  Among
more than two sides ours sits alone among seats of the other.

The summary goes to `docs/strength`, with a line on every game in `games` there; where there is chance, also
what it comes to without luck.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from bench.arena import forget, games_of, kept, play, terms, written_down
from stylobate.ladder import ladder
from stylobate.registry import load

BEFORE = "96433c6"  # the last commit whose levels knew nothing but the rules
HERE = Path(__file__).parent.parent
KEPT = HERE / "docs" / "strength"
WITH_A_TENTH = ("columns-dice",)


def main(words: Sequence[str]) -> int:
    """Play one match; returns the exit status."""
    if not 1 <= len(words) <= 5:
        sys.exit("bench: say which game, as in `python -m bench strength columbiz 3 200 100 before`")
    game = load(words[0])
    *numbers, against = (*words[1:], *("2", "200", "100", "before")[len(words) - 1 :])
    seats, time, games = map(int, numbers)
    if against not in ("before", "openspiel"):
        sys.exit(f"bench: nobody is called {against}; there are before and openspiel")
    strongest = "perfect" if game.brings("solver") else ladder(game).strongest.name
    ours = f"{strongest}@movetime={max(1, time // (10 if game.id in WITH_A_TENTH else 1))}"
    theirs = f"before@movetime={time},level=5" if against == "before" else f"openspiel@movetime={time}"
    command = ["stylobate", "match", game.id, ours, theirs]
    # OpenSpiel's games differ by themselves
    command += terms(game, seats, games, opening=against == "before")
    command += ["--luck"] * game.has_chance
    name = f"{game.id}-{seats}-{time}ms-{against}"
    if (played := play(f"strength-{name}", command, ["--player", f"{against}={started(against)}"])) is None:
        return 1
    summary, folder = played
    written_down(KEPT / f"{name}.json", command, summary, before=BEFORE)
    games_of(folder, KEPT / "games" / f"{name}.jsonl")
    forget(f"strength-{name}")
    return 0


def started(against: str) -> str:
    """The command that starts the other one."""
    if against == "openspiel":
        return f"env PYTHONPATH={HERE} {sys.executable} -m bench.openspiel_mcts"
    return f"env PYTHONPATH={before()} {sys.executable} -m stylobate engine"


def before() -> Path:
    """The sources of then, unpacked once; what goes on Python's path."""
    folder = kept(f"before-{BEFORE}")
    if not (folder / "src").exists():
        packed = subprocess.run(["git", "archive", BEFORE, "src"], cwd=HERE, capture_output=True, check=False)
        if packed.returncode:
            sys.exit(f"bench: the commit {BEFORE} is not in this clone; a whole one has it, without --depth")
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"
