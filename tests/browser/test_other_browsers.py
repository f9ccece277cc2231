"""In Firefox, and in WebKit where it can be had, the site is the same: games can be played, and boards fit.

The emulations that tests in Chromium use are not all there, so this is a choice of them.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.conftest import Tables
from tests.browser.running import Server, open_table, play_out, visitor
from tests.browser.test_room import fills_the_room


@pytest.mark.parametrize("game", stylobate.ids())
def test_a_whole_game_is_played_by_clicking(other_browser: Browser, server: Server, game: str) -> None:
    with visitor(other_browser, server) as page:
        open_table(page, game, ["me", "random"])
        assert play_out(page, random.Random(game)) > 0
        expect(page.locator("#result h2")).to_be_visible()
        expect(page.locator("#log li")).not_to_have_count(0)


@pytest.mark.parametrize("game", stylobate.ids())
def test_the_board_fills_the_room(other_browser: Browser, tables: Tables, game: str) -> None:
    with tables.visit(other_browser, game, "halfway") as page:
        fills_the_room(page, game)
