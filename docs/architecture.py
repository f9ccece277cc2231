"""Draws docs/pictures/architecture.svg: the rooms as `make lint` knows them, and the way of a move.

    python docs/architecture.py

The rooms and their order are read from the import contract in pyproject.toml, what each is for from its own
docstring, so the picture cannot show a room that does not exist; a test checks that it is up to date.
"""

import ast
import re
import tomllib
from pathlib import Path

from stylobate import lettering
from stylobate.colours import CLOTH_EDGE, FADED, HOUSE, INK, INLAY, MARK, ON_CLOTH, PLANK_EDGE, SQUARE
from stylobate.drawing import element, lettered, path, picture
from stylobate.palette import painted

HERE = Path(__file__).parent
PICTURE = HERE / "pictures" / "architecture.svg"
SOURCES = HERE.parent / "src"

WALK = ("web", "house", "play", "games", "fair", "store", "web")
"""The rooms that a move on the site goes through, in order, as docs/architecture.md numbers them."""

LEFT, TOP, WIDTH, STEP = 24.0, 60.0, 940.0, 30.0
WORDS = 112.0  # from a room's left edge to what it is for
LANE, APART = 606.0, 26.0  # where the walk begins, and how far each stop is to the right of the one before
SMALL = 7.5  # how high its capitals are
TREAD = 6.0  # how much each step reaches out under the one above it


def layers() -> list[list[str]]:
    """The rooms from the top down, those on one level together."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))
    contract = next(c for c in project["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    return [[f"stylobate.{room.strip()}" for room in layer.split("|")] for layer in contract["layers"]]


def purpose(room: str) -> str:
    """The first sentence of a room's docstring."""
    place = SOURCES.joinpath(*room.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    words = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return words.split("\n\n")[0].replace("\n", " ").replace("`", "").partition(". ")[0].rstrip(".:")


def shortened(sentence: str, room: float) -> str:
    """As many whole clauses of the sentence as fit into this width; always the first."""
    ends = [found.start() for found in re.finditer("[:;,] ", sentence)] + [len(sentence)]
    fitting = [end for end in ends if lettering.width(sentence[:end]) * SMALL / 10 <= room]
    return sentence[: max(fitting, default=ends[0])]


def drawn() -> str:
    """The steps of the house with a room or two on each, and the numbered walk of a move down and up them."""
    rows = [room for layer in layers() for room in layer]
    height = TOP + STEP * len(rows) + 24
    parts: list[str] = [lettered("The rooms of the house: imports only point down", LEFT, 36, 11, ON_CLOTH)]
    level_of = {room: level for level, layer in enumerate(layers()) for room in layer}
    reach = max(level_of.values())
    for row, room in enumerate(rows):
        y, inset = TOP + STEP * row, TREAD * (reach - level_of[room])
        words = shortened(purpose(room), LANE - 20 - (LEFT + inset + WORDS))
        parts += [
            element(
                "rect",
                x=LEFT + inset,
                y=y,
                width=WIDTH - 2 * inset,
                height=STEP - 2,
                fill=SQUARE,
                stroke=CLOTH_EDGE,
            ),
            lettered(_name(room), LEFT + inset + 12, y + 19, 9, INK, weight=1.8),
            lettered(words, LEFT + inset + WORDS, y + 19, SMALL, FADED, weight=1.2),
        ]
    parts += _walk(rows)
    drawing = picture(
        WIDTH + 2 * LEFT,
        height,
        "The rooms of Stylobate",
        "From the top: " + "; ".join(f"{_name(room)}: {purpose(room)}" for room in rows),
        *parts,
        class_="architecture",
    )
    return painted(drawing, "light", HOUSE)


def _name(room: str) -> str:
    return room.removeprefix("stylobate.")


def _walk(rows: list[str]) -> list[str]:
    """Numbered discs on the rooms that a move goes through, each a little further to the right."""
    places = [
        (LANE + APART * number, TOP + STEP * rows.index(f"stylobate.{room}") + STEP / 2 - 1)
        for number, room in enumerate(WALK)
    ]
    steps: list[str | float] = ["M", *places[0]]
    for x, y in places[1:]:
        steps += ["L", x, y]
    found: list[str] = [
        element("path", d=path(*steps), fill="none", stroke=MARK, stroke_width=2.5, stroke_linejoin="round")
    ]
    for number, (x, y) in enumerate(places, 1):
        found += [
            element("circle", cx=x, cy=y, r=9.5, fill=PLANK_EDGE),
            lettered(str(number), x, y + 4, 8, INLAY, anchor="middle", weight=1.6),
        ]
    return found


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
