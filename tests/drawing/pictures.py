"""The pictures in docs/pictures, drawn by the program: `python -m tests.drawing.pictures` draws them anew."""

from pathlib import Path

import stylobate
from stylobate.drawing import png

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

GAMES = {"colonnade": "d2e d1e c1d e3f c2d g2h"}


def drawn(name: str) -> str:
    """The picture of that game, after a few moves."""
    tokens = GAMES[name].split()
    return stylobate.load(name).start().play(*tokens).svg(last=tokens[-1])


if __name__ == "__main__":
    for name in GAMES:
        FOLDER.joinpath(f"{name}.svg").write_text(drawn(name) + "\n", "utf-8", newline="\n")
        FOLDER.joinpath(f"{name}.png").write_bytes(png(drawn(name)))
