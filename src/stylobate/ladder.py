"""A game's computer players from the gentlest to the strongest, and how strong each was found to be.

A game may bring a `ladder.json`:

    {"levels": [{"playouts": 0, "heat": 0.3, "among": {"4": 0.2}}, …],
     "ratings": {"2": [210, …]},
     "measured": {"2": "stylobate ladder columns --games 200 --seed 1"}}

Levels are called `1`, `2` … in this order.  `playouts` is how much a level thinks before a move; `heat` how
readily it slips: 0 plays what it thinks best, and the larger it is, the more a slightly worse move looks as
good.  `among` says where it differs for a number of seats: a slip costs less among many, so that the same
heat does not make even steps for all.  Ratings are what the arena found for each number of seats, a level
each, with random play at nought.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from stylobate.game import Game
from stylobate.style import parted, styles

PATIENCE = 1.0  # seconds that nobody has to wait longer for a level of its own accord


@dataclass(frozen=True)
class Level:
    """How one computer player thinks."""

    name: str
    playouts: int
    heat: float = 0.0
    among: Mapping[int, float] = field(default_factory=dict)

    def heat_among(self, seats: int) -> float:
        """How readily it slips where so many play."""
        return self.among.get(seats, self.heat)


@dataclass(frozen=True)
class Ladder:
    """All levels of a game, their ratings for each measured number of seats, and its styles' names."""

    levels: tuple[Level, ...]
    ratings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    styles: tuple[str, ...] = ()

    @property
    def strongest(self) -> Level:
        """The level that no other beats: the last."""
        return self.levels[-1]

    def level(self, name: str) -> Level | None:
        """The level of that name; games of long ago may know one beyond the strongest, which then plays."""
        for level in self.levels:
            if level.name == name:
                return level
        return self.strongest if name in LEVELS_OF_OLD else None

    def now_called(self, name: str) -> str:
        """The name of whoever plays today what games of long ago call so; a style may be gone since."""
        style, number = parted(name)
        level = self.level(number)
        return name if level is None else f"{style}-{level.name}" if style in self.styles else level.name

    @property
    def gentle(self) -> str:
        """Whom to offer first: the second level, or the only one."""
        return self.now_called("2")

    @property
    def middling(self) -> str:
        """Who plays on for people: the third level, or the strongest where there are fewer."""
        return self.now_called("3")

    def is_quick(self, name: str) -> bool:
        """Whether it answers at once: all but the two strongest, and whoever is perfect."""
        return name == "random" or parted(name)[1] in [level.name for level in self.levels[:-2]]

    def rating(self, name: str, seats: int) -> int | None:
        """How strong it is among so many, with random play at nought; None where nobody has measured it."""
        measured = self.ratings.get(seats)
        names = [level.name for level in self.levels]
        return measured[names.index(name)] if measured and name in names else None


LEVELS_OF_OLD = ("1", "2", "3", "4", "5")
PLAIN = Ladder(
    tuple(Level(str(number + 1), playouts) for number, playouts in enumerate((20, 100, 600, 5_000, 50_000)))
)
"""For games that bring no ladder: ever more playouts."""


@cache
def ladder(game: Game) -> Ladder:
    """The levels of this game."""
    file = files(game.package).joinpath("ladder.json")
    tastes = tuple(one.name for one in styles(game))
    if not file.is_file():
        return replace(PLAIN, styles=tastes) if tastes else PLAIN
    told = json.loads(file.read_text("utf-8"))
    levels = (
        Level(
            str(number),
            int(level["playouts"]),
            float(level["heat"]),
            {int(seats): float(heat) for seats, heat in level.get("among", {}).items()},
        )
        for number, level in enumerate(told["levels"], 1)
    )
    ratings = {int(seats): tuple(found) for seats, found in told.get("ratings", {}).items()}
    return Ladder(tuple(levels), ratings, tastes)


def called(name: str) -> str:
    """A player as people read its name: “level 3”, “hunter at level 3”, “random”, “perfect”."""
    style, level = parted(name)
    if not level.isdecimal():
        return name
    return f"{style} at level {level}" if style else f"level {level}"


def meant(called: str) -> str:
    """The player that people read so; any other name as it is."""
    style, at, level = called.rpartition(" at level ")
    return f"{style}-{level}" if at and level.isdecimal() else called.removeprefix("level ")


@cache
def names(game: Game) -> tuple[str, ...]:
    """The names of all players without a style, from weakest to strongest; loads none of them."""
    levels = (level.name for level in ladder(game).levels)
    return ("random", *levels, *(("perfect",) if game.brings("solver") else ()))


@cache
def everyone(game: Game) -> tuple[str, ...]:
    """Whom to offer: all without a style, then each style as a gentle player and as the strongest."""
    steps = ladder(game)
    strengths = dict.fromkeys((steps.gentle, steps.strongest.name))
    return *names(game), *(f"{style.name}-{level}" for style in styles(game) for level in strengths)


def slips(name: str) -> bool:
    """Whether whoever is called so is a level, with or without a style, and has a heat."""
    return parted(name)[1].isdecimal()


def plays(game: Game, name: str) -> bool:
    """Whether there is a player of this name: a style may be had at every level."""
    style, level = parted(name)
    if not style:
        return name in names(game)
    levels = [one.name for one in ladder(game).levels]
    return level in levels and style in [one.name for one in styles(game)]
