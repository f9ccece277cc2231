"""Numbers for actions and observations, as learners get them: bounded, told apart, and seen from a seat.

Conformance looks at the promises of every game; here they are kept through whole games.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from stylobate import Game, Position
from stylobate.chance import below, stream
from stylobate.conformance import BrokenPromise, check
from stylobate.conformance.promises import Met
from stylobate.conformance.space import check_space
from stylobate.kernel import Actions, State
from stylobate.space import MOST, Field, Observation
from tests.harness import Options, every_game_and_variant
from tests.heap import GAME as HEAP


def walked(game: Game, options: Options, seed: int) -> list[Position]:
    """Every position of a random game."""
    rng, position, found = stream(seed), game.begin(options), []
    while not position.is_over:
        found.append(position)
        legal = position.legal
        token = position.sample(rng) if position.is_chance else legal[below(rng, len(legal))]
        position = position.play(token)
    return [*found, position]


@every_game_and_variant()
def test_every_action_has_a_number_of_its_own_through_whole_games(game: Game, options: Options) -> None:
    for seed in (1, 2):
        check_space(game, [Met(position, ()) for position in walked(game, options, seed)[::3]])


def test_whatever_a_state_can_hold_may_be_seen_as_it_is() -> None:
    assert -np.iinfo(np.int16).min == MOST


def test_a_game_that_brings_none_has_places_for_numbers_and_its_state_for_a_view() -> None:
    position = HEAP.start()
    space, state = HEAP.space, position.state
    assert space.actions(state) == HEAP.kernel.width
    listed = sorted(position.actions.values())
    assert [space.number(state, action) for action in listed] == list(range(len(listed)))
    assert space.action(state, len(listed)) == -1
    assert space.named(state, space.observed(state, 1))["state"].tolist() == state.tolist()
    assert np.array_equal(space.observed(state, 1)[:2], [1, position.turn])


def blindly(s: State, seat: int, legal: Actions, numbers: Actions, out: Observation) -> int:
    """List and number what is legal, without a look at what is to be seen."""
    count = HEAP.kernel.legal(s, legal)
    if len(numbers):
        HEAP.space.numbers(s, legal[:count], numbers)
    out[:] = 0.0
    return count


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("its space has 0 numbers for actions", {"actions": lambda s: 0}),
        ("the numbers of actions must be from 0 to", {"number": lambda s, action: action + 1000}),
        ("two legal actions have the same number", {"number": lambda s, action: 0}),
        ("numbers must write the number of every legal action", {"numbers": lambda s, legal, out: None}),
        ("must lead back to it, but does to -1", {"action": lambda s, number: -1}),
        (
            "number 2 leads to an action that has another number",
            {"actions": lambda s: 4, "action": lambda s, number: (1, 3)[number % 2]},
        ),
        (
            "two fields of its observations have the same name",
            {"fields": lambda s: 2 * [Field("a", (1,), "a")]},
        ),
        ("the field “a” must say what it means", {"fields": lambda s: [Field("a", (1,), " ")]}),
        ("must be those of the start", {"actions": lambda s: int(s[0]) + 2}),
        ("floats of an observation must be finite", {"observe": lambda s, seat, out: out.fill(np.nan)}),
        (
            "whichever was written in its place before",
            {"observe": lambda s, seat, out: np.add(out, 1 + seat, out)},
        ),
        ("no float of an observation may be beyond", {"observe": lambda s, seat, out: out.fill(1e5)}),
        ("two seats have the same observation", {"observe": lambda s, seat, out: out.fill(0.0)}),
        ("was met before where other actions", {"observe": lambda s, seat, out: out.fill(seat)}),
        ("together must list what legal lists", {"together": lambda s, seat, legal, numbers, out: 0}),
        (
            "together must number what it lists as numbers does",
            {"together": lambda s, seat, legal, numbers, out: HEAP.kernel.legal(s, legal)},
        ),
        ("together must show a seat what observe shows it", {"together": blindly}),
    ],
)
def test_a_space_that_breaks_a_promise_is_found_out(sentence: str, wrong: dict[str, Any]) -> None:
    game = replace(HEAP)
    game.__dict__["space"] = replace(HEAP.space, **wrong)
    with pytest.raises(BrokenPromise, match=f"^heap: .*{sentence}"):
        check(game, games=3, seed=1)
