"""Where everything at Columba lies in the picture."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from stylobate.game import Position
from stylobate.games.columba.notation import action
from stylobate.games.columba.rules import DRAW
from stylobate.games.columba.territory import HAND, LEFT, MOVER, PHASE, PLAYERS, Territory

Place = tuple[int, int]
Point = tuple[float, float]
WIDTH = 580.0
MARGIN = 16.0
HEADER = 98.0
LOW_HEADER = 72.0  # with no cards to show
RULER = 20.0
BARE = 2  # squares around the territory
LARGEST_CELL, SMALLEST_CELL = 58.0, 15.0
TALLEST = 620.0
LEGIBLE = 0.285  # of a square, lettering that is still read where a page shows squares at their smallest


class View:
    """A position, and where its squares lie in the picture."""

    is_land = False  # the territory by itself, with lettering in proportion to its squares

    def __init__(self, position: Position, last: str | None, earlier: Sequence[str] = ()) -> None:
        self.position = position
        self.state = position.state
        self.last = last
        self.earlier = earlier
        for token in filter(None, (last, *earlier)):
            action(self.state, token)
        self.territory = Territory(self.state)
        self.what = self.territory.what
        xs = [x for x, _ in self.what] or [0, 1]
        ys = [y for _, y in self.what] or [0, 1]
        self.left, self.right = min(xs) - BARE, max(xs) + BARE
        self.top, self.bottom = min(ys) - BARE, max(ys) + BARE
        columns, rows = self.right - self.left + 1, self.bottom - self.top + 1
        room = WIDTH - 2 * MARGIN - RULER
        self.cell = max(min(LARGEST_CELL, room / columns, TALLEST / rows), SMALLEST_CELL)
        self.width = max(WIDTH, columns * self.cell + 2 * MARGIN + RULER)
        self.field_width, self.field_height = columns * self.cell, rows * self.cell
        self.x0 = MARGIN + RULER + (self.width - 2 * MARGIN - RULER - self.field_width) / 2
        self.y0 = (HEADER if self.state[HAND] or self.state[LEFT] else LOW_HEADER) + RULER
        self.boards_top = self.y0 + self.field_height + 16

    def lettering(self, usual: float) -> float:
        """How tall letters on the squares are: as said, or as a page needs them."""
        return self.cell * LEGIBLE if self.is_land else usual

    def at(self, x: float, y: float) -> Point:
        """Where the upper left corner of a square lies."""
        return self.x0 + (x - self.left) * self.cell, self.y0 + (y - self.top) * self.cell

    @cached_property
    def estates(self) -> dict[int, list[Place]]:
        """The squares of each group that has a dovecote."""
        found = defaultdict(list)
        for place, group in self.territory.group.items():
            if group and self.territory.owner(place) >= 0:
                found[group].append(place)
        return found

    @cached_property
    def marked(self) -> list[Place]:
        """The squares that the last token was about."""
        if squares := about(self.last or ""):
            return squares
        first = (self.last or "").startswith("*") and self.state[PHASE] == DRAW
        return [(0, 0), (1, 0), (0, 1), (1, 1)] if first else []

    @cached_property
    def bred(self) -> dict[int, str]:
        """The seats that have bred a falcon, this turn or in the one before it, with the mark for that."""
        found: dict[int, str] = {}
        seat = int(self.state[MOVER])
        for mark, token in [("fresh", self.last or ""), *(("lately", token) for token in self.earlier[::-1])]:
            if token == "end":
                seat = (seat - 1) % int(self.state[PLAYERS])
            elif token.startswith(("eyas", "adult")):
                found.setdefault(seat, mark)
        return found


class Land(View):
    """The territory by itself: a square always has the same size and place, however the land grows."""

    is_land = True

    def __init__(self, position: Position, last: str | None, earlier: Sequence[str] = ()) -> None:
        super().__init__(position, last, earlier)
        self.cell = LARGEST_CELL
        self.field_width = (self.right - self.left + 1) * self.cell
        self.field_height = (self.bottom - self.top + 1) * self.cell
        self.x0, self.y0 = self.left * self.cell, self.top * self.cell

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The whole of it with the numbers along its edges: x, y, how wide, how tall."""
        across, down, edge = 40.0, 30.0, 8.0
        return (
            self.x0 - across,
            self.y0 - down,
            self.field_width + across + edge,
            self.field_height + down + edge,
        )


def about(token: str) -> list[Place]:
    """The squares that a token names: of a card all four."""
    kind, _, rest = token.partition(":")
    numbers = [int(part) for part in rest.split(",") if part.lstrip("-").isdigit()]
    if kind == "card":
        return [(numbers[0] + i % 2, numbers[1] + i // 2) for i in range(4)]
    return [(numbers[0], numbers[1])] if kind in ("cote", "tile", "falcon") else []
