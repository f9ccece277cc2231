"""Pace and sound: replies wait for one's own move, turns end by themselves, nothing sounds before a touch."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.running import Server, move, open_table, settled, shown, visitor, wait_for

# Whoever brings a motion of the board to its end before its time, other than by a hand on the page, is noted.
CUT = """{
    let byHand = false;
    window.cut = 0;
    for (const how of ["pointerdown", "keydown"]) addEventListener(how, () => {
        byHand = true;
        setTimeout(() => { byHand = false; });
    }, true);
    const { finish } = Animation.prototype;
    Animation.prototype.finish = function () {
        if (!byHand && this.playState === "running" && this.effect.target.closest("#drawn")) window.cut++;
        return finish.call(this);
    };
}"""
HEARD = """{
    window.made = 0;
    window.AudioContext = class extends window.Sounding {
        constructor(...how) { super(...how); window.made++; }
    };
}"""


def test_a_reply_waits_until_ones_own_move_has_landed_and_any_key_skips_the_rest(
    browser: Browser, server: Server
) -> None:
    rng = random.Random(5)
    with visitor(browser, server, reduced_motion="no-preference") as page:
        page.add_init_script(CUT)
        page.add_init_script(HEARD)
        open_table(page, "columbiz", ["me", "random"])
        settled(page)
        assert page.evaluate("[window.cut, window.made]") == [0, 0], "no sound before a hand was on the page"
        page.get_by_role("button", name="Others move briskly").click()
        page.get_by_role("button", name="Others move at once").click()
        expect(page.locator("#pace")).to_have_attribute("data-value", "calm")
        page.get_by_role("button", name="Sound on").click()
        for _ in range(3):
            move(page, rng)
            settled(page)
        assert page.evaluate("[window.cut, window.made]") == [0, 0], "muted, it stays silent"
        page.get_by_role("button", name="Sound off").click()
        assert page.evaluate("window.made") == 1
        page.reload()
        settled(page)
        expect(page.locator("#pace")).to_have_attribute("data-value", "calm")
        watch_a_turn_of_the_other(page, rng)
        page.keyboard.press("Shift")
        assert settled(page)
        assert page.evaluate("window.cut") == 0


def watch_a_turn_of_the_other(page: Page, rng: random.Random) -> None:
    """Move until a turn of the other begins to be shown, step by step."""
    for _ in range(12):
        move(page, rng)
        if page.evaluate("document.querySelector('#table').dataset.mine") != "true":
            return


def test_a_turn_in_which_nothing_is_left_to_do_ends_by_itself_unless_somebody_says_not_yet(
    browser: Browser, server: Server
) -> None:
    rng = random.Random(1)
    position = stylobate.load("columba").start()
    while position.is_chance or position.legal != ("end",):
        position = position.play(rng.choice(position.legal))
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me:Ada", "me:Ben"], options={"setup": str(position)})
        settled(page)
        page.get_by_role("button", name="Not yet").click()
        expect(page.locator("#not-yet")).to_be_hidden()
        expect(page.get_by_role("button", name="End the turn")).to_be_enabled()
        assert shown(page) == 0
        page.reload()
        wait_for(page, 2)
        expect(page.locator("#log")).to_contain_text("Ada ends the turn")
