"""A person plays whole games by clicking."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect

import stylobate
from tests.browser.running import (
    Server,
    click,
    move,
    near_the_end,
    open_table,
    play_out,
    settled,
    shown,
    to_move,
    visitor,
    wait_for,
)
from tests.browser.test_motion import nothing_is_left_behind

TABLES = [(game, seats) for game in stylobate.ids() for seats in stylobate.load(game).players]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_person_plays_a_whole_game_against_the_computer_by_clicking(
    browser: Browser, server: Server, game: str, seats: int
) -> None:
    """From its first move at the largest table; at smaller ones from where the end is in sight.

    Who asked for no motion never sees any, as every visitor looks out for, nor anything that it would leave.
    """
    largest = seats == max(stylobate.load(game).players)
    options = {} if largest else near_the_end(game, seats, 8 * seats)
    people = ["random"] * seats
    people[to_move(game, seats, options)] = "me"
    with visitor(browser, server) as page:
        open_table(page, game, people, options=options)
        assert play_out(page, random.Random(seats)) > 0
        assert page.evaluate("document.getAnimations().length") == 0
        nothing_is_left_behind(page)
        expect(page.locator("#result h2")).to_be_visible()
        expect(page.locator("#log li")).not_to_have_count(0)
        if stylobate.load(game).has_chance:
            page.locator("#menu summary").click()
            page.locator("#verify").click()
            expect(page.locator("#proof .notice.good")).to_contain_text("✓")


def test_the_shortest_way_from_the_front_page_to_a_game_is_one_click(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        page.goto("/")
        page.locator('form[data-quick="colonnade"] button').click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".seat")).to_have_count(2)


def test_a_typed_token_works_and_a_wrong_one_is_refused_with_a_sentence(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        page.keyboard.press("/")
        page.keyboard.type("b9z")
        page.keyboard.press("Enter")
        expect(page.locator("#error")).not_to_be_empty()
        page.locator("#token").fill("B2A")
        page.keyboard.press("Enter")
        expect(page.locator("#log li").first).to_contain_text("b2a")
        expect(page.locator("#error")).to_be_empty()


def test_two_people_at_one_screen_take_turns(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        expect(page.locator("#ask")).to_contain_text("Ada")
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_contain_text("Ben")


def test_a_step_of_ones_own_turn_is_undone_as_long_as_chance_has_not_spoken(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me:Ada", "me:Ben"])
        settled(page)
        before = shown(page)
        expect(page.locator("#undo")).to_be_hidden()
        click(page, page.locator("#drawn .target").first)
        expect(page.locator("#drawn .preview .card, #drawn .preview g").first).to_be_visible()
        page.locator("#widget button").first.click()
        page.get_by_role("button", name="Lay it here").click()
        wait_for(page, before + 1)
        page.locator("#undo").click()
        expect(page.locator("#table")).to_have_attribute("data-n", str(before))
        expect(page.get_by_role("button", name="Lay it here")).to_be_visible()


def test_what_gives_something_away_is_asked_about_once_more(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columbiz", ["me:Ada", "me:Ben"])
        settled(page)
        ends = page.get_by_role("button", name="End the turn")
        for turn in range(40):  # the dice decide when there is something to end
            settled(page)
            if ends.count():
                break
            move(page, random.Random(turn))
        n = shown(page)
        ends.click()
        expect(page.locator("#steps")).to_contain_text("End the turn? You could place another counter")
        page.get_by_role("button", name="Go on").click()
        assert shown(page) == n
        ends.click()
        expect(page.locator("#steps .sure")).to_be_visible()
        ends.click()
        wait_for(page, n + 1)


def test_the_theme_that_was_chosen_stays(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        page.goto("/")
        page.locator("#theme").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.goto("/fair")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_boards_pieces_and_figures_follow_the_theme_without_being_drawn_anew(
    browser: Browser, server: Server
) -> None:
    cloth = "svg => getComputedStyle(svg.querySelector('.cloth')).fill"
    with visitor(browser, server, color_scheme="light") as page:
        open_table(page, "colonnade", ["me", "me"])
        settled(page)
        board = page.locator("#drawn > svg").element_handle()
        assert board is not None
        by_day, piece = board.evaluate(cloth), page.locator(".seat .token-mark").first.screenshot()
        page.locator("#theme").click()
        assert board.evaluate(cloth) != by_day
        assert page.locator(".seat .token-mark").first.screenshot() != piece
        page.goto("/learn/colonnade")
        expect(page.locator("figure .by-dark").first).to_be_visible()
        expect(page.locator("figure .by-light").first).to_be_hidden()
        page.locator("#theme").click()
        expect(page.locator("figure .by-dark").first).to_be_hidden()
        expect(page.locator("figure .by-light").first).to_be_visible()
