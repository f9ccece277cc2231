"""Draws docs/pictures/architecture.svg: the rooms as `make lint` knows them, and a move on its way through them.

    python docs/architecture.py

The rooms and their order are read from the import contract in pyproject.toml, what each is for from its own
docstring, so the picture cannot tell of a house that is not there; a test sees that it is the present one.
"""

import ast
import tomllib
from pathlib import Path

from stylobate.colours import CLOTH_EDGE, FADED, HOUSE, INK, MARK, PLANK_EDGE, SQUARE
from stylobate.drawing import element, lettered, path, picture
from stylobate.palette import painted

HERE = Path(__file__).parent
PICTURE = HERE / "pictures" / "architecture.svg"
SOURCES = HERE.parent / "src"

WALK = ("web", "web", "play", "games", "fair", "store", "web")
"""The rooms that a move on the site goes through, in order, as docs/architecture.md numbers them."""

LEFT, TOP, WIDTH, STEP = 24.0, 60.0, 940.0, 30.0
LONGEST = 62
LANE, APART = 596.0, 30.0  # where the walk begins, and how far each stop is to the right of the one before
TREAD = 9.0  # how much each step reaches out under the one above it


def layers() -> list[list[str]]:
    """The rooms from the top down, those on one level together."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))
    contract = next(c for c in project["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    return [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]


def purpose(room: str) -> str:
    """The first sentence of a room's docstring; of a long one what stands before the colon."""
    place = SOURCES.joinpath(*room.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    words = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    sentence = words.split("\n\n")[0].replace("\n", " ").replace("`", "").partition(". ")[0].rstrip(".:")
    return sentence if len(sentence) <= LONGEST else sentence.partition(": ")[0]


def drawn() -> str:
    """The steps of the house with a room or two on each, and the numbered walk of a move down and up them."""
    rows = [room for layer in layers() for room in layer]
    height = TOP + STEP * len(rows) + 24
    parts = [lettered("The rooms of the house: imports only point down", LEFT, 36, 11, INK)]
    level_of = {room: level for level, layer in enumerate(layers()) for room in layer}
    reach = max(level_of.values())
    for row, room in enumerate(rows):
        y, inset = TOP + STEP * row, TREAD * (reach - level_of[room])
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
            lettered(purpose(room), LEFT + inset + 130, y + 19, 7.5, FADED, weight=1.2),
        ]
    parts += _walk(rows)
    return picture(
        WIDTH + 2 * LEFT,
        height,
        "The rooms of Stylobate",
        "From the top: " + "; ".join(f"{_name(room)}: {purpose(room)}" for room in rows),
        *parts,
        class_="architecture",
    )


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
            lettered(str(number), x, y + 4, 8, SQUARE, anchor="middle", weight=1.6),
        ]
    return found


if __name__ == "__main__":
    PICTURE.write_text(painted(drawn(), "light", HOUSE), "utf-8")
