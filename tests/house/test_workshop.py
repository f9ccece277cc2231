"""`stylobate worker`: computers in processes of their own, wherever these run, and whenever they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stylobate import registry
from stylobate.cli import app
from stylobate.errors import BadOption
from stylobate.house import worker as workroom
from stylobate.house.computers import TRIES
from stylobate.house.house import House
from stylobate.house.queue import QUICK
from stylobate.house.worker import Failed, Question, Worker
from stylobate.house.workshop import ROOMS, work
from stylobate.play import Person, Proposal
from stylobate.play.commands import Move, Say
from stylobate.web.limits import Limits
from tests.faults.serving import context
from tests.house.test_computers import engine
from tests.postgres import Cluster
from tests.web.visiting import PATIENCE, Running, running, until

pytestmark = pytest.mark.slow

GAME = "colonnade"
ADA = Person("ada", "Ada")


@pytest.fixture
def site(address: str, tmp_path: Path) -> Iterator[Running]:
    """A site that leaves all thinking to others."""
    with running(tmp_path, database=address, workers=0) as site:
        yield site


def kinds(site: Running, table: str) -> list[str]:
    return [event["kind"] for event in site.site.store.events(table)]


def row(site: Running, column: str) -> Any:
    """What the one row of the queue says; None without a row."""
    with site.site.store.snapshot() as rows:
        return next((value for (value,) in rows(f"SELECT {column} FROM jobs")), None)


NEVER = "input(); input()"
AT_ONCE = """
while True:
    lane, asked, *_ = input().split()
    print(lane, "bestmove a1b" if asked == "go" else "ok", flush=True)
"""


def run_worker(address: str, program: str) -> None:
    """A workshop with one game and another engine, which answers as it likes."""
    registry.REGISTRY = registry.Registry(lambda: [game for game in registry.installed() if game.id == GAME])
    workroom._engine = engine(program)
    work(address, 1, lambda said: None)


def started(address: str, program: str) -> Any:
    process = context.Process(target=run_worker, args=(address, program), daemon=True)
    process.start()
    return process


def test_a_worker_process_plays_for_the_computers_of_a_site_until_ctrl_c(
    site: Running, address: str, cluster: Cluster
) -> None:
    words = [sys.executable, "-m", "stylobate", "worker", "--database", address, "--workers", "1"]
    words += ["--name", "thinker"]
    among_themselves = site.visitor().open(seats=("random", "1"))
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, **pipes) as process, contextlib.ExitStack() as at_the_end:
        at_the_end.callback(process.kill)
        assert process.stdout is not None
        assert process.stdout.readline() == "Computers are at work (1 worker); Ctrl-C stops them.\n"
        until(lambda: (told := site.site.store.listed(among_themselves.id)) and told.state == "over")
        with_ada = site.visitor().open(seats=("me", "1"))
        assert with_ada.move("b2a").status_code == 200
        until(lambda: len(with_ada.view["tokens"]) == 2)
        cluster.cut(address)
        assert with_ada.move().status_code == 200
        until(lambda: len(with_ada.view["tokens"]) == 4)
        os.kill(process.pid, signal.SIGINT)
        said, told = process.communicate(timeout=PATIENCE)
    assert (said, process.returncode) == ("Stopped. What was not done is left to others.\n", 0)
    lines = [json.loads(line) for line in told.splitlines()]
    assert all(line["process"] == "thinker" for line in lines), "what the cut left in the log, if anything"
    assert row(site, "table_id") is None


def test_what_a_killed_worker_has_begun_is_done_by_another(site: Running, address: str) -> None:
    table = site.visitor().open(seats=("me", "1"))
    table.move("b2a")
    first = started(address, NEVER)
    until(lambda: row(site, "holder"))
    first.kill()
    first.join()
    store = site.site.store
    assert (row(site, "tries"), kinds(site, table.id).count("token")) == (1, 1)
    store.write(lambda db: db.execute("UPDATE jobs SET taken_until = 0")).result()  # the lease has run out
    other = started(address, AT_ONCE)
    until(lambda: len(table.view["tokens"]) == 2)
    assert table.view["tokens"][1][0] == "a1b"
    os.kill(other.pid, signal.SIGTERM)
    other.join(PATIENCE)
    assert other.exitcode == 0
    assert row(site, "table_id") is None


def test_a_worker_that_is_asked_to_end_gives_back_at_once_what_it_has_begun(
    site: Running, address: str
) -> None:
    site.visitor().open(seats=("1", "me"))
    process = started(address, NEVER)
    until(lambda: row(site, "holder"))
    os.kill(process.pid, signal.SIGTERM)
    process.join(PATIENCE)
    assert process.exitcode == 0
    assert (row(site, "holder"), row(site, "taken_until"), row(site, "tries")) == (None, None, 0)


def test_what_computers_have_to_do_for_a_host_is_counted_over_all_processes(
    address: str, tmp_path: Path
) -> None:
    chosen: dict[str, Any] = {"database": address, "limits": Limits(thinking=2)}
    with running(tmp_path, **chosen) as one, running(tmp_path, **chosen) as other:
        eve, same = one.visitor(), other.visitor()
        for _ in range(2):
            assert eve.open(seats=("me", "1")).move("b2a").status_code == 200
        same.http.cookies = eve.http.cookies
        refused = same.post("/api/tables", {"game": GAME, "seats": ["me", "1"]})
        assert refused.status_code == 429
        assert "First let the computers move at your other tables" in refused.json()["error"]
        assert other.visitor().open(seats=("me", "1"))


class Quick(Worker):
    """Plays what it is told, after whatever else happens meanwhile."""

    def __init__(self, token: str, meanwhile: Any = None) -> None:
        super().__init__()
        self.token, self.meanwhile = token, meanwhile

    async def choose(self, asked: Question, lane: int = 0) -> str:
        if self.meanwhile is not None:
            await self.meanwhile()
        return self.token


class Two:
    """Two processes that share a database, and a table where a computer is to move."""

    async def __aenter__(self) -> Two:
        self.one, self.other = (House(self.address, ROOMS, 0, role="worker") for _ in range(2))
        room, _ = await self.one.hall.open(ADA, Proposal(GAME, seats=["1", "me"]))
        self.table = room.id
        self.tokens = room.table.position.legal
        await self.other.hall.room(room.id)
        self.job = await self.one.computers.queue.next(QUICK)
        return self

    def __init__(self, address: str) -> None:
        self.address = address

    async def __aexit__(self, *error: object) -> None:
        await self.one.stop()
        await self.other.stop()

    def events(self) -> list[dict[str, Any]]:
        return self.one.store.events(self.table)

    def played(self) -> list[str]:
        return [event["token"] for event in self.events() if event["kind"] == "token"]


def test_of_two_who_hold_one_job_one_moves_and_the_other_is_refused_quietly(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def both() -> None:
        async with Two(address) as two:
            first, second = two.tokens[:2]

            async def be_late() -> None:
                await two.other.computers._try(Quick(first), QUICK, two.job)

            await two.one.computers._try(Quick(second, be_late), QUICK, two.job)
            assert two.played() == [first]
            assert (two.one.computers.moves, two.other.computers.moves) == (0, 1)

    asyncio.run(both())
    assert caplog.records == []


def test_what_is_said_through_another_process_meanwhile_is_no_hindrance(address: str) -> None:
    async def both() -> None:
        async with Two(address) as two:

            async def talk() -> None:
                await two.other.hall.ask(two.table, ADA, Say("hello"))

            await two.one.computers._try(Quick(two.tokens[0], talk), QUICK, two.job)
            assert two.played() == [two.tokens[0]]

    asyncio.run(both())


def test_a_process_catches_up_with_a_table_before_a_computer_thinks_there(address: str) -> None:
    async def both() -> None:
        async with Two(address) as two:
            await two.other.computers._try(Quick(two.tokens[0]), QUICK, two.job)
            position = (await two.other.hall.room(two.table)).table.position
            await two.other.hall.ask(two.table, ADA, Move(position.legal[0], len(two.events())))
            legal = (await two.other.hall.room(two.table)).table.position.legal
            job = await two.one.computers.queue.next(QUICK)
            await two.one.computers._try(Quick(legal[0]), QUICK, job)
            assert two.played() == [two.tokens[0], position.legal[0], legal[0]]

    asyncio.run(both())


def test_an_engine_that_fails_in_every_process_leaves_any_move_to_be_made(address: str) -> None:
    class Failing(Worker):
        async def choose(self, asked: Question, lane: int = 0) -> str:
            raise Failed("it is ill")

    async def all_of_them() -> None:
        async with Two(address) as two:
            await two.one.computers._try(Failing(), QUICK, two.job)
            for number in range(1, TRIES):
                job = await two.other.computers.queue.next(QUICK)
                assert job.tries == number
                await two.other.computers._try(Failing(), QUICK, job)
            assert two.played() == []
            await two.one.computers._try(Failing(), QUICK, await two.one.computers.queue.next(QUICK))
            assert len(two.played()) == 1

    asyncio.run(all_of_them())


def test_a_token_that_is_not_legal_counts_as_a_failure(address: str) -> None:
    async def nonsense() -> None:
        async with Two(address) as two:
            await two.one.computers._try(Quick("z9"), QUICK, two.job)
            assert (await two.other.computers.queue.next(QUICK)).tries == 1

    asyncio.run(nonsense())


def test_a_folder_is_refused_for_one_process_alone_may_serve_it(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="a worker needs a database, postgresql://…; a file is served by one"):
        work(str(tmp_path), 1, print)
    answer = CliRunner().invoke(app, ["worker"])
    assert str(answer.exception) == "name the site's database: --database postgresql://user@host/name"
    answer = CliRunner().invoke(app, ["worker", "--database", str(tmp_path)])
    assert "should look like postgresql://user@host/name" in str(answer.exception)
    answer = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), "--workers", "0"])
    assert "only where games are kept in a --database" in str(answer.exception)
