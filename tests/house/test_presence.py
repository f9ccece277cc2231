"""Whoever waits for somebody hears in time that they are too long away: the house knows when that will be."""

from __future__ import annotations

import pytest

from stylobate.fair import Chain
from stylobate.house.listener import Listener
from stylobate.house.presence import Presence
from stylobate.house.room import Room
from stylobate.house.timepiece import Timepiece
from stylobate.play import Clock, Table
from stylobate.play.clock import DAY, SECOND
from tests.tables import ADA, BEN, SECRET, START, ask, two_people

BLITZ, SLOW = Clock("fischer", 3600 * SECOND, 0), Clock("days", 3 * DAY)


def both_have_moved(clock: Clock) -> Table:
    """Ada's turn again; from now on nobody can be somebody who never came."""
    return ask(ask(two_people(clock=clock), ADA, "move", token="b2a"), BEN, "move", token="a1b")


class Stopped(Timepiece):
    """It always shows the same."""

    def __call__(self) -> int:
        return START


class Noted(Presence):
    """Tells nobody, and notes in how many seconds it would."""

    def __init__(self) -> None:
        super().__init__()
        self.told_in: list[float] = []

    def _tell_in(self, seconds: float, room: Room) -> None:
        self.told_in.append(seconds)


def told_in(table: Table) -> list[float]:
    """Ada alone listens: in how many seconds she is told of those who are away."""
    room, presence = Room(table, Chain(SECRET), Stopped(START)), Noted()
    room.enter(Listener(ADA.id))
    presence.moved(room)
    return presence.told_in


@pytest.mark.parametrize(("clock", "seconds"), [(Clock(), [300.05]), (BLITZ, [60.05]), (SLOW, [])])
def test_it_is_told_when_the_seat_to_move_may_be_handed_over(clock: Clock, seconds: list[float]) -> None:
    table = both_have_moved(clock)
    assert told_in(table) == [], "it is her own turn"
    bens_turn = ask(table, ADA, "move", token=table.position.legal[0])
    assert told_in(bens_turn) == seconds
