"""What a board shows to have been played: the whole of the turn before, and what there is of this one."""

import random

import pytest

from stylobate.line import Line
from stylobate.registry import ids, load


def played(game: str, *tokens: str) -> Line:
    line = Line(load(game))
    for token in tokens:
        line.play(token)
    return line


def test_after_a_throw_it_is_still_seen_what_the_other_wrote() -> None:
    line = played("columns-dice", "*3", "A1", "*4")
    assert line.trail(3) == ["*3", "A1", "*4"]


def test_ones_own_turn_before_is_not_marked() -> None:
    line = played("columns-dice", "*3", "A1", "*4", "B1", "*5", "C1")
    assert line.trail(5) == ["*4", "B1", "*5"]
    assert line.trail(6) == ["*5", "C1"]


def test_all_of_a_long_turn_stays_marked_through_the_next_throws() -> None:
    theirs = ["*11223344", "stop", "1:2", "2:2", "3:2", "4:2"]
    mine = ["*12344566", "keep:44", "*12244466"]
    line = played("columbiz", *theirs, *mine)
    assert line.trail(len(theirs)) == theirs
    for some in (1, 2, 3):
        assert line.trail(len(theirs) + some) == theirs + mine[:some]


def test_where_a_turn_is_one_move_only_that_move_is_marked() -> None:
    line = played("colonnade", "d2e", "d1e", "c1d")
    assert [line.trail(n) for n in range(4)] == [[], ["d2e"], ["d1e"], ["c1d"]]


@pytest.mark.parametrize("game", ids())
def test_every_board_of_a_game_can_be_drawn_with_what_led_to_it(game: str) -> None:
    rng = random.Random(11)
    line = Line(load(game))
    while line.ending is None and len(line.plays) < 40:
        line.play(rng.choice(line.position.legal))
    for n in range(0, len(line.plays) + 1, 5):
        shown = line.trail(n)
        *earlier, last = ["", *shown]
        assert shown == list(line.tokens[:n])[n - len(shown) :]
        assert line.after(n).svg(last or None, controls=True, earlier=[token for token in earlier if token])
