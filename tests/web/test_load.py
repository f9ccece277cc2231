"""One visitor who asks for much: others do not wait for it, and it is not done for nobody."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from stylobate.fair import verify
from stylobate.house import boards
from stylobate.house.kept import Kept
from stylobate.house.turns import Asker
from stylobate.play import Table as Played
from stylobate.play import record
from stylobate.web.door import access
from stylobate.web.limits import Limits
from tests.web.visiting import Running, Table, Visitor, running, until


class Drawing:
    """The drawing of boards, in the hand of the test: those of one table are held until they are let go."""

    def __init__(self, real: object) -> None:
        self.held: set[str] = set()
        self.begun: list[tuple[str, int]] = []
        self._real = real
        self._go_on = threading.Event()

    def __call__(self, table: Played, n: int) -> bytes:
        self.begun.append((table.id, n))
        if table.id in self.held:
            assert self._go_on.wait(60)
        drawn: bytes = self._real(table, n)  # type: ignore[operator]
        return drawn

    def hold(self, table: Table) -> None:
        self.held.add(table.id)
        self.begun.clear()

    def let_go(self) -> None:
        self._go_on.set()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawing]:
    drawing = Drawing(boards._drawn)
    monkeypatch.setattr(boards, "_drawn", drawing)
    yield drawing
    drawing.let_go()


def long_game(site: Running, visitor: Visitor, moves: int = 12) -> Table:
    """A game with as many boards to look at, none of them drawn yet."""
    table = visitor.open("columba", ("me:Eve", "me:Eva"))
    table.ask("begin")
    for _ in range(moves):
        assert table.move().status_code == 200
    site.site.boards.kept = Kept(site.site.desk)
    return table


def hung_up(site: Running, visitor: Visitor, path: str) -> http.client.HTTPConnection:
    """A request for something that is not waited for; close it to hang up."""
    place = httpx.URL(site.base)
    connection = http.client.HTTPConnection(place.host, place.port, timeout=60)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.http.cookies.jar)
    connection.request("GET", path, headers={"Cookie": cookies})
    return connection


def test_a_proof_is_checked_once_for_all_who_ask(
    site: Running, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, checked = long_game(site, eve, 4), []
    monkeypatch.setattr("stylobate.web.api.verify", lambda written: checked.append(1) or verify(written))
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: site.visitor().get(f"{table.path}/proof"), range(24)))
    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.json()["holds"] for answer in answers)
    assert len(checked) == 1
    table.move()
    assert eve.get(f"{table.path}/proof").json()["holds"]
    assert len(checked) == 2


def test_a_record_and_the_moves_in_words_are_written_once_a_version(
    site: Running, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, written = long_game(site, eve, 4), []
    monkeypatch.setattr("stylobate.web.api.record", lambda game: written.append(1) or record(game))
    for _ in range(3):
        assert eve.get(f"{table.path}/record.txt").text.startswith("stylobate record 1\n")
        assert eve.get(f"{table.path}/record.json").json()["game"] == "columba"
        assert len(eve.get(f"{table.path}/log?from=2").json()) == len(table.view["tokens"]) - 2
    assert len(written) == 2


def test_a_strangers_pages_do_not_wait_for_the_boards_of_one_visitor(
    site: Running, eve: Visitor, ada: Visitor, drawing: Drawing
) -> None:
    long, mine = long_game(site, eve), ada.open(seats=("me:Ada", "me:Ann"))
    drawing.hold(long)
    crowd = ThreadPoolExecutor(12)
    asked = [crowd.submit(eve.get, f"{long.path}/at/{n}") for n in range(12)]
    until(lambda: len(drawing.begun) == 1)
    assert site.visitor().get("/").status_code == 200
    assert ada.get(f"/t/{mine.id}").status_code == 200
    assert mine.move("b2a", known=0).json()["boards"][0]["n"] == 1
    assert ada.get(f"{mine.path}/record.txt").status_code == 200
    assert not any(one.done() for one in asked)
    assert [table for table, _ in drawing.begun].count(long.id) == 1
    drawing.let_go()
    assert {one.result().status_code for one in asked} == {200}
    crowd.shutdown()


def test_nothing_is_drawn_for_who_has_hung_up(site: Running, eve: Visitor, drawing: Drawing) -> None:
    long = long_game(site, eve)
    drawing.hold(long)
    asked = [hung_up(site, eve, f"{long.path}/at/{n}") for n in range(12)]
    until(lambda: site.site.desk.waiting == 11)
    for connection in asked[1:]:
        connection.close()
    until(lambda: site.site.desk.waiting == 0)
    drawing.let_go()
    assert asked[0].getresponse().status == 200
    asked[0].close()
    assert len(drawing.begun) == 1
    assert eve.get(f"{long.path}/at/5").status_code == 200


def test_who_asks_for_very_much_at_once_is_told_so(tmp_path: Path, drawing: Drawing) -> None:
    with running(tmp_path, limits=Limits(work_waiting=3)) as site:
        eve, ada = site.visitor(), site.visitor()
        long, mine = long_game(site, eve), ada.open()
        drawing.hold(long)
        asked = [hung_up(site, eve, f"{long.path}/at/{n}") for n in range(4)]
        until(lambda: site.site.desk.waiting == 3)
        refused = eve.get(f"{long.path}/at/9")
        assert refused.status_code == 429
        assert refused.headers["Retry-After"] == "1"
        assert refused.json() == {
            "error": "You ask for very much at once; try again in a second.",
            "reason": "limit",
        }
        assert ada.get(f"/t/{mine.id}").status_code == 200
        drawing.let_go()
        assert [connection.getresponse().status for connection in asked] == [200] * 4
        for connection in asked:
            connection.close()


def test_who_has_used_up_their_time_waits_for_pictures_but_not_for_moves(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(work=((2, 60.0),))) as site:
        eve, ada = site.visitor(), site.visitor()
        table, mine = eve.open(seats=("me:Eve", "me:Eva")), ada.open()
        asker = Asker("127.0.0.1", next(who for place, who in seen(site, eve) if who))
        site.site.desk.allowance.charge(asker, 3.0)
        refused = eve.get(f"{table.path}/at/0")
        assert refused.status_code == 429
        assert 60 <= int(refused.headers["Retry-After"]) <= 120
        assert "has taken much time to make; try again in" in refused.json()["error"]
        page = eve.get(f"/t/{table.id}")
        assert page.status_code == 429
        assert "text/html" in page.headers["Content-Type"]
        moved = table.move("b2a", table.view["version"], known=0)
        assert moved.status_code == 200
        assert moved.json()["boards"] == []
        assert ada.get(f"/t/{mine.id}").status_code == 200


def test_requests_that_come_too_fast_do_not_fill_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "stylobate.web")
    monkeypatch.setattr(access, "SELDOM", 3600.0)
    with running(tmp_path, limits=Limits(pages=((1, 3600.0),))) as site:
        eve = site.visitor()
        answers = [eve.get("/").status_code for _ in range(20)]
        assert answers.count(429) >= 10
        assert len(caplog.records) == 1
        monkeypatch.setattr(access, "SELDOM", 0.0)
        assert eve.get("/").status_code == 429
    assert [vars(record).get("times", 1) for record in caplog.records] == [1, answers.count(429)]


def seen(site: Running, visitor: Visitor) -> list[Asker]:
    """As whom the desk knows this visitor."""
    noted: list[Asker] = []
    allowance = site.site.desk.allowance
    real = allowance.charge
    allowance.charge = lambda asker, seconds: noted.append(asker)  # type: ignore[method-assign]
    try:
        assert visitor.get("/learn/columns/figure-1.svg").status_code == 200
    finally:
        allowance.charge = real  # type: ignore[method-assign]
    return noted


@pytest.fixture
def eve(site: Running) -> Visitor:
    return site.visitor()
