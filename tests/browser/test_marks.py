"""The marks on a board: what was done, and what may be done with the piece that is chosen."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

from tests.browser.running import Server, board, move, open_table, settled, visitor, wait_for


def marks(page: Page) -> set[str]:
    """The tokens whose marks are to be seen."""
    found = page.locator("#drawn .hint:visible").evaluate_all("all => all.map(one => one.dataset.token)")
    return {token for tokens in found for token in tokens.split()}


def test_marks_wait_for_a_piece_and_go_with_it(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns", ["me", "random"])
        settled(page)
        assert not marks(page)
        page.locator("#steps [data-key='R']").click()
        assert len(marks(page)) == 12
        assert {token[0] for token in marks(page)} == {"R"}
        page.keyboard.press("Escape")
        assert not marks(page)


def test_a_piece_can_be_taken_from_where_it_lies(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns", ["me", "random"])
        settled(page)
        page.locator(".tray [data-also='D']").click()
        assert {token[0] for token in marks(page)} == {"D"}
        page.locator(".tray [data-also='T']").click()
        assert {token[0] for token in marks(page)} == {"T"}
        assert not page.locator("#drawn .hit:focus-visible").count()
        page.locator("#drawn [data-key='a1'] .area").click()
        assert {token[:3] for token in marks(page)} == {"Ta1"}


def test_what_the_other_wrote_stays_marked_after_the_throw(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me", "random"])
        settled(page)
        expect(page.locator("#drawn .lately")).to_have_count(0)
        move(page, random.Random(1))
        settled(page)
        expect(page.locator("#drawn .lately")).not_to_have_count(0)
        expect(page.locator("#drawn .die .fresh")).to_have_count(1)


def test_in_the_dark_theme_the_cloth_is_dark_and_the_paper_dimmed(browser: Browser, server: Server) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        with visitor(browser, server, color_scheme=scheme) as page:
            open_table(page, "columns-dice", ["me", "random"])
            settled(page)
            for part, paint in (
                (".cloth", "fill"),
                (".paper > :nth-child(2)", "fill"),
            ):
                shown = page.locator(f"#drawn svg {part}").first.evaluate(
                    "(one, paint) => getComputedStyle(one)[paint].match(/[0-9]+/g).map(Number)", paint
                )
                shades[scheme, part] = sum(shown[:3]) / 3
    assert shades["dark", ".cloth"] < 80 < 200 < shades["light", ".cloth"]
    assert shades["dark", ".paper > :nth-child(2)"] < 210 < shades["light", ".paper > :nth-child(2)"]


def test_an_arrow_is_the_whole_move_for_a_mouse(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "colonnade", ["me", "me"])
        settled(page)
        page.locator("#drawn .hint[data-token='d2e']").hover(force=True)
        expect(page.locator("#drawn .hint.over")).to_have_attribute("data-token", "d2e")
        page.mouse.down()
        page.mouse.up()
        wait_for(page, 1)
        assert "Last move: d2e." in board(page)


def test_a_thumb_on_an_arrow_picks_the_checker_beside_it(browser: Browser, server: Server) -> None:
    with visitor(browser, server, has_touch=True, is_mobile=True) as page:
        open_table(page, "colonnade", ["me", "me"])
        settled(page)
        arrow = page.locator("#drawn .hint[data-token='d2e']").bounding_box()
        assert arrow is not None
        page.touchscreen.tap(arrow["x"] + 1, arrow["y"] + arrow["height"] / 2)
        expect(page.locator("#drawn .chosen")).to_have_attribute("data-key", "d2")
        assert marks(page) == {"d2c", "d2e"}


def test_everybody_is_listed_with_the_piece_that_they_play(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        for game, seats in (("columns-dice", 2), ("columba", 3)):
            open_table(page, game, ["me"] * seats)
            settled(page)
            signs = page.locator(".seat .token-mark")
            drawn = signs.evaluate_all(
                """all => all.map((one) => [one.firstElementChild.getBBox().width > 10,
                    one.firstElementChild.href.baseVal.split('/').at(-1)])"""
            )
            assert drawn == [[True, f"seat-{seat}.svg#picture"] for seat in range(seats)]
