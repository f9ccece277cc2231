"""Whose work is done next: strangers have their turns, however much one of them asks for."""

from __future__ import annotations

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


def test_one_with_much_work_and_one_with_little_take_turns():
    assert all_of(filled(ada=4, eve=1)) == ["a1", "e1", "a2", "a3", "a4"]


def test_two_of_one_place_share_the_turn_of_their_place():
    assert all_of(filled(ada=3, ben=3, eve=3)) == ["a1", "e1", "b1", "e2", "a2", "e3", "b2", "a3", "b3"]


def test_a_hundred_sessions_of_one_place_are_one_place():
    turns: Turns[str] = Turns()
    for number in range(100):
        turns.put(Asker("north", str(number)), f"n{number}")
    turns.put(EVE, "e1")
    assert all_of(turns).index("e1") == 1


def test_who_comes_later_does_not_wait_for_a_heap():
    turns = filled(ada=50)
    assert turns.take() == (ADA, "a1")
    turns.put(EVE, "e1")
    assert [turns.take(), turns.take()] == [(ADA, "a2"), (EVE, "e1")]


def test_who_may_not_have_a_turn_now_is_passed_over():
    turns = filled(ada=2, eve=1)
    assert turns.take(lambda asker: asker != ADA) == (EVE, "e1")
    assert turns.take(lambda asker: asker != ADA) is None
    assert all_of(turns) == ["a1", "a2"]


def test_work_that_is_dropped_is_not_done_and_does_not_count():
    turns = filled(ada=3, ben=1)
    assert (len(turns), turns.of(ADA), turns.at("north")) == (4, 3, 4)
    turns.drop(ADA, "a2")
    turns.drop(ADA, "never asked")
    turns.drop(EVE, "a1")
    assert (len(turns), turns.of(ADA), turns.at("north"), turns.at("south")) == (3, 2, 3, 0)
    assert all_of(turns) == ["a1", "b1", "a3"]
    assert (len(turns), turns.of(ADA), turns._places) == (0, 0, {})
