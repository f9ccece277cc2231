"""What a board shows to have been played: the whole of the turn before, and what there is of this one."""

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from stylobate.house.boards import trail
from stylobate.play.table import Played, Table
from stylobate.registry import ids, load


def played(game: str, *tokens: str, **options: object) -> Table:
    """As much of a table as a board needs: the tokens, and the positions that they led to."""
    line = [load(game).start(**options)]
    plays = []
    for token in tokens:
        turn = line[-1].turn
        plays.append(Played(token, turn if turn >= 0 else None, 0))
        line.append(line[-1].play(token))
    return cast(Table, SimpleNamespace(line=line, plays=plays))


def test_after_a_throw_it_is_still_seen_what_the_other_wrote() -> None:
    table = played("columns-dice", "*3", "A1", "*4")
    assert trail(table, 3) == ["*3", "A1", "*4"]


def test_ones_own_turn_before_is_not_marked() -> None:
    table = played("columns-dice", "*3", "A1", "*4", "B1", "*5", "C1")
    assert trail(table, 5) == ["*4", "B1", "*5"]
    assert trail(table, 6) == ["*5", "C1"]


def test_all_of_a_long_turn_stays_marked_through_the_next_throws() -> None:
    theirs = ["*11223344", "stop", "1:2", "2:2", "3:2", "4:2"]
    mine = ["*12344566", "keep:44", "*12244466"]
    table = played("columbiz", *theirs, *mine)
    assert trail(table, len(theirs)) == theirs
    assert trail(table, len(theirs) + len(mine)) == theirs + mine


def test_where_a_turn_is_one_move_only_that_move_is_marked() -> None:
    table = played("colonnade", "d2e", "d1e", "c1d")
    assert [trail(table, n) for n in range(4)] == [[], ["d2e"], ["d1e"], ["c1d"]]


@pytest.mark.parametrize("game", ids())
def test_every_board_of_a_game_can_be_drawn_with_what_led_to_it(game: str) -> None:
    rng = random.Random(11)
    position, line, plays = load(game).start(), [], []
    line.append(position)
    while not position.is_over and len(plays) < 40:
        token = rng.choice(position.legal)
        plays.append(Played(token, position.turn if position.turn >= 0 else None, 0))
        position = position.play(token)
        line.append(position)
    table: Any = SimpleNamespace(line=line, plays=plays)
    for n in range(0, len(line), 5):
        shown = trail(table, n)
        *earlier, last = shown or [None]
        assert shown == [play.token for play in plays[:n]][n - len(shown) :]
        assert line[n].svg(last, controls=True, earlier=[token for token in earlier if token])
