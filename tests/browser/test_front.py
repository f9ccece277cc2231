"""The front page while one looks at it: tables come and go, and it becomes one's turn, without a reload."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.running import Server, open_table, visitor


@pytest.fixture
def ada(browser: Browser, server: Server) -> Iterator[Page]:
    with visitor(browser, server) as page:
        yield page


@pytest.fixture
def ben(browser: Browser, server: Server) -> Iterator[Page]:
    with visitor(browser, server) as page:
        yield page


def ask(page: Page, table: str, **command: object) -> None:
    """Ask for something at a table as its page does, from whatever page this is."""
    status = page.evaluate(
        """async ([table, command]) => {
            const view = await (await fetch(`/api/tables/${table}`)).json();
            if (command.do === "move") command.version = view.version;
            const reply = await fetch(`/api/tables/${table}`, { method: "POST", body: JSON.stringify(command),
                headers: { "Content-Type": "application/json" } });
            return reply.status;
        }""",
        [table, command],
    )
    assert status == 200


def looked_at(page: Page, path: str) -> None:
    """Go there, and mark the page: a reload would lose the mark."""
    page.goto(path)
    page.evaluate("window.still = true")


def entry(page: Page, part: str, table: str) -> Locator:
    return page.locator(f'[data-lists="/lists/{part}"] li[data-key="{table}"]')


def top(element: Locator) -> float:
    box = element.bounding_box()
    assert box is not None
    return box["y"]


def test_a_table_appears_fills_and_vanishes_on_the_front_page(ada: Page, ben: Page) -> None:
    looked_at(ada, "/")
    table = open_table(ben, "colonnade", ["me", "open"], visibility="public")
    listed = entry(ada, "public", table)
    expect(listed).to_contain_text("1 seat free")
    assert listed.locator("xpath=ancestor::section/h2").inner_text() == "Open tables"
    ask(ben, table, do="sit", seat=1, name="Cyd")
    expect(listed).to_contain_text("playing")
    assert "Being played" in listed.locator("xpath=ancestor::section/h2").inner_text()
    expect(listed).to_contain_text("Cyd")
    ask(ben, table, do="resign")
    expect(listed).to_have_count(0)
    assert ada.evaluate("window.still")


@pytest.mark.parametrize(("path", "part"), [("/", "mine"), ("/me", "me")])
def test_your_turn_is_told_when_the_other_moves(ada: Page, ben: Page, path: str, part: str) -> None:
    table = open_table(ada, "colonnade", ["open", "me"])
    looked_at(ada, path)
    listed = entry(ada, part, table)
    expect(listed).to_contain_text("1 seat free")
    ben.goto(f"/t/{table}")
    ask(ben, table, do="sit", seat=0, name="Ben")
    expect(listed).to_contain_text("playing")
    assert "Your turn" not in ada.title()
    ask(ben, table, do="move", token="b2a")
    expect(listed).to_contain_text("your turn")
    assert ada.title().startswith("● Your turn · ")
    expect(ada.locator("#told")).to_contain_text("Your turn: Colonnade, Ben")
    ask(ada, table, do="move", token="c2d")
    expect(listed).to_contain_text("playing")
    assert "Your turn" not in ada.title()
    assert ada.evaluate("window.still")


def test_focus_and_scroll_stay_where_they_are(ada: Page, ben: Page) -> None:
    first = open_table(ben, "colonnade", ["me", "open"], visibility="public")
    ada.set_viewport_size({"width": 360, "height": 740})
    looked_at(ada, "/")
    listed = entry(ada, "public", first).locator("a")
    assert top(listed) < 500, "on a phone too an open table is seen at once"
    listed.focus()
    element, place = listed.element_handle(), top(listed)
    second = open_table(ben, "columns", ["me", "open"], visibility="public")
    above = entry(ada, "public", second)
    expect(above).to_be_visible()
    assert ada.evaluate("(element) => document.activeElement === element", element)
    assert abs(top(listed) - place) < 1
    ask(ben, second, do="close")
    expect(above).to_have_count(0)
    assert ada.evaluate("(element) => document.activeElement === element", element)
    ask(ben, first, do="close")
    expect(listed).to_have_count(0)
    assert ada.evaluate("document.activeElement !== document.body")


def test_a_page_that_lost_its_line_catches_up(ada: Page, ben: Page) -> None:
    looked_at(ada, "/")
    ada.context.set_offline(True)
    table = open_table(ben, "colonnade", ["me", "open"], visibility="public")
    expect(entry(ada, "public", table)).to_have_count(0)
    ada.context.set_offline(False)
    expect(entry(ada, "public", table)).to_be_visible()
    ask(ben, table, do="close")
    expect(entry(ada, "public", table)).to_have_count(0)
    assert ada.evaluate("window.still")
