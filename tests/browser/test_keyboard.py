"""The keyboard alone is enough, and a screen reader can say all of a board."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import stylobate
from tests.browser.running import Server, near_the_end, open_table, settled, shown, visitor, wait_for

CHOICE = "#drawn .target, #steps button, #widget button:enabled"
FEW_CARDS = "WWWR,RRSS,SSTW,TTTR,WWST,RRRW,SSWW,TTRS"


WALK = """(start) => {
    // All squares that arrows lead to, from this one and from wherever they lead; beyond them are marks.
    const seen = new Set(), ahead = [start];
    while (ahead.length) {
        const here = ahead.pop();
        if (seen.has(here)) continue;
        seen.add(here);
        for (const way of ["Left", "Right", "Up", "Down"]) {
            const square = document.querySelector(`#drawn [data-key="${here}"]`);
            square.focus();
            square.dispatchEvent(
                new KeyboardEvent("keydown", { key: `Arrow${way}`, bubbles: true, cancelable: true }));
            ahead.push(document.activeElement.closest("#drawn [data-key]")?.dataset.key ?? here);
        }
    }
    return [...seen];
}"""


def tab_to(page: Page, query: str) -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if focus_is_on(page, query):
            return
    raise AssertionError(f"Tab never came to {query}")


def focus_is_on(page: Page, query: str) -> bool:
    return bool(page.evaluate("(query) => document.activeElement?.matches(query) ?? false", query))


def focused(page: Page) -> str | None:
    """The key of the square that the keyboard is on."""
    key = page.evaluate("document.activeElement?.closest('#drawn [data-key]')?.dataset.key ?? null")
    return None if key is None else str(key)


def to_square(page: Page, key: str) -> None:
    """As if one had gone there by arrows."""
    page.locator(f'#drawn [data-key="{key}"]').focus()
    assert focused(page) == key


def heard(page: Page) -> dict[str, bool]:
    """The board as Chromium tells it to a screen reader: each button by name, and whether it is enabled."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()

    def has(node: dict[str, Any], name: str, value: object) -> bool:
        return any(said["name"] == name and said["value"]["value"] == value for said in node["properties"])

    [board] = [
        node for node in nodes.values() if not node["ignored"] and has(node, "roledescription", "board")
    ]
    found: list[tuple[str, bool]] = []
    ahead = [board]
    while ahead:
        node = ahead.pop()
        if not node["ignored"] and node["role"]["value"] == "button":
            found.append((node["name"]["value"], not has(node, "disabled", True)))
        ahead += [nodes[child] for child in node["childIds"]]
    assert len(dict(found)) == len(found), "two controls of one name"
    return dict(found)


def told(page: Page) -> dict[str, str]:
    """What the server says of each square of the board that hangs there."""
    answer = page.evaluate(
        """async () => {
            const { table, n } = document.querySelector("#table").dataset;
            return (await (await fetch(`/api/tables/${table}/at/${n}`)).json()).squares;
        }"""
    )
    return {str(key): str(name) for key, name in answer.items()}


def assert_all_squares_are_heard(page: Page, choices: bool) -> None:
    """Every square is a button named after what stands there, and enabled where it says what it does."""
    names = heard(page)
    for stands in told(page).values():
        [name] = [name for name in names if name == stands or name.startswith(f"{stands}. ")]
        assert names[name] == (name != stands)
    assert choices or not any(names.values())
    assert page.locator("#drawn [tabindex='0']").count() == min(1, len(names))


def assert_arrows_lead_over_the_whole_board(page: Page) -> None:
    every = set(page.locator("#drawn [role=button]").evaluate_all("(all) => all.map((a) => a.dataset.key)"))
    squares = told(page)
    assert every >= set(squares)
    assert set(page.evaluate(WALK, next(iter(squares)))) == every


def move_by_keys(page: Page, rng: random.Random) -> None:
    """Tab, n, p and Enter until a token has been played."""
    before = None
    for _ in range(80):
        now = page.evaluate(
            """(choice) => { const at = document.activeElement;
                return { version: document.querySelector("#table").dataset.version,
                    sending: document.querySelector("#panel").classList.contains("sending"),
                    ready: at.matches(choice), onBoard: at.matches("#drawn *"),
                    targets: Boolean(document.querySelector("#drawn .target")) }; }""",
            CHOICE,
        )
        before = before or now["version"]
        if now["sending"]:
            page.wait_for_function("() => !document.querySelector('#panel').classList.contains('sending')")
        elif now["version"] != before:
            return
        elif not now["ready"] and now["onBoard"] and now["targets"]:
            page.keyboard.press("n")
        elif not now["ready"]:
            tab_to(page, CHOICE)
        else:
            for _ in range(rng.randrange(4)):
                page.keyboard.press(rng.choice("np" if now["onBoard"] else ["Tab", "ArrowRight"]))
            while not focus_is_on(page, CHOICE):
                page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
    raise AssertionError("eighty keys made no move")


# Playing


@pytest.mark.parametrize("game", stylobate.ids())
def test_a_game_is_played_to_its_end_without_a_mouse(browser: Browser, server: Server, game: str) -> None:
    """A long one from where its end is in sight."""
    with visitor(browser, server) as page:
        open_table(page, game, ["me", "random"], options=near_the_end(game))
        rng = random.Random(game)
        settled(page)
        tab_to(page, CHOICE)
        while settled(page) == "mine":
            page.wait_for_function("(choice) => document.activeElement.matches(choice)", arg=CHOICE)
            move_by_keys(page, rng)
        expect(page.locator("#result h2")).to_be_visible()
        assert_all_squares_are_heard(page, choices=False)


def test_the_keyboard_is_led_from_step_to_step_and_from_turn_to_turn(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        tab_to(page, "#drawn [role=button]")
        for _ in range(3):
            n = shown(page)
            page.wait_for_function("() => document.activeElement.matches('#drawn .target')")
            page.keyboard.press("Enter")
            expect(page.locator("#drawn [aria-pressed=true]")).to_have_count(1)
            page.wait_for_function("() => document.activeElement.matches('#drawn .target')")
            page.keyboard.press("Enter")
            wait_for(page, n + 2)


def test_escape_steps_back(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        tab_to(page, "#drawn [role=button]")
        page.keyboard.press("Enter")
        expect(page.locator("#drawn .chosen")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("#drawn .chosen")).to_have_count(0)
        assert focus_is_on(page, "#drawn .target")


def test_n_and_p_go_from_choice_to_choice_and_round(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        to_square(page, "a")
        choices = []
        for _ in range(5):
            page.keyboard.press("n")
            choices.append(focused(page))
        assert choices == ["b2", "d2", "f2", "h2", "b2"]
        page.keyboard.press("p")
        assert focused(page) == "h2"


def test_a_square_that_is_no_choice_says_so(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"])
        settled(page)
        to_square(page, "c")
        page.keyboard.press("Enter")
        why = "c cannot move: both neighbours have a blue top."
        expect(page.locator("#told")).to_contain_text(why)
        expect(page.locator("#bubble")).to_have_text(why)
        expect(page.locator("#drawn .chosen")).to_have_count(0)
        page.get_by_role("button", name="b, second from the top").press("Enter")
        expect(page.get_by_role("button", name="Square c: three checkers")).to_have_accessible_name(
            re.compile(r"from the top red, blue, red\. .+ moves two checkers from b onto c")
        )


def test_a_card_is_held_turned_and_laid_by_keys(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columba", ["me:Ada", "me:Ben"], options={"deck": FEW_CARDS})
        settled(page)
        n = shown(page)
        tab_to(page, "#drawn [role=button]")
        page.keyboard.press("End")
        at = focused(page)
        expect(page.locator("#drawn .preview .ring")).to_be_visible()
        expect(page.locator("#drawn [aria-pressed=true]")).to_have_attribute("data-key", at or "")
        page.keyboard.press("r")
        expect(page.locator("#told")).to_contain_text(f"lays the card at {at}, turned a quarter clockwise")
        page.keyboard.press("Escape")
        expect(page.locator("#drawn .preview .ring")).to_have_count(0)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        wait_for(page, n + 1)
        assert page.locator("#log [data-token]").last.get_attribute("data-token") == f"card:{at},1"


def test_dice_are_gone_along_by_arrows_and_kept_by_space(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columbiz", ["me", "random"])
        settled(page)
        n = shown(page)
        tab_to(page, "#widget button")
        for key in ("Space", "ArrowRight", "ArrowRight", "Space", "End", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        pressed = page.locator(".held-die").evaluate_all("(all) => all.map((die) => die.ariaPressed)")
        assert pressed == ["true", "false", "true", "false", "false", "false", "false", "true"]
        expect(page.locator("#widget :focus")).to_have_accessible_name(
            re.compile("^Keep the [1-6], die 8 of 8$")
        )
        page.keyboard.press("Tab")
        expect(page.locator("#widget :focus")).to_have_text("Keep 3, throw 5")
        page.keyboard.press("Enter")
        wait_for(page, n + 2)
        page.wait_for_function("() => document.activeElement.matches('#widget button')")


# Listening


@pytest.mark.parametrize("game", stylobate.ids())
def test_every_square_is_a_named_control_that_arrows_lead_to_for_players_and_watchers_and_after_the_game(
    browser: Browser, server: Server, game: str
) -> None:
    with visitor(browser, server) as page, visitor(browser, server) as watcher:
        open_table(page, game, ["me:Ada", "me:Ben"])
        settled(page)
        assert_all_squares_are_heard(page, choices=True)
        assert_arrows_lead_over_the_whole_board(page)
        watcher.goto(page.url)
        wait_for(watcher, shown(page))
        assert_all_squares_are_heard(watcher, choices=False)
        tab_to(watcher, "#drawn [role=button]")
        page.locator("#resign").click()
        page.locator("#sure [value=yes]").click()
        expect(page.locator("#table")).to_have_attribute("data-state", "over")
        for listener in (page, watcher):
            expect(listener.locator("#result h2")).to_be_visible()
            assert_all_squares_are_heard(listener, choices=False)


UNEVEN = {"setup": "R1/B9/-/R8/B2/-/B1/R3 R"}  # stacks that stand in the way of each other


def test_no_stack_is_passed_over_however_high_it_is(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "random"], options=UNEVEN)
        settled(page)
        assert_arrows_lead_over_the_whole_board(page)
        to_square(page, "a")
        for file in "bcdefgh":
            page.keyboard.press("ArrowRight")
            assert (focused(page) or "")[0] == file


def test_arrows_go_straight_on_and_home_and_end_to_the_first_and_last(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columbiz", ["me", "random"])
        settled(page)
        to_square(page, "1:1")
        for way, at in (("Right", "2:1"), ("Up", "2:2"), ("Up", "2:3"), ("Left", "1:3")):
            page.keyboard.press(f"Arrow{way}")
            assert focused(page) == at
        page.keyboard.press("ArrowLeft")  # beyond the squares: the number of their row
        expect(page.locator("#bubble")).to_contain_text("Square 3 of a column takes three dice")
        page.keyboard.press("End")
        assert focused(page) == "6:6"
        page.keyboard.press("Home")
        assert focused(page) == "1:1"


def test_the_board_is_one_stop_of_the_tab_key_which_leads_back_to_where_one_was(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns", ["me", "random"])
        settled(page)
        to_square(page, "c2")
        page.keyboard.press("Tab")
        assert focused(page) is None
        page.keyboard.press("Shift+Tab")
        assert focused(page) == "c2"


def test_the_keyboard_keeps_its_square_while_others_play(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page, visitor(browser, server) as watcher:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        watcher.goto(page.url)
        wait_for(watcher, 0)
        to_square(watcher, "a")
        square = watcher.locator('#drawn [data-key="a"]')
        expect(square).to_have_accessible_name("Square a: three checkers, from the top red, blue, red")
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        wait_for(watcher, 1)
        expect(square).to_have_accessible_name("Square a: four checkers, from the top blue, red, blue, red")
        assert focused(watcher) == "a"
        assert focus_is_on(page, "#token")


def test_arrows_on_the_board_turn_no_pages_and_elsewhere_they_do(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        settled(page)
        page.locator("#token").fill("b2a")
        page.keyboard.press("Enter")
        wait_for(page, 1)
        to_square(page, "a")
        for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
            page.keyboard.press(key)
        assert shown(page) == 1
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#table")).to_have_attribute("data-n", "0")
        assert_all_squares_are_heard(page, choices=False)
        to_square(page, "a")
        page.keyboard.press("ArrowRight")
        assert focused(page) == "b"


def test_who_plays_by_clicking_turns_pages_by_arrows_when_it_is_over(
    browser: Browser, server: Server
) -> None:
    with visitor(browser, server) as page:
        setup = {"setup": "R1/R1/-/-/-/-/-/- R"}
        open_table(page, "colonnade", ["me:Ada", "me:Ben"], options=setup)
        settled(page)
        for area in ("#drawn [data-key='a1'] .area", "#drawn [data-key='b'] .area"):
            box = page.locator(area).bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_for(page, 1)
        assert settled(page) == "over"
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#table")).to_have_attribute("data-n", "0")


def test_a_log_is_one_stop_of_the_tab_key_too(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me:Ada", "me:Ben"])
        for n, token in enumerate(("b2a", "c2d", "f2e"), 1):
            settled(page)
            page.locator("#token").fill(token)
            page.keyboard.press("Enter")
            wait_for(page, n)
        page.keyboard.press("Shift+Tab")
        expect(page.locator("#log :focus")).to_contain_text("f2e")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-n", "2")
        expect(page.locator("#log :focus")).to_contain_text("c2d")
        page.keyboard.press("Tab")
        assert focus_is_on(page, "#token")


def test_the_square_that_the_keyboard_is_on_is_seen(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"])
        settled(page)
        tab_to(page, "#drawn [role=button]")
        page.keyboard.press("End")  # in the WILD row, which is never a choice
        outline = page.locator(":focus .glow")
        assert outline.evaluate("(glow) => getComputedStyle(glow).opacity") == "1"
        assert outline.evaluate("(glow) => getComputedStyle(glow).stroke") == "rgb(23, 78, 166)"
