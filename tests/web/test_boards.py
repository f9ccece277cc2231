"""Boards over the wire: whoever moves gets them with the answer, and each is drawn once for all who look."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

import pytest

from stylobate.house import boards
from stylobate.play import Table, View
from stylobate.play.merging import merged
from stylobate.web import boards as sent
from tests.web.test_moves import two_people
from tests.web.visiting import Visitor, running


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Every board that is drawn: of which table, after how many tokens."""
    found: list[tuple[str, int]] = []
    real = boards._drawn

    def noted(table: Table, n: int) -> bytes:
        found.append((table.id, n))
        return real(table, n)

    monkeypatch.setattr(boards, "_drawn", noted)
    return found


def test_the_answer_to_a_move_brings_the_new_board(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    told = table.move("b2a", known=0).json()
    assert set(told) == {"view", "boards"}
    assert told["boards"] == [other.board(1)]
    assert {**told["view"], "now": 0, "seats": []} == {**table.view, "now": 0, "seats": []}


def test_the_answer_to_a_move_tells_only_what_has_changed_to_whoever_says_what_they_have_seen(
    ada: Visitor, ben: Visitor
) -> None:
    table, other = two_people(ada, ben, "columns-dice")
    for _ in range(8):
        (table if table.view["can"]["move"] else other).move()
    mover = table if table.view["can"]["move"] else other
    seen = mover.view
    token = mover.board(len(seen["tokens"]))["legal"][0]["token"]
    move = {"do": "move", "token": token, "version": seen["version"], "nonce": "0" * 32}
    news = mover.visitor.post(f"{mover.path}?boards={len(seen['tokens'])}&since={seen['version']}", move)
    change = news.json()["view"]
    assert change["since"] == seen["version"]
    assert [token, mover.view["mine"][0]] == change["tokens"][0][:2]
    whole, now = merged(cast(View, seen), change), mover.view
    assert whole is not None
    assert {**whole, "now": 0, "seats": []} == {**now, "now": 0, "seats": []}
    late = {**move, "version": now["version"]}
    assert (
        "since" not in mover.visitor.post(f"{mover.path}?since=1", {**late, "do": "say", "text": "Hm"}).json()
    )


def test_chance_answers_with_boards_of_its_own(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben, "columns-dice")
    mover = table if table.view["can"]["move"] else other
    known = len(table.view["tokens"])
    told = mover.move(known=known).json()
    assert [seat is None for _, seat, *_ in told["view"]["tokens"][known:]] == [False, True]
    assert told["boards"] == [table.board(known + 1), table.board(known + 2)]


def test_a_step_back_brings_the_board_that_it_leads_to(ada: Visitor) -> None:
    table = ada.open("columba", ("me:Ada", "me:Eve"))
    table.ask("begin")
    before = len(table.view["tokens"])
    table.move()
    assert table.view["can"]["undo"]
    told = table.ask("undo", version=table.view["version"], known=before + 1).json()
    assert [board["n"] for board in told["boards"]] == [len(told["view"]["tokens"])] == [before]


def test_who_knows_little_gets_the_newest_few_and_who_knows_too_much_the_newest(ada: Visitor) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    for _ in range(5):
        table.move()
    few = table.move(known=0).json()["boards"]
    assert [board["n"] for board in few] == [3, 4, 5, 6]
    assert [board["n"] for board in table.move(known=999).json()["boards"]] == [7]


@pytest.mark.parametrize("known", ["", "many", "-1", "٣", "1" * 10])
def test_what_is_no_number_is_refused_before_anything_is_done(ada: Visitor, known: str) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    move = {"do": "move", "token": "b2a", "version": table.view["version"]}
    assert ada.post(f"{table.path}?boards={known}", move).status_code == 404
    assert table.view["tokens"] == []


def test_who_does_not_ask_for_boards_has_none_drawn(
    ada: Visitor, ben: Visitor, drawn: list[tuple[str, int]]
) -> None:
    table, other = two_people(ada, ben)
    assert "boards" not in table.move("b2a").json()
    other.move("c2d")
    assert drawn == []


def test_a_board_is_drawn_once_for_the_mover_for_watchers_and_for_the_page(
    ada: Visitor, ben: Visitor, cyd: Visitor, drawn: list[tuple[str, int]]
) -> None:
    table, other = two_people(ada, ben)
    table.move("b2a", known=0)
    for watcher in (other, table.seen_by(cyd)):
        watcher.board(1)
        watcher.visitor.get(f"/t/{table.id}")
    assert drawn == [(table.id, 1)]


def test_a_repeated_move_gets_its_boards_again(
    ada: Visitor, ben: Visitor, drawn: list[tuple[str, int]]
) -> None:
    table, other = two_people(ada, ben)
    version = table.view["version"]
    first = table.move("b2a", version, key="once", known=0).json()
    other.move("c2d")
    assert table.move("b2a", version, key="once", known=0).json()["boards"] == first["boards"]
    assert drawn == [(table.id, 1)]


def test_the_answer_is_compressed_for_who_takes_it(ada: Visitor) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    packed = table.move("b2a", known=0)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(packed.content) / 3
    ada.http.headers["Accept-Encoding"] = "identity"
    plain = table.move("c2d", known=1)
    assert "Content-Encoding" not in plain.headers
    assert plain.json()["boards"][0]["n"] == 2


def test_a_move_is_answered_even_where_its_board_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sent, "PATIENCE", 0.2)
    with running(tmp_path) as site:
        table = site.visitor().open(seats=("me:Ada", "me:Eve"))
        monkeypatch.setattr(boards, "_drawn", lambda table, n: 1 / 0)
        answer = table.move("b2a", known=0)
        assert (answer.status_code, answer.json()["boards"]) == (200, [])
        assert [record.getMessage() for record in caplog.records] == ["a board could not be drawn"]
        monkeypatch.setattr(boards, "_drawn", lambda table, n: time.sleep(2) or b"")
        answer = table.move("c2d", known=1)
        assert (answer.status_code, answer.json()["boards"]) == (200, [])
        assert len(answer.json()["view"]["tokens"]) == 2
        assert len(caplog.records) == 1
