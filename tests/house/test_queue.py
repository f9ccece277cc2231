"""What waits for computers: in memory and in a database it is done in the same order, everybody in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

import psycopg
import pytest

from stylobate.house import pool
from stylobate.house.pool import Pool
from stylobate.house.queue import QUICK, SLOW, Queue
from stylobate.house.waiting import Waiting
from stylobate.store.jobs import KIND, Jobs, Load
from stylobate.store.neighbours import News
from stylobate.store.postgres import Connection, PostgresStore
from stylobate.store.protocol import Job, Stale, Stored
from tests.postgres import Cluster
from tests.store.conformance import SECRET, addition

T = TypeVar("T")
PATIENCE = 60.0


class Desk(Protocol):
    """A queue, and how tables come to be in it."""

    @property
    def queue(self) -> Queue: ...

    def tell(self, table: str, job: Job | None) -> None:
        """Something has happened at a table, and this is to be done there now."""

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it."""


def job(table: str, host: str = "eve", place: str = "north", version: int = 4, **more: bool) -> Job:
    return Job(table, version, host, place, more.get("is_watched", True), more.get("is_slow", False))


def put(desk: Desk, *jobs: Job) -> None:
    for one in jobs:
        desk.tell(one.table, one)


def taken(desk: Desk, lane: int, many: int) -> list[str]:
    """The tables whose jobs a lane gets, one after the other."""
    return [desk.do(desk.queue.next(lane)).table for _ in range(many)]


class Conformance:
    """Tests that take a fixture `desk`: an empty one."""

    def test_hosts_have_their_turns_however_many_tables_one_has(self, desk: Desk) -> None:
        put(desk, *(job(f"e{number}") for number in range(6)))
        put(desk, *(job(f"a{number}", "ada", "south") for number in range(2)))
        assert taken(desk, QUICK, 8) == ["e0", "a0", "e1", "a1", "e2", "e3", "e4", "e5"]

    def test_a_place_has_one_turn_however_many_hosts_are_there(self, desk: Desk) -> None:
        put(desk, job("e0", "eve"), job("e1", "eve"), job("f0", "fay"), job("g0", "guy"))
        put(desk, job("a0", "ada", "south"), job("a1", "ada", "south"))
        assert taken(desk, QUICK, 6) == ["e0", "a0", "f0", "a1", "g0", "e1"]

    def test_hosts_of_whom_nobody_knows_where_they_are_have_one_turn_together(self, desk: Desk) -> None:
        put(desk, job("e0", "eve", ""), job("f0", "fay", ""), job("a0", "ada", "south"))
        assert taken(desk, QUICK, 3) == ["e0", "a0", "f0"]

    def test_tables_with_people_come_before_those_of_computers_alone(self, desk: Desk) -> None:
        put(desk, job("alone", is_watched=False), job("with people"))
        assert taken(desk, QUICK, 2) == ["with people", "alone"]

    def test_a_lane_is_for_quick_levels_alone_and_the_other_takes_slow_ones_first(self, desk: Desk) -> None:
        put(desk, job("s0", is_slow=True), job("q0"), job("q1"), job("s1", is_slow=True))
        assert taken(desk, QUICK, 1) == ["q0"]
        assert taken(desk, SLOW, 3) == ["s0", "s1", "q1"]

    def test_a_job_is_taken_once_and_whoever_waits_hears_of_the_next(self, desk: Desk) -> None:
        put(desk, job("t1"))
        assert taken(desk, QUICK, 1) == ["t1"]

        async def wait() -> str:
            waiting = asyncio.ensure_future(desk.queue.next(QUICK))
            await asyncio.sleep(0)
            put(desk, job("t2"))
            return (await waiting).table

        assert desk.do(wait()) == "t2"

    def test_what_is_wanted_no_more_is_not_done(self, desk: Desk) -> None:
        put(desk, job("t1"), job("t2"), job("t3"))
        desk.tell("t1", None)
        put(desk, job("t2", version=6))
        assert taken(desk, QUICK, 2) == ["t3", "t2"]
        assert desk.do(desk.queue.load()).in_all == 2

    def test_whatever_else_is_said_at_a_table_whoever_thinks_there_goes_on(self, desk: Desk) -> None:
        put(desk, job("t1"))
        assert taken(desk, QUICK, 1) == ["t1"]
        put(desk, job("t1"), job("t2"))
        assert taken(desk, QUICK, 1) == ["t2"]

    def test_what_failed_is_given_to_the_next_and_counted(self, desk: Desk) -> None:
        put(desk, job("t1"))
        for tries in range(3):
            found = desk.do(desk.queue.next(SLOW))
            assert (found.table, found.tries) == ("t1", tries)
            desk.do(desk.queue.give_back(found, has_failed=True))
        found = desk.do(desk.queue.next(SLOW))
        desk.do(desk.queue.give_back(found, has_failed=False))
        assert desk.do(desk.queue.next(SLOW)).tries == 3
        put(desk, job("t1", version=6))
        assert desk.do(desk.queue.next(SLOW)).tries == 0

    def test_what_is_given_back_for_later_lets_others_go_first(self, desk: Desk) -> None:
        put(desk, job("t1"))
        desk.do(desk.queue.give_back(desk.do(desk.queue.next(QUICK)), 600, has_failed=False))
        put(desk, job("t2"))
        assert taken(desk, QUICK, 1) == ["t2"]
        assert desk.do(desk.queue.load()).in_all == 2

    def test_what_was_dropped_is_gone_but_not_what_came_in_its_place(self, desk: Desk) -> None:
        put(desk, job("t1"), job("t2"))
        one, two = (desk.do(desk.queue.next(QUICK)) for _ in range(2))
        put(desk, job("t2", version=6))
        desk.do(desk.queue.drop(one))
        desk.do(desk.queue.drop(two))
        assert desk.do(desk.queue.load()).in_all == 1
        assert desk.do(desk.queue.next(QUICK)).version == 6

    def test_it_is_counted_for_all_for_a_place_and_for_a_host(self, desk: Desk) -> None:
        put(desk, job("e0", "eve"), job("e1", "eve"), job("f0", "fay"), job("a0", "ada", "south"))
        assert desk.do(desk.queue.load("north", "eve")) == Load(4, 3, 2)
        assert taken(desk, QUICK, 1) == ["e0"]
        assert desk.do(desk.queue.load("north", "eve")) == Load(4, 3, 2), "one thinks about it"
        assert desk.do(desk.queue.load("west", "eve")) == Load(4, 0, 0)


class TestInMemory(Conformance):
    @pytest.fixture
    def desk(self) -> Iterator[Desk]:
        with asyncio.Runner() as runner:

            class Memory:
                queue = Waiting()
                tell = queue.tell
                do = runner.run

            yield Memory()


class InDatabase:
    """One process that shares a database."""

    def __init__(self, address: str, do: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self.store = PostgresStore(address)
        self.queue = Pool(self.store.jobs)
        self.do = do
        do(self.queue.start())

    def jobs(self, holder: str) -> Jobs:
        """The queue as another process sees it."""
        return Jobs(self.store._taking, holder, self.store.host)

    def tell(self, table: str, job: Job | None) -> None:
        kept = len(self.store.events(table))
        told = addition(kept + 1, job=job, to_move=None if job is None else "computer")
        done = self.store.append(table, kept, told) if kept else self.store.create(table, told, SECRET)
        assert isinstance(done.result(), Stored)
        self.queue.tell(table, job)

    def stop(self) -> None:
        self.do(self.queue.stop())
        self.store.close()


@pytest.fixture(scope="module")
def address(cluster: Cluster) -> str:
    return cluster.database("queue")


@pytest.mark.slow
class TestInPostgres(Conformance):
    @pytest.fixture
    def runner(self) -> Iterator[asyncio.Runner]:
        with asyncio.Runner() as runner:
            yield runner

    @pytest.fixture
    def desk(self, address: str, runner: asyncio.Runner) -> Iterator[InDatabase]:
        desk = InDatabase(address, runner.run)
        desk.store.write(lambda db: db.execute("TRUNCATE tables, turns CASCADE")).result()
        yield desk
        desk.stop()

    @pytest.fixture
    def other(self, desk: InDatabase, address: str, runner: asyncio.Runner) -> Iterator[InDatabase]:
        other = InDatabase(address, runner.run)
        yield other
        other.stop()

    def test_of_a_place_nothing_but_a_digest_is_kept(self, desk: InDatabase) -> None:
        put(desk, job("t1", place="192.0.2.7"))
        taken(desk, QUICK, 1)
        with desk.store.snapshot() as rows:
            kept = repr([*rows("SELECT * FROM jobs")]) + repr([*rows("SELECT * FROM turns")])
        assert "eve" in kept
        assert "192.0.2.7" not in kept

    def test_a_job_stands_and_falls_with_the_events_that_it_was_written_with(self, desk: InDatabase) -> None:
        put(desk, job("t1"))
        stale = desk.store.append("t1", 7, addition(8, job=job("t1", version=8), to_move="computer")).result()
        assert isinstance(stale, Stale)
        assert desk.do(desk.queue.next(QUICK)).version == 4

    def test_every_job_is_taken_by_one_of_all_processes(self, desk: InDatabase, other: InDatabase) -> None:
        put(desk, *(job(f"t{number}", f"host{number % 3}") for number in range(20)))

        async def both() -> list[Job]:
            turns = [one.queue.next(SLOW) for one in (desk, other) * 10]
            return await asyncio.gather(*turns)

        assert sorted(one.table for one in desk.do(both())) == sorted(f"t{number}" for number in range(20))

    def test_other_processes_hear_that_there_is_something_to_take(
        self, desk: InDatabase, other: InDatabase
    ) -> None:
        news: SimpleQueue[News | None] = SimpleQueue()
        other.store.neighbours.listen(news.put)
        assert news.get(timeout=PATIENCE) is None
        put(desk, job("t1"))
        assert news.get(timeout=PATIENCE) == {"kind": KIND, "from": desk.store.neighbours.id}
        put(desk, job("t1"))
        desk.do(desk.queue.give_back(desk.do(desk.queue.next(QUICK)), has_failed=True))
        assert news.get(timeout=PATIENCE) == {"kind": KIND, "from": desk.store.neighbours.id}
        assert news.empty(), "what is said beside is no news"

    def test_the_place_of_a_host_stays_known_where_another_process_goes_on(
        self, desk: InDatabase, other: InDatabase
    ) -> None:
        put(desk, job("t1", place="north"))
        put(other, job("t1", place="", version=6))
        assert desk.do(desk.queue.load("north", "eve")) == Load(1, 1, 1)

    def test_who_stops_gives_back_at_once_what_it_held(self, desk: InDatabase, other: InDatabase) -> None:
        put(desk, job("t1"))
        assert taken(other, QUICK, 1) == ["t1"]
        desk.do(other.queue.stop())
        found = desk.do(desk.queue.next(QUICK))
        assert (found.table, found.tries) == ("t1", 0)

    def test_a_dead_holder_loses_its_job_and_who_lives_keeps_it(
        self, desk: InDatabase, other: InDatabase, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pool, "POLL", 0.02)
        put(desk, job("t1"), job("t2"))
        assert desk.jobs("dead").take(0.05, False) is not None
        monkeypatch.setattr(pool, "LEASE", 0.2)
        monkeypatch.setattr(pool, "RENEWED", 0.02)
        assert taken(other, QUICK, 1) == ["t2"]
        found = desk.do(desk.queue.next(QUICK))
        assert (found.table, found.tries) == ("t1", 1)

    def test_of_two_who_hold_a_job_neither_takes_it_from_the_other(
        self, desk: InDatabase, other: InDatabase
    ) -> None:
        """One was asleep until its lease had run out; what it does then does no harm."""
        put(desk, job("t1"))
        asleep = desk.jobs("asleep")
        late = asleep.take(-1.0, False)
        assert late is not None
        assert taken(desk, QUICK, 1) == ["t1"]
        asleep.renew(60)
        asleep.give_back(late, 0, has_failed=True)
        asleep.drop(late)
        asleep.release()
        assert other.store.jobs.take(1, False) is None
        assert desk.do(desk.queue.load()).in_all == 1

    def test_whoever_renews_the_lease_keeps_the_job(self, desk: InDatabase) -> None:
        put(desk, job("t1"))
        ours, theirs = desk.jobs("ours"), desk.jobs("theirs")
        assert ours.take(-1.0, False) is not None
        ours.renew(60)
        assert theirs.take(60, False) is None

    def test_tables_that_came_without_a_queue_are_queued_at_the_start(
        self, desk: InDatabase, other: InDatabase
    ) -> None:
        put(desk, job("t1"), job("t3"))
        desk.tell("t2", None)
        desk.store.write(lambda db: db.execute("DELETE FROM jobs WHERE table_id = 't1'")).result()
        desk.store.jobs.mend()
        desk.store.jobs.mend()
        assert desk.do(desk.queue.load()).in_all == 2
        assert taken(desk, SLOW, 2) == ["t1", "t3"]

    def test_when_the_database_goes_away_everybody_waits_and_it_is_said_once(
        self,
        desk: InDatabase,
        cluster: Cluster,
        address: str,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        caplog.set_level("INFO", "stylobate.house")
        put(desk, job("t1"))
        opened, times = desk.store._lines.opened, iter(range(3))

        def gone(options: str = "") -> Connection:
            if next(times, None) is None:
                return opened(options)
            raise psycopg.OperationalError("the server is not there")

        monkeypatch.setattr(desk.store._lines, "opened", gone)
        monkeypatch.setattr(pool, "FIRST", 0.01)
        cluster.cut(address)
        assert taken(desk, QUICK, 1) == ["t1"]
        assert [record.message for record in caplog.records] == [
            "the queue does not answer; computers wait for it",
            "the queue answers again",
        ]
