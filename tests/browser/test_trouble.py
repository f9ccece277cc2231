"""Reloads, lost connections and a server that dies: the game goes on where it stood."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, Route, expect

import stylobate
from tests.browser.running import (
    Line,
    Server,
    at,
    board,
    choose,
    from_afar,
    kinds,
    move,
    new_table,
    open_table,
    play_on,
    settled,
    shown,
    visitor,
    wait_for,
)

SILENCE = 26_000  # milliseconds; longer than a page bears silence, and the time to look
# A request that gets no answer is given up by a timer that no fake clock moves; so it is made shorter.
IMPATIENT = """{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (time) => timeout(time / 5);
}"""


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path_factory.mktemp("frail"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A way to the server on which anything may happen."""
    line = Line(server)
    yield line
    line.close()


def at_the_table(page: Page) -> tuple[int, str, str, list[str]]:
    """What somebody sees: how far the game is, the board, what is asked, the log."""
    return (
        shown(page),
        board(page),
        page.locator("#ask").inner_text(),
        page.locator("#log li").all_inner_texts(),
    )


def move_from_afar(asking: APIRequestContext, table: str) -> int:
    """Whoever is to move does; how many tokens the game has then."""
    before = len(at(asking, table)["tokens"])
    play_on(asking, table, before + 1, before)
    return len(at(asking, table)["tokens"])


def board_from_afar(asking: APIRequestContext, table: str) -> str:
    """The newest board in its own words, as the server tells them."""
    n = len(at(asking, table)["tokens"])
    words = re.search("<desc>(.*?)</desc>", asking.get(f"/api/tables/{table}/at/{n}").json()["svg"])
    assert words is not None
    return words[1]


def later(page: Page, so: Callable[[], bool]) -> None:
    """Let the page's time pass, much faster than ours, until it is so."""
    for _ in range(300):
        if so():
            return
        page.clock.fast_forward(5_000)
        page.wait_for_timeout(100)
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("game", kinds())
def test_a_reload_in_mid_game_changes_nothing(browser: Browser, server: Server, game: str) -> None:
    rng = random.Random(5)
    with visitor(browser, server) as page:
        open_table(page, game, ["me", "random"])
        for _ in range(2):
            settled(page)
            move(page, rng)
        settled(page)
        before = at_the_table(page)
        page.reload()
        settled(page)
        assert at_the_table(page) == before
        move(page, rng)


@pytest.mark.parametrize("game", kinds())
def test_a_move_made_without_a_connection_is_sent_when_there_is_one_again(
    browser: Browser, server: Server, game: str
) -> None:
    rng = random.Random(6)
    with visitor(browser, server, alone=True) as page:
        page.clock.install()
        open_table(page, game, ["me", "random"])
        settled(page)
        move(page, rng)
        settled(page)
        before = shown(page)
        page.context.set_offline(True)
        expect(page.locator("#link-state")).to_have_text("connecting …")
        page.clock.fast_forward(4_000)
        expect(page.locator("#banner")).to_be_visible()
        choose(page, rng)
        assert shown(page) == before
        page.context.set_offline(False)
        page.clock.fast_forward(10_000)
        wait_for(page, before + 1)
        expect(page.locator("#banner")).to_be_hidden()
        settled(page)
        assert len(page.locator("#log li").all()) == shown(page)


@pytest.mark.parametrize("game", kinds())
def test_a_connection_that_dies_without_a_word_is_found_out_and_replaced(
    browser: Browser, server: Server, line: Line, game: str
) -> None:
    with from_afar(browser, server) as ada, visitor(browser, line, alone=True) as watcher:
        table = new_table(ada, game, ["me:Ada", "me:Ben"])["table"]
        watcher.add_init_script(IMPATIENT)
        watcher.clock.install()
        watcher.goto(f"/t/{table}")
        expect(watcher.locator("#link-state")).to_have_text("connected")
        before = move_from_afar(ada, table)
        wait_for(watcher, before)
        line.die()
        there = move_from_afar(ada, table)
        watcher.clock.fast_forward(SILENCE)
        expect(watcher.locator("#link-state")).to_have_text("connecting …")
        watcher.clock.fast_forward(4_000)
        expect(watcher.locator("#banner")).to_be_visible()
        assert shown(watcher) == before
        line.heal()
        later(watcher, lambda: watcher.locator("#link-state").inner_text() == "connected")
        expect(watcher.locator("#banner")).to_be_hidden()
        wait_for(watcher, there)
        assert board(watcher) == board_from_afar(ada, table)
        wait_for(watcher, move_from_afar(ada, table))


def test_a_move_into_a_dead_line_is_sent_again_and_counts_once(
    browser: Browser, server: Server, line: Line
) -> None:
    with visitor(browser, line, alone=True) as page:
        page.add_init_script(IMPATIENT)
        page.clock.install()
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        line.die()
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        expect(page.locator("#link-state")).not_to_have_text("connected")
        line.heal()
        later(page, lambda: shown(page) == 1)
        expect(page.locator("#log li")).to_have_count(1)
        settled(page)


def unfaithful(rng: random.Random) -> Callable[[bytes], list[bytes]]:
    """A line that loses, doubles and overtakes what happens at a table."""
    kept: list[bytes] = []

    def events(event: bytes) -> list[bytes]:
        if b"event: table" not in event:
            return [event]
        late = [kept.pop()] if kept else []
        fate = rng.choice(("passes", "is lost", "comes twice", "comes late", "is overtaken twice"))
        if fate == "is lost":
            return late
        if fate == "comes twice":
            return [event, event, *late]
        if fate == "comes late":
            kept.append(event)
            return late
        return [event, *late, *late] if fate == "is overtaken twice" else [*late, event]

    return events


@pytest.mark.parametrize("game", kinds())
def test_events_lost_doubled_and_overtaken_lead_to_the_same_board(
    browser: Browser, server: Server, line: Line, game: str
) -> None:
    rng = random.Random(8)
    with from_afar(browser, server) as ada, visitor(browser, line) as watcher:
        table = new_table(ada, game, ["me:Ada", "me:Ben"])["table"]
        line.events = unfaithful(rng)
        watcher.goto(f"/t/{table}")
        expect(watcher.locator("#link-state")).to_have_text("connected")
        for _ in range(10):
            move_from_afar(ada, table)
        line.events = lambda event: [event]
        wait_for(watcher, move_from_afar(ada, table))
        assert board(watcher) == board_from_afar(ada, table)
        logged = watcher.locator("#log li").evaluate_all("(all) => all.map((line) => line.dataset.token)")
        assert logged == [token for token, *_ in at(ada, table)["tokens"]]


def test_a_board_that_did_not_come_is_asked_for_again(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page, visitor(browser, server) as watcher:
        table = open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        watcher.goto(f"/t/{table}")
        expect(watcher.locator("#link-state")).to_have_text("connected")
        lost: list[Route] = []
        watcher.route("**/at/1", lambda route: lost.append(route) or route.abort(), times=2)
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        wait_for(watcher, 1)
        assert len(lost) == 2
        assert board(watcher) == board(page)


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
        settled(ada)
        frail.kill()
        ada.locator("#token").fill("c2d")
        ada.keyboard.press("Enter")
        expect(ada.locator("#link-state")).not_to_have_text("connected")
        frail.start()
        for page in (ada, ben):
            wait_for(page, 2)
            expect(page.locator("#log li")).to_have_count(2)
            expect(page.locator("#banner")).to_be_hidden()


def test_all_five_games_go_on_after_the_server_was_killed(browser: Browser, frail: Server) -> None:
    rng = random.Random(1)
    with contextlib.ExitStack() as room:
        pages = {game: room.enter_context(visitor(browser, frail)) for game in stylobate.ids()}
        before = {}
        for game, page in pages.items():
            open_table(page, game, ["me", "random"])
            settled(page)
            move(page, rng)
            settled(page)
            before[game] = at_the_table(page)
        frail.kill()
        for page in pages.values():
            expect(page.locator("#link-state")).not_to_have_text("connected")
        frail.start()
        for game, page in pages.items():
            expect(page.locator("#link-state")).to_have_text("connected")
            settled(page)
            assert at_the_table(page) == before[game]
            move(page, rng)
            settled(page)
            assert shown(page) > before[game][0]
