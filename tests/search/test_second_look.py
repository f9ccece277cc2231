"""Whoever looks twice stops when told to, remembers within a turn, and finds the same by so many looks."""

import numpy as np
import pytest

import stylobate
from stylobate.game import Position
from stylobate.search import second_look
from stylobate.search.second_look import SecondLook
from stylobate.search.turns import foreseen

MIDDLE = "PBB---/PB----/PP----/BBB---/B-----/PPP--- 10,10 1,1 2,1 P keep2 22233355"
GAME = stylobate.load("columbiz")
VALUE = GAME.mind.value if GAME.mind else None
assert VALUE is not None
LEARNED = np.random.default_rng(1).uniform(-1, 1, VALUE.numbers)  # of somebody who likes the oddest things


def looking(position: Position) -> SecondLook:
    assert VALUE is not None
    return SecondLook(position, VALUE, LEARNED)


def test_without_time_or_looks_it_is_the_first_look() -> None:
    position = GAME.position(MIDDLE)
    assert VALUE is not None
    first = foreseen(position, VALUE, LEARNED, VALUE.beam)
    for found in (
        looking(position).run(playouts=0),
        looking(position).run(seconds=0.0),
        looking(position).run(stop=lambda: True),
    ):
        assert {one.token: one.payoff for one in found.prospects} == first
        assert found.playouts == 0


def test_so_many_looks_find_the_same_each_time() -> None:
    position = GAME.position(MIDDLE)
    one, other = (looking(position).run(playouts=20) for _ in range(2))
    assert one.prospects == other.prospects
    assert one.playouts == other.playouts == 20


def test_it_ends_by_itself_when_all_that_matters_was_looked_at() -> None:
    found = looking(GAME.position(MIDDLE)).run(playouts=100_000)
    assert 20 < found.playouts < 2_000


def test_later_tokens_of_the_turn_go_on_with_what_was_seen() -> None:
    position = GAME.position(MIDDLE)
    second = looking(position)
    second.run(playouts=100_000)
    placing = position.play("stop")
    assert second.follow(placing)
    afresh = looking(placing).run(playouts=100_000)
    again = second.run(playouts=100_000)
    assert again.prospects == afresh.prospects
    assert again.playouts < afresh.playouts


def test_what_was_seen_stays_known_and_another_game_begins_anew() -> None:
    position = GAME.position(MIDDLE)
    second = looking(position)
    whole = second.run(playouts=100_000)
    assert second.follow(GAME.position(MIDDLE.replace(" P keep2", " B keep2")))
    assert second.follow(position)
    again = second.run(playouts=100_000)
    assert (again.prospects, again.playouts) == (whole.prospects, 0)
    assert not second.follow(GAME.start(players=3))


def test_where_there_is_no_more_room_everything_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_look, "ENDS", 64)
    position = GAME.position(MIDDLE)
    second = looking(position)
    assert second.run(playouts=40).playouts == 40
    assert second.run(playouts=20).playouts == 20
