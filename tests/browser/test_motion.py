"""Pieces land, dice roll, cards turn: shortly, in nobody's way, and not for those who asked for stillness."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page

import stylobate
from tests.browser.running import Server, move, open_table, settled, visitor

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


def slow_down(page: Page) -> None:
    """Let every motion take a hundred times as long, so that it can be looked at."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})


def nothing_is_left_behind(page: Page) -> None:
    here, there = page.evaluate(PARTS)
    assert here == there


@pytest.mark.parametrize("game", stylobate.ids())
def test_what_is_new_arrives_and_any_key_or_click_brings_it_to_its_end(
    browser: Browser, server: Server, game: str
) -> None:
    rng = random.Random(9)
    with visitor(browser, server, alone=True, reduced_motion="no-preference") as page:
        open_table(page, game, ["me:Ada", "me:Ben"])
        settled(page)
        slow_down(page)
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


@pytest.mark.parametrize("game", stylobate.ids())
def test_a_motion_that_is_let_run_ends_by_itself(browser: Browser, server: Server, game: str) -> None:
    rng = random.Random(10)
    with visitor(browser, server, reduced_motion="no-preference") as page:
        open_table(page, game, ["me", "random"])
        for _ in range(3):
            settled(page)
            move(page, rng)
        settled(page)
        page.wait_for_function(f"() => ({MOVING})().length === 0")
        nothing_is_left_behind(page)


@pytest.mark.parametrize("game", stylobate.ids())
def test_with_reduced_motion_nothing_ever_moves(browser: Browser, server: Server, game: str) -> None:
    rng = random.Random(9)
    with visitor(browser, server) as page:  # who counts every motion as a fault
        open_table(page, game, ["me:Ada", "me:Ben"])
        for _ in range(3):
            settled(page)
            move(page, rng)
        settled(page)
        assert page.evaluate("document.getAnimations().length") == 0
        nothing_is_left_behind(page)
