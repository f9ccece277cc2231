"""What learners see of a game, held against a second telling of it that knows the position's text alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stylobate import Game, Position
from tests.golden import playthroughs

Seen = Mapping[str, Sequence[Any]]


def met(game: Game, every: int) -> Iterator[Position]:
    """One position in so many of each playthrough of the game, and the last of each."""
    for of, _, file in playthroughs():
        if of.id == game.id:
            lines = file.read_text("utf-8").splitlines()
            texts = [line.removeprefix("position ") for line in lines if line.startswith("position ")]
            yield from map(game.position, [*texts[:-1:every], texts[-1]])


def is_seen_as_told(positions: Iterable[Position], tell: Callable[[str, int], Seen]) -> None:
    """Whether every seat sees at these positions what `tell` makes of their text, field by field.

    Where it tells less of a field than there is room for, the rest must be nought.
    """
    for position in positions:
        space, state = position.game.space, position.state
        for seat in range(position.seats):
            found = space.named(state, space.observed(state, seat))
            told = tell(str(position), seat)
            assert [*found] == [*told]
            for name, floats in told.items():
                there = np.zeros_like(found[name])
                if len(floats):
                    there[: len(floats)] = floats
                assert np.array_equal(found[name], there), f"{name} of seat {seat} in {position}"


def one_of(things: Sequence[object], thing: object) -> list[bool]:
    """For each of these whether it is the one."""
    return [one == thing for one in things]


def bounds(game: Game, **options: str) -> tuple[int, int]:
    """How many numbers for actions and how many floats a game has under these options."""
    state = game.begin(options).state
    return game.space.actions(state), game.space.size(state)
