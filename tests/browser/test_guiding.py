"""Whoever plays for the first time is guided: how it is played, what marks mean, why a click does nothing."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.running import Server, open_table, settled, visitor

FINGER = """([kind, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerType: "touch", pointerId: 7, bubbles: true }))"""


def test_the_first_game_explains_itself(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        open_table(page, "columns-dice", ["me:Ada", "me:Ben"])
        settled(page)
        expect(page.locator(".goal")).to_have_text("Score the most points by completing columns.")
        box, bubble = page.locator("#how-to-box"), page.locator("#bubble")
        expect(box).to_have_attribute("open", "")

        wild = page.locator("#drawn .wild [data-tells]").first
        place = wild.bounding_box()
        assert place is not None
        middle = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
        page.mouse.move(*middle)
        expect(bubble).to_contain_text("fits nowhere goes into this row")
        page.keyboard.press("Escape")
        expect(bubble).to_be_hidden()

        square = page.locator("[data-key=W3] .area").bounding_box()
        assert square is not None
        page.mouse.click(square["x"] + 9, square["y"] + 9)
        expect(bubble).to_contain_text("Not in the WILD row: the ")

        page.locator("[data-key=A1]").focus()
        page.keyboard.press("ArrowLeft")  # beyond the squares there are marks
        page.locator("[data-key=F1]").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#drawn .order")).to_be_focused()
        expect(bubble).to_contain_text("from top to bottom they never fall")

        page.evaluate(FINGER, ["pointerdown", *middle])
        expect(bubble).to_contain_text("fits nowhere goes into this row")
        page.evaluate(FINGER, ["pointerup", *middle])

        box.locator("summary").click()
        page.reload()
        settled(page)
        expect(box).not_to_have_attribute("open", "")
