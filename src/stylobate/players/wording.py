"""How strong a computer player is, in words that a person understands: “beats level 2 seven times in ten”."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from stylobate.game import Game
from stylobate.ladder import called, everyone, ladder, names
from stylobate.style import style

TIMES = (
    "never",
    "once",
    "twice",
    *(f"{n} times" for n in ("three", "four", "five", "six", "seven", "eight", "nine")),
)


class Told(TypedDict):
    """A player's name, and the player in words."""

    name: str
    told: str


@cache
def levels_told(game: Game, seats: int | None = None) -> tuple[Told, ...]:
    """All players of this game, from weakest to strongest, then those with a style, in words."""
    return tuple(Told(name=name, told=level_told(game, name, seats)) for name in everyone(game))


def level_told(game: Game, name: str, seats: int | None = None) -> str:
    """A player by its name, and what it is like among so many; else among as few as can play."""
    if name == "random":
        return "random moves"
    if name == "perfect":
        return "perfect, never errs"
    taste = style(game, name)
    return f"{called(name)}, {taste.says if taste else strength(game, name, seats)}"


def strength(game: Game, name: str, seats: int | None = None) -> str:
    """What a level is like: how often it beats the one below, where that was measured."""
    here = names(game)
    if name not in here:
        return "as strong as any"
    place = here.index(name)
    steps = ladder(game)
    among = seats or min(game.players)
    mine, below = steps.rating(name, among), steps.rating(here[place - 1], among) if place > 1 else 0
    if mine is None or below is None:
        return f"{place} of {len(steps.levels)}"
    weaker = "random moves" if place == 1 else f"level {here[place - 1]}"
    return f"beats {weaker} {often(1.0 / (1.0 + 10.0 ** ((below - mine) / 400.0)))}"


def often(share: float) -> str:
    """A share of wins between two, in words."""
    if share >= 0.985:
        return "nearly always"
    if share >= 0.955:
        return "nineteen times in twenty"
    return f"{TIMES[min(9, round(share * 10))]} in ten"
