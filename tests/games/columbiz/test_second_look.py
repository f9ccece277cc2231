"""A second look knows what the next turn makes of an end, and never chooses what it has not looked at."""

import numpy as np
import pytest

from stylobate.chance import stream
from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.mind import VALUE
from stylobate.games.columbiz.rules import SETS, showing
from stylobate.games.columbiz.survey import SCORED, TAKEN, UNKNOWN, finish, survey
from stylobate.learned import Weights
from stylobate.search.turns import by_token
from tests.games.columbiz.test_turn import (
    LATE,
    RUNS,
    Shares,
    Tried,
    best,
    mean,
    random_turns,
    solved,
    some_weights,
)

PLENTY = 2_000


class Again(Tried):
    """A turn tried out whose ends are worth what the next turn may be hoped to make of them."""

    def judged(self, position: Position) -> Shares:
        return hoped(position, self.learned)


def hoped(position: Position, learned: Weights) -> Shares:
    shares = np.empty(position.seats)
    VALUE.hope(position.state, learned, 1.0, shares)  # type: ignore[misc]
    return tuple(shares.tolist())


class Looking:
    """What `look_again` says of a position, and what it remembers."""

    def __init__(self, position: Position, learned: Weights) -> None:
        self.position, self.learned = position, learned
        self.keys = np.zeros(4096, dtype=np.int64)
        self.known = np.empty((4096, position.seats))

    def again(self, looks: int) -> tuple[int, dict[str, Shares]]:
        out = np.empty((GAME.kernel.width, self.position.seats))
        terms = (self.learned, 1.0, looks, self.keys, self.known)
        made = VALUE.look_again(self.position.state, *terms, out)  # type: ignore[misc]
        return made, by_token(self.position, out)


@pytest.mark.parametrize("text", LATE)
@pytest.mark.parametrize("throw", ["throw2", "throw3"])
def test_what_is_hoped_of_a_throw_is_the_mean_of_what_it_brings(text: str, throw: str) -> None:
    kept = "123"
    moment = text.replace("keep2", throw)
    position, learned = GAME.position(f"{moment.rsplit(' ', 1)[0]} {kept}"), some_weights(5)
    seat = int(position.game.kernel.turn(position.play(position.legal[0]).state))
    after = [(float(p), position.play(token)) for token, p in position.chance.items()]
    found = mean([(p, solved(one, learned)[best(one, learned)]) for p, one in after])
    assert hoped(position, learned)[seat] == pytest.approx(found[seat], abs=1e-12)


@pytest.mark.slow
def test_what_is_hoped_of_the_first_throw_is_the_mean_of_what_it_brings() -> None:
    text, learned = LATE[0].rsplit(" ", 2)[0], some_weights(6)
    position = GAME.position(f"{text} throw1 -")
    after = [(float(p), position.play(token)) for token, p in position.chance.items()]
    found = mean([(p, solved(one, learned)[best(one, learned)]) for p, one in after])
    assert hoped(position, learned)[0] == pytest.approx(found[0], abs=1e-12)


def ends_of(position: Position) -> set[Position]:
    """Every position in which the turn can end."""
    found, open_ones = set(), [position]
    while open_ones:
        one = open_ones.pop()
        if one.is_over or " throw1 " in str(one):
            found.add(one)
        else:
            open_ones += [one.play(token) for token in one.legal]
    return found


def finished(position: Position, learned: Weights) -> list[Position]:
    """The ends that a survey tells of, as positions."""
    worth, ends = np.empty((len(SETS), position.seats)), np.empty((len(SETS), 2), dtype=np.int64)
    survey(position.state, learned, 1.0, showing(position.state), worth, ends)
    found = []
    for number in np.flatnonzero(worth[:, 0] != UNKNOWN).tolist():
        state = position.state
        finish(state, int(ends[number, TAKEN]), int(ends[number, SCORED]))
        found.append(Position(GAME, state))
    return found


@pytest.mark.parametrize("text", [*RUNS, *(text.replace("keep2", "place0") for text in LATE)])
def test_an_end_told_by_its_squares_and_points_is_one_that_can_be_played(text: str) -> None:
    position = GAME.position(text)
    real = ends_of(position)
    told = finished(position, some_weights(7))
    assert set(told[1:]) <= real  # the first is the turn in which nothing is placed
    assert len(told) > 1 or len(real) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_a_look_nothing_is_thought_otherwise(players: int) -> None:
    learned = some_weights(players)
    for position in list(random_turns(players, seed=3))[::5]:
        made, found = Looking(position, learned).again(0)
        assert made == 0
        assert found.keys() == solved(position, learned).keys()
        for token, shares in solved(position, learned).items():
            assert found[token][position.turn] == pytest.approx(shares[position.turn], abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_counters_are_placed_no_worse_than_at_first_sight_and_promised_no_more_than_there_is(
    players: int,
) -> None:
    learned, changed = some_weights(players + 10), 0
    for position in [one for one in random_turns(players, seed=8) if " place" in str(one)][::3]:
        if len(position.legal) == 1:
            continue
        seat, tried = position.turn, Again(learned).choices(position)
        _, found = Looking(position, learned).again(PLENTY)
        choice = max(found, key=lambda token: found[token][seat])
        at_first = position
        while at_first.turn == seat:
            at_first = at_first.play(best(at_first, learned))
        before = at_first.payoff if at_first.is_over else hoped(at_first, learned)
        assert before[seat] - 1e-12 <= found[choice][seat] <= tried[choice][seat] + 1e-12
        changed += found[choice][seat] > before[seat] + 1e-9
    assert changed


@pytest.mark.parametrize("text", LATE)
def test_dice_are_worth_the_ends_that_were_looked_at(text: str) -> None:
    """Stopping with these dice promises what placing them, looked at again, then keeps."""
    position, learned = GAME.position(text), some_weights(4)
    looking = Looking(position, learned)
    made, found = looking.again(PLENTY)
    most = Again(learned).choices(position)
    seat = position.turn
    assert made > 0 or not any(" throw1 " in str(end) for end in ends_of(position.play("stop")))
    assert all(found[token][seat] <= most[token][seat] + 1e-12 for token in found)
    assert found["stop"][seat] <= Again(learned).worth(position.play("stop"), seat)[seat] + 1e-12
    assert looking.again(PLENTY) == (0, found)


def test_a_few_looks_at_a_time_come_to_the_same_as_many_at_once() -> None:
    position, learned = GAME.position(LATE[1]), some_weights(4)
    at_once, bit_by_bit = Looking(position, learned), Looking(position, learned)
    made, found = at_once.again(PLENTY)
    steps = 0
    while (now := bit_by_bit.again(3)[0]) > 0:
        steps += now
    assert bit_by_bit.again(0)[1] == found
    assert steps == made


@pytest.mark.parametrize("text", LATE)
def test_a_turn_is_taken_as_well_as_its_dice_allow_and_tells_what_could_be_hoped_of_it(text: str) -> None:
    position, learned = GAME.position(f"{text.rsplit(' ', 2)[0]} throw1 -"), some_weights(8)
    for seed in range(5):
        state, told = position.state, np.empty(position.seats)
        VALUE.take_turn(state, learned, 1.0, stream(seed), told)  # type: ignore[misc]
        assert tuple(told.tolist()) == hoped(position, learned)
        dice, one = stream(seed), position
        while one == position or not (one.is_over or " throw1 " in str(one)):
            one = one.play(one.sample(dice) if one.is_chance else best(one, learned))
        assert Position(GAME, state) == one
