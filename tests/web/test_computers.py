"""The computer's moves: made in other processes, which know no secret and may die at any time."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from stylobate.web import computers
from stylobate.web.computers import Failed, Job, Worker
from tests.web.test_restart import back_again
from tests.web.visiting import running, until

T = TypeVar("T")
START = "B3/R3/B3/R3/B3/R3/B3/R3 R"


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: a browser test before this one may have left a loop running here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_a_computer_answers_survives_its_process_and_a_restart_of_the_server(tmp_path: Path):
    with running(tmp_path, workers=1) as site:
        ada = site.visitor()
        table = ada.open(seats=("me", "1"))
        table.move("b2a")
        until(lambda: len(table.view["tokens"]) == 2)
        for process in workers():
            os.kill(process, signal.SIGKILL)
        table.move()
        until(lambda: len(table.view["tokens"]) == 4)
    assert workers() == []
    with running(tmp_path) as site:
        ada = back_again(site, ada)
        table.seen_by(ada).move()
        assert len(table.seen_by(ada).view["tokens"]) == 5
    with running(tmp_path, workers=1) as site:
        ada = back_again(site, ada)
        until(lambda: len(table.seen_by(ada).view["tokens"]) == 6)
        again = ada.open(seats=("random", "random"))
        until(lambda: again.view["state"] == "over")


def test_chance_answers_a_computers_move_too(tmp_path: Path):
    with running(tmp_path, workers=1) as site:
        ada = site.visitor()
        table = ada.open("columns-dice", seats=("random", "me"))
        assert table.ask("begin").status_code == 200
        until(lambda: table.view["can"]["move"])
        view = table.view
        assert [seat for _, seat, _ in view["tokens"]].count(None) == len(view["fair"]["throws"]) >= 2
        assert ada.get(f"{table.path}/proof").json()["holds"]


def test_a_worker_is_told_a_position_and_a_level_and_nothing_else():
    assert [field.name for field in dataclasses.fields(Job)] == [
        "table",
        "version",
        "game",
        "position",
        "level",
    ]
    told: list[str] = []

    class Listening(Worker):
        async def _answer(self, line: str) -> str:
            told.append(line)
            return await super()._answer(line)

    async def choose() -> str:
        worker = Listening()
        try:
            return await worker.choose(Job("t1", 4, "colonnade", START, "random"))
        finally:
            await worker.stop()

    assert apart(choose())
    assert told == ["new colonnade", f"setup {START}", "go level random"]


def test_a_worker_that_talks_nonsense_or_not_at_all_is_given_up(monkeypatch: pytest.MonkeyPatch):
    async def silent() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec("sleep", "60", stdin=-1, stdout=-1)

    async def choose() -> None:
        worker = Worker()
        with pytest.raises(Failed):
            await worker.choose(Job("t1", 4, "colonnade", "no position", "1"))
        await worker.stop()
        monkeypatch.setattr(computers, "WARMING", 0.2)
        monkeypatch.setattr(computers, "_engine", silent)
        with pytest.raises(Failed):
            await worker.choose(Job("t1", 4, "colonnade", START, "1"))
        assert worker._process is None

    apart(choose())


def test_where_no_engine_runs_any_move_is_made_rather_than_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def gone() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec("false", stdin=-1, stdout=-1)

    monkeypatch.setattr(computers, "_engine", gone)
    with running(tmp_path, workers=1) as site:
        table = site.visitor().open(seats=("me", "3"))
        table.move("b2a")
        until(lambda: len(table.view["tokens"]) == 2)


def test_what_a_computer_chose_for_a_position_that_is_gone_is_dropped(tmp_path: Path):
    with running(tmp_path, workers=1) as site:
        ada = site.visitor()
        table = ada.open(seats=("me", "4"))
        table.move("b2a")
        table.ask("ask-takeback")
        until(lambda: not site.site.computers._asked)
        view = table.view
        assert len(view["tokens"]) in (0, 1, 2)
        assert view["turn"] == 0 or view["seats"][view["turn"]]["level"]


def workers() -> list[int]:
    """The engines that this process has started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    found = [
        int(child)
        for path in Path("/proc/self/task").glob("*/children")
        for child in path.read_text().split()
    ]
    assert children.exists()
    return [child for child in found if b"stylobate.engine" in Path(f"/proc/{child}/cmdline").read_bytes()]
