"""The columns side by side, and to their right the yard."""

from collections.abc import Sequence
from itertools import zip_longest

from columella.notation import columns, yard
from columella.rules import ROUNDS, TURNS
from stylobate.colours import INK, MARK, ON_CLOTH, PLANK_EDGE, SQUARE
from stylobate.drawing import element, hit, hits, lettered, picture, rounded
from stylobate.game import Position

UNIT, DRUM, WIDE = 17, 28, 128  # of a drum: the width of 1, the height; the room that a column has
GROUND = 24 + ROUNDS * DRUM


def text(position: Position, last: str | None = None) -> str:
    """A line for each level of the columns, then whose they are."""
    levels = zip_longest(*columns(position.state), fillvalue="0")
    rows = ["".join(f"{'=' * 2 * int(width):^14}" for width in level) for level in levels]
    names = "".join(f"{name:^14}" for name in position.game.seat_names[: position.seats])
    return "\n".join([*reversed(rows), names, f"Yard: {' '.join(yard(position.state)) or 'empty'}"])


def svg(position: Position, last: str | None, hints: bool, controls: bool, earlier: Sequence[str]) -> str:
    """Every drum with its width; the one that was set, thrown or left last has a golden edge."""
    s, seats = position.state, position.seats
    builder = (s[TURNS] - 1) % seats if last and last.startswith("set") else seats
    areas = {f"column-{seat}": (WIDE * seat + 10.0, 18, WIDE - 20, GROUND - 18) for seat in range(seats)}
    parts = [element("path", d=f"M12 {GROUND + 4}h{WIDE * seats - 24}", stroke=PLANK_EDGE, stroke_width=6)]
    for place, pile in enumerate([*columns(s), yard(s)]):
        middle, step = WIDE * (place + 0.5), DRUM + 6 if place == seats else DRUM
        name = "Yard" if place == seats else position.game.seat_name(place)
        parts.append(lettered(name, middle, GROUND + 26, 11, ON_CLOTH, "middle"))
        for level, width in enumerate(map(int, pile)):
            box = (middle - width * UNIT / 2, GROUND - DRUM - level * step, width * UNIT, DRUM)
            edge = MARK if last and place == builder and level == len(pile) - 1 else PLANK_EDGE
            parts.append(element("path", d=rounded(*box), fill=SQUARE, stroke=edge, stroke_width=2))
            parts.append(lettered(str(width), middle, box[1] + 19, 10, INK, "middle"))
            if place == seats and f"set{width}" in position.legal:
                areas[f"set{width}"] = box
    if controls:
        parts.append(hits(hit(key, *box, rounded(*box)) for key, box in areas.items()))
    words = ". ".join(position.game.telling.squares(position).values())
    return picture(WIDE * (seats + 1), GROUND + 42, position.game.title, words, *parts, class_="columella")
