"""Old things go by themselves; what is used, named, begun or finished stays."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from stylobate.house.now import now
from stylobate.store.tidying import DAY, SESSION
from stylobate.web.sessions import COOKIE
from tests.web.test_moves import two_people
from tests.web.test_serving import said
from tests.web.visiting import Running, running, until

pytestmark = pytest.mark.slow


class Later:
    """The time, some days from now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.days = 0.0
        real = time.time_ns
        monkeypatch.setattr("time.time_ns", lambda: real() + round(self.days * DAY) * 1_000_000)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(monkeypatch)


def sweep(site: Running) -> dict[str, int]:
    return dict(asyncio.run_coroutine_threadsafe(site.site.sweeper.sweep(), site.loop).result(60))


def test_a_session_that_is_used_lasts_and_so_does_its_cookie(tmp_path: Path, later: Later) -> None:
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        table, _ = two_people(ada, ben)
        assert "set-cookie" not in ada.get("/").headers
        later.days = 200
        page = ada.get("/")
        assert f"{COOKIE}={ada.http.cookies[COOKIE]}; " in page.headers["set-cookie"]
        assert f"Max-Age={SESSION // 1000}" in page.headers["set-cookie"]
        assert "set-cookie" not in ada.get("/me").headers
        later.days = 500
        assert sweep(site)["sessions"] == 1
        assert table.id in ada.get("/me").text
        assert table.id not in ben.get("/me").text


def test_the_sweeper_leaves_names_and_games_alone(tmp_path: Path, later: Later) -> None:
    with running(tmp_path) as site:
        ada, ben, cyd, dot = (site.visitor() for _ in range(4))
        running_table, _ = two_people(ada, ben)
        over, _ = two_people(ada, ben)
        over.ask("resign")
        lonely = cyd.open(seats=("me", "friend"), visibility="public")
        dot.open().ask("close")
        dot.post("/me/register", {"name": "Dot", "password": "a long password"})
        assert sweep(site) == {}
        later.days = 800
        gone = sweep(site)
        assert gone["open tables"] == 1
        assert gone["guests"] == 1
        assert gone["sessions"] == 4
        assert gone["invitations"] == 1
        assert cyd.get(lonely.path).status_code == 404
        assert cyd.get(f"/t/{lonely.id}").status_code == 404
        for table in (running_table, over):
            assert site.visitor().get(table.path).status_code == 200
        back = dot.post("/me/login", {"name": "Dot", "password": "a long password"})
        assert back.status_code == 200
        assert sweep(site) == {}
    status, told = said("admin", "check", "--data", str(tmp_path))
    assert (status, told) == (0, "All 3 tables replay, and every throw is as it must be.")


def test_a_table_that_somebody_looks_at_stays(tmp_path: Path, later: Later) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table, other = ada.open(), ada.open()
        listening = table.listen()
        listening.table()
        later.days = 40
        assert sweep(site)["open tables"] == 1
        assert table.seen_by(site.visitor()).ask("sit", seat=1, name="Ben").status_code == 200
        assert ada.get(other.path).status_code == 404
        listening.close()


def test_who_comes_to_a_table_that_has_just_gone_is_told_so(tmp_path: Path, later: Later) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open()
        later.days = 40
        store = site.site.store
        moment = now()
        assert store.tidy("open tables", [table.id], moment).result() == 1
        answer = table.seen_by(site.visitor()).ask("sit", seat=1, name="Ben")
        assert (answer.status_code, answer.json()["reason"]) == (404, "unknown")
        assert ada.get(table.path).status_code == 404


def test_the_operator_can_tidy_and_first_look_at_what_would_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        long_ago = now() - 70 * DAY
        with monkeypatch.context() as then:
            then.setattr("time.time_ns", lambda: long_ago * 1_000_000)
            ada, ben = site.visitor(), site.visitor()
            lonely = ada.open()
            kept, _ = two_people(ben, site.visitor())
        would = "To be removed: 1 open tables, 2 tables' keys."  # of both tables, one of which goes itself
        assert said("admin", "tidy", "--dry-run", "--data", str(tmp_path)) == (0, would)
        assert said("admin", "tidy", "--dry-run", "--data", str(tmp_path)) == (0, would)
        gone = "Removed: 1 guests, 1 open tables, 1 tables' keys."
        assert said("admin", "tidy", "--data", str(tmp_path)) == (0, gone)
        assert said("admin", "tidy", "--data", str(tmp_path)) == (0, "Removed: nothing.")
        assert site.site.store.every_table() == [kept.id]
        assert site.site.store.listed(lonely.id) is None


def test_the_sweeper_comes_by_itself(tmp_path: Path, later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobate.house.sweeper.FIRST", 0.0)
    monkeypatch.setattr("stylobate.house.sweeper.EVERY", 0.02)
    with running(tmp_path) as site:
        site.visitor().open()
        later.days = 100
        until(lambda: not site.site.store.every_table())
