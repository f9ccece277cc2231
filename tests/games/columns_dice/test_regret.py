"""What a decision gives away is exact in endings: nothing by who plays them exactly, something by others."""

from collections.abc import Iterator
from functools import cache

import pytest
from bench.dice_endings import exactly, squares_left
from bench.regret import Decision, judged

import stylobate
from stylobate.chance import below, stream
from stylobate.game import Position

GAME = stylobate.load("columns-dice")
FULL_WILD_ROW = 4
FOUR_LEFT = "2x24P/2--3/1244I/--34/5556P/356xI 46 I *2 25:29 ascending"


def endings(games: int, most: int) -> Iterator[Position]:
    """Decisions of games played at random, with at most so many squares left."""
    for number in range(games):
        rng, position = stream(number), GAME.start()
        while not position.is_over:
            if position.turn >= 0 and len(position.legal) > 1 and squares_left(position) <= most:
                yield position
            position = position.play(position.legal[below(rng, len(position.legal))])


def far_ahead(position: Position, turns: int) -> dict[str, float]:
    """What each token is worth by trying everything for so many turns; what is not over then is even."""
    return {token: 1.0 - thrower(position.play(token), 1 - position.turn, turns) for token in position.legal}


@cache
def thrower(position: Position, seat: int, turns: int) -> float:
    if position.is_over:
        return position.payoff[seat]
    if turns == 0:
        return 0.5
    throws = [position.play(token) for token in position.legal]
    return sum(max(far_ahead(thrown, turns - 1).values()) for thrown in throws) / len(throws)


def test_an_ending_is_worth_what_trying_everything_finds() -> None:
    """With four wild numbers turns may be lost again and again: far ahead, little is left of that."""
    found = [*endings(60, most=2), GAME.position(FOUR_LEFT)]
    assert any(len(str(position).split()[1]) == FULL_WILD_ROW for position in found)
    for position in found:
        assert exactly(position) == pytest.approx(far_ahead(position, 8), abs=0.001)


def test_who_plays_exactly_regrets_nothing_and_who_plays_at_random_something() -> None:
    rng = stream(1)
    exact, at_random = [], []
    for position in endings(20, most=4):
        decision = Decision(position, (), judged(position))
        best = max(decision.worth, key=lambda token: decision.worth[token])
        exact.append(decision.regret(best))
        at_random.append(decision.regret(position.legal[below(rng, len(position.legal))]))
    assert len(exact) > 20
    assert set(exact) == {0.0}
    assert sum(at_random) > 0.1
