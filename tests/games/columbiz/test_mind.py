"""What Columbiz sees when a turn has ended, and that it has learned something from it."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from stylobate.chance import stream
from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.mind import MIND, VALUE
from stylobate.games.columbiz.rules import (
    COLUMNS,
    HAND,
    MOVER,
    PRISONERS,
    SQUARES,
    capture,
    run_points,
)
from stylobate.games.columbiz.sights import (
    CAPTURES,
    FEARS,
    LAST_TURN,
    LEAD,
    OUTLOOK,
    OWN,
    PLACE,
    SCORES,
    THREE_AT_ONCE,
    TWO_AT_ONCE,
    WIDTH,
    next_one_brings,
)
from stylobate.learned import Weights
from stylobate.mind import Sights
from stylobate.search.turns import foreseen


def seen(position: Position) -> Sights:
    rows = np.empty((position.seats, WIDTH))
    VALUE.sights(position.state, rows)
    return rows


def outlooks(position: Position) -> Sights:
    """What each seat sees of itself."""
    return seen(position)[:, OWN:]


def rests(players: int, seed: int) -> Iterator[Position]:
    """Where the turns of a random game have ended."""
    rng, dice = random.Random(seed), stream(seed)
    position = GAME.start(players=players)
    while not position.is_over:
        if VALUE.rests(position.state):
            yield position
        token = position.sample(dice) if position.is_chance else rng.choice(position.legal)
        position = position.play(token)


def best(position: Position, learned: Weights | None = None) -> str:
    """What the mover does who looks to the end of the turn and trusts what was learned about it."""
    weights = MIND.value_weights(position.state) if learned is None else learned
    worth = foreseen(position, VALUE, weights, (1,))
    return max(worth, key=lambda token: worth[token][position.turn])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_number_shows_what_one_more_counter_would_capture_and_score(players: int) -> None:
    for position in rests(players, seed=4):
        if 0 in position.state[HAND : HAND + players]:
            continue
        for seat, row in enumerate(outlooks(position)):
            for n in range(SQUARES):
                captured = points = two = three = 0
                for square in range(n, COLUMNS * SQUARES, SQUARES):
                    s = position.state.copy()
                    if s[square] == 0:
                        s[square], s[MOVER] = seat + 1, seat
                        capture(s, square)
                        taken = s[PRISONERS + seat] - position.state[PRISONERS + seat]
                        captured += taken
                        two += taken >= 2
                        three += taken >= 3
                        points += run_points(s, square)
                assert row[SCORES + n] == points / 4
                if n > 0:
                    brings = next_one_brings(position.state[PRISONERS + seat])
                    assert row[CAPTURES + n - 1] == captured * brings / 8
                    assert row[TWO_AT_ONCE + n - 1] == two / 4
                    assert row[THREE_AT_ONCE + n - 1] == three / 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_see_the_same_table_from_who_throws_next_on_and_their_own_place_in_that_order(
    players: int,
) -> None:
    for position in rests(players, seed=6):
        thrower, rows, own = int(position.state[MOVER]), seen(position), outlooks(position)
        for seat, row in enumerate(rows):
            place = (seat - thrower) % players
            assert (row[place * OUTLOOK : (place + 1) * OUTLOOK] == own[seat]).all()
            assert row[PLACE:OWN].tolist() == [float(place == other) for other in range(4)]
            assert (row[:PLACE] == rows[0, :PLACE]).all()
            assert not row[players * OUTLOOK : PLACE].any()


def test_one_fears_what_the_other_could_capture() -> None:
    position = GAME.position("PP----/------/B-----/------/------/------ 16,17 0,0 0,0 P throw1 -")
    purple, blue = outlooks(position)
    assert purple[FEARS : FEARS + 5].tolist() == [0.0, 0.25, 0.25, 0.25, 0.25]
    assert blue[CAPTURES : CAPTURES + 5].tolist() == purple[FEARS : FEARS + 5].tolist()
    assert blue[FEARS : FEARS + 5].tolist() == [0.125] * 5


def test_in_the_last_round_who_has_had_the_turn_captures_nothing_more() -> None:
    position = GAME.position("-PB---/GP----/GG----/BP----/--P---/B-GB-- 3,0,2 6,3,5 0,0,0 G throw1 -")
    purple, blue, grey = outlooks(position)
    assert not purple[CAPTURES : CAPTURES + 5].any()
    assert not blue[CAPTURES : CAPTURES + 5].any()
    assert grey[CAPTURES : CAPTURES + 5].any()
    assert (purple[LAST_TURN], grey[LAST_TURN]) == (0.0, 1.0)
    assert purple[FEARS : FEARS + 5].any()
    assert not grey[FEARS : FEARS + 5].any()  # nobody comes after


def test_a_turn_that_is_not_over_is_looked_at_as_if_it_were() -> None:
    position = GAME.start().play("*11233556", "stop", "3:2")
    assert (seen(position) == seen(position.play("end"))).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_weights_for_every_number_of_seats(players: int) -> None:
    position = GAME.start(players=players)
    assert len(MIND.value_weights(position.state)) == VALUE.numbers


# Small positions with known answers


def test_who_is_last_to_move_and_behind_takes_the_prisoners_that_win() -> None:
    position = GAME.position("PPPP--/------/BB----/------/------/B----- 0,9 0,2 3,0 B place0 11111222")
    assert best(position) == "1:5"


def test_who_is_behind_does_not_end_the_game_with_the_last_counter() -> None:
    """Blue, last of the round, would lose 0 to 2 by placing both; with one in hand there is another round."""
    position = GAME.position("PPP---/------/BB----/------/------/BB---- 6,1 1,0 1,0 B place1 2222222")
    assert best(position) == "end"


def test_who_leads_ends_the_game_with_the_last_counter() -> None:
    position = GAME.position("P-P---/------/BBB---/P-----/------/BB---- 3,1 0,0 0,1 B place1 2222222")
    assert best(position).startswith("2:")


def test_dice_for_the_winning_capture_are_kept() -> None:
    """Blue's last turn: only 1:5 or 1:6 captures enough, so every 1 is kept, and nothing else."""
    position = GAME.position("PPPP--/------/-----B/------/----B-/B----- 0,9 0,2 9,0 B keep2 11133456")
    assert best(position) == "keep:111"


# What was learned


def test_what_was_learned_beats_who_only_counts_points() -> None:
    likes_leading = np.zeros(VALUE.numbers)
    likes_leading[VALUE.hidden * (1 + OWN + LEAD)] = likes_leading[-VALUE.hidden] = 1.0
    wins = 0.0
    for game in range(10):
        dice, position = stream(game // 2), GAME.start()
        while not position.is_over:
            if position.is_chance:
                position = position.play(position.sample(dice))
            else:
                position = position.play(best(position, None if position.turn == game % 2 else likes_leading))
        wins += position.payoff[game % 2]
    assert wins >= 7.0


def test_the_fingerprint_of_what_was_learned() -> None:
    """Whoever teaches it anew changes these figures."""
    position = GAME.start().play("*11233556")
    worth = foreseen(position, VALUE, MIND.value_weights(position.state), (1,))
    assert best(position) == "keep:33"
    assert worth["keep:33"][0] == pytest.approx(0.359138, abs=1e-6)
