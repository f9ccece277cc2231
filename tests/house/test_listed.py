"""How lists tell of a table, to whoever looks."""

from __future__ import annotations

from typing import Any

import pytest

from stylobate.house.listed import day, outcome, people, points
from stylobate.store.protocol import Listed


def listed(**about: Any) -> Listed:
    told = {"seats": ["Ada", "Ben"], "who": ["a", "b"], "winners": [0], "shared": False, "scores": [54, 23]}
    return Listed("t", "columns-dice", "public", "over", 9, 0, 0, 0, told | about)


def test_one_is_told_who_the_others_are() -> None:
    assert people(listed(), "a") == [("Ben", "")]
    assert people(listed(), "somebody else") == [("Ada", ""), ("Ben", "")]
    assert people(listed()) == [("Ada", ""), ("Ben", "")]


def test_registered_names_and_guests_are_told_apart() -> None:
    both = listed(seats=["Ada", "Ada"], registered=[True, False])
    assert people(both) == [("Ada", "registered"), ("Ada", "guest")]
    assert people(listed(seats=["Guest 17", "Guest"], registered=[False, False])) == [
        ("Guest 17", ""),
        ("Guest", "guest"),
    ]


def test_computers_and_empty_seats_are_called_so() -> None:
    three = listed(seats=["Ada", "level 2", ""], who=["a", None, None])
    assert people(three, "a") == [("computer, level 2", ""), ("empty seat", "")]


def test_who_plays_every_seat_is_told_all_the_names() -> None:
    assert people(listed(who=["a", "a"]), "a") == [("Ada", ""), ("Ben", "")]


@pytest.mark.parametrize(
    ("who", "about", "told"),
    [
        ("a", {}, "won"),
        ("b", {}, "lost"),
        ("c", {}, "over"),
        (None, {"who": [None, None]}, "over"),
        ("a", {"winners": [0, 1], "shared": True}, "shared"),
        ("a", {"who": ["a", "a"]}, "over"),
        ("a", {"winners": []}, "cleared"),
    ],
)
def test_a_finished_game_is_told_as_it_went_for_whoever_looks(
    who: str | None, about: dict[str, Any], told: str
) -> None:
    assert outcome(listed(**about), who) == told


def test_ones_own_points_come_first() -> None:
    assert points(listed(), "a") == "54 to 23"
    assert points(listed(), "b") == "23 to 54"
    assert points(listed(scores=[1, 0]), "a") == ""
    assert points(listed(scores=[12, 9, -4]), "a") == "12 · 9 · -4"


def test_a_day_is_written_out() -> None:
    assert day(1_794_700_800_000) == "15 November 2026"


def test_a_summary_from_before_is_still_told() -> None:
    old = Listed("t", "columba", "public", "over", 9, 0, 0, 0, {"seats": ["Ada", "level 2"], "winners": [0]})
    assert (people(old, "a"), outcome(old, "a"), points(old, "a")) == (
        [("Ada", ""), ("level 2", "")],
        "over",
        "",
    )
