"""`python -m bench ladder GAME [SEATS [GAMES [luck]]]`: how strong a game's levels are, written down.

Neighbours on the ladder meet in the arena, with random play at nought; with `luck`, what dice or cards gave
is taken out.  The summary and its chart go to `docs/ladders`, the ratings to the game's `ladder.json`, from
where the site takes its words.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from bench.arena import chart_of, forget, play, terms, written_down
from stylobate.arena.wording import surest
from stylobate.registry import load

KEPT = Path(__file__).parent.parent / "docs" / "ladders"
GAMES = 400


def main(words: Sequence[str]) -> int:
    """Measure one ladder; returns the exit status."""
    if not 1 <= len(words) <= 4 or words[3:] not in ([], ["luck"]):
        sys.exit("bench: say which ladder, as in `python -m bench ladder columbiz 3 200 luck`")
    game = load(words[0])
    seats = int(words[1]) if len(words) > 1 else min(game.players)
    games = int(words[2]) if len(words) > 2 else GAMES
    command = ["stylobate", "ladder", game.id, *terms(game, seats, games), *["--luck"] * len(words[3:])]
    name = f"{game.id}-{seats}"
    if (played := play(f"ladder-{name}", command)) is None:
        return 1
    summary, folder = played
    written_down(KEPT / f"{name}.json", command, summary)
    chart_of(folder, KEPT / name)
    with Path(str(files(game.package).joinpath("ladder.json"))).open("r+", encoding="utf-8") as file:
        told = json.load(file)
        found = {one["player"]: round(one["rating"]["value"]) for one in surest(summary)}
        numbers = [str(number) for number in range(1, 1 + len(told["levels"]))]
        told.setdefault("ratings", {})[str(seats)] = [found[number] for number in numbers]
        told.setdefault("measured", {})[str(seats)] = " ".join(command)
        file.seek(0)
        file.truncate()
        file.write(written(told))
    forget(f"ladder-{name}")
    return 0


def written(told: dict[str, object]) -> str:
    """A ladder as its file, a level a line."""
    levels = ",\n".join(f"    {json.dumps(level)}" for level in told["levels"])  # type: ignore[attr-defined]
    rest = [f'  "{key}": {json.dumps(told[key])}' for key in ("ratings", "measured")]
    return "{\n" + f'  "levels": [\n{levels}\n  ],\n' + ",\n".join(rest) + "\n}\n"
