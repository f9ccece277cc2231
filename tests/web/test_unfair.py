"""What was tried against other players through the site's own doors, and no longer works."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stylobate.web.limits import Limits
from tests.web.visiting import PATIENCE, Table, Visitor, running, until

FISCHER = {"kind": "fischer", "start": 10, "increment": 10}


def seated(ada: Visitor, ben: Visitor, **proposal: object) -> tuple[Table, Table]:
    """A table of Ada's at which Ben has sat down, as each of them sees it."""
    table = ada.open(**proposal)  # type: ignore[arg-type]
    other = table.seen_by(ben)
    assert other.ask("sit", seat=1, name="Ben").status_code == 200
    return table, other


def test_a_stalling_opponent_makes_no_move_stale(ada: Visitor, ben: Visitor) -> None:
    table, other = seated(ada, ben, clock=FISCHER)
    version = table.view["version"]
    for _ in range(60):
        other.ask("hand-over", seat=1)
        other.ask("return")
    assert table.move("b2a", version).status_code == 200


def test_nobody_waits_for_what_another_asks_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer to a key is made anew from a log that may be long; clocks run meanwhile."""
    with running(tmp_path) as site, ThreadPoolExecutor(1) as aside:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben, clock=FISCHER)
        assert other.ask("say", key="once", text="hm").status_code == 200
        folded, begun, may_end = site.site.hall._folded, threading.Event(), threading.Event()

        def slowly(id: str, version: int | None = None) -> object:
            begun.set()
            may_end.wait(PATIENCE)
            return folded(id, version)

        monkeypatch.setattr(site.site.hall, "_folded", slowly)
        again = aside.submit(other.ask, "say", key="once", text="hm")
        try:
            assert begun.wait(PATIENCE)
            assert table.move("b2a").status_code == 200
            assert not again.done()
        finally:
            may_end.set()
        assert again.result().status_code == 200


def test_nobody_gains_time_by_handing_over_and_returning(ada: Visitor, ben: Visitor) -> None:
    table, other = seated(ada, ben, clock=FISCHER)
    table.move("b2a"), other.move("a1b")
    for _ in range(60):
        table.ask("hand-over", seat=0)
        table.ask("return")
    assert table.view["clock"]["left"][0] <= 10_000


def test_asking_and_withdrawing_does_not_fill_the_log(ada: Visitor, ben: Visitor) -> None:
    table, other = seated(ada, ben)
    table.move("b2a")
    before = table.view["version"]
    for _ in range(60):
        table.ask("ask-takeback")
        table.ask("answer-takeback", yes=False)
    assert table.view["version"] <= before + 2
    assert other.move("a1b").status_code == 200


def test_the_cookie_of_a_seat_counts_like_a_session(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(moves=((5, 3600.0),))) as site:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben)
        names = [cookie.name for cookie in ben.http.cookies.jar]
        assert f"seat-{table.id}" in names
        answers = []
        for number in range(12):
            if "stylobate" in names:
                ben.http.cookies.delete("stylobate")
            ben.http.cookies.set("stylobate", f"made-up-{number}", domain="127.0.0.1")
            answers.append(other.ask("say", text="hm").status_code)
            names = ["stylobate"]
        assert 429 in answers
        assert answers.count(200) <= 5
        assert table.move("b2a").status_code == 200


def test_nobody_borrows_a_perfect_move_unseen(ada: Visitor, ben: Visitor) -> None:
    table, _ = seated(ada, ben)
    answer = table.ask("hand-over", seat=0, level="perfect")
    assert answer.status_code == 422
    assert answer.json()["error"] == "Level 3 stands in at this table, and no other."
    assert table.ask("hand-over", seat=0).json()["seats"][0]["level"] == "3"


def test_a_hidden_page_is_not_absent_as_long_as_it_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben, clock={"kind": "fischer", "start": 3600, "increment": 0})
        there = other.listen()
        table.move("b2a")
        ben.get(f"{other.path}?hidden")
        there.close()
        room = site.site.hall.rooms[table.id]
        until(lambda: not room.listeners)
        for _ in range(3):
            site.later(100)
            assert not table.view["seats"][1]["away"]
            assert table.ask("hand-over", seat=1).status_code == 403
            ben.get(f"{other.path}?hidden")
        site.later(200)
        assert table.view["seats"][1]["away"]
        assert table.ask("hand-over", seat=1).status_code == 200


def test_whoever_waits_hears_when_a_hidden_page_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stylobate.house.room.HIDDEN", 100)
    monkeypatch.setattr("stylobate.house.presence.A_MOMENT", 0.1)
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben)
        here = table.listen()
        ben.get(f"{other.path}?hidden")
        told: list[list[int]] = []
        while [1] not in told:
            event = here.event()
            assert event
            if event[0] == "presence":
                told.append(event[1]["away"])
        here.close()


def test_whoever_pledges_a_nonce_and_gives_none_stops_no_game(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben, game="columns-dice")
        here, there = table.listen(), other.listen()
        assert other.ask("begin").status_code == 200
        mover, waiting = (table, other) if table.view["can"]["move"] else (other, table)
        assert waiting.ask("pledge", pledge="ab" * 32).status_code == 200
        while mover.move().json()["turn"] is not None:
            assert mover.view["can"]["move"], "a turn may have steps before chance is to speak"
        site.later(4)
        until(lambda: table.view["turn"] is not None)
        here.close()
        there.close()


def test_nor_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table, other = seated(ada, ben, game="columns-dice")
        here, there = table.listen(), other.listen()
        assert table.ask("pledge", pledge="ab" * 32).status_code == 200
        assert other.ask("begin").status_code == 200
        assert other.view["state"] == "open"
        here.close()
        there.close()
    with running(tmp_path) as site:
        again = site.visitor()
        again.http.cookies = ben.http.cookies
        listening = table.seen_by(again).listen()
        site.later(4)
        until(lambda: table.seen_by(again).view["state"] == "running")
        listening.close()
