"""Portraits and pieces, drawn once and kept as files of a game: `python -m stylobate.pictures NAME …`.

Without a name, the pictures of all games that keep theirs as files (see `stylobate.page`) are drawn again.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

from stylobate.game import Game
from stylobate.page import PORTRAIT, SIGN
from stylobate.registry import ids, load


def keep(game: Game) -> Path:
    """Draw portrait and pieces anew, into the game's folder."""
    folder = Path(str(resources.files(game.package).joinpath("page")))
    folder.mkdir(exist_ok=True)
    for name in game.page.pictures:
        if name != SIGN:
            folder.joinpath(name).write_text(game.page.draw(name), "utf-8")
    return folder


def main(names: list[str]) -> None:
    """Draw the pictures of these games, or of all that have theirs as files, anew."""
    games = [load(name) for name in names] or [
        game for game in map(load, ids()) if PORTRAIT in game.page.files()
    ]
    for game in games:
        print(keep(game))


if __name__ == "__main__":
    main(sys.argv[1:])
