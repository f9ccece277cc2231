"""Dice among people at browsers of their own: each has a share in every throw, and keeps what it saw."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from stylobate.fair import verify
from stylobate.record import Record, read
from tests.browser.running import Server, near_the_end, open_table, settled, visitor
from tests.browser.test_together import play_out_together, sit_down_by_link


def paper(page: Page, table: str) -> Record:
    return read(page.request.get(f"/api/tables/{table}/record.txt").text())


def wait_for_pledges(page: Page, table: str) -> None:
    """A page pledges its first nonce once it is there, and every other one with the nonce that it gives."""
    for _ in range(6000):
        if None not in page.request.get(f"/api/tables/{table}").json()["chance"]["pledges"]:
            return
        page.wait_for_timeout(15)
    raise AssertionError("somebody has not pledged a nonce")


def kept(page: Page, table: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("(name) => localStorage.getItem(name)", f"dice {table}"))
    return found


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """A site that waits for a slow browser's nonce."""
    server = Server(tmp_path, program="tests.browser.patient")
    server.start()
    yield server
    server.stop()


def test_two_people_have_both_a_share_in_every_throw_without_doing_anything(
    browser: Browser, patient: Server
) -> None:
    with visitor(browser, patient) as ada, visitor(browser, patient) as ben:
        options = near_the_end("columns-dice", left=30)
        table = open_table(ada, "columns-dice", ["me", "friend"], starts="dice", options=options)
        sit_down_by_link(ada, ben)
        wait_for_pledges(ada, table)
        play_out_together(random.Random(5), ada, ben)
        for page in (ada, ben):
            assert settled(page) == "over"
        record = paper(ada, table)
        report = verify(record)
        assert report.holds
        assert report.signed
        # Until a page knows of the other's first pledge, its requests lead to throws without that nonce.
        first = sum(" chose " in line for line in record.more.values()) + 2
        assert report.together >= report.throws - first
        later = [record.more[f"throw {n}"] for n in range(first + 1, report.throws + 1)]
        assert not [line for line in later if " missing " in line]
        assert not report.carried
        for page in (ada, ben):
            mine = kept(page, table)
            assert mine["commitments"] == [record.more["commitment"]]
            assert len(mine["throws"]) == report.throws
            assert all(record.more[f"throw {n}"].startswith(line) for n, line in mine["throws"].items())
            assert all(nonce in record.more[f"throw {n}"] for n, nonce in mine["gave"].items())
            own = [*mine["sent"], *mine["gave"].values()]  # for its own requests, for the other's
            assert all(any(nonce in line for nonce in own) for line in later)
            assert mine["sent"]
            assert mine["gave"]


def test_a_game_against_the_computer_waits_for_nobody(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada:
        table = open_table(ada, "columns-dice", ["me", "random"], options=near_the_end("columns-dice"))
        play_out_together(random.Random(6), ada)
        report = verify(paper(ada, table))
        assert report.holds
        assert (report.together, report.bare, dict(report.missing)) == (0, 0, {})
        assert not kept(ada, table)["gave"]
