"""Every game with every choice of its options: each number of seats, each layout, each set of rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from stylobate import Game, ids, load


def choices(game: Game) -> Iterator[dict[str, str]]:
    """All that can be chosen before this game; free text is left as it is by default."""
    listed = [option for option in game.options if option.choices]
    for values in product(*(option.choices for option in listed)):
        yield {option.name: value for option, value in zip(listed, values, strict=True)}


def every_choice() -> list[tuple[str, dict[str, str]]]:
    """The same for all games that are found."""
    return [(id, chosen) for id in ids() for chosen in choices(load(id))]


def called(game: str, options: dict[str, str]) -> str:
    """A name for a test."""
    return " ".join([game, *options.values()])
