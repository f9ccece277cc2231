"""Several processes over one database: they go by one time, one keeps the house, and news get round."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

import pytest

from stylobate.errors import BadFile
from stylobate.store import schema, shared
from stylobate.store.gaps import Gap
from stylobate.store.neighbours import GAP, Attendance, News, Pulse
from stylobate.store.postgres import PostgresStore
from stylobate.store.protocol import Role
from tests.postgres import Cluster
from tests.store.conformance import SECRET, addition

pytestmark = pytest.mark.slow

PATIENCE = 60.0


@contextlib.contextmanager
def process(address: str, role: Role = "server") -> Iterator[PostgresStore]:
    store = PostgresStore(address, role=role)
    try:
        yield store
    finally:
        store.close()


def beat(store: PostgresStore, shown: int | None, passed: int = 2_000) -> Pulse:
    return store.neighbours.beat(shown, passed).result()


def set_back(store: PostgresStore, milliseconds: int) -> None:
    """Let what was written down of the processes be so much older."""

    def work(db: Any) -> None:
        db.execute("UPDATE notes SET value = value - ? WHERE name = 'beaten'", (milliseconds,))
        db.execute("UPDATE processes SET seen = seen - ?, keeps = keeps - ?", (milliseconds, milliseconds))

    store.write(work).result()


def until(news: SimpleQueue[News | None], kind: str) -> Iterator[News | None]:
    """What is heard, up to news of this kind."""
    while True:
        told = news.get(timeout=PATIENCE)
        yield told
        if told is not None and told["kind"] == kind:
            return


def test_the_time_begins_with_the_database_and_one_who_comes_later_learns_it(address: str) -> None:
    with process(address) as first:
        begun = beat(first, None)
        assert (begun.is_keeper, begun.is_reset, begun.began) == (True, True, begun.shown)
        beat(first, begun.shown + 1_000)
        with process(address) as second:
            learnt = beat(second, None)
            assert begun.shown + 1_000 <= learnt.shown <= begun.shown + 1_000 + GAP
            assert (learnt.is_keeper, learnt.began) == (False, begun.began)


def test_who_is_behind_is_put_forward_and_nobody_is_put_back(address: str) -> None:
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        assert beat(first, begun + 3_000).shown == begun + 3_000, "nobody else has counted further"
        assert begun + 3_000 <= beat(second, begun + 1_000).shown < begun + 3_000 + GAP
        assert beat(first, begun + 9_500) == Pulse(begun + 9_500, (Gap(begun, begun),), is_keeper=True)


def test_who_learnt_the_time_too_late_makes_up_for_it_with_the_next_beat(address: str) -> None:
    """Two who differ by less than lies between two beats would differ for ever."""
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        beat(first, begun + 3_000)
        set_back(first, 2_000)
        assert begun + 5_000 <= beat(second, begun + 4_400).shown < begun + 5_000 + GAP


def test_where_the_databases_own_clock_is_put_back_the_time_stands_still_and_does_not_go_back(
    address: str,
) -> None:
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        set_back(first, -60_000)
        assert beat(second, None).shown == begun


def test_who_was_away_alone_learns_the_time_from_the_others(address: str) -> None:
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        beat(second, None)
        beat(first, begun + 60_000)
        woken = beat(second, begun + 100, 60_000)
        assert begun + 60_000 <= woken.shown <= begun + 60_000 + GAP
        assert (woken.is_reset, woken.began) == (True, begun)


def test_while_nobody_is_there_the_time_stands_still(address: str) -> None:
    with process(address) as first:
        begun = beat(first, None).shown
        beat(first, begun + 1_000)
        set_back(first, 3_600_000)
        back = beat(first, begun + 3_601_000, 3_600_000)
        assert (back.shown, back.is_reset) == (begun + 1_000 + GAP, True)
        assert back.gaps == (Gap(begun, begun), Gap(began=back.shown, up=begun + 1_000))
        assert beat(first, back.shown + 2_000).gaps == back.gaps


def test_a_time_when_nobody_was_there_is_known_to_all_until_every_clock_was_woken_after_it(
    address: str,
) -> None:
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        set_back(first, 3_600_000)
        once = beat(first, begun + 1_000)
        set_back(first, 3_600_000)
        twice = beat(second, begun + 1_000)
        assert twice.gaps == (Gap(begun, begun), Gap(begun + GAP, begun), Gap(begun + 2 * GAP, begun + GAP))
        first.neighbours.woken(once.began)
        assert beat(first, None).gaps == twice.gaps[1:], "the last came while the clocks were being woken"
        second.neighbours.woken(twice.began)
        assert beat(second, None).gaps == twice.gaps[2:]


def test_an_answer_that_took_long_is_nobodys_time_either(address: str) -> None:
    with process(address) as first:
        begun = beat(first, None).shown
        set_back(first, 8_000)
        late = beat(first, begun + 2_000, 2_000)
        assert (late.shown, late.is_reset) == (begun + GAP, True)


def test_a_worker_goes_by_the_time_but_does_not_make_it(address: str) -> None:
    with process(address) as server, process(address, "worker") as worker:
        begun = beat(server, None).shown
        beat(server, begun + 1_000)
        assert begun + 1_000 <= beat(worker, None).shown <= begun + 1_000 + GAP
        set_back(server, 3_600_000)
        alone = beat(worker, begun + 9_999)
        assert (alone.shown, alone.is_keeper) == (begun + 1_000, False)
        assert beat(server, begun + 3_601_000, 3_600_000).shown == begun + 1_000 + GAP


def test_one_keeps_the_house_and_when_it_is_gone_another_does(address: str) -> None:
    with process(address) as first, process(address) as second:
        begun = beat(first, None).shown
        assert beat(first, begun).is_keeper
        assert not beat(second, begun).is_keeper
        set_back(second, shared.LEASE + 1)
        assert beat(second, begun).is_keeper
        assert not beat(first, begun).is_keeper


def test_who_sat_at_a_process_that_is_gone_is_no_longer_there(address: str) -> None:
    news: SimpleQueue[News | None] = SimpleQueue()
    with process(address) as first, process(address) as second, process(address) as third:
        begun = beat(first, None).shown
        beat(second, None)
        third.neighbours.listen(news.put)
        assert news.get(timeout=PATIENCE) is None
        there = [Attendance("ada", True, None, begun), Attendance("ben", False, begun, begun)]
        second.neighbours.attend("t1", there)
        told = news.get(timeout=PATIENCE)
        assert told is not None
        assert (told["kind"], told["table"]) == ("attendance", "t1")
        assert sorted(first.neighbours.attendance("t1"), key=lambda one: one.person) == there
        assert second.neighbours.attendance("t1") == []
        set_back(second, shared.LEASE + 1)
        assert first.neighbours.attendance("t1") == []
        beat(first, begun)
        told = news.get(timeout=PATIENCE)
        assert told is not None
        assert told["table"] == "t1"


def test_what_is_stored_is_told_to_the_others_and_not_to_oneself(address: str) -> None:
    ours: SimpleQueue[News | None] = SimpleQueue()
    theirs: SimpleQueue[News | None] = SimpleQueue()
    with process(address) as first, process(address) as second:
        first.neighbours.listen(ours.put)
        second.neighbours.listen(theirs.put)
        assert ours.get(timeout=PATIENCE) is None
        assert theirs.get(timeout=PATIENCE) is None
        first.create("t1", addition(1), SECRET).result()
        first.append("t1", 1, addition(2, news={"kind": "table", "version": 2})).result()
        second.neighbours.tell({"kind": "other"})
        heard = theirs.get(timeout=PATIENCE)
        assert heard == {"kind": "table", "version": 2, "from": first.neighbours.id}
        answered = ours.get(timeout=PATIENCE)
        assert answered == {"kind": "other", "from": second.neighbours.id}


def test_news_that_are_too_long_are_told_without_the_events_which_are_in_the_store(address: str) -> None:
    news: SimpleQueue[News | None] = SimpleQueue()
    with process(address) as first, process(address) as second:
        second.neighbours.listen(news.put)
        assert news.get(timeout=PATIENCE) is None
        for text in ("“short”", "“" * 2_600, "“long”" * 1_000):
            first.neighbours.tell({"kind": "table", "events": [{"v": 1, "text": text}]})
        told = [news.get(timeout=PATIENCE) for _ in range(3)]
        assert [len(one["events"]) for one in told if one is not None] == [1, 1, 0]


def test_what_could_not_be_told_is_told_with_the_next_beat_the_latest_thousand_of_it(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    news: SimpleQueue[News | None] = SimpleQueue()
    with process(address) as first, process(address) as second:
        second.neighbours.listen(news.put)
        assert news.get(timeout=PATIENCE) is None

        def fail(work: object, order: str = "") -> Future[None]:
            failed: Future[None] = Future()
            failed.set_exception(BadFile("the database does not answer"))
            return failed

        with monkeypatch.context() as away:
            away.setattr(first, "write", fail)
            for number in range(1_001):
                first.neighbours.tell({"kind": "late", "number": number})
        beat(first, None)
        first.neighbours.tell({"kind": "last"})
        told = [one["number"] for one in until(news, "last") if one is not None and one["kind"] == "late"]
        assert told == list(range(1, 1_001))


def test_after_a_cut_line_it_is_said_that_something_may_be_missing(cluster: Cluster, address: str) -> None:
    news: SimpleQueue[News | None] = SimpleQueue()
    with process(address) as first, process(address) as second:
        first.neighbours.listen(news.put)
        assert news.get(timeout=PATIENCE) is None
        cluster.cut(address)
        assert news.get(timeout=PATIENCE) is None
        second.neighbours.tell({"kind": "again"})
        assert {None, "again"} >= {told and told["kind"] for told in until(news, "again")}


def test_a_line_that_is_cut_before_anybody_listens_is_tried_again(cluster: Cluster, address: str) -> None:
    with process(address) as store, contextlib.closing(store.connected()) as line:
        cluster.cut(address)
        with pytest.raises(BadFile, match="does not answer"):
            line.listen("anything")


def test_beside_another_version_nobody_serves(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with process(address):
        monkeypatch.setattr(shared, "VERSION", "99.0")
        with pytest.raises(
            BadFile, match=r"is served by Stylobate .* just now, and this is 99\.0; stop the other"
        ):
            PostgresStore(address)


def test_a_database_that_is_served_is_not_changed_by_a_newer_version(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = (*schema.MIGRATIONS, ("CREATE TABLE more (id TEXT)",))
    with process(address):
        monkeypatch.setattr(schema, "MIGRATIONS", newer)
        with pytest.raises(BadFile, match="is served by an older Stylobate, which must be stopped"):
            PostgresStore(address)
    PostgresStore(address).close()


def test_of_many_who_begin_at_once_with_an_empty_database_all_may(address: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(PostgresStore, [address] * 4))
    for store in stores:
        store.close()
