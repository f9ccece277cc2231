"""In Firefox, and in WebKit where it can be had, the site is the same: games can be played, and boards fit.

The emulations that tests in Chromium use are not all there, so this is a choice of them.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.running import Server, move, near_the_end, open_table, play_out, settled, to_move, visitor
from tests.browser.test_room import fills_the_room

FIRST, LAST = 4, 6  # turns of a game that begins, and tokens of one that ends, played by clicking


@pytest.mark.parametrize("game", stylobate.ids())
def test_a_game_is_begun_and_ended_by_clicking_and_its_board_fills_the_room(
    other_browser: Browser, server: Server, game: str
) -> None:
    """All in one window: a new one takes longer than all that is done in it."""
    rng = random.Random(game)
    with visitor(other_browser, server) as page:
        open_table(page, game, ["me", "random"])
        for _ in range(FIRST):
            assert settled(page) == "mine"
            move(page, rng)
        options = near_the_end(game, left=LAST)
        seats = ["me", "random"] if to_move(game, 2, options) == 0 else ["random", "me"]
        open_table(page, game, seats, options=options)
        assert settled(page) == "mine"
        fills_the_room(page, game)
        assert play_out(page, rng) > 0
        expect(page.locator("#result h2")).to_be_visible()
        expect(page.locator("#log li")).not_to_have_count(0)
