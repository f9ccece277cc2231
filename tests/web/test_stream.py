"""Live updates: everybody hears of every move; who was away or slow resumes from what the store holds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from stylobate.play.merging import merged
from stylobate.web import stream
from stylobate.web.limits import Limits
from stylobate.web.stream import EventStream
from tests.web.test_moves import two_people
from tests.web.visiting import Running, Visitor, running, until

pytestmark = pytest.mark.slow


def test_a_stream_begins_with_the_whole_view_and_goes_on_with_changes(
    ada: Visitor, ben: Visitor, cyd: Visitor
) -> None:
    table, other = two_people(ada, ben)
    streams = [seen.listen() for seen in (table, other, table.seen_by(cyd))]
    views = [one.table() for one in streams]
    assert ["since" in view for view in views] == [False] * 3
    assert [view["mine"] for view in views] == [[0], [1], []]
    table.move("b2a")
    other.move("c2d")
    for number, one in enumerate(streams):
        for _ in range(2):
            news = one.table()
            assert news["since"] == views[number]["version"]
            views[number] = merged(views[number], news)
        one.close()
    timeless = {"now", "clock", "seats"}
    for seen, view in zip((table, other, table.seen_by(cyd)), views, strict=True):
        newest = seen.view
        assert {k: v for k, v in view.items() if k not in timeless} == {
            k: v for k, v in newest.items() if k not in timeless
        }


def test_who_has_seen_the_newest_version_is_told_nothing_twice(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    resumed = table.listen(seen=table.view["version"])
    table.move("b2a")
    assert resumed.table()["since"] == table.view["version"] - 1
    resumed.close()


def test_who_missed_something_gets_the_whole_from_the_store(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    table, other = two_people(ada, ben)
    seen = table.view["version"]
    table.move("b2a")
    other.move("c2d")
    site.site.hall.rooms.clear()
    resumed = table.listen(seen=seen)
    whole = resumed.table()
    assert "since" not in whole
    assert [token for token, *_ in whole["tokens"]] == ["b2a", "c2d"]
    resumed.close()


def test_a_version_is_the_events_id_and_strangers_get_the_same_bytes(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    table, _ = two_people(ada, ben)
    strangers = [table.seen_by(site.visitor()).listen() for _ in range(3)]
    firsts = [stranger.event() for stranger in strangers]
    assert {first[2] for first in firsts if first} == {str(table.view["version"])}
    table.move("b2a")
    told = [stranger.table() for stranger in strangers]
    assert told[0] == told[1] == told[2]
    for stranger in strangers:
        stranger.close()


def test_a_slow_reader_is_dropped_holds_up_nobody_and_resumes(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, eve = site.visitor(), site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"))
        slow, quick = table.seen_by(eve).listen(), table.listen()
        quick.table()
        room = site.site.hall.rooms[table.id]
        stuck = next(listener for listener in room.listeners if listener.who is None)
        bulk = b": " + b"x" * 200_000 + b"\n\n"
        until(lambda: site.loop.call_soon_threadsafe(stuck.tell, bulk) and stuck.was_dropped)
        assert site.site.metrics.dropped == 1
        assert stuck not in room.listeners
        assert table.move("b2a").status_code == 200
        assert quick.table()["tokens"][0][0] == "b2a"
        assert slow.table()["tokens"] == []
        assert slow.event() is None
        again = table.seen_by(eve).listen(seen=1)
        assert [token for token, *_ in again.table()["tokens"]] == ["b2a"]
        for one in (slow, quick, again):
            one.close()


def test_a_stream_that_is_closed_is_forgotten(site: Running, ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    before = site.site.streams.open.total()
    streams = [table.listen() for _ in range(5)]
    assert site.site.streams.open.total() == before + 5
    for one in streams:
        one.close()
    until(lambda: site.site.streams.open.total() == before)
    assert not site.site.hall.rooms[table.id].listeners


def test_who_goes_away_before_a_word_was_said_is_forgotten(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table = site.visitor().open()

        async def hang_up(message: object) -> None:
            raise OSError("gone")

        async def come_and_go() -> None:
            for listener in (
                site.site.listen(site.site.hall.rooms[table.id], None, None, "here"),
                site.site.listen_to_lists(None, "here"),
            ):
                with pytest.raises(OSError, match="gone"):
                    await EventStream(listener)({}, None, hang_up)  # type: ignore[arg-type]

        asyncio.run_coroutine_threadsafe(come_and_go(), site.loop).result()
        assert not site.site.hall.rooms[table.id].listeners
        assert not site.site.lists.listeners
        assert site.site.streams.open.total() == 0


def test_silence_is_broken_now_and_then(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_EVERY", 0.05)
    listening = ada.open().listen()
    events = [listening.event() for _ in range(3)]
    assert [event[0] for event in events if event][-1] == "ping"
    listening.close()


def test_others_are_told_who_is_there_and_who_is_not(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    here = table.listen()
    assert [seat["away"] for seat in here.table()["seats"]] == [False, True]
    there = other.listen()
    assert _present(here) == {"away": [], "hand_over": [0], "ghosts": []}
    there.close()
    assert _present(here)["away"] == [1]
    here.close()


def _present(listening: object) -> dict[str, object]:
    while event := listening.event():  # type: ignore[attr-defined]
        if event[0] == "presence":
            told: dict[str, object] = event[1]
            return told
    raise AssertionError("the stream has ended")


def test_too_many_streams_from_one_place_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(streams_at_once=1)) as site:
        table = site.visitor().open()
        streams = [table.listen() for _ in range(5)]
        refused = table.listen()
        assert refused.status == 429
        assert refused.answer.headers["Retry-After"] == "10"
        for one in (*streams, refused):
            one.close()


def test_when_the_server_stops_streams_end_properly(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        listening = site.visitor().open().listen()
        listening.table()
    while listening.event():
        pass
    assert listening.answer.read() == b""
    listening.close()


def test_a_head_request_for_a_stream_ends(ada: Visitor) -> None:
    assert httpx.head(f"{ada.base}/api/events?table={ada.open().id}", timeout=5).status_code == 200
