"""What is said of throws, of captures and runs, and of what would be lost."""

from stylobate import Position
from stylobate.games.columbiz import GAME


def columbiz(*tokens: str) -> Position:
    return GAME.start().play(*tokens)


def test_dice_are_told_as_they_lie_and_as_they_are_kept() -> None:
    telling = columbiz().game.telling
    names = ["Ada", "Bea"]
    assert telling.words(columbiz(), "*11233556", names) == "Ada throws 1 1 2 3 3 5 5 6"
    kept = telling.words(columbiz("*11233556"), "keep:3355", names)
    assert kept == "Ada keeps 3 3 5 5 and throws four dice again"
    none = telling.words(columbiz("*11233556"), "keep:-", names)
    assert none == "Ada keeps nothing and throws all eight dice again"
    again = telling.words(columbiz("*11233556", "keep:3355"), "*33335566", names)
    assert again == "Ada throws four dice again and has 3 3 3 3 5 5 6 6"


def test_columbiz_says_which_throw_it_is_and_how_many_counters_are_left_to_place() -> None:
    telling = columbiz().game.telling
    first = columbiz("*11233556")
    assert telling.asks(first).startswith("First throw of three: keep any dice and throw the others again")
    second = first.play("keep:3355", "*33335566")
    assert telling.asks(second).startswith("Second throw of three")
    third = second.play("keep:3333", "*33335566")
    assert telling.asks(third).startswith("Place a counter: up to four this turn.")
    assert telling.asks(third.play("3:2")).startswith(
        "One counter placed: place up to three more, or end the turn."
    )
    assert "ends by itself" in telling.how_to(third)


def test_captures_and_runs_are_told_with_the_counter_that_makes_them() -> None:
    position = columbiz("*11223344", "stop", "1:1", "2:1", "end", "*11122233", "stop")
    telling = position.game.telling
    assert telling.words(position, "1:2") == (
        "Blue places a counter on square 2 of column 1 and captures one of Purple's counters"
    )
    run = columbiz("*11223344", "stop", "1:1", "2:1")
    assert (
        telling.words(run, "3:1") == "Purple places a counter on square 1 of column 3 and scores 1 for a run"
    )


def test_columbiz_asks_twice_only_where_something_is_lost_for_good() -> None:
    telling = columbiz().game.telling
    first = columbiz("*11233556")
    assert [token for token in first.legal if telling.costs(first, token)] == ["keep:-"]
    placing = first.play("stop", "1:1")
    assert [token for token in placing.legal if telling.costs(placing, token)] == ["end"]
    stuck = first.game.position("PB----/BBB---/PP----/BBP---/BPB---/PP---P 5,6 4,5 2,3 P keep1 22335556")
    assert "give up three counters" in telling.costs(stuck, "stop")
    assert "To stop now would cost three counters" in telling.asks(stuck)
