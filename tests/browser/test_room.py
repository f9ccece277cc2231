"""The room that a board has: it is as large as the window allows, can be read, and may outgrow the window."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.conftest import Tables
from tests.browser.running import Server, visitor
from tests.browser.test_zoom import CLEAR, PHONE, drag, grown, middle, seen

WINDOWS = ((1440, 900), (1920, 1080), (390, 844), (844, 390))
ROOM = """() => {
    // How large everything is, in pixels, and as parts of the window and of the board's column.
    const svg = document.querySelector("#drawn > svg");
    const frame = svg.getBoundingClientRect();
    const cloth = svg.querySelector(".cloth").getBoundingClientRect();
    const height = Math.min(frame.bottom, cloth.bottom) - Math.max(frame.top, cloth.top);
    const width = Math.min(frame.right, cloth.right) - Math.max(frame.left, cloth.left);
    const letters = [...svg.querySelectorAll("path[transform^='translate('][transform*='scale(']")];
    const tall = (one) => { const { c, d } = one.getScreenCTM(); return 10 * Math.hypot(c, d); };
    const squares = [...svg.querySelectorAll("[data-key] > .area")];
    const ask = document.querySelector("#ask");
    const low = (query) => document.querySelector(query)?.getBoundingClientRect().bottom ?? 0;
    return {
        of_height: height / innerHeight,
        of_column: width / document.querySelector("#board").getBoundingClientRect().width,
        ends: frame.bottom,
        lettering: Math.min(...letters.map(tall)),
        square: Math.min(...squares.map((one) => one.getBoundingClientRect().width)),
        scrolls: document.documentElement.scrollHeight - innerHeight,
        cut: ask.scrollHeight - ask.clientHeight,
        panel: low("#panel .acts"),
        hand: low("#hand"),
    };
}"""

TARGETS = """[...document.querySelectorAll("#drawn .hit.target")].map((area) => area.dataset.key)"""


def room(page: Page, wide: int, high: int) -> dict[str, Any]:
    """How large everything is in a window of this size."""
    page.set_viewport_size({"width": wide, "height": high})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    measured: dict[str, Any] = page.evaluate(ROOM)
    return measured


def fills_the_room(page: Page, game: str) -> None:
    """In windows of all kinds."""
    author = stylobate.load(game).author
    for wide, high in WINDOWS:
        measured = room(page, wide, high)
        assert not author or f"by {author}" in page.locator("#table").inner_text(), (wide, high)
        assert max(measured["of_height"], measured["of_column"]) >= 0.6, (wide, high, measured)
        assert measured["lettering"] > 10.95, (wide, high, measured)
        assert measured["cut"] <= 1, (wide, high, measured)
        if stylobate.load(game).drawing.spread(stylobate.load(game).start()).square:
            assert measured["square"] > (39.9 if wide > 991 else 43.9), (wide, high, measured)
            assert 0 < measured["hand"] <= high, (wide, high, measured)
        if wide > 991:
            assert measured["scrolls"] <= 0, (wide, high, measured)
            assert measured["ends"] <= high, (wide, high, measured)
            assert measured["panel"] <= high, (wide, high, measured)


@pytest.mark.parametrize("game", stylobate.ids())
def test_the_board_is_as_large_as_the_window_allows_and_can_be_read(
    browser: Browser, tables: Tables, game: str
) -> None:
    with tables.visit(browser, game, "halfway") as page:
        fills_the_room(page, game)


def test_a_board_that_has_outgrown_the_window_is_moved_by_drag_wheel_keys_and_chart(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server, **PHONE) as page:
        grown(page, back=6)
        chart, news = page.locator(".chart"), page.locator(".news")
        expect(chart).to_be_visible()
        expect(news).to_be_hidden()  # it opens where something was done last
        start = seen(page)
        drag(page, middle(page), 60, 0)
        assert seen(page)[0] < start[0]
        page.mouse.move(*middle(page))
        before = seen(page)
        page.mouse.wheel(0, 30)
        page.wait_for_function(
            "(y) => document.querySelector('#drawn > svg').viewBox.baseVal.y > y", arg=before[1]
        )
        before = seen(page)
        chart.focus()
        page.keyboard.press("ArrowLeft")
        assert seen(page)[0] < before[0]
        box = chart.bounding_box()
        assert box is not None
        everywhere = page.evaluate(TARGETS)
        clear = set()
        for across, down in itertools.product((0, 0.25, 0.5, 0.75, 1), repeat=2):
            page.mouse.click(
                box["x"] + 4 + across * (box["width"] - 8), box["y"] + 4 + down * (box["height"] - 8)
            )
            clear |= {key for key, *_ in page.evaluate(CLEAR)}
        assert everywhere
        assert clear == {*everywhere}  # no square stays under the panel
        assert seen(page)[0] > start[0] or seen(page)[1] > start[1]
        assert seen(page)[2:] == pytest.approx(start[2:])
        for _ in range(3):
            page.keyboard.press("+")
        for across, down in itertools.product((4, box["width"] - 4), (4, box["height"] - 4)):
            page.mouse.click(box["x"] + across, box["y"] + down)
            if news.is_visible():
                break
        away = seen(page)
        page.locator("#widget").get_by_role("button", name="Turn the card").tap()
        assert seen(page) == away  # it keeps still while one thinks
        news.tap()
        expect(news).to_be_hidden()
