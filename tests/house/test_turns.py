"""Whose work is done next: strangers have their turns, however much one of them asks for."""

from __future__ import annotations

import pytest

from stylobate.house.turns import Asker, Turns

ADA, BEN, EVE = Asker("north", "ada"), Asker("north", "ben"), Asker("south", "eve")


def all_of(turns: Turns[str]) -> list[str]:
    """Everything that waits, in the order in which it is done."""
    order = []
    while found := turns.take():
        order.append(found[1])
    return order


def filled(**works: int) -> Turns[str]:
    """Ada's, Ben's and Eve's work: `ada=3` is a1, a2, a3."""
    turns: Turns[str] = Turns()
    for name, count in works.items():
        asker = {"ada": ADA, "ben": BEN, "eve": EVE}[name]
        for number in range(1, count + 1):
            turns.put(asker, f"{name[0]}{number}")
    return turns


def test_one_with_much_work_and_one_with_little_take_turns() -> None:
    assert all_of(filled(ada=4, eve=1)) == ["a1", "e1", "a2", "a3", "a4"]


def test_two_of_one_place_share_the_turn_of_their_place() -> None:
    assert all_of(filled(ada=3, ben=3, eve=3)) == ["a1", "e1", "b1", "e2", "a2", "e3", "b2", "a3", "b3"]


def test_a_hundred_sessions_of_one_place_are_one_place() -> None:
    turns: Turns[str] = Turns()
    for number in range(100):
        turns.put(Asker("north", str(number)), f"n{number}")
    turns.put(EVE, "e1")
    assert all_of(turns).index("e1") == 1


def test_who_comes_later_does_not_wait_for_a_heap() -> None:
    turns = filled(ada=50)
    assert turns.take() == (ADA, "a1")
    turns.put(EVE, "e1")
    assert [turns.take(), turns.take()] == [(EVE, "e1"), (ADA, "a2")]


def test_who_asks_for_one_thing_after_the_other_does_not_get_before_one_who_waits() -> None:
    turns, order = filled(ada=3), []
    for number in range(6):
        turns.put(EVE, f"e{number}")
        order.append((turns.take() or (EVE, ""))[1])
    assert order == ["a1", "e0", "a2", "e1", "a3", "e2"]


def test_who_may_not_have_a_turn_now_is_passed_over() -> None:
    turns = filled(ada=2, eve=1)
    assert turns.take(lambda asker: asker != ADA) == (EVE, "e1")
    assert turns.take(lambda asker: asker != ADA) is None
    assert all_of(turns) == ["a1", "a2"]


def test_work_that_is_dropped_is_not_done_and_does_not_count() -> None:
    turns = filled(ada=3, ben=1)
    assert (len(turns), turns.of(ADA), turns.at("north")) == (4, 3, 4)
    turns.drop(ADA, "a2")
    turns.drop(ADA, "never asked")
    turns.drop(EVE, "a1")
    assert (len(turns), turns.of(ADA), turns.at("north"), turns.at("south")) == (3, 2, 3, 0)
    assert all_of(turns) == ["a1", "b1", "a3"]
    assert (len(turns), turns.of(ADA), turns._waiting, turns._at) == (0, 0, {}, {})


def test_of_those_who_have_gone_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobate.house.turns.REMEMBERED", 10)
    turns: Turns[str] = Turns()
    for number in range(100):
        turns.put(Asker(str(number)), "once")
    all_of(turns)
    assert len(turns._served) == 10
