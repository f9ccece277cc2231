"""Memory holds what is being looked at; the store holds everything."""

from __future__ import annotations

import gc
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stylobate.house import boards
from stylobate.play import Table as Played
from tests.web.test_moves import two_people
from tests.web.visiting import Running, Visitor, running, until

pytestmark = pytest.mark.slow


def test_finished_tables_are_freed(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        opened = set()
        for _ in range(100):
            table = ada.open(seats=("me:Ada", "me:Eve"))
            opened.add(table.id)
            assert table.ask("resign").json()["state"] == "over"
        assert len(site.site.hall.rooms) == 0
        assert site.site.store.counts()["over"] == 100
        gc.collect()
        kept = [thing for thing in gc.get_objects() if type(thing) is Played]  # asking a dead proxy fails
        assert sum(one.id in opened for one in kept) < 10
        assert ada.get(f"/t/{table.id}").status_code == 200


def test_a_finished_table_stays_as_long_as_somebody_looks(site: Running, ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    listening = table.listen()
    table.ask("resign")
    assert table.id in site.site.hall.rooms
    listening.close()
    until(lambda: table.id not in site.site.hall.rooms)


def test_the_longest_unused_tables_are_forgotten_and_come_back(tmp_path: Path) -> None:
    with running(tmp_path, tables_in_memory=20) as site:
        ada = site.visitor()
        tables = [ada.open(seats=("me:Ada", "me:Eve")) for _ in range(60)]
        listening = tables[59].listen()
        for table in tables[:50]:
            assert table.move("b2a").status_code == 200
        assert len(site.site.hall.rooms) <= 20
        assert tables[59].id in site.site.hall.rooms
        tables[59].move("b2a")
        listening.table()
        assert listening.table()["tokens"][0][0] == "b2a"
        assert all([token for token, *_ in table.view["tokens"]] == ["b2a"] for table in tables[:50])
        listening.close()


def test_of_those_who_only_watch_nothing_is_kept(site: Running, ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    for _ in range(3):
        assert table.seen_by(site.visitor()).ask("say", text="Oh!").status_code == 200
    other.ask("say", text="Hm.")
    assert len(site.site.hall.rooms[table.id].seen) == 1


def test_however_many_ask_a_board_is_drawn_once(
    site: Running, ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = two_people(ada, ben)
    table.move("d2c")
    drawn, crowd = [], [site.visitor() for _ in range(8)]
    real = boards._drawn
    asked = threading.Barrier(len(crowd))

    def slowly(game: Played, n: int) -> bytes:
        drawn.append(n)
        until(lambda: len(site.site.boards.kept.making) == 1 and asked.n_waiting == 0)
        return real(game, n)

    monkeypatch.setattr(boards, "_drawn", slowly)

    def look(one: Visitor) -> int:
        asked.wait()
        return len(one.get(f"{table.path}/at/1").content)

    with ThreadPoolExecutor(len(crowd)) as pool:
        assert len(set(pool.map(look, crowd))) == 1
    assert drawn == [1]
    assert not site.site.boards.kept.making


def test_only_the_newest_position_keeps_its_list_of_moves(site: Running, ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    for mover in (table, other) * 3:
        assert mover.move().status_code == 200
    line = site.site.hall.rooms[table.id].table.line
    assert [bool(vars(line.after(n))) for n in range(7)] == [False] * 6 + [True]
    site.site.hall.rooms.clear()
    assert table.view["version"]
    line = site.site.hall.rooms[table.id].table.line
    assert not any(vars(line.after(n)) for n in range(6))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted only where /proc is")
def test_no_file_is_left_open(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))

    def visit() -> None:
        with running(tmp_path) as site:
            ada = site.visitor()
            table = ada.open(seats=("me:Ada", "me:Eve"))
            for path in ("/", "/me", f"/t/{table.id}", f"{table.path}/at/0", "/learn/colonnade", "/nothing"):
                ada.get(path)
            streams = [table.listen() for _ in range(5)]
            table.move("b2a")
            for stream in streams:
                stream.close()

    visit()
    gc.collect()
    before = open_files()
    for _ in range(3):
        visit()
    gc.collect()
    assert open_files() <= before
