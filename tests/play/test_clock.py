"""Clocks: who pays for what time, when a flag falls, and that a restart costs nobody anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import Refusal
from stylobate.play import Clock, Table, overdue, resumed
from stylobate.play.clock import AFTER_A_RESTART, DAY, GRACE, Faces
from tests.tables import ADA, BEN, CYD, START, ask, in_earnest, moment, opened, two_people, view

BLITZ = Clock("fischer", 60_000, 5_000)


def left(table: Table, seconds: float) -> list[int]:
    return view(table, None, START + round(1000 * seconds))["clock"]["left"]


def test_a_turn_costs_its_time_and_earns_the_increment() -> None:
    table = in_earnest(two_people(clock=BLITZ))
    assert left(table, 7) == [53_000, 60_000]
    table = ask(table, ADA, "move", seconds=10, token="b2a")
    assert left(table, 10) == [55_000, 60_000]
    assert left(table, 30) == [55_000, 40_000]


def test_steps_of_one_turn_earn_the_increment_once(steps: None) -> None:
    table = in_earnest(two_people("steps", clock=BLITZ))
    table = ask(table, ADA, "move", seconds=10, token="a")
    assert left(table, 10) == [50_000, 60_000]
    table = ask(ask(table, ADA, "undo", seconds=12), ADA, "move", seconds=15, token="end")
    assert left(table, 15) == [50_000, 60_000]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"kind": "fischer", "start": 10, "increment": 0}, "0.166667 min + 0 s"),
        ({"kind": "fischer", "start": 90, "increment": 2}, "1.5 min + 2 s"),
        ({"kind": "fischer", "start": 36_000, "increment": 600}, "600 min + 600 s"),
        ({"kind": "days", "days": 1}, "1 days a turn"),
        ({"kind": "days", "days": 30}, "30 days a turn"),
        ({"kind": "none"}, "none"),
    ],
)
def test_a_clock_is_told_as_it_was_agreed_on(data: dict[str, object], told: str) -> None:
    clock = Clock.read(data)
    assert str(clock) == told
    assert clock.json() == data


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "fischer", "start": 9, "increment": 0},
        {"kind": "fischer", "start": 36_001, "increment": 0},
        {"kind": "fischer", "start": 60, "increment": -1},
        {"kind": "fischer", "start": 60, "increment": 601},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 31},
        {"kind": "days", "days": 1.5},
        {"kind": "days", "days": "2"},
    ],
)
def test_a_clock_outside_its_limits_gets_a_sentence(data: dict[str, object]) -> None:
    with pytest.raises(Refusal, match="is a whole number from"):
        Clock.read(data)


def test_a_clock_that_is_told_a_time_before_its_last_gives_nobody_time() -> None:
    for tell in (lambda faces: faces.run(1, 5_000), lambda faces: faces.resume(5_000, 9_000)):
        faces = Faces(BLITZ, [60_000, 60_000])
        faces.run(0, 8_000)
        assert faces.shown(5_000) == [60_000, 60_000]
        tell(faces)
        assert faces.left[0] == 60_000


def test_a_clock_that_has_run_out_shows_nothing_left() -> None:
    faces = Faces(BLITZ, [60_000, 60_000])
    faces.run(0, 0)
    assert faces.shown(60_000 + GRACE // 2) == [0, 60_000]


def test_the_days_of_a_turn_are_for_all_its_steps(steps: None) -> None:
    table = ask(
        in_earnest(two_people("steps", clock=Clock("days", 2 * DAY))), ADA, "move", seconds=100, token="a"
    )
    assert left(table, 100) == [2 * DAY - 100_000, 2 * DAY]


def test_days_a_move_begin_anew_with_every_turn() -> None:
    table = two_people(clock=Clock("days", 2 * DAY))
    table = ask(table, ADA, "move", seconds=100_000, token="b2a")
    assert left(table, 100_000)[0] == 2 * DAY
    table = ask(table, BEN, "move", seconds=200_000, token="a1b")
    assert left(table, 200_000) == [2 * DAY, 2 * DAY]
    assert overdue(table, moment(200_000 + 2 * 86_400)) is None
    assert overdue(table, moment(200_000 + 2 * 86_400 + 2)) is not None


def test_without_a_clock_nothing_ever_falls() -> None:
    table = two_people()
    assert table.faces.deadline() is None
    assert overdue(table, moment(10**9)) is None
    assert resumed(table, START, moment()) is None


def test_the_flag_falls_after_the_grace_and_the_other_side_wins() -> None:
    table = in_earnest(two_people(clock=BLITZ))
    assert overdue(table, moment(60 + GRACE / 1000)) is None
    fallen = overdue(table, moment(61.1))
    assert fallen is not None
    assert fallen.ending is not None
    assert (fallen.ending.winners, fallen.ending.how, fallen.ending.seat) == ((1,), "time", 0)
    assert [event["kind"] for event in fallen.news] == ["flagged", "ended"]
    assert left(fallen, 99) == [0, 60_000]
    with pytest.raises(Refusal) as refusal:
        ask(table, ADA, "move", seconds=61.1, token="b2a")
    assert refusal.value.reason == "late"
    assert ask(table, ADA, "say", seconds=61.1, text="oh").chat
    assert ask(table, ADA, "move", seconds=61, token="b2a").tokens == ("b2a",)


def test_among_three_a_computer_plays_on_for_the_fallen_flag(three: None) -> None:
    table = opened("three", ("me", "open", "open"), clock=BLITZ)
    table = ask(ask(table, BEN, "sit", seat=1), CYD, "sit", seat=2)
    after = overdue(in_earnest(table), moment(70))
    assert after is not None
    assert after.state == "running"
    assert not after.seats[0].is_person
    assert after.faces.running is None
    kinds = [(event["kind"], event.get("why")) for event in after.news]
    assert kinds == [("flagged", None), ("handed", "time")]
    assert view(after, "ada", START)["can"]["return"] == []
    moved = ask(after, None, "move", seconds=500, token="end")
    assert moved.faces.running == 1
    assert moved.faces.since == START + 500_000


def test_a_computer_spends_no_time() -> None:
    table = in_earnest(opened(seats=("me", "3"), clock=BLITZ))
    table = ask(table, ADA, "move", seconds=1, token="b2a")
    table = ask(table, None, "move", seconds=500, token="a1b")
    assert left(table, 500) == [64_000, 60_000]


def test_what_the_server_slept_through_is_not_counted() -> None:
    table = in_earnest(two_people(clock=BLITZ))
    again = resumed(table, START + 10_000, moment(3_600))
    assert again is not None
    assert left(again, 3_600) == [50_000, 60_000]
    assert overdue(again, moment(3_640)) is None


def test_nobody_comes_back_to_a_flag_about_to_fall() -> None:
    table = in_earnest(two_people(clock=BLITZ))
    again = resumed(table, START + 59_999, moment(3_600))
    assert again is not None
    assert left(again, 3_600)[0] == AFTER_A_RESTART


@given(
    st.lists(st.tuples(st.sampled_from("mr"), st.integers(0, 30_000), st.integers(0, 100_000)), max_size=20),
)
def test_however_often_the_server_restarts_nobody_pays_more_than_they_thought(
    story: list[tuple[str, int, int]],
) -> None:
    """m: a move after so many milliseconds; r: so long up, then so long down."""
    faces = Faces(Clock("fischer", 10**9, 0), [10**9, 10**9])
    now, thought, mover = 0, [0, 0], 0
    faces.run(0, now)
    for what, up, down in story:
        now += up
        thought[mover] += up
        if what == "m":
            mover = 1 - mover
            faces.run(mover, now)
        else:
            faces.resume(now, now + down)
            now += down
    faces.run(None, now)
    assert [10**9 - left for left in faces.left] == thought


def test_time_does_not_run_backwards() -> None:
    table = ask(in_earnest(two_people(clock=BLITZ)), ADA, "move", seconds=20, token="b2a")
    table = ask(table, BEN, "move", seconds=5, token="a1b")
    assert (table.news[0]["at"], table.news[0]["tick"]) == (START + 5_000, START + 20_000)
    assert left(table, 20) == [45_000, 65_000]
