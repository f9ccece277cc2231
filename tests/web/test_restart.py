"""The server stops and starts again in the middle of games: nobody needs to do anything, or loses time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from stylobate.play.clock import SECOND
from tests.web.visiting import Running, Stream, Visitor, running, until

pytestmark = pytest.mark.slow


def back_again(site: Running, visitor: Visitor) -> Visitor:
    """The same browser, at the site as it runs now."""
    again = site.visitor()
    again.http.cookies = visitor.http.cookies
    return again


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table = ada.open()
        table.seen_by(ben).ask("sit", seat=1, name="Ben")
        seen = table.move("b2a", key="first").json()["version"]
    with running(tmp_path) as site:
        ada, ben = back_again(site, ada), back_again(site, ben)
        assert table.seen_by(ada).view["mine"] == [0]
        listening = Stream(ada, table.id, seen)
        assert table.seen_by(ada).move("b2a", seen - 1, key="first").json()["version"] == seen
        assert table.seen_by(ben).move("c2d").status_code == 200
        news = listening.table()
        assert (news["since"], news["tokens"][0][0]) == (seen, "c2d")
        listening.close()


def test_a_restart_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"kind": "fischer", "start": 600, "increment": 0}
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock=clock)
        table.move("b2a")
        before = table.view["clock"]["left"]
    real = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: real() + 7_200 * 10**9)
    with running(tmp_path) as site:
        ada = back_again(site, ada)
        view = table.seen_by(ada).view
        assert view["state"] == "running"
        assert view["clock"]["left"][0] == before[0]
        assert before[1] - 60 * SECOND < view["clock"]["left"][1] <= before[1]
        assert table.seen_by(ada).move().status_code == 200


def test_nobody_comes_back_to_a_flag_about_to_fall(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock={"kind": "fischer", "start": 10, "increment": 0})
        table.move("b2a")
    with running(tmp_path) as site:
        assert table.seen_by(back_again(site, ada)).view["clock"]["left"][1] > 15 * SECOND


def test_a_flag_falls_by_itself_and_everybody_hears_of_it(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock={"kind": "fischer", "start": 10, "increment": 0})
        table.move("b2a"), table.move("a1b")
        listening = table.listen()
        listening.table()
        site.later(60)
        until(lambda: (told := site.site.store.listed(table.id)) and told.state == "over")
        news = listening.table()
        assert news["result"] == {"winners": [1], "how": "time", "seat": 0}
        answer = table.ask("move", token="d2c", version=2)
        assert answer.status_code == 409
        listening.close()


def test_a_table_waits_for_one_deadline_however_many_moves_are_made(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock={"kind": "days", "days": 2})
        for _ in range(8):
            table.move()
        assert len(site.site.timekeeper._deadlines) == 1


def test_days_clocks_are_watched_from_the_start(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"), clock={"kind": "days", "days": 2})
    with running(tmp_path) as site:
        until(lambda: any(id == table.id for _, id in site.site.timekeeper._deadlines))


def test_an_abandoned_seat_can_be_handed_to_the_computer(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table = ada.open()
        table.seen_by(ben).ask("sit", seat=1, name="Ben")
        there = table.seen_by(ben).listen()
        here = table.listen()
        table.move("b2a")
        assert table.ask("hand-over", seat=1).status_code == 403
        there.close()
        until(lambda: 1 in site.site.hall.rooms[table.id].away())
        assert table.ask("hand-over", seat=1).status_code == 403
        site.later(301)
        assert table.view["seats"][1]["hand_over"]
        answer = table.ask("hand-over", seat=1)
        assert answer.json()["seats"][1]["called"] == "Ben, then level 3"
        assert table.seen_by(ben).view["can"]["return"] == [1]
        here.close()


def test_tables_whose_hosts_have_not_come_back_have_one_turn_at_the_computers_together(
    tmp_path: Path,
) -> None:
    """Else one visitor who made up many hosts would keep the computers from everybody after a restart."""
    with running(tmp_path) as site:
        hosts = [site.visitor() for _ in range(3)]
        tables = [host.open(seats=("1", "me")) for host in hosts]
    with running(tmp_path) as site:
        until(lambda: len(site.jobs) == 3)
        assert {job.place for job in site.jobs.values()} == {""}
        tables[0].seen_by(back_again(site, hosts[0])).ask("say", text="hello")
        assert [site.site.hall.rooms[table.id].place for table in tables] == ["127.0.0.1", "", ""]
