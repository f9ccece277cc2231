"""Pieces land, dice roll, cards turn: shortly and in nobody's way.

That nothing moves for those who asked for stillness is seen where whole games are played, in `test_playing`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

import stylobate
from tests.browser.running import Server, kinds, move, open_table, settled, visitor

MOVING = """() => document.getAnimations().map(({ effect }) => effect.target)
    .filter((part) => part.closest("#drawn"))"""
# The board as it hangs there, and as the server drew it, each as a list of its parts: what a page adds to a
# board to make it a control is no part of it.
PARTS = """async () => {
    const parts = (svg) => [...svg.querySelectorAll("*:not(title):not(.preview, .preview *)")].map((part) =>
        [part.tagName, ...["transform", "d", "x", "y", "cx", "cy", "style", "data-key"].map((name) =>
            part.getAttribute(name) ?? "")].join(" "));
    const { n } = document.querySelector("#table").dataset;
    const { svg } = await (await fetch(`${location.pathname.replace("/t/", "/api/tables/")}/at/${n}`)).json();
    const server = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    return [parts(document.querySelector("#drawn svg")), parts(server)];
}"""


@contextmanager
def slowed_down(page: Page) -> Iterator[None]:
    """Let every motion take a hundred times as long meanwhile, so that it can be looked at."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    yield
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
    devtools.detach()


def nothing_is_left_behind(page: Page) -> None:
    here, there = page.evaluate(PARTS)
    assert here == there


@pytest.mark.parametrize("game", stylobate.ids())
def test_what_is_new_arrives_and_any_key_or_click_brings_it_to_its_end(
    browser: Browser, server: Server, game: str
) -> None:
    rng = random.Random(9)
    with visitor(browser, server, reduced_motion="no-preference") as page:
        open_table(page, game, ["me:Ada", "me:Ben"])
        settled(page)
        with slowed_down(page):
            for end in (lambda: page.keyboard.press("Shift"), lambda: page.locator("h1").click()):
                for _ in range(30):
                    move(page, rng)
                    settled(page)
                    if page.evaluate(f"({MOVING})().length"):
                        break
                assert page.evaluate(f"({MOVING})().length")
                end()
                assert page.evaluate(f"({MOVING})().length") == 0
                nothing_is_left_behind(page)


@pytest.mark.parametrize("game", kinds())
def test_a_motion_that_is_let_run_ends_by_itself(browser: Browser, server: Server, game: str) -> None:
    rng = random.Random(10)
    with visitor(browser, server, reduced_motion="no-preference") as page:
        open_table(page, game, ["me", "random"])
        for _ in range(2):
            settled(page)
            move(page, rng)
        settled(page)
        page.wait_for_function(f"() => ({MOVING})().length === 0")
        nothing_is_left_behind(page)
