"""`python -m bench strength GAME [SEATS [MILLISECONDS [GAMES]]]`: our strongest level against that of before.

The level 5 of the commit before minds came is taken from the history, lives in a folder of its own and plays
as a program, through the line protocol.  Both get the same time a move; in the dice game ours gets a tenth.
The summary goes to `docs/strength`.  Among more than two sides ours sits alone among seats of the old one.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from stylobate.ladder import ladder
from stylobate.registry import load

BEFORE = "96433c6"  # the last commit whose levels knew nothing but the rules
HERE = Path(__file__).parent.parent
KEPT = HERE / "docs" / "strength"
SEED = 1
OPENING = 2  # moves at random, where no chance makes games differ
WITH_A_TENTH = ("columns-dice",)


def main(words: Sequence[str]) -> int:
    """Play one match; returns the exit status."""
    if not 1 <= len(words) <= 4:
        sys.exit("bench: say which game, as in `python -m bench strength columbiz 3 200 100`")
    game = load(words[0])
    seats, time, games = (int(word) for word in (*words[1:], *("2", "200", "100")[len(words) - 1 :]))
    ours = f"{ladder(game).strongest.name}@movetime={max(1, time // (10 if game.id in WITH_A_TENTH else 1))}"
    with tempfile.TemporaryDirectory() as folder:
        old = before(Path(folder))
        command = ["stylobate", "match", game.id, ours, f"before@movetime={time},level=5"]
        command += ["--games", str(games), "--seed", str(SEED)]
        command += ["--option", f"players={seats}"] * (len(game.players) > 1)
        command += ["--random-start", str(OPENING)] * (not game.has_chance)
        out = Path(folder) / "match"
        named = ["--player", f"before=env PYTHONPATH={old} {sys.executable} -m stylobate engine"]
        done = subprocess.run([sys.executable, "-m", *command, *named, "--out", str(out)], check=False)
        if done.returncode:
            return done.returncode
        summary = json.loads((out / "summary.json").read_text("utf-8"))
    KEPT.mkdir(exist_ok=True)
    told = {"command": " ".join(command), "before": BEFORE, **summary}
    (KEPT / f"{game.id}-{seats}-{time}ms.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0


def before(folder: Path) -> Path:
    """The sources of then, unpacked; what goes on Python's path."""
    packed = subprocess.run(["git", "archive", BEFORE, "src"], cwd=HERE, capture_output=True, check=False)
    if packed.returncode:
        sys.exit(f"bench: the commit {BEFORE} is not in this clone; a whole one has it, without --depth")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder / "before", filter="data")
    return folder / "before" / "src"
