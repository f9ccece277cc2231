"""How a table behaves towards those who sit at it: it speaks to them, and nothing jumps under their hands."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.running import (
    Server,
    click,
    kinds,
    move,
    near_the_end,
    open_table,
    play_out,
    settled,
    shown,
    visitor,
)

WIDTHS = range(320, 1120, 80)  # pixels: from the smallest phone to a desk
FITTED = """async () => {  // the page fits its board to another window within a frame or two
  const top = () => document.querySelector("#drawn > svg").getBoundingClientRect().y;
  for (let same = 0, before = top(); same < 4; ) {
    await new Promise((done) => requestAnimationFrame(done));
    same = top() === before ? same + 1 : 0;
    before = top();
  }
}"""
JUNIOR = {"rules": "junior"}

LOOK_FOR_DICE = """
    // The throw lies on the board for a moment only: notice it whenever that is.
    new MutationObserver(() => {
        const dice = document.querySelectorAll("#board .throwing .held-die").length;
        if (dice) window.dice = dice;
    }).observe(document, { childList: true, subtree: true });
"""


def choose(page: Page, name: str) -> None:
    """Press the button with that name under the board."""
    page.locator("#steps").get_by_role("button", name=name).click()


def place(page: Page, query: str) -> dict[str, float]:
    """Where something is on the screen."""
    box = page.locator(query).bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def top_of_the_board(page: Page, width: int) -> float:
    """Where the board begins on a screen of that width."""
    page.set_viewport_size({"width": width, "height": 740})
    page.evaluate(FITTED)
    return place(page, "#drawn > svg")["y"]


def lay_a_card(page: Page) -> None:
    """Lay the card in hand at the first place."""
    before = shown(page)
    click(page, page.locator("#drawn .target").first)
    page.get_by_role("button", name="Lay it here").click()
    expect(page.locator("#table")).to_have_attribute("data-n", str(before + 1))
    settled(page)


def resign(page: Page) -> None:
    """Give the game up."""
    page.locator("#resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()


# Sitting down


def test_nobody_who_gave_no_name_is_called_by_a_colour(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        page.goto("/games/columbiz")
        page.get_by_text("At this screen").click()
        page.get_by_text("4 players", exact=True).click()
        page.locator("#seats-form select").nth(3).select_option("beside")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url("**/t/*")
        settled(page)
        names = page.locator(".seat .name").all_inner_texts()
        assert {"Player 2", "Player 3", "Player 4"} < set(names)
        assert not {"Purple", "Blue", "Grey", "Black"} & set(names)


def test_somebody_beside_the_host_has_a_name_of_their_own(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "open"])
        page.get_by_role("button", name="Sit here").click()
        expect(page.locator(".seat .name")).to_have_text(["Ada", "Player 2"])


def test_a_lot_turns_the_colours_and_says_so_before(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(ada, "columba", ["me", "friend", "1"], starts="lot", options={"players": "3"})
        told = "Who starts is drawn by lot, and plays Red; the others follow in order."
        expect(ada.locator("#widget")).to_contain_text(told)
        ben.goto(ada.locator(".invite input").input_value())
        expect(ben.locator("main")).to_contain_text(told)


def test_a_game_begins_without_one_refused_request(browser: Browser, server: Server) -> None:
    with visitor(browser, server, alone=True) as ada, visitor(browser, server, alone=True) as ben:
        refused: list[str] = []
        for page in (ada, ben):
            page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
        open_table(ada, "columns-dice", ["me", "friend"], starts="lot")
        ben.goto(ada.locator(".invite input").input_value())
        ben.get_by_role("button", name="Sit down").click()
        for page in (ada, ben):
            expect(page.locator("#table")).to_have_attribute("data-state", "running")
        ben.wait_for_timeout(2_200)  # by then whoever is not the host would have asked as well
        assert not refused


def test_the_quick_way_to_columbiz_throws_for_the_start(browser: Browser, server: Server) -> None:
    with visitor(browser, server, alone=True, reduced_motion="no-preference") as page:
        page.add_init_script(LOOK_FOR_DICE)
        page.goto("/")
        page.locator('form[data-quick="columbiz"] button').click()
        page.wait_for_url("**/t/*")
        page.wait_for_function("() => window.dice > 1")
        page.keyboard.press("Shift")
        expect(page.locator(".throwing")).to_have_count(0)
        expect(page.locator("#draws .small-die").first).to_be_visible()


def test_what_was_chosen_before_the_game_is_told_in_words(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me", "1"], options=JUNIOR)
        expect(page.locator(".title .small").first).to_have_text(
            "by Laurent Escoffier · 2 players · junior rules · no clock"
        )


# At the board


def test_choices_stand_in_the_order_of_the_game(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns", ["me", "1"])
        settled(page)
        expect(page.locator("#steps button")).to_have_text(
            [re.compile(name) for name in ("Roundel", "Single", "Double", "Triple")]
        )


def test_the_end_of_a_turn_comes_last_and_stands_apart(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me", "1"], options=JUNIOR)
        settled(page)
        lay_a_card(page)
        expect(page.locator("#steps button").last).to_have_text("End the turn")
        expect(page.locator("#steps .apart")).to_have_text(["End the turn"])


def test_what_is_asked_follows_each_step(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns", ["me", "1"])
        settled(page)
        before = place(page, "#panel")
        choose(page, "Triple")
        expect(page.locator("#ask")).to_contain_text("Now choose the pin for the triple blocker's thick end.")
        click(page, page.locator("#drawn .target").first)
        expect(page.locator("#ask")).to_contain_text("Now choose the pin for its thin end.")
        assert place(page, "#panel") == before


def test_turning_a_card_moves_no_button(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me", "1"])
        settled(page)
        turn = "#widget [aria-label='Turn the card']"
        before = place(page, turn)
        click(page, page.locator("#drawn .target").nth(2))
        for _ in range(3):
            page.locator(turn).click()
            assert place(page, turn) == before


def test_the_board_stays_while_one_reads_on(browser: Browser, server: Server) -> None:
    with visitor(browser, server, viewport={"width": 1100, "height": 600}) as page:
        open_table(page, "colonnade", ["me", "1"])
        settled(page)
        expect(page.locator("#how-to-box")).to_have_attribute("open", "")  # the first game
        page.locator("#menu summary").click()
        page.locator("#menu").scroll_into_view_if_needed()
        page.mouse.wheel(0, 2_000)
        page.wait_for_function("() => document.querySelector('.column').scrollTop > 100")
        assert page.evaluate("scrollY") == 0
        assert 0 <= place(page, "#drawn svg")["y"] < 80


@pytest.mark.parametrize("game", kinds())
def test_the_board_stays_where_it_is_when_the_connection_comes(
    browser: Browser, server: Server, game: str
) -> None:
    """On screens of every width; it comes a moment after the board, just when somebody reaches for it."""
    with visitor(browser, server) as page:
        kept: list[Route] = []
        page.route("**/api/events*", lambda route: kept.append(route))
        open_table(page, game, ["me", "random"])
        settled(page)
        expect(page.locator("#link-state")).to_have_text("connecting …")
        before = {width: top_of_the_board(page, width) for width in WIDTHS}
        for route in kept:
            route.continue_()
        expect(page.locator("#link-state")).to_have_text("connected")
        assert {width: top_of_the_board(page, width) for width in WIDTHS} == before


def test_chat_is_for_those_who_are_not_alone(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        table = open_table(ada, "colonnade", ["me", "1"])
        settled(ada)
        expect(ada.locator("#talk")).to_be_hidden()
        ben.goto(f"/t/{table}")
        expect(ben.locator("#talk")).to_be_visible()
        expect(ben.locator("#ask")).to_contain_text("You are watching.")


# Afterwards


def test_who_resigns_is_told_so_on_the_board_and_in_the_log(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "1"])
        settled(page)
        move(page, random.Random(1))
        settled(page)
        resign(page)
        for query in ("#result h2", "#plate"):
            expect(page.locator(query)).to_have_text("You resigned. Blue wins.")
        expect(page.locator("#log-end")).to_have_text("Ada resigns")
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#plate")).to_be_hidden()


def test_several_of_ones_own_seats_are_told_by_name(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        for _ in range(2):
            settled(page)
            move(page, random.Random(1))
        settled(page)
        resign(page)
        expect(page.locator("#result h2")).to_have_text("Ada resigned. Ben wins.")


def test_one_plays_on_from_ones_own_seat_and_not_from_the_end(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["random", "me:Ada"], options=near_the_end("colonnade"))
        play_out(page, random.Random(2))
        expect(page.locator("#result h2")).to_have_text(re.compile(r"You (win|lost)\."))
        expect(page.locator("#play-on button")).to_be_disabled()
        expect(page.locator("#play-on-hint")).to_have_text("Step back to a move first.")
        old = page.url
        page.locator("h1").click()
        page.keyboard.press("Home")
        expect(page.locator("#play-on-hint")).to_be_hidden()
        page.locator("#play-on select").select_option("random")
        page.locator("#play-on button").click()
        page.wait_for_function("(old) => !location.href.startsWith(old)", arg=old)
        settled(page)
        expect(page.locator(".seat").nth(1)).to_contain_text("you")


def test_the_result_leads_to_the_record_the_link_and_the_proof(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"], options=near_the_end("columns-dice"))
        play_out(page, random.Random(5))
        card = page.locator("#result")
        expect(card.get_by_role("link", name="The record")).to_have_attribute(
            "href", re.compile("record.txt")
        )
        expect(card.get_by_role("button", name="Link to watch")).to_be_visible()
        card.get_by_role("button", name="Verify the throws").click()
        expect(card.locator(".notice.good")).to_contain_text("✓")
        page.goto("/me")
        expect(page.get_by_role("region", name="Finished").locator(".flag")).to_have_text(
            re.compile(r"(won|lost|shared), \d+ to \d+")
        )
