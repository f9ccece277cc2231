"""The keyboard alone is enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.running import Server, open_table, settled, visitor


def tab_to(page: Page, query: str) -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(query) => document.activeElement.matches(query)", query):
            return
    raise AssertionError(f"Tab never came to {query}")


def focus_is_on(page: Page, query: str) -> bool:
    return bool(page.evaluate("(query) => document.activeElement?.matches(query) ?? false", query))


def test_a_whole_game_is_played_without_a_mouse(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        tab_to(page, "#drawn [role=button]")
        while settled(page) == "mine":
            page.wait_for_function("() => document.activeElement.matches('#drawn [role=button]')")
            before = page.locator("#table").get_attribute("data-version")
            page.keyboard.press("Enter")
            expect(page.locator("#drawn .chosen")).to_have_count(1)
            page.keyboard.press("Enter")
            page.wait_for_function(
                "(v) => document.querySelector('#table').dataset.version !== v", arg=before
            )
        expect(page.locator("#result h2")).to_be_visible()


def test_arrows_move_between_targets_and_escape_steps_back(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        tab_to(page, "#drawn [role=button]")
        first = page.evaluate("document.activeElement.dataset.key")
        page.keyboard.press("ArrowRight")
        second = page.evaluate("document.activeElement.dataset.key")
        assert second != first
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("document.activeElement.dataset.key") == first
        page.keyboard.press("Enter")
        expect(page.locator("#drawn .chosen")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("#drawn .chosen")).to_have_count(0)
        assert focus_is_on(page, "#drawn [role=button]")


@pytest.mark.parametrize("game", stylobate.IDS)
def test_every_target_is_a_named_control(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server) as page:
        open_table(page, game, ["me", "random"])
        settled(page)
        for button in page.locator("#drawn .target, #steps button, #widget button").all():
            name = button.get_attribute("aria-label") or button.inner_text()
            assert name.strip()
        assert page.locator("#drawn > svg").get_attribute("role") == "group"
        assert page.locator("#drawn [role=button][tabindex='0']").count() <= 1


@pytest.mark.parametrize("game", stylobate.IDS)
def test_some_moves_of_each_game_are_made_by_keys_alone(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server) as page:
        open_table(page, game, ["me", "random"])
        for _ in range(3):
            settled(page)
            before = page.locator("#table").get_attribute("data-version")
            if not focus_is_on(page, "#drawn [role=button], #steps button, #widget button"):
                tab_to(page, "#drawn [role=button], #steps button, #widget button.primary")
            for _ in range(6):
                page.keyboard.press("Enter")
                page.wait_for_timeout(60)
                if page.locator("#table").get_attribute("data-version") != before:
                    break
                if not focus_is_on(page, "#drawn [role=button], #steps button, #widget button"):
                    tab_to(page, "#drawn [role=button], #steps button, #widget button.primary")
            assert page.locator("#table").get_attribute("data-version") != before
