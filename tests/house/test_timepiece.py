"""The timepiece: it goes by monotonic time, and only while somebody reads it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from stylobate.house.timepiece import Timepiece
from stylobate.store.neighbours import GAP
from stylobate.store.sqlite import SqliteStore

SECOND = 10**9


class Machine:
    """A machine whose clocks are set by hand, in nanoseconds."""

    def __init__(self) -> None:
        self.monotonic = 77 * SECOND
        self.wall = 1_700_000_000 * SECOND


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    machine = Machine()
    with monkeypatch.context() as patched:
        patched.setattr("time.monotonic_ns", lambda: machine.monotonic)
        patched.setattr("time.time_ns", lambda: machine.wall)
        yield machine


def test_it_begins_with_the_calendar_and_then_goes_its_own_way(machine: Machine, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(tmp_path / "tables.db")) as store:
        tell = Timepiece(store.neighbours.beat(None, 0).result().shown)
    assert tell() == 1_700_000_000_000
    machine.monotonic += 2 * SECOND
    machine.wall -= 3_600 * SECOND
    assert tell() == 1_700_000_002_000
    machine.monotonic += SECOND // 2
    machine.wall += 9_999 * SECOND
    assert tell() == 1_700_000_002_500


def test_what_passed_between_two_readings_too_far_apart_is_left_out(machine: Machine) -> None:
    tell = Timepiece(1_700_000_000_000)
    before = tell()
    machine.monotonic += GAP * 10**6
    assert (tell(), tell.gaps) == (before + GAP, 0)
    machine.monotonic += GAP * 10**6 + 1
    assert (tell(), tell.gaps) == (before + GAP, 1)
    machine.monotonic += SECOND
    assert tell() == before + GAP + 1_000


def test_no_time_is_lost_however_often_it_is_read(machine: Machine) -> None:
    tell = Timepiece(1_700_000_000_000)
    before = tell()
    for _ in range(1_000):
        machine.monotonic += 999_999
        tell()
    machine.monotonic += 1_000
    assert tell() == before + 1_000


def test_after_a_restart_it_goes_on_a_little_after_it_was_last_seen(machine: Machine, tmp_path: Path) -> None:
    machine.wall -= 10**9 * SECOND
    with contextlib.closing(SqliteStore(tmp_path / "tables.db")) as store:
        store.beat(1_700_000_123_456).result()
        pulse = store.neighbours.beat(None, 0).result()
        assert (pulse.shown, pulse.began) == (1_700_000_123_456 + GAP, 1_700_000_123_456 + GAP)
        assert pulse.up_since(1_700_000_120_000) == 1_700_000_123_456
        assert pulse.up_since(1_700_000_124_000) == 1_700_000_124_000, "it was there after its last beat"
        assert pulse.up_since(1_700_000_123_456 + GAP) is None


def test_it_can_be_set_and_put_forward(machine: Machine) -> None:
    tell = Timepiece(1_000)
    machine.monotonic += SECOND
    tell.put_forward(500)
    assert tell() == 2_500
    tell.set(2_000)
    machine.monotonic += SECOND
    assert tell() == 3_000
