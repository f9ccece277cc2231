"""Clocks run by the time that the server is there: no wall clock, pause or sleep costs anybody a game."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from stylobate.errors import BadFile
from stylobate.play.clock import SECOND
from stylobate.store.sql import SqlStore
from tests.web.visiting import Process, Visitor, running, until

pytestmark = pytest.mark.slow

BLITZ = {"kind": "fischer", "start": 60, "increment": 0}
HOUR = 3600 * 10**9


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_a_wall_clock_that_is_set_changes_nobodys_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    with running(tmp_path) as site:
        table = site.visitor().open(seats=("me:Ada", "me:Eve"), clock=BLITZ)
        table.move("b2a")
        real = time.time_ns
        monkeypatch.setattr("time.time_ns", lambda: real() + jump)
        site.loop.call_soon_threadsafe(site.site.timekeeper._sooner.set)
        view = table.view
        assert (view["state"], view["clock"]["left"][1] > 30 * SECOND) == ("running", True)
        site.later(20)
        assert table.view["clock"]["left"][1] <= 40 * SECOND
        assert table.move("a1b").status_code == 200
        told = site.site.store.events(table.id)[-1]
        assert abs(told["at"] - time.time_ns() // 1_000_000) < 600 * SECOND, "the date is the calendar's"


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_nor_does_one_that_was_set_while_the_server_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock=BLITZ)
        table.move("b2a")
    real = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: real() + jump)
    with running(tmp_path) as site:
        again = site.visitor()
        again.http.cookies = ada.http.cookies
        seen = table.seen_by(again)
        assert seen.view["state"] == "running"
        assert 30 * SECOND < seen.view["clock"]["left"][1] <= 60 * SECOND
        site.later(20)
        assert seen.view["clock"]["left"][1] <= 40 * SECOND


def test_what_a_pause_swallowed_is_not_charged_and_nobody_comes_back_to_a_falling_flag(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as site:
        table = site.visitor().open(seats=("me:Ada", "me:Eve"), clock=BLITZ)
        table.move("b2a"), table.move("a1b")
        site.later(55)
        assert table.view["clock"]["left"][0] <= 5 * SECOND
        site.asleep(33)
        until(lambda: table.view["clock"]["left"][0] > 10 * SECOND)
        assert table.view["clock"]["left"][1] <= 60 * SECOND
        assert table.move().status_code == 200


@pytest.mark.kills
def test_a_server_that_is_suspended_costs_nobody_the_game(tmp_path: Path) -> None:
    server = Process(tmp_path).ready()
    try:
        ada = Visitor(server.base)
        table = ada.open(seats=("me:Ada", "me:Eve"), clock={"kind": "fischer", "start": 10, "increment": 0})
        table.move("b2a")
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(12)
        os.kill(server.process.pid, signal.SIGCONT)
        assert table.view["state"] == "running"
        assert table.move("a1b").status_code == 200
        ada.close()
    finally:
        server.stop()


def test_a_clock_is_taken_up_again_though_the_store_did_not_answer_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        table = site.visitor().open(seats=("me:Ada", "me:Eve"), clock=BLITZ)
        table.move("b2a")
    monkeypatch.setattr("stylobate.house.timekeeper.PULSE", 0.01)
    answer, asked = SqlStore.clocked_tables, list[SqlStore]()

    def at_the_second_time(store: SqlStore) -> list[str]:
        asked.append(store)
        if len(asked) == 1:
            raise BadFile("the database does not answer")
        return answer(store)

    monkeypatch.setattr(SqlStore, "clocked_tables", at_the_second_time)
    with running(tmp_path) as site:
        until(lambda: table.id in site.site.hall.rooms)
