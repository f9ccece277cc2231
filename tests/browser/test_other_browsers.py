"""In Firefox, and in WebKit where it can be had, the site is the same: games can be played, and boards fit.

The emulations that tests in Chromium use are not all there, so this is a choice of them.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.running import Server, move, open_table, play_out, settled, visitor
from tests.browser.test_room import fills_the_room
from tests.harness import short

FIRST = 4  # turns before the board is measured


@pytest.mark.parametrize("game", stylobate.ids())
def test_a_whole_game_is_played_by_clicking_and_its_board_fills_the_room(
    other_browser: Browser, server: Server, game: str
) -> None:
    """A short one, as far as there are any; all in one window, for a new one takes longer than much else."""
    rng = random.Random(game)
    with visitor(other_browser, server) as page:
        open_table(page, game, ["me", "random"], options=short(stylobate.load(game)))
        for _ in range(FIRST):
            assert settled(page) == "mine"
            move(page, rng)
        assert settled(page) == "mine"
        fills_the_room(page, game)
        assert play_out(page, rng) > 0
        expect(page.locator("#result h2")).to_be_visible()
        expect(page.locator("#log li")).not_to_have_count(0)
