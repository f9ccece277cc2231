"""Numbers for actions and observations, as learners get them: bounded, told apart, and seen from a seat.

Conformance looks at the promises of every game; here are those that only the games themselves can break.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from stylobate import Position, load
from stylobate.chance import below, stream
from stylobate.conformance import BrokenPromise, check
from stylobate.conformance.promises import Met
from stylobate.conformance.space import check_space
from stylobate.space import MOST, Field
from tests.heap import GAME as HEAP

CHOICES = [
    ("colonnade", {}),
    *(("columns", {"layout": layout}) for layout in ("4x3", "6x2", "12x1")),
    *(("columns-dice", {"order": order}) for order in ("ascending", "either")),
    *(("columbiz", {"players": players}) for players in "234"),
    *(("columba", {"players": players, "rules": rules}) for players in "234" for rules in ("full", "junior")),
    ("columba", {"deck": "WRST,WWRR,SSTT"}),
]


def walked(game: str, options: dict[str, str], seed: int) -> list[Position]:
    """Every position of a random game."""
    rng, position, found = stream(seed), load(game).begin(options), []
    while not position.is_over:
        found.append(position)
        legal = position.legal
        token = position.sample(rng) if position.is_chance else legal[below(rng, len(legal))]
        position = position.play(token)
    return [*found, position]


@pytest.mark.parametrize(("game", "options"), CHOICES)
def test_every_action_has_a_number_of_its_own_through_whole_games(game: str, options: dict[str, str]) -> None:
    for seed in (1, 2):
        check_space(load(game), [Met(position, ()) for position in walked(game, options, seed)[::3]])


def test_the_bounds_depend_on_the_game_and_its_options_alone() -> None:
    def bounds(game: str, **options: str) -> tuple[int, int]:
        state = load(game).begin(options).state
        return load(game).space.actions(state), load(game).space.size(state)

    assert bounds("colonnade") == (512, 26)
    assert bounds("columns", layout="12x1") == bounds("columns") == (144, 289)
    assert bounds("columns-dice", order="either") == bounds("columns-dice") == (50, 221)
    assert bounds("columbiz", players="4") == bounds("columbiz") == (3042, 183)
    assert bounds("columba") == (9111, 3434)
    assert bounds("columba", players="4") == (9679, 3626)
    assert bounds("columba", rules="junior", deck="WRST,WWRR") == (591, 554)


def test_whatever_a_state_can_hold_may_be_seen_as_it_is() -> None:
    assert -np.iinfo(np.int16).min == MOST


def test_a_seat_sees_its_own_things_first() -> None:
    position = load("colonnade").start().play("b2a")
    space, state = position.game.space, position.state
    red, blue = (space.named(state, space.observed(state, seat)) for seat in (0, 1))
    assert red["stacks"][0].tolist() == pytest.approx([0, 1, 4 / 24])
    assert blue["stacks"][0].tolist() == pytest.approx([1, 0, 4 / 24])
    assert (red["my turn"], blue["my turn"]) == (0, 1)

    position = load("columbiz").position(
        "B-----/G-G-P-/BP----/GGBP--/B----B/PBBGB- 6,4,6 2,2,2 0,0,1 P keep2 11112466"
    )
    space, state = position.game.space, position.state
    grey = space.named(state, space.observed(state, 2))
    assert grey["squares"][1].argmax(axis=1).tolist() == [0, 0, 0, 0, 1, 0]
    assert grey["squares"][1].sum(axis=1).tolist() == [1, 0, 1, 0, 1, 0]
    assert grey["dice"].tolist() == pytest.approx([4 / 8, 1 / 8, 0, 1 / 8, 0, 2 / 8])
    assert grey["runs"].tolist() == pytest.approx([1 / 20, 0, 0, 0])


def test_a_card_is_told_by_the_first_square_that_it_touches() -> None:
    position = load("columba").start().play("*WWRS", "*WWWS")
    space, state = position.game.space, position.state

    def number(token: str) -> int:
        return int(space.number(state, position.actions[token]))

    assert number("card:0,2,0") == (2 * 12 + 0) * 4  # square 2, at 0,1, is the first cell above the card
    assert number("card:0,2,3") == number("card:0,2,0") + 3
    assert number("card:0,-2,0") == (0 * 12 + 10) * 4
    assert number("card:2,-1,1") == (1 * 12 + 6) * 4 + 1
    assert space.action(state, (1 * 12 + 11) * 4) == -1  # the card there touches square 0 first
    assert space.action(state, (4 * 12) * 4) == -1  # there is no square 4 yet


def test_a_game_that_brings_none_has_places_for_numbers_and_its_state_for_a_view() -> None:
    position = HEAP.start()
    space, state = HEAP.space, position.state
    assert space.actions(state) == HEAP.kernel.width
    listed = sorted(position.actions.values())
    assert [space.number(state, action) for action in listed] == list(range(len(listed)))
    assert space.action(state, len(listed)) == -1
    assert space.named(state, space.observed(state, 1))["state"].tolist() == state.tolist()
    assert np.array_equal(space.observed(state, 1)[:2], [1, position.turn])


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
    ],
)
def test_a_space_that_breaks_a_promise_is_found_out(sentence: str, wrong: dict[str, Any]) -> None:
    game = replace(HEAP)
    game.__dict__["space"] = replace(HEAP.space, **wrong)
    with pytest.raises(BrokenPromise, match=f"^heap: .*{sentence}"):
        check(game, games=3, seed=1)
