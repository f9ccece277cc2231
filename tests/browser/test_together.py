"""People at browsers of their own play each other, and somebody watches."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import stylobate
from tests.browser.running import (
    Server,
    board,
    move,
    near_the_end,
    open_table,
    settled,
    shown,
    visitor,
    wait_for,
)

LISTEN = """() => {
    // All that screen readers are given to say, in order: the region itself forgets.
    window.heard = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) addedNodes.forEach((one) => window.heard.push(one.textContent));
    }).observe(document.querySelector("#told"), { childList: true });
}"""


def sit_down_by_link(host: Page, guest: Page) -> None:
    """The guest comes by the first link that the host sees on the table page."""
    link = host.locator(".invite input").first.input_value()
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/t/*")
    host.wait_for_function(
        "(link) => [...document.querySelectorAll('.invite input')].every((field) => field.value !== link)",
        arg=link,
    )
    expect(guest.locator("#link-state")).to_have_text("connected")  # until then the guest is not there


def watch(page: Page, table: str) -> None:
    """Come as a stranger, and listen from now on."""
    page.goto(f"/t/{table}")
    expect(page.locator("#link-state")).to_have_text("connected")
    page.evaluate(LISTEN)


def whose_turn(*pages: Page) -> Page | None:
    """The page of whoever is to move; None when the game is over."""
    for _ in range(6000):
        for page in pages:
            at = page.evaluate("({ ...document.querySelector('#table').dataset })")
            if at["state"] == "over":
                return None
            if at.get("mine") == "true":
                return page
        pages[0].wait_for_timeout(15)
    raise AssertionError("it is nobody's turn")


def play_out_together(rng: random.Random, *pages: Page) -> None:
    """Play to the end, each at their own browser."""
    for _ in range(500):
        page = whose_turn(*pages)
        if page is None:
            return
        move(page, rng)
    raise AssertionError("the game has no end")


def end_as_seen(page: Page) -> tuple[str, list[str], list[str]]:
    """The last board, the log and the result, as this page tells them."""
    assert settled(page) == "over"
    expect(page.locator("#result h2")).to_be_visible()
    result = page.locator("#result").locator("li, tr").all_inner_texts()
    return board(page), page.locator("#log li").all_inner_texts(), result


def was_told_everything(page: Page) -> None:
    """Every token of the game was told in words, once, and in order."""
    words = page.locator("#log li").evaluate_all("(all) => all.map((line) => line.dataset.words)")
    assert words
    assert all(words)
    assert [line for line in page.evaluate("window.heard") if line in words] == words


@pytest.mark.parametrize("game", stylobate.ids())
def test_two_browsers_play_a_game_to_its_end_and_a_third_watches_it(
    browser: Browser, server: Server, game: str
) -> None:
    """A long one from where its end is in sight."""
    with (
        visitor(browser, server) as ada,
        visitor(browser, server) as ben,
        visitor(browser, server) as watcher,
    ):
        table = open_table(ada, game, ["me", "friend"], options=near_the_end(game))
        watch(watcher, table)
        sit_down_by_link(ada, ben)
        expect(watcher.locator("#table")).to_have_attribute("data-state", "running")
        expect(watcher.locator("#typed")).to_be_hidden()
        play_out_together(random.Random(game), ada, ben)
        assert end_as_seen(ada) == end_as_seen(ben) == end_as_seen(watcher)
        assert not watcher.locator("#drawn .target, #steps button, #widget button").count()
        was_told_everything(watcher)


@contextmanager
def asked(page: Page) -> Iterator[list[str]]:
    """What this page asks the server for at its table meanwhile."""
    found: list[str] = []

    def note(request: Request) -> None:
        found.append(f"{request.method} {request.url.rpartition('/')[2]}")

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize(("game", "boards"), [("colonnade", 1), ("columns-dice", 2)])
def test_whoever_moves_gets_the_boards_with_the_answer_and_asks_for_nothing_more(
    browser: Browser, server: Server, game: str, boards: int, motion: str
) -> None:
    with (
        visitor(browser, server, reduced_motion=motion) as ada,
        visitor(browser, server, reduced_motion=motion) as watcher,
    ):
        table = open_table(ada, game, ["me:Ada", "me:Eve"])
        settled(ada)
        watch(watcher, table)
        start = shown(ada)
        wait_for(watcher, start)
        with asked(ada) as by_ada, asked(watcher) as by_watcher:
            move(ada, random.Random(1))
            for page in (ada, watcher):
                wait_for(page, start + boards)
        assert board(ada) == board(watcher)
        assert [words.partition("&")[0] for words in by_ada] == [f"POST {table}?boards={start}"]
        assert by_watcher.count(f"GET {start + boards}") == 1


def test_three_browsers_play_columbiz(browser: Browser, server: Server) -> None:
    with (
        visitor(browser, server) as ada,
        visitor(browser, server) as ben,
        visitor(browser, server) as cyd,
    ):
        open_table(ada, "columbiz", ["me", "friend", "friend"], options=near_the_end("columbiz", 3, 12))
        sit_down_by_link(ada, ben)
        sit_down_by_link(ada, cyd)
        play_out_together(random.Random(3), ada, ben, cyd)
        assert end_as_seen(ada) == end_as_seen(ben) == end_as_seen(cyd)


def test_four_people_play_columba_two_at_each_screen(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(
            ada, "columba", ["me:Ada", "friend", "me:Cyd", "open"], options=near_the_end("columba", 4, 12)
        )
        sit_down_by_link(ada, ben)
        beside = ben.locator(".empty-seat form")
        beside.get_by_label("Name").fill("Dot")
        beside.get_by_role("button", name="Sit here").click()
        expect(ada.locator(".seat .name")).to_have_text(["Ada", re.compile("."), "Cyd", "Dot"])
        play_out_together(random.Random(4), ada, ben)
        assert end_as_seen(ada) == end_as_seen(ben)


def test_who_comes_to_the_table_takes_nothing_from_what_another_is_typing(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(ada, "columbiz", ["me", "friend", "open"])
        beside = ada.locator(".empty-seat").last.get_by_label("Name")
        beside.press_sequentially("Cy")
        sit_down_by_link(ada, ben)
        expect(beside).to_have_value("Cy")
        ada.keyboard.type("d")
        ada.keyboard.press("Enter")
        expect(ben.locator(".seat .name").last).to_have_text("Cyd")


def test_players_chat_take_back_resign_and_play_again(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        table = open_table(ada, "colonnade", ["me", "friend"])
        sit_down_by_link(ada, ben)
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")
        ben.locator("#talk summary").click()
        ben.locator("#remark").fill("Good luck")
        ben.keyboard.press("Enter")
        expect(ada.locator(".chat li")).to_contain_text("Good luck")
        expect(ada.locator("#told")).to_contain_text("Good luck")

        ada.locator("#token").fill("b2a")
        ada.keyboard.press("Enter")
        expect(ben.locator("#log li")).to_have_count(1)
        expect(ben.locator("#told")).to_contain_text("moves two checkers from b")
        expect(ben.locator("#told")).to_contain_text("Your turn")
        ada.locator("#ask-takeback").click()
        ben.get_by_role("button", name="Allow it").click()
        expect(ada.locator("#log li")).to_have_count(0)
        expect(ben.locator("#log li")).to_have_count(0)

        ada.locator("#resign").click()
        expect(ada.locator("#sure")).to_contain_text("Not everybody has moved yet, so nobody loses.")
        ada.locator("#sure").get_by_role("button", name="Cancel the game").click()
        why = "left before everybody had moved."
        expect(ada.locator("#result h2")).to_have_text(f"The game is cancelled: You {why}")
        expect(ben.locator("#result h2")).to_have_text(re.compile(rf"The game is cancelled: Guest \d+ {why}"))
        ada.locator("#result").get_by_role("button", name="Rematch, swapping seats").click()
        expect(ada.locator("#result")).to_contain_text("Waiting for Guest")
        expect(ben.locator("#result")).to_contain_text("wants a rematch.")
        ben.get_by_role("button", name="Accept").click()
        for page in (ada, ben):
            expect(page.locator("#table")).to_have_attribute("data-state", "running")
            assert not page.url.endswith(table)
        expect(ben.locator("#table")).to_have_attribute("data-mine", "true")


def test_anybody_finds_an_open_table_on_the_front_page(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        ada.goto("/games/colonnade")
        ada.get_by_text("Anybody", exact=True).first.click()
        ada.get_by_label("Your name at the table").fill("Ada")
        ada.get_by_role("button", name="Open the table").click()
        ada.wait_for_url("**/t/*")
        ben.goto("/")
        ben.locator(f'a[href="/t/{ada.url.split("/")[-1]}"]').click()
        ben.get_by_role("button", name="Sit here").click()
        expect(ada.locator("#table")).to_have_attribute("data-state", "running")
        expect(ben.locator("#table")).to_have_attribute("data-state", "running")


def test_a_seat_handed_to_the_computer_can_be_taken_back(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(ada, "colonnade", ["me", "friend"])
        sit_down_by_link(ada, ben)
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")
        ada.locator("#token").fill("b2a")
        ada.keyboard.press("Enter")
        expect(ben.locator("#table")).to_have_attribute("data-mine", "true")
        ada.locator("#menu summary").click()
        ada.locator("#hand-over").click()
        ada.get_by_role("button", name="Let it play").click()
        for page in (ada, ben):
            expect(page.locator(".seat .note").first).to_contain_text("computer")
        ada.locator("#return").click()
        for page in (ada, ben):
            expect(page.locator(".seat .note").first).not_to_contain_text("computer")
        ben.locator("#token").fill("c2d")
        ben.keyboard.press("Enter")
        expect(ada.locator("#table")).to_have_attribute("data-mine", "true")


def test_what_the_stand_in_played_is_marked_in_the_list_of_moves(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        ada.goto("/games/colonnade")
        ada.get_by_text("Friends", exact=True).first.click()
        ada.get_by_text("who stands in").click()
        ada.get_by_label("Stand-in").select_option("1")
        ada.get_by_label("Your name at the table").fill("Ada")
        ada.get_by_role("button", name="Open the table").click()
        ada.wait_for_url("**/t/*")
        expect(ada.get_by_text("the computer plays on (level 1, beats").first).to_be_visible()
        sit_down_by_link(ada, ben)
        mover, other = (ada, ben) if whose_turn(ada, ben) is ada else (ben, ada)
        mover.locator("#menu summary").click()
        mover.locator("#hand-over").click()
        mover.get_by_role("button", name="Let it play").click()
        for page in (mover, other):
            expect(page.locator("#log li").first).to_contain_text("· computer, level 1")
        mover.locator("#return").click()
        other.reload()
        expect(other.locator("#log li").first).to_contain_text("· computer, level 1")


def test_a_page_that_is_hidden_for_long_is_not_away(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as ada, visitor(browser, server) as ben:
        open_table(ada, "colonnade", ["me", "friend"])
        sit_down_by_link(ada, ben)
        expect(ben.locator("#link-state")).to_have_text("connected")
        with ben.expect_request("**/api/tables/*?hidden"):
            ben.evaluate("""() => {
                const real = window.setTimeout;
                window.setTimeout = (act, time, ...more) => real(act, Math.min(time, 50), ...more);
                Object.defineProperty(document, "hidden", { value: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""")
        ada.wait_for_timeout(2_500)  # longer than a reload may take without being told
        expect(ada.locator(".seat .note").nth(1)).not_to_contain_text("away")
