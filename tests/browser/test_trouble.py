"""Reloads, lost connections and a server that dies: the game goes on where it stood."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.running import Server, move, open_table, settled, shown, visitor, wait_for


@pytest.fixture
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path_factory.mktemp("frail"))
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("game", stylobate.IDS)
def test_a_reload_in_mid_game_changes_nothing(browser: Browser, server: Server, game: str) -> None:
    rng = random.Random(5)
    with visitor(browser, server) as page:
        open_table(page, game, ["me", "random"])
        for _ in range(2):
            settled(page)
            move(page, rng)
        settled(page)
        before = (
            shown(page),
            page.locator("#drawn svg > desc").inner_html(),
            page.locator("#ask").inner_text(),
        )
        page.reload()
        settled(page)
        assert before == (
            shown(page),
            page.locator("#drawn svg > desc").inner_html(),
            page.locator("#ask").inner_text(),
        )
        move(page, rng)


def test_a_lost_connection_is_told_and_heals_by_itself(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as watcher:
        table = open_table(ada, "colonnade", ["me:Ada", "me:Ben"])
        watcher.goto(f"/t/{table}")
        expect(watcher.locator("#link-state")).to_have_text("connected")
        watcher.context.set_offline(True)
        expect(watcher.locator("#banner")).to_be_visible()
        for token in ("b2a", "c2d"):
            settled(ada)
            ada.locator("#token").fill(token)
            ada.keyboard.press("Enter")
            expect(ada.locator("#log")).to_contain_text(token)
        assert shown(watcher) == 0
        watcher.context.set_offline(False)
        wait_for(watcher, 2)
        expect(watcher.locator("#banner")).to_be_hidden()
        expect(watcher.locator("#log li")).to_have_count(2)


def test_a_move_made_while_the_server_is_down_is_sent_again_until_it_counts_once(
    browser: Browser, frail: Server
) -> None:
    with visitor(browser, frail) as ada, visitor(browser, frail) as ben:
        table = open_table(ada, "colonnade", ["me:Ada", "me:Ben"])
        ben.goto(f"/t/{table}")
        settled(ada)
        ada.locator("#token").fill("b2a")
        ada.keyboard.press("Enter")
        wait_for(ben, 1)
        frail.kill()
        settled(ada)
        ada.locator("#token").fill("c2d")
        ada.keyboard.press("Enter")
        expect(ada.locator("#link-state")).not_to_have_text("connected")
        frail.start()
        for page in (ada, ben):
            wait_for(page, 2)
            expect(page.locator("#log li")).to_have_count(2)
            expect(page.locator("#banner")).to_be_hidden()


def test_a_game_against_the_computer_goes_on_after_the_server_was_killed(
    browser: Browser, frail: Server
) -> None:
    rng = random.Random(1)
    with visitor(browser, frail) as page:
        open_table(page, "columns-dice", ["me", "random"])
        settled(page)
        move(page, rng)
        settled(page)
        frail.kill()
        frail.start()
        for _ in range(2):
            settled(page)
            move(page, rng)
        assert shown(page) > 4
