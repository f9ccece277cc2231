"""The computer's moves: made in other processes, which know no secret and may die at any time."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from stylobate.house import worker as workroom
from stylobate.house.worker import Failed, Question, Worker
from stylobate.registry import load
from stylobate.web.limits import Limits
from tests.web.test_restart import back_again
from tests.web.visiting import running, until

pytestmark = pytest.mark.slow

T = TypeVar("T")
START = "B3/R3/B3/R3/B3/R3/B3/R3 R"
UNTHROWN = "----/----/----/----/----/---- - I - 0:0 ascending"
DICE = "----/----/----/----/----/---- - I *4 0:0 ascending"


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: a browser test before this one may have left a loop running here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.mark.slow
def test_a_computer_answers_survives_its_process_and_a_restart_of_the_server(tmp_path: Path) -> None:
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


def test_chance_answers_a_computers_move_too(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as site:
        ada = site.visitor()
        table = ada.open("columns-dice", seats=("random", "me"))
        assert table.ask("begin").status_code == 200
        until(lambda: table.view["can"]["move"])
        view = table.view
        assert [seat for _, seat, *_ in view["tokens"]].count(None) == len(view["fair"]["throws"]) >= 2
        assert ada.get(f"{table.path}/proof").json()["holds"]


def test_a_worker_is_told_a_turn_so_far_and_a_level_and_nothing_else() -> None:
    assert [field.name for field in dataclasses.fields(Question)] == ["game", "position", "level", "tokens"]
    told: list[str] = []

    class Listening(Worker):
        async def _ask(self, lane: int, line: str, limit: float) -> str:
            told.append(line)
            return await super()._ask(lane, line, limit)

    async def choose() -> str:
        worker = Listening()
        try:
            assert await worker.choose(Question("colonnade", START, "random"))
            assert await worker.choose(Question("columns-dice", UNTHROWN, "1", ("*4",)))
            return await worker.choose(Question("columns-dice", DICE, "5"))
        finally:
            await worker.stop()

    assert apart(choose())
    assert told[:3] == ["new colonnade", f"setup {START}", "go level random"]
    assert told[3:7] == ["new columns-dice", f"setup {UNTHROWN}", "moves *4", "go level 1"]
    assert told[-1] == "go level 3", "a game of before against level 5 goes on against the strongest there is"


def test_a_worker_that_talks_nonsense_or_not_at_all_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec("sleep", "60", stdin=-1, stdout=-1)

    async def choose() -> None:
        worker = Worker()
        with pytest.raises(Failed):
            await worker.choose(Question("colonnade", "no position", "1"))
        await worker.stop()
        monkeypatch.setattr(workroom, "WARMING", 0.2)
        monkeypatch.setattr(workroom, "_engine", silent)
        with pytest.raises(Failed):
            await worker.choose(Question("colonnade", START, "1"))
        assert worker._running is None

    apart(choose())


def test_where_no_engine_runs_any_move_is_made_rather_than_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec("false", stdin=-1, stdout=-1)

    monkeypatch.setattr(workroom, "_engine", gone)
    with running(tmp_path, workers=1) as site:
        table = site.visitor().open(seats=("me", "3"))
        table.move("b2a")
        until(lambda: len(table.view["tokens"]) == 2)


def engine(program: str) -> Callable[[], Coroutine[Any, Any, asyncio.subprocess.Process]]:
    """Another program in the place of our engine, with the same pipes."""

    async def start() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=-1, stdout=-1, stderr=-1
        )

    return start


def test_a_worker_that_dies_leaves_its_reason_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workroom, "_engine", engine("input(); raise SystemError('the sky has fallen')"))
    with running(tmp_path, workers=1) as site:
        table = site.visitor().open(seats=("me", "3"))
        table.move("b2a")
        until(lambda: len(table.view["tokens"]) == 2)
    told = [record for record in caplog.records if getattr(record, "table", None) == table.id]
    assert [record.getMessage() for record in told] == ["a computer's worker failed"] * 3 + [
        "a computer could not move; any move is made"
    ]
    for record in told[:3]:
        assert (record.name, record.levelname) == ("stylobate.house", "WARNING")
        assert vars(record)["why"] == "new colonnade: the engine has gone"
        assert vars(record)["status"] == 1
        assert (vars(record)["game"], vars(record)["level"]) == ("colonnade", "3")
        assert vars(record)["last_words"].endswith("SystemError: the sky has fallen")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import os; os.kill(os.getpid(), 9)", {"why": "new colonnade: the engine has gone", "status": -9}),
        (
            "import sys, time; print('I am stuck', file=sys.stderr, flush=True); time.sleep(60)",
            {"why": "new colonnade: no answer in 2 seconds", "last_words": "I am stuck"},
        ),
        (
            "input(); print('0 error no such game', flush=True); input()",
            {"why": "new colonnade: error no such game"},
        ),
        (
            "for answer in ('ok', 'ok', 'nonsense'): input(); print(0, answer, flush=True)",
            {"why": "go level 3: nonsense"},
        ),
        ("import sys; sys.stderr.write('x' * 9_999)", {"last_words": "x" * 4_000}),
    ],
)
def test_why_a_worker_failed(program: str, told: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workroom, "_engine", engine(program))
    if "sleep" in program:
        monkeypatch.setattr(workroom, "WARMING", 2)

    async def choose() -> dict[str, object]:
        worker = Worker()
        try:
            with pytest.raises(Failed) as failed:
                await worker.choose(Question("colonnade", START, "3"))
        finally:
            await worker.stop()
        return failed.value.details

    why = apart(choose())
    assert {name: why[name] for name in told} == told


def test_a_quick_level_answers_while_a_slow_one_thinks_in_the_same_process() -> None:
    async def choose() -> list[str]:
        worker, done = Worker(), []

        async def ask(level: str, lane: int) -> None:
            assert await worker.choose(Question("columns", str(load("columns").start()), level), lane)
            done.append(level)

        try:
            await worker.warm("columns")
            async with asyncio.TaskGroup() as both:
                both.create_task(ask("9", 1))
                await asyncio.sleep(0.05)
                both.create_task(ask("1", 0))
        finally:
            await worker.stop()
        return done

    assert apart(choose()) == ["1", "9"]


def test_when_one_lane_is_stuck_both_get_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = "for line in iter(input, ''): line[0] == '0' and print('0 ok', flush=True)"
    monkeypatch.setattr(workroom, "_engine", engine(stuck))
    monkeypatch.setattr(workroom, "WARMING", 1)

    async def both() -> list[object]:
        worker = Worker()
        quick, slow = (Question("colonnade", START, level) for level in ("1", "5"))
        try:
            found = await asyncio.gather(
                worker.choose(quick, 0), worker.choose(slow, 1), return_exceptions=True
            )
            assert worker._running is None
        finally:
            await worker.stop()
        return [type(one) for one in found]

    assert apart(both()) == [Failed, Failed]


def test_a_host_with_many_moves_to_wait_for_opens_no_more_tables_with_computers(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(thinking=2)) as site:
        eve, ada = site.visitor(), site.visitor()
        tables = [eve.open(seats=("me", "5")) for _ in range(3)]
        for table in tables[:2]:
            assert table.move("b2a").status_code == 200
        until(lambda: len(site.jobs) == 2)
        refused = eve.post("/api/tables", {"game": "colonnade", "seats": ["me", "1"]})
        assert refused.status_code == 429
        assert refused.headers["Retry-After"] == "10"
        assert refused.json()["error"] == (
            "First let the computers move at your other tables; try again in 10 seconds."
        )
        assert eve.post(f"{tables[0].path}/continue/1", {"level": "1"}).status_code == 429
        assert tables[2].move("b2a").status_code == 200
        assert eve.open(seats=("me:Eve", "open"))
        assert ada.open(seats=("me", "1"))


def test_when_the_computers_have_far_too_much_to_do_that_is_said(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(thinking_in_all=1)) as site:
        eve, ada = site.visitor(), site.visitor()
        eve.open(seats=("me", "5")).move("b2a")
        refused = ada.post("/api/tables", {"game": "colonnade", "seats": ["me", "1"]})
        assert refused.status_code == 429
        assert refused.json()["error"] == (
            "The computers have more to think about than they can do; try again in 10 seconds."
        )


def test_what_a_computer_chose_for_a_position_that_is_gone_is_dropped(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as site:
        ada = site.visitor()
        table = ada.open(seats=("me", "4"))
        table.move("b2a")
        table.ask("ask-takeback")
        until(lambda: not site.jobs)
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
    return [
        child for child in found if b"stylobate.house.lanes" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
