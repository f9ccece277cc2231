"""A backup is brought back in the middle of games: no link that was shown is used again, and that is told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from stylobate.store.file import restore
from tests.web.test_restart import back_again
from tests.web.visiting import Table, Visitor, running, until


def thrown(table: Table) -> list[str]:
    return [throw["link"] for throw in table.view["fair"]["throws"]]


def test_no_link_that_was_shown_is_used_again_after_a_restore(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with running(tmp_path) as site:
        ada: Visitor = site.visitor()
        table = ada.open("columns-dice", ("me:Ada", "me:Eve"))
        table.ask("begin")
        for _ in range(3):
            table.move()
        site.site.store.backup(copy)
        kept = thrown(table)
        for _ in range(8):
            table.move()
        shown, path = thrown(table), Path(site.settings.store)
        waiting = ada.open("columns-dice")
    restore(copy, path)
    with running(tmp_path) as site:
        ada = back_again(site, ada)
        table = table.seen_by(ada)
        view = table.view
        assert thrown(table) == kept
        assert [one["why"] for one in view["chance"]["commitments"]] == ["opened", "restored"]
        for _ in range(8):
            assert table.move().status_code == 200
        after = thrown(table)[len(kept) :]
        assert len(after) == 8
        assert not set(after) & set(shown)
        told = ada.get(f"{table.path}/proof").json()
        assert told["holds"]
        assert any(f"Before throw {len(kept) + 1} the site was set back" in one for one in told["sentences"])
        assert ada.get(waiting.path).status_code == 404
        assert [one["why"] for one in ada.open("columns-dice").view["chance"]["commitments"]] == ["opened"]


def test_a_secret_that_was_changed_is_noticed_at_the_start_and_nothing_is_thrown_by_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        changed, sound = (ada.open("columns-dice", ("me:Ada", "me:Eve")) for _ in range(2))
        for table in (changed, sound):
            table.ask("begin")
        path = site.settings.store
    db = sqlite3.connect(path)
    db.execute("UPDATE secrets SET secret = ? WHERE table_id = ?", (bytes(32), changed.id))
    db.commit()
    db.close()
    with running(tmp_path) as site:
        until(lambda: site.site.auditor.found)
        assert site.site.auditor.found == [changed.id]
        ada = back_again(site, ada)
        assert changed.seen_by(ada).ask("resign").status_code == 503
        assert sound.seen_by(ada).move().status_code == 200
    assert [vars(record)["table"] for record in caplog.records if "secret" in record.message] == [changed.id]
