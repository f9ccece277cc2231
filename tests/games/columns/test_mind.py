"""What Columns sees in a move, and that it has learned something from it."""

import random

import numpy as np
import pytest

import stylobate
from stylobate.game import Position
from stylobate.games.columns import mind as columns
from stylobate.games.columns.rules import HAND, LEVELS, PINS, PLACE
from stylobate.search.tree import Search
from tests.harness import random_game

GAME = stylobate.load("columns")


def seen(position: Position) -> dict[str, set[int]]:
    """The traits of every legal token."""
    kernel = GAME.kernel
    actions = np.empty(kernel.width, dtype=np.int64)
    rows = np.empty((kernel.width, columns.MOST), dtype=np.int32)
    count = kernel.legal(position.state, actions)
    columns.traits(position.state, actions, count, rows)
    return {position.token(int(actions[k])): set(rows[k].tolist()) - {0} for k in range(count)}


def test_a_roundel_on_a_bare_pin_is_not_one_on_a_blocker() -> None:
    position = GAME.start().play("Sa1").play("Sb1").play("Sc1").play("Sd1")
    on_bare, on_mine = seen(position)["Ra2"], seen(position)["Ra1"]
    assert "Rb1" not in seen(position)  # never on the other's blocker
    assert on_bare != on_mine


def test_both_ends_of_a_piece_are_looked_at() -> None:
    tokens = seen(GAME.start().play("Ra1").play("Rb1"))
    assert len(tokens["Sa2"]) == 4
    assert len(tokens["Da1b1"]) == 5  # onto one's own roundel and the other's
    assert len(tokens["Da2b2"]) == 4  # both onto bare pins: one end says it for both


def test_the_thick_end_of_a_triple_up_is_not_one_down_or_a_thin_one() -> None:
    tokens = seen(GAME.start().play("Ra1").play("Rb2"))
    assert tokens["Tc1d1^"] == tokens["Td1c1^"]
    assert tokens["Ta2a1v"] != tokens["Ta2a3^"]


@pytest.mark.parametrize("layout", ["4x3", "6x2", "12x1"])
def test_both_seats_see_the_same_where_the_colours_are_exchanged(layout: str) -> None:
    position = GAME.start(layout=layout)
    for token in random_game(position, random.Random(3)):
        state = position.state
        other = state.copy()
        other[1] = 1 - other[1]
        other[HAND : HAND + 8] = np.roll(state[HAND : HAND + 8], 4)
        capped = slice(HAND + 8 + LEVELS + 1, HAND + 8 + LEVELS + 3)
        other[capped] = state[capped][::-1]
        places = other[PLACE : PLACE + PINS * LEVELS]
        places[places > 0] = ((places[places > 0] - 1) ^ 1) + 1
        swapped = Position(GAME, other)
        assert list(seen(position).values()) == list(seen(swapped).values())
        position = position.play(token)


def test_what_was_learned_beats_a_search_that_knows_nothing() -> None:
    """At the same number of playouts; four games from four openings, each from both sides."""
    wins = 0.0
    for game in range(8):
        position = GAME.start().play(("Ra1", "Sb2", "Dc1d1", "Tb1b2^")[game // 2]).play("Rd3")
        while not position.is_over:
            mind = GAME.mind if position.turn == game % 2 else None
            position = position.play(Search(position, seed=game, mind=mind).run(playouts=60).token)
        wins += position.payoff[game % 2]
    assert wins == 8.0


def test_the_fingerprint_of_a_search_with_a_mind() -> None:
    """Fixed seed, fixed budget, known tree: whoever teaches it anew changes these figures."""
    result = Search(GAME.start(), seed=2001, mind=GAME.mind).run(playouts=500)
    assert (result.token, result.nodes) == ("Da2a3", 9636)
