"""A turn solved is a turn tried out: what is foreseen equals what trying everything finds."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from stylobate.chance import stream
from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.mind import VALUE
from stylobate.games.columbiz.sights import LEAD, OWN
from stylobate.learned import Weights
from stylobate.network import judge
from stylobate.search.turns import foreseen

Shares = tuple[float, ...]

ROUNDING = 1e-5  # ends are judged in 32 bits, and here by the house's network


def some_weights(seed: int) -> Weights:
    """Weights of somebody who has learned nothing, and so likes the oddest things."""
    rng = random.Random(seed)
    return np.array([rng.uniform(-0.3, 0.3) for _ in range(VALUE.numbers)])


class Tried:
    """The rest of a turn by trying all of it out, with the rules as everybody plays them."""

    def __init__(self, learned: Weights) -> None:
        self.learned = learned
        self.met: dict[Position, Shares] = {}

    def worth(self, position: Position, mover: int) -> Shares:
        """What each seat may expect here, if the mover chooses best and the dice fall by their chances."""
        if position not in self.met:
            if position.is_over:
                found = position.payoff
            elif " throw1 " in str(position):
                found = self.judged(position)
            elif position.is_chance:
                chances = position.chance.items()
                found = mean([(float(p), self.worth(position.play(token), mover)) for token, p in chances])
            else:
                found = max(self.choices(position).values(), key=lambda shares: shares[mover])
            self.met[position] = found
        return self.met[position]

    def choices(self, position: Position) -> dict[str, Shares]:
        """The same for each token that the mover may play."""
        return {token: self.worth(position.play(token), position.turn) for token in position.legal}

    def judged(self, position: Position) -> Shares:
        rows = np.empty((position.seats, VALUE.width))
        shares = np.empty(position.seats)
        VALUE.sights(position.state, rows)
        judge(rows, self.learned, 1.0, shares)
        return tuple(shares.tolist())


def mean(parts: list[tuple[float, Shares]]) -> Shares:
    return tuple(sum(p * shares[seat] for p, shares in parts) for seat in range(len(parts[0][1])))


def solved(position: Position, learned: Weights) -> dict[str, Shares]:
    return foreseen(position, VALUE, learned, (1,))


def best(position: Position, learned: Weights) -> str:
    worth = solved(position, learned)
    return max(worth, key=lambda token: worth[token][position.turn])


def same(ours: dict[str, Shares], tried: dict[str, Shares], seat: int) -> bool:
    """Whether the mover gets the same everywhere; others may differ where the mover does not mind."""
    return ours.keys() == tried.keys() and all(
        ours[token][seat] == pytest.approx(tried[token][seat], abs=ROUNDING) for token in ours
    )


def random_turns(players: int, seed: int) -> Iterator[Position]:
    """The positions of a random game in which a seat is to move."""
    rng, dice = random.Random(seed), stream(seed)
    position = GAME.start(players=players)
    while not position.is_over:
        if position.is_chance:
            position = position.play(position.sample(dice))
        else:
            yield position
            position = position.play(rng.choice(position.legal))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_placing_is_as_good_as_trying_every_square_after_every_other(players: int) -> None:
    learned = some_weights(players)
    for seed in range(5):
        for position in random_turns(players, seed):
            if " place" in str(position):
                assert same(solved(position, learned), Tried(learned).choices(position), position.turn)


# Two and more counters of the turn may come into one run of four or more, beside and above each other, also
# on squares that are free only once somebody has been captured there.
RUNS = [
    "P-----/P-----/------/------/------/B----- 16,17 0,0 0,0 P place0 33445566",
    "-P----/-PB---/------/------/-B----/B----- 16,15 0,0 0,0 P place0 33445566",
    "------/PP----/------/------/------/------ 16,17 1,0 0,0 P place0 22222222",
    "P-----/P-----/B-----/B-----/P-----/------ 15,16 0,0 0,0 P place0 33344466",
    "P-----/-P----/--B---/--B---/------/------ 16,16 0,0 0,0 P place0 33344466",
]


@pytest.mark.parametrize("text", RUNS)
def test_counters_that_join_one_run_are_tried_in_every_order(text: str) -> None:
    for seed in range(4):
        position, learned = GAME.position(text), some_weights(seed)
        assert same(solved(position, learned), Tried(learned).choices(position), position.turn)


def test_who_joins_a_pair_begins_beside_it() -> None:
    """3:1 and then 4:1 scores 1 and 2; the other way round there is no run before the second."""
    position = GAME.position(RUNS[0].replace("33445566", "34566666"))
    likes_leading = np.zeros(VALUE.numbers)
    likes_leading[VALUE.hidden * (1 + OWN + LEAD)] = likes_leading[-VALUE.hidden] = 1.0
    worth = {token: shares[0] for token, shares in solved(position, likes_leading).items()}
    assert max(worth, key=lambda token: worth[token]) == "3:1"
    assert worth["3:1"] > worth["4:1"]


# Whoever has one or two counters left has little to try out; most throws fit nowhere, and giving up counts.
LATE = [
    "PBBB--/PB-P--/PPB---/BBB---/BBBB--/PPPP-- 1,2 4,8 8,9 P keep2 12234556",
    "BBB---/BB-B--/PP-B--/PPP-P-/BBBB--/PPP--- 2,5 2,4 3,4 P keep2 12223345",
    "GGG---/GBB---/PPPPP-/PG----/BPB---/BBB--- 2,1,5 3,4,2 8,1,1 B keep2 11233446",
    "PGG---/BBBG--/GGB---/BPP---/PPP---/BPP--- 0,1,2 3,1,3 3,2,0 G keep2 23444566",
    "BKG---/BPK---/BPG---/GBK---/PPP---/G-BP-- 0,1,1,3 3,2,5,7 1,1,1,0 G keep2 12345556",
]


@pytest.mark.parametrize("text", LATE)
def test_dice_kept_for_the_last_throw_are_worth_what_all_throws_bring(text: str) -> None:
    position, learned = GAME.position(text), some_weights(1)
    assert same(solved(position, learned), Tried(learned).choices(position), position.turn)


@pytest.mark.parametrize("text", LATE)
def test_dice_kept_for_two_throws_are_worth_the_best_choice_after_each(text: str) -> None:
    first, learned = GAME.position(text.replace("keep2", "keep1")), some_weights(2)
    seat, worth = first.turn, solved(first, learned)
    assert worth["stop"] == solved(first.play("stop"), learned)[best(first.play("stop"), learned)]
    for token in [token for token in worth if len(token) >= len("keep:1234567")]:
        thrown = first.play(token)
        after = [(float(p), thrown.play(throw)) for throw, p in thrown.chance.items()]
        expected = mean([(p, solved(second, learned)[best(second, learned)]) for p, second in after])
        assert worth[token][seat] == pytest.approx(expected[seat], abs=1e-12)


@pytest.mark.slow
def test_a_whole_turn_is_worth_what_trying_all_of_it_finds() -> None:
    position, learned = GAME.position(LATE[2].replace("keep2", "keep1")), some_weights(3)
    assert same(solved(position, learned), Tried(learned).choices(position), position.turn)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_that_the_seats_expect_is_one_win(players: int) -> None:
    learned = some_weights(players)
    for position in random_turns(players, seed=9):
        assert all(sum(shares) == pytest.approx(1.0) for shares in solved(position, learned).values())
