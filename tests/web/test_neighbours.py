"""Two processes serve one database: people who come to either sit at the same tables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, TypeVar, cast

import httpx
import pytest

from stylobate.fair.chain import pledge as pledge_of
from stylobate.store.neighbours import Neighbours
from stylobate.web.answers import Refused
from stylobate.web.ledger import Ledger
from stylobate.web.limits import BELIEVED, Buckets, Limits, Streams
from tests.postgres import Cluster
from tests.web.visiting import PATIENCE, Running, Stream, Table, Visitor, running

pytestmark = pytest.mark.slow

NUMBERS = count()
T = TypeVar("T")


@pytest.fixture(scope="module")
def address(cluster: Cluster) -> str:
    return cluster.database("neighbours")


@pytest.fixture(scope="module")
def sites(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    folder = tmp_path_factory.mktemp("sites")
    with running(folder, database=address) as one, running(folder, database=address) as other:
        yield one, other


@pytest.fixture
def here(sites: tuple[Running, Running]) -> Running:
    return sites[0]


@pytest.fixture
def there(sites: tuple[Running, Running]) -> Running:
    return sites[1]


def at(site: Running, visitor: Visitor) -> Visitor:
    """The same browser at another process."""
    same = site.visitor()
    same.http.cookies = visitor.http.cookies
    return same


def soon(happens: Callable[[], Any]) -> Any:
    """What comes true within a while; nothing is said about how soon."""
    until = time.monotonic() + PATIENCE
    while not (found := happens()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
    return found


def together(*asked: Callable[[], T]) -> list[T]:
    """What comes of several things that are asked at the same time."""
    with ThreadPoolExecutor(len(asked)) as threads:
        return [one.result() for one in [threads.submit(ask) for ask in asked]]


def answered(visitor: Visitor, path: str) -> Any:
    """What is answered there; None where the database is not to be had."""
    answer = visitor.get(path)
    return answer.json() if answer.status_code == 200 else None


def first_legal(table: Table, n: int) -> str | None:
    board = answered(table.visitor, f"{table.path}/at/{n}")
    return board and str(board["legal"][0]["token"])


def done(ask: Callable[..., httpx.Response], key: str) -> int | None:
    """The version that this led to; None where the database is not to be had."""
    answer = ask(key=key)
    assert answer.status_code in (200, 503), answer.text
    return int(answer.json()["version"]) if answer.status_code == 200 else None


def heard(stream: Stream, version: int) -> None:
    """Listen until the table is at this version."""
    while stream.table()["version"] < version:
        pass


def seated(here: Running, there: Running, **proposal: Any) -> tuple[Table, Table]:
    """A game of two, each through a process of their own."""
    ada, ben = here.visitor(), there.visitor()
    table = ada.open(**proposal)
    theirs = table.seen_by(ben)
    assert theirs.ask("sit", seat=1, name="Ben").status_code == 200
    return table, theirs


def test_what_is_done_at_one_is_seen_at_the_other_at_once(here: Running, there: Running) -> None:
    ours, theirs = seated(here, there)
    for _ in range(4):
        for mover, other in ((ours, theirs), (theirs, ours)):
            moved = mover.move()
            assert moved.status_code == 200, moved.text
            assert other.view["tokens"] == mover.view["tokens"]
            assert other.view["version"] == moved.json()["version"]


def test_who_listens_at_one_hears_what_is_done_at_the_other(here: Running, there: Running) -> None:
    ours, theirs = seated(here, there)
    stream = theirs.listen()
    version = ours.move().json()["version"]
    heard(stream, version)
    stream.close()


def test_what_is_done_elsewhere_while_somebody_begins_to_listen_is_heard(
    here: Running, there: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There the table is up to date when it is looked at, and no more so when they come to listen."""
    ours, theirs = seated(here, there)
    assert theirs.view["version"]
    neighbourhood, told = there.site.neighbourhood, threading.Event()
    moved: list[int] = []
    look, hear = there.site.hall.neighbours.versions, neighbourhood._hear

    def look_too_early(tables: list[str]) -> Any:
        found = look(tables)
        if not moved:
            moved.append(ours.move().json()["version"])
            assert told.wait(PATIENCE)
        return found

    def hear_of_it(news: Any) -> None:
        hear(news)
        if news and news["kind"] == "table" and news["table"] == ours.id:
            told.set()

    monkeypatch.setattr(neighbourhood, "_hear", hear_of_it)
    monkeypatch.setattr(there.site.hall.neighbours, "versions", look_too_early)
    stream = theirs.listen()
    heard(stream, moved[0])
    stream.close()


def test_what_two_ask_at_the_same_moment_is_done_for_both(here: Running, there: Running) -> None:
    ours, theirs = seated(here, there)

    def talk(table: Table, name: str) -> list[int]:
        return [table.ask("say", text=f"{name} {number}").status_code for number in range(5)]

    assert together(partial(talk, ours, "ada"), partial(talk, theirs, "ben")) == [[200] * 5] * 2
    said = [remark["text"] for remark in ours.view["chat"]]
    assert sorted(said) == sorted(f"{name} {number}" for name in ("ada", "ben") for number in range(5))
    for name in ("ada", "ben"):
        assert [text for text in said if text.startswith(name)] == [f"{name} {n}" for n in range(5)]
    assert [remark["text"] for remark in theirs.view["chat"]] == said


def test_a_seat_that_two_want_at_two_processes_is_given_once(here: Running, there: Running) -> None:
    for _ in range(8):
        table = here.visitor().open()
        asked = [table.seen_by(here.visitor()), table.seen_by(there.visitor())]
        for one in asked:
            assert one.view
        answers = together(*(partial(one.ask, "sit", seat=1, name="X") for one in asked))
        assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_the_same_key_at_both_is_done_once(here: Running, there: Running) -> None:
    table, _ = seated(here, there)
    view = table.view
    token = table.board(0)["legal"][0]["token"]
    again = table.seen_by(at(there, table.visitor))
    first = table.ask("move", "key-1", token=token, version=view["version"])
    second = again.ask("move", "key-1", token=token, version=view["version"])
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["tokens"] == first.json()["tokens"]
    assert len(first.json()["tokens"]) == 1


def test_who_has_a_page_open_at_the_other_is_not_away(here: Running, there: Running) -> None:
    ours, theirs = seated(here, there)

    def away() -> list[int]:
        return [number for number, seat in enumerate(ours.view["seats"]) if seat["away"]]

    soon(lambda: away() == [0, 1])
    stream = theirs.listen()
    soon(lambda: away() == [0])
    stream.close()
    soon(lambda: away() == [0, 1])


def test_a_throw_waits_for_the_nonce_of_somebody_who_listens_at_the_other(
    here: Running, there: Running
) -> None:
    ours, theirs = seated(here, there, game="columns-dice")
    nonce = "5a" * 16
    listening = [ours.listen(), theirs.listen()]
    soon(lambda: not any(seat["away"] for seat in ours.view["seats"]))
    assert theirs.ask("pledge", pledge=pledge_of(ours.id, nonce)).status_code == 200
    begun = ours.ask("begin", version=ours.view["version"])
    assert begun.status_code == 200, begun.text
    assert (begun.json()["state"], begun.json()["chance"]["awaited"]) == ("open", [1])
    assert theirs.ask("give", nonce=nonce).status_code == 200
    assert ours.view["state"] == "running"
    for stream in listening:
        stream.close()


def test_who_is_logged_out_at_one_is_logged_out_at_the_other(here: Running, there: Running) -> None:
    ada = here.visitor()
    name = f"Ada{next(NUMBERS)}"
    assert ada.post("/me/register", {"name": name, "password": "correct horse"}).status_code == 200
    elsewhere = at(there, ada)
    assert name in elsewhere.get("/me").text
    ada.post("/me/name", {"name": "Augusta"})
    soon(lambda: "Augusta" in elsewhere.get("/me").text)
    kept = dict(ada.http.cookies)
    ada.post("/me/logout", {})
    thief = there.visitor()
    thief.http.cookies.update(kept)
    soon(lambda: name not in thief.get("/me").text)


def test_lists_at_one_tell_of_tables_at_the_other(here: Running, there: Running) -> None:
    looking = there.visitor().listen_to_lists()
    soon(lambda: there.site.lists.listeners)
    here.visitor().open(visibility="public")
    while (event := looking.event()) and event[0] != "public":
        pass
    assert event is not None
    looking.close()


def test_after_a_lost_connection_what_was_missed_is_made_up_for(
    here: Running, there: Running, cluster: Cluster, address: str
) -> None:
    ours, theirs = seated(here, there)
    stream = theirs.listen()
    for number in range(3):
        cluster.cut(address)
        view = soon(partial(answered, ours.visitor, ours.path))
        mover = (ours, theirs)[view["turn"]]
        token = soon(partial(first_legal, mover, len(view["tokens"])))
        key, asked = f"after-cut-{number}", partial(mover.ask, "move", token=token, version=view["version"])
        heard(stream, soon(partial(done, asked, key)))
    stream.close()


class Pipe:
    """Neighbours that hear each other at once."""

    is_shared = True

    def __init__(self, id: str) -> None:
        self.id = id
        self.told: list[dict[str, Any]] = []

    def tell(self, news: Any) -> None:
        self.told.append({**news, "from": self.id})


def test_what_one_process_grants_is_taken_off_at_the_other() -> None:
    windows, limits = ((10, 60.0),), Limits()
    pipe, here, there = Pipe("a"), Buckets(), Buckets()
    first = Ledger(cast(Neighbours, pipe), {"rates": here}, Streams(limits))
    second = Ledger(cast(Neighbours, Pipe("b")), {"rates": there}, Streams(limits))
    for _ in range(7):
        assert not here.take(0.0, ("moves", "1.2.3.4"), windows)
    first.tell()
    assert "1.2.3.4" not in str(pipe.told), "nobody is named"
    for news in pipe.told:
        second.hears[news["kind"]](news)
    granted = sum(not there.take(0.0, ("moves", "1.2.3.4"), windows) for _ in range(10))
    assert granted == 3
    assert sum(not there.take(0.0, ("moves", "5.6.7.8"), windows) for _ in range(11)) == 10
    pipe.told.clear()
    first.tell()
    assert not pipe.told, "it is told once"


def test_streams_at_another_process_count_too_as_long_as_it_tells_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(streams_at_once=4)
    here, there = Streams(limits), Streams(limits)
    for _ in range(15):
        here.enter("1.2.3.4")
    there.hear("a", here.many())
    for _ in range(5):
        there.enter("1.2.3.4")
    with pytest.raises(Refused, match="too many pages"):
        there.enter("1.2.3.4")
    there.enter("5.6.7.8")
    later = time.monotonic() + BELIEVED + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    there.enter("1.2.3.4")
