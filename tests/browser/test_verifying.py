"""Verify: the browser itself checks the record, and takes no server's word for it."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from stylobate.fair import sealed
from stylobate.record import read
from tests.browser.conftest import Tables

RECORD = "**/record.txt"


def record(page: Page) -> str:
    """The record of the table that the page shows."""
    table = page.url.rpartition("/")[2]
    return str(page.request.get(f"/api/tables/{table}/record.txt").text())


def verify(page: Page) -> None:
    page.locator("#result").get_by_role("button", name="Verify the throws").click()


def test_a_sound_game_verifies_and_the_server_is_asked_for_the_record_alone(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "columns-dice", "over", alone=True) as page:
        text = record(page)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        verify(page)
        notice = page.locator("#result .notice.good")
        expect(notice).to_be_focused()
        expect(notice).to_contain_text("throws follow from the commitment and the nonces")
        expect(notice).to_contain_text("as the server signed them")
        expect(notice).to_contain_text("The commitment is the one that this page saw first")
        assert [url.rpartition("/")[2] for url in asked if "/api/" in url] == ["record.txt"]
        with page.expect_download() as kept:
            notice.get_by_role("link", name="The record that was checked").click()
        assert kept.value.path().read_text("utf-8") == text


@pytest.mark.parametrize(
    ("what", "by", "sentence"),
    [
        ("seat 1: .+", "seat 1: Eve", "has not signed this record as it stands"),
        (r"commitment: \w{64}", "commitment: " + "0" * 64, "its link is not of the chain"),
        (r"table: \w+", "table: elsewhere", "The record is of another table."),
    ],
)
def test_a_server_that_hands_out_another_record_is_caught(
    browser: Browser, tables: Tables, what: str, by: str, sentence: str
) -> None:
    with tables.visit(browser, "columns-dice", "over") as page:
        text = record(page)
        forged = sealed(read(re.sub(what, by, text, count=1))).text()
        assert forged != text

        def answer(route: Route) -> None:
            route.fulfill(body=forged, content_type="text/plain; charset=utf-8")

        page.route(RECORD, answer)
        verify(page)
        expect(page.locator("#result .notice.bad")).to_contain_text(sentence)


def test_a_game_that_is_sound_but_not_the_one_seen_is_caught_by_what_the_page_kept(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "columns-dice", "over") as page:
        other = "f" * 64 + " " + sha256(b"").hexdigest()
        page.evaluate(
            """(other) => {
                const name = `dice ${location.pathname.split("/").pop()}`;
                const kept = JSON.parse(localStorage.getItem(name));
                localStorage.setItem(name, JSON.stringify({ ...kept, commitments: [other] }));
            }""",
            other,
        )
        verify(page)
        expect(page.locator("#result .notice.bad")).to_contain_text("not the one that this page saw first")


def test_any_record_can_be_checked_without_a_table_and_without_a_network(
    browser: Browser, tables: Tables
) -> None:
    with tables.visit(browser, "columns-dice", "over") as page:
        text = record(page)
        page.goto("/verify")
        page.get_by_label("The record, as text or as JSON").fill(text)
        page.get_by_role("button", name="Check it").click()
        expect(page.locator(".notice.good")).to_contain_text("as the server signed them")
        page.context.set_offline(True)
        page.get_by_label("The seal").fill("0" * 64)
        page.get_by_role("button", name="Check it").click()
        expect(page.locator(".notice.bad")).to_contain_text("not the one that was seen before the game")
        page.get_by_label("The record, as text or as JSON").fill("hello")
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Check it").press("Enter")
        expect(page.locator(".notice.bad")).to_contain_text("This is no record")
        page.context.set_offline(False)
