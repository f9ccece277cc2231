"""A full disk: what cannot be stored does not happen, the rest goes on, and play does when there is room."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from stylobate.errors import FullDisk
from stylobate.house.now import now
from stylobate.store.gaps import Gap
from stylobate.store.protocol import Addition, Outcome
from tests.web.test_moves import two_people
from tests.web.test_restart import back_again
from tests.web.visiting import Running, Table, Visitor, running, until

pytestmark = pytest.mark.slow

PLENTY = 1_000_000
SENTENCE = "The disk is full: nothing was stored, so nothing has happened."


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as site:
        yield site


def room_for(site: Running, pages: int | None) -> None:
    """Let the file have so many pages; None: as many as it has."""

    def limit(db: object) -> None:
        now = db.execute("PRAGMA page_count").fetchone()[0]  # type: ignore[attr-defined]
        db.execute(f"PRAGMA max_page_count = {pages or now}").fetchone()  # type: ignore[attr-defined]

    site.site.store._writer.submit(limit).result()


def fill_up(site: Running, table: Table) -> None:
    """Use up what room is left on pages that there are: by talk, long and short, and by guests."""

    def talk(text: str) -> None:
        until(lambda: table.ask("say", text=text).status_code == 507)

    talk("x" * 290)
    talk("x")
    until(lambda: site.site.store.welcome(*_guest()).exception())


def _guest() -> tuple[bytes, str, str, int]:
    return secrets.token_bytes(32), secrets.token_hex(8), "Guest 17", now()


@pytest.fixture
def full(own: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Table]]:
    """A game in which it is Ada's turn, and not a page of room."""
    monkeypatch.setattr("stylobate.play.talk.REMARKS", 10_000)
    table, other = two_people(own.visitor(), own.visitor())
    room_for(own, None)
    fill_up(own, table)
    yield table, other
    room_for(own, PLENTY)


def test_a_move_is_refused_with_a_sentence_and_has_not_happened(
    own: Running, full: tuple[Table, Table]
) -> None:
    table, other = full
    before = table.view
    listening = other.listen(seen=before["version"])
    move = {"token": "b2a", "version": before["version"], "key": "again" * 10, "nonce": "ab" * 64}
    answer = table.move(**move)
    assert answer.status_code == 507
    assert answer.json() == {"error": SENTENCE, "reason": "store"}
    after = table.view
    assert (after["version"], after["tokens"]) == (before["version"], [])
    assert len(own.site.store.events(table.id)) == before["version"]
    room_for(own, PLENTY)
    assert table.move(**move).json()["version"] == before["version"] + 1
    assert listening.table()["since"] == before["version"]
    assert other.move("c2d").status_code == 200
    listening.close()


def test_everything_can_still_be_read(own: Running, full: tuple[Table, Table]) -> None:
    table, _ = full
    stranger = own.visitor()
    for path in ("/", "/me", f"/t/{table.id}", table.path, f"{table.path}/at/0", f"{table.path}/record.txt"):
        for one in (table.visitor, stranger):
            assert one.get(path, headers={"Sec-Fetch-Dest": "document"}).status_code == 200
    assert not stranger.http.cookies
    listening = table.listen()
    assert listening.table()["version"] == table.view["version"]
    listening.close()


def test_nobody_becomes_anybody_and_no_table_is_opened(own: Running, full: tuple[Table, Table]) -> None:
    stranger: Visitor = own.visitor()
    tables = own.site.store.every_table()
    refused = stranger.post("/api/tables", {"game": "colonnade"})
    assert (refused.status_code, refused.json()["error"]) == (507, SENTENCE)
    page = stranger.http.post("/me/register", data={"name": "Ada", "password": "long enough"})
    assert (page.status_code, "The disk is full" in page.text) == (507, True)
    assert not stranger.http.cookies
    assert own.site.store.every_table() == tables
    room_for(own, PLENTY)
    assert stranger.post("/api/tables", {"game": "colonnade"}).status_code == 201


def failing_once(site: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the next thing at a table fail for want of room, and tell of all that are tried."""
    real, tried = site.site.store.append, []

    def append(table: str, version: int, addition: Addition) -> Future[Outcome]:
        tried.append(addition.events[0]["kind"])
        if len(tried) > 1:
            return real(table, version, addition)
        failed: Future[Outcome] = Future()
        failed.set_exception(FullDisk("the disk is full"))
        return failed

    monkeypatch.setattr(site.site.store, "append", append)
    return tried


def test_a_computer_moves_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobate.house.computers.AGAIN", 0.05)
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("random", "me"))
    with running(tmp_path, workers=1) as site:
        tried = failing_once(site, monkeypatch)
        again = back_again(site, ada)
        until(lambda: len(table.seen_by(again).view["tokens"]) == 1)
        assert tried == ["token", "token"]


def test_a_flag_falls_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobate.house.timekeeper.AGAIN", 0.05)
    with running(tmp_path) as site:
        clock = {"kind": "fischer", "start": 10, "increment": 0}
        table = site.visitor().open(seats=("me:Ada", "me:Eve"), clock=clock)
        table.move("b2a")
        tried = failing_once(site, monkeypatch)
        site.later(60)
        until(lambda: (told := site.site.store.listed(table.id)) and told.state == "over")
        assert tried == ["flagged", "flagged"]


def test_the_operator_is_told_when_it_begins_and_when_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stylobate.house.timekeeper.PULSE", 0.01)
    caplog.set_level("INFO", "stylobate.house")
    beats: list[int] = []

    def beat(time: int, *gaps: Gap) -> Future[None]:
        beats.append(time)
        done: Future[None] = Future()
        done.set_exception(FullDisk("the disk is full")) if len(beats) < 5 else done.set_result(None)
        return done

    with running(tmp_path) as site:
        monkeypatch.setattr(site.site.store, "beat", beat)
        until(lambda: len(beats) > 8)
        told = [line.message for line in caplog.records]
    assert told == ["the store does not take anything", "the store is well again"]
