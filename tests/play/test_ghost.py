"""Somebody who took a seat and never came: whoever is invited once more takes it over, and nobody else."""

from __future__ import annotations

import pytest

from stylobate.errors import Refusal
from stylobate.fair.chain import pledge
from stylobate.play import Clock, Table, decide, fold
from stylobate.play.clock import SECOND
from stylobate.play.commands import Sit
from stylobate.play.ghost import is_ghost
from tests.tables import ADA, BEN, CYD, START, ask, moment, nonce, opened, two_people, view

LATER = 100
AWAY = {1: START}


def joined(
    table: Table, seat: int = 1, *, seconds: float = LATER, away: dict[int, int] | None = None
) -> Table:
    """Cyd comes by an invitation to that seat."""
    at = moment(seconds, away=AWAY if away is None else away, invited=seat)
    return decide(table, CYD, Sit(seat, "Cyd"), at)


def test_whoever_is_invited_takes_the_seat_of_somebody_who_never_came() -> None:
    table = ask(two_people(), ADA, "move", token="b2a")
    after = joined(table)
    assert [seat.name for seat in after.seats] == ["Ada", "Cyd"]
    assert after.tokens == table.tokens
    assert ask(after, CYD, "move", token="c2d").tokens == ("b2a", "c2d")
    with pytest.raises(Refusal):
        ask(after, BEN, "move", token="c2d")
    log = [entry.json() for one in (table, after) for entry in one.unstored]
    assert [event["kind"] for event in log[-2:]] == ["stood", "sat"]


def test_before_the_game_a_ghost_is_replaced_too() -> None:
    table = ask(opened("columbiz", ("me", "open", "open"), options={"players": "3"}), BEN, "sit", seat=1)
    after = joined(table)
    assert [seat.name for seat in after.seats] == ["Ada", "Cyd", ""]
    assert after.state == "open"


@pytest.mark.parametrize(
    ("why", "away", "seconds"),
    [
        ("they are here", {}, LATER),
        ("they were here a moment ago", AWAY, 29.999),
        ("another is away", {0: START}, LATER),
    ],
)
def test_who_is_here_or_was_just_now_keeps_the_seat(why: str, away: dict[int, int], seconds: float) -> None:
    with pytest.raises(Refusal):
        joined(two_people(), seconds=seconds, away=away)


def test_half_a_minute_is_long_enough_to_be_gone() -> None:
    assert joined(two_people(), seconds=30).seats[1].name == "Cyd"


def test_who_has_moved_keeps_the_seat_even_if_the_move_was_taken_back() -> None:
    table = ask(ask(two_people(), ADA, "move", token="b2a"), BEN, "move", token="c2d")
    with pytest.raises(Refusal):
        joined(table)
    table = ask(ask(table, BEN, "ask-takeback"), ADA, "answer-takeback", yes=True)
    assert table.tokens == ("b2a",)
    with pytest.raises(Refusal):
        joined(table)


def test_without_an_invitation_nobody_takes_it() -> None:
    for invited in (None, 0):
        with pytest.raises(Refusal):
            decide(two_people(), CYD, Sit(1, "Cyd"), moment(LATER, away=AWAY, invited=invited))
    over = ask(two_people(), ADA, "resign")
    with pytest.raises(Refusal):
        joined(over)
    with pytest.raises(Refusal, match="the game has begun already"):
        joined(two_people(), 7)


def test_the_hosts_own_seats_and_computers_are_no_ghosts() -> None:
    table = opened(seats=("me", "me:Bob"))
    away = {0: START, 1: START}
    assert not any(is_ghost(table, seat, START + 1000 * SECOND, away) for seat in (0, 1))
    assert not is_ghost(opened(seats=("me", "2")), 1, START + 1000 * SECOND, away)


def test_the_clock_of_the_seat_goes_on_where_it_was() -> None:
    table = ask(two_people(clock=Clock("fischer", 300 * SECOND, 5 * SECOND)), ADA, "move", token="b2a")
    after = joined(table)
    assert after.faces.shown(START + LATER * SECOND)[1] == (300 - LATER) * SECOND
    assert after.faces.running == 1


def test_a_move_of_somebody_else_is_not_made_stale_by_it() -> None:
    table = two_people()
    after = joined(table)
    assert ask(after, ADA, "move", token="b2a", version=table.version).tokens == ("b2a",)


def test_only_the_host_is_told_of_a_ghost() -> None:
    table = two_people()
    seen = {
        who: view(table, who, START + LATER * SECOND, AWAY)["seats"] for who in ("ada", "ben", "cyd", None)
    }
    assert {who: [seat["ghost"] for seat in seats] for who, seats in seen.items()} == {
        "ada": [False, True],
        "ben": [False, False],
        "cyd": [False, False],
        None: [False, False],
    }


def test_a_log_in_which_somebody_is_put_off_a_seat_they_play_on_is_refused() -> None:
    table = ask(two_people(), ADA, "move", token="b2a")
    after = joined(table)
    events = [
        *_log(),
        *[entry.json() for entry in table.unstored],
        *[entry.json() for entry in after.unstored],
    ]
    assert [seat.name for seat in fold("t1", events).seats] == ["Ada", "Cyd"]
    with pytest.raises(ValueError, match="every seat is taken"):
        fold("t1", [*events, {**events[-1], "v": len(events) + 1}])
    with pytest.raises(ValueError, match="who has moved stays"):
        fold("t1", [*events, {**events[-2], "v": len(events) + 1, "seat": 0}])


def _log() -> list[dict[str, object]]:
    table = opened()
    return [entry.json() for one in (table, ask(table, BEN, "sit", seat=1)) for entry in one.unstored]


def test_a_throw_that_waits_for_nonces_is_made_before_a_seat_changes_hands() -> None:
    table = ask(opened("columns-dice"), BEN, "sit", seat=1)
    table = ask(ask(table, BEN, "pledge", pledge=pledge("t1", nonce(7))), ADA, "begin")
    assert table.is_waiting
    with pytest.raises(Refusal):
        joined(table)
    thrown = ask(table, BEN, "give", nonce=nonce(7))
    assert not thrown.is_waiting
    assert joined(thrown).seats[1].name == "Cyd"
