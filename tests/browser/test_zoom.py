"""Looking closer at a board: by buttons, fingers, wheel and keys; what is chosen then is what was meant."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.running import Server, open_table, play, play_on, settled, shown, visitor, wait_for
from tests.browser.test_for_everyone import WIDER, faults_by_day_and_night
from tests.harness import random_game

Point = tuple[float, float]

PLACES = """[...document.querySelectorAll("#drawn [data-key]")].map((one) => {
    // Each square, and where it is on the board: from its left and upper edge, and how wide.
    const wall = document.querySelector("#drawn").getBoundingClientRect();
    const box = one.querySelector(".area").getBoundingClientRect();
    return [one.dataset.key, box.x - wall.x, box.y - wall.y, box.width];
})"""
ALIKE = ",".join(["WRST"] * 48)
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CLEAR = """() => {
    // Each square that may be chosen, where nothing stands over it: its key, its middle, its width.
    const all = [...document.querySelectorAll("#drawn .hit.target")].map((area) => {
        const box = area.querySelector(".area").getBoundingClientRect();
        return [area.dataset.key, box.x + box.width / 2, box.y + box.height / 2, box.width];
    });
    return all.filter(([, x, y]) => document.elementFromPoint(x, y)?.closest("#drawn"));
}"""


@contextmanager
def phone(browser: Browser, server: Server, **how: Any) -> Iterator[Page]:
    """A small screen and a thumb."""
    with visitor(browser, server, **{**PHONE, **how}) as page:
        yield page


def come_to(page: Page, tokens: int, offer: str, back: int = 0) -> None:
    """Sit before a territory that has grown for a while, where something of this kind may be done now.

    One may look back at so many tokens.  It is the same territory each time: its cards are all alike, so that
    it does not matter which of them are drawn.
    """
    position = start = stylobate.load("columba").begin({"players": "2", "deck": ALIKE})
    played: list[str] = []
    for token in random_game(start, random.Random(4)):
        if len(played) >= tokens and any(one.startswith(offer) for one in position.legal):
            break
        position = position.play(token)
        played.append(token)
    early, later = played[: len(played) - back], played[len(played) - back :]
    table = open_table(page, "columba", ["me:Ada", "me:Ben"], options={"setup": str(start.play(*early))})
    settled(page)
    play(page.request, table, (token for token in later if not token.startswith("*")))
    wait_for(page, back)
    settled(page)


def grown(page: Page, back: int = 0) -> None:
    """A large territory, and a card in somebody's hand."""
    come_to(page, 26, "card:", back)


def sheet(page: Page) -> None:
    """A board that fits on every screen."""
    table = open_table(page, "columns-dice", ["me:Ada", "me:Ben"])
    settled(page)
    play_on(page.request, table, 12, 7)
    wait_for(page, 12)
    settled(page)


def seen(page: Page) -> list[float]:
    """The part of the picture that is shown: x, y, width, height."""
    written = page.locator("#drawn > svg").get_attribute("viewBox") or ""
    return [float(value) for value in written.split()]


def whole(page: Page) -> list[float]:
    """The edges of the whole picture: left, top, right, bottom."""
    sides = page.evaluate(
        """() => { const { x, y, width, height } = document.querySelector("#drawn .cloth").getBBox();
            return [x, y, x + width, y + height]; }"""
    )
    return [float(side) for side in sides]


def where(page: Page, key: str) -> list[float]:
    """Where a square is on the screen, and how wide."""
    box = page.locator(f"#drawn [data-key='{key}'] .area").first.bounding_box()
    assert box is not None
    return [box["x"], box["y"], box["width"]]


def middle(page: Page) -> Point:
    """The middle of the board as far as it is seen."""
    box = page.locator("#drawn > svg").bounding_box()
    panel = page.locator("#panel").bounding_box()
    assert box is not None
    assert panel is not None
    return box["x"] + box["width"] / 2, (box["y"] + min(box["y"] + box["height"], panel["y"])) / 2


def touch(page: Page, *moments: list[Point]) -> None:
    """Fingers on the glass: where they are, moment by moment; then they let go."""
    session = page.context.new_cdp_session(page)
    before = 0
    for number, fingers in enumerate(moments):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(fingers)]
        kind = "touchMove" if len(fingers) == before else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        before = len(fingers)
        page.wait_for_timeout(16 if number else 0)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def drag(page: Page, start: Point, across: float, down: float) -> None:
    touch(page, *([(start[0] + across * part / 8, start[1] + down * part / 8)] for part in range(9)))


def pinch(page: Page, at: Point, start: float, end: float) -> None:
    def fingers(apart: float) -> list[Point]:
        return [(at[0] - apart / 2, at[1]), (at[0] + apart / 2, at[1])]

    steps = [start + (end - start) * part / 12 for part in range(13)]
    touch(page, fingers(start)[:1], *(fingers(apart) for apart in steps))


def tap(page: Page, place: Point) -> None:
    page.touchscreen.tap(*place)


def tap_a_move(page: Page, rng: random.Random) -> None:
    """Tap what is in sight, at random, until something has been played."""
    before = version(page)
    for _ in range(40):
        buttons = page.locator("#widget .primary:not([disabled]), #steps button").all()
        squares = page.evaluate(CLEAR)
        if squares and (not buttons or rng.random() < 0.5):
            _, x, y, _ = rng.choice(squares)
            tap(page, (x, y))
        elif buttons:
            rng.choice(buttons).tap()
        page.wait_for_function("() => !document.querySelector('#panel').classList.contains('sending')")
        if version(page) != before:
            return
    raise AssertionError("forty taps made no move")


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


# Ways to look closer


@pytest.mark.parametrize("game", stylobate.ids())
def test_buttons_look_closer_and_back_and_are_as_large_as_a_thumb(
    browser: Browser, server: Server, game: str
) -> None:
    with phone(browser, server) as page:
        open_table(page, game, ["me", "random"])
        settled(page)
        start = seen(page)
        box = page.locator("#drawn > svg").bounding_box()
        closer = page.get_by_role("button", name="Look closer")
        farther = page.get_by_role("button", name="Farther away")
        everything = page.get_by_role("button", name="Whole board")
        expect(farther).to_be_hidden()
        expect(everything).to_be_hidden()
        closer.tap()
        closer.tap()
        for button in (closer, farther, everything):
            size = button.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 44
        twice = seen(page)
        assert twice[2] < start[2] / 2
        assert page.locator("#drawn > svg").bounding_box() == box
        assert page.evaluate(WIDER) == []
        farther.tap()
        assert twice[2] < seen(page)[2] < start[2]
        everything.tap()
        assert seen(page) == start
        expect(farther).to_be_hidden()


def test_two_fingers_pinch_the_board_and_not_the_page(browser: Browser, server: Server) -> None:
    with phone(browser, server) as page:
        sheet(page)
        start = seen(page)
        before = version(page)
        pinch(page, middle(page), 60, 150)
        closer = seen(page)
        assert closer[2] == pytest.approx(start[2] / 2.5, rel=0.1)
        assert page.evaluate("[visualViewport.scale, scrollY]") == [1, 0]
        pinch(page, middle(page), 150, 40)
        assert seen(page) == start
        assert version(page) == before


def test_what_is_between_the_fingers_stays_there(browser: Browser, server: Server) -> None:
    with phone(browser, server) as page:
        grown(page)
        key, x, y, _ = min(page.evaluate(CLEAR), key=lambda one: abs(one[1] - 180) + abs(one[2] - 300))
        pinch(page, (x, y), 50, 110)
        left, top, width = where(page, key)
        assert left + width / 2 == pytest.approx(x, abs=4)
        assert top + width / 2 == pytest.approx(y, abs=4)


def test_one_finger_scrolls_the_page_and_in_a_closer_view_moves_the_board(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server) as page:
        sheet(page)
        start = seen(page)
        page.get_by_role("button", name="Look closer").tap()
        page.get_by_role("button", name="Look closer").tap()
        before = seen(page)
        played = version(page)
        drag(page, middle(page), 40, 30)
        after = seen(page)
        assert after[0] < before[0]
        assert after[1] < before[1]
        assert after[2:] == before[2:]
        assert page.evaluate("scrollY") == 0
        assert version(page) == played
        # Beyond the picture's edge the finger takes the page along: nobody is caught on the board.
        for _ in range(4):
            drag(page, middle(page), 0, -300)
        page.wait_for_function("scrollY > 40")
        page.evaluate("scrollTo(0, 0)")
        page.get_by_role("button", name="Whole board").tap()
        drag(page, middle(page), 0, -120)
        page.wait_for_function("scrollY > 40")
        assert seen(page) == start


def test_a_drag_over_a_square_does_not_choose_it(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        page.locator("#board").hover()
        page.get_by_role("button", name="Look closer").click()
        _, x, y, _ = page.evaluate(CLEAR)[0]
        before = seen(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y + 2, steps=5)
        page.mouse.up()
        assert seen(page)[0] < before[0]
        assert page.locator("#drawn .chosen").count() == 0
        _, x, y, _ = page.evaluate(CLEAR)[0]
        page.mouse.click(x, y)
        expect(page.locator("#drawn .chosen")).to_have_count(1)


def test_ctrl_and_the_wheel_look_closer_at_what_is_under_the_pointer(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"])
        settled(page)
        start = seen(page)
        key, x, y, wide = page.evaluate(CLEAR)[-1]
        page.mouse.move(x, y)
        page.keyboard.down("Control")
        for _ in range(40):
            page.mouse.wheel(0, -3)
        page.keyboard.up("Control")
        page.wait_for_function(
            "(wide) => document.querySelector('#drawn > svg').viewBox.baseVal.width < wide", arg=start[2] / 2
        )
        left, top, width = where(page, key)
        assert width > 2 * wide
        assert left < x < left + width
        assert top < y < top + width
        assert page.evaluate("devicePixelRatio") == 1


def test_keys_look_closer_while_the_focus_is_on_the_board(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        start = seen(page)
        page.locator("#drawn .target[tabindex='0']").focus()
        page.keyboard.press("+")
        once = seen(page)
        assert once[2] < start[2]
        page.keyboard.press("+")
        assert seen(page)[2] < once[2]
        page.keyboard.press("-")
        assert seen(page)[2] == pytest.approx(once[2], rel=0.01)
        page.keyboard.press("0")
        assert seen(page) == start
        page.locator("#token").focus()
        page.keyboard.type("+-0")
        assert page.locator("#token").input_value() == "+-0"
        assert seen(page) == start


def test_the_buttons_are_reached_by_tab_and_arrows_there_move_the_board(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"])
        settled(page)
        page.locator("#drawn .target[tabindex='0']").focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Look closer"
        page.keyboard.press("Enter")
        before = seen(page)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        after = seen(page)
        assert after[0] > before[0]
        assert after[1] > before[1]
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Look closer"


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (1280, 800)])
def test_a_square_that_the_keyboard_comes_to_is_brought_into_view(
    browser: Browser, server: Server, wide: int, high: int
) -> None:
    with visitor(browser, server, viewport={"width": wide, "height": high}) as page:
        grown(page)
        page.locator("#drawn .target[tabindex='0']").focus()
        for _ in range(3):
            page.keyboard.press("+")
        for key in ["End", "Home", "n", "p"]:
            page.keyboard.press(key)
            x, y, width = where(page, page.evaluate("document.activeElement.dataset.key"))
            clear = page.evaluate(
                "(at) => Boolean(document.elementFromPoint(...at)?.closest('#drawn'))",
                [x + width / 2, y + width / 2],
            )
            assert clear


def test_it_takes_a_moment_where_things_may_move(browser: Browser, server: Server) -> None:
    with phone(browser, server, reduced_motion="no-preference") as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        start = seen(page)
        page.get_by_role("button", name="Look closer").tap()
        page.wait_for_function(
            "(wide) => Math.abs(document.querySelector('#drawn > svg').viewBox.baseVal.width - wide) < 0.1",
            arg=start[2] / 1.6,
        )


# What is chosen in a closer view


def test_a_tap_on_a_part_of_the_board_holds_the_card_at_that_very_place(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server) as page:
        grown(page)
        view = seen(page)
        for key, *_ in random.Random(5).sample(page.evaluate(CLEAR), 3):
            left, top, width = where(page, key)
            tap(page, (left + width / 2, top + width / 2))
            expect(page.locator("#widget .pointing")).to_contain_text(key)
            card = page.locator("#drawn .preview .ring").bounding_box()
            assert card is not None
            assert card["x"] == pytest.approx(left, abs=3)
            assert card["width"] == pytest.approx(2 * width, abs=5)
        assert seen(page) == view
        before = shown(page)
        page.get_by_role("button", name="Lay it here").tap()
        wait_for(page, before + 1)
        expect(page.locator("#log .token").nth(before)).to_contain_text(f"card:{key}")


def test_a_tap_in_a_closer_view_plays_that_square(browser: Browser, server: Server) -> None:
    with phone(browser, server) as page:
        open_table(page, "columns-dice", ["me:Ada", "me:Ben"])
        settled(page)
        page.get_by_role("button", name="Look closer").tap()
        page.get_by_role("button", name="Look closer").tap()
        view = seen(page)
        before = shown(page)
        key, x, y, _ = random.Random(3).choice(page.evaluate(CLEAR))
        tap(page, (x, y))
        wait_for(page, before + 1)
        assert page.locator("#log .token").nth(before).inner_text() == key
        assert seen(page)[2] == view[2]
        settled(page)
        assert page.evaluate(CLEAR)  # what the other may choose is in sight as well


def test_a_game_goes_on_in_a_closer_view(browser: Browser, server: Server) -> None:
    with phone(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        pinch(page, middle(page), 100, 115)
        rng = random.Random(2)
        for _ in range(6):
            tap_a_move(page, rng)
            settled(page)
        left, _, right, _ = whole(page)
        assert seen(page)[2] < 0.95 * (right - left)


# From one picture to the next


def test_the_same_squares_stay_where_they_are_as_the_territory_grows(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server) as page:
        grown(page, back=24)
        drag(page, middle(page), 12, 9)
        pictures = []
        for n in range(shown(page), 4, -1):
            page.wait_for_function("(n) => Number(document.querySelector('#table').dataset.n) === n", arg=n)
            x, y, width, height = seen(page)
            left, top, right, low = whole(page)
            # Else the picture's edge is in the way.
            if min(x - left, y - top, right - x - width, low - y - height) > 1:
                pictures.append({key: place for key, *place in page.evaluate(PLACES)})
            page.locator("#replay [data-to=back]").dispatch_event("click")
        assert len(pictures) > 4
        for before, after in itertools.pairwise(pictures):
            both = before.keys() & after.keys()
            assert both
            for key in both:
                assert before[key] == pytest.approx(after[key], abs=2)


def test_looking_back_keeps_the_view_and_coming_back_finds_it_again(browser: Browser, server: Server) -> None:
    with phone(browser, server) as page:
        grown(page, back=24)
        drag(page, middle(page), 30, 20)
        view = seen(page)
        n = shown(page)
        page.get_by_role("button", name="One move back").tap()
        page.wait_for_function("(n) => Number(document.querySelector('#table').dataset.n) === n", arg=n - 1)
        assert seen(page)[2] == pytest.approx(view[2], rel=0.02)
        page.get_by_role("button", name="To the start").tap()
        page.wait_for_function("() => Number(document.querySelector('#table').dataset.n) === 0")
        page.get_by_role("button", name="To the newest").tap()
        settled(page)
        assert seen(page) == pytest.approx(view, abs=0.01)


# For everyone


def test_a_closer_view_has_no_serious_fault_and_is_no_wider_than_the_screen(
    browser: Browser, server: Server
) -> None:
    with phone(browser, server) as page:
        grown(page)
        assert page.evaluate(WIDER) == []
        assert faults_by_day_and_night(page) == []
        page.get_by_role("button", name="Look closer").tap()
        assert page.evaluate(WIDER) == []
        assert faults_by_day_and_night(page) == []
