"""A game to be looked at again by itself, in a file and in the output of a notebook."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from stylobate.record import read
from tests.browser.test_for_everyone import faults

RECORD = Path(__file__).parents[1] / "stored" / "colonnade.txt"


def test_a_record_is_looked_through_by_keys_buttons_and_by_itself_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    record = read(RECORD.read_text("utf-8"))
    (tmp_path / "game.html").write_text(record.player(), "utf-8")
    notebook = f"<!doctype html><title>A notebook</title>{record._repr_html_()}"
    (tmp_path / "notebook.html").write_text(notebook, "utf-8")
    with browser.new_context(viewport={"width": 390, "height": 844}) as context, context.new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.install()
        page.goto(f"file://{tmp_path}/game.html")
        where, says = page.locator("#where"), page.locator("#says")
        expect(where).to_have_text("0 of 8")
        start = page.locator("#board svg").inner_html()
        page.keyboard.press("ArrowRight")
        expect(says).to_have_text("Ada moves two checkers from d onto e; one red checker is discarded.")
        page.keyboard.press("End")
        expect(says).to_contain_text("Ben won (Ada resigned).")
        expect(page.get_by_role("button", name="Ben moves three checkers")).to_have_attribute(
            "aria-current", "step"
        )
        page.get_by_role("button", name="To the start").click()
        assert page.locator("#board svg").inner_html() == start
        page.get_by_role("slider").fill("5")
        expect(where).to_have_text("5 of 8")
        page.get_by_role("button", name="Play it by itself").click()
        page.clock.run_for(60_000)
        expect(where).to_have_text("8 of 8")
        expect(page.get_by_role("button", name="Play it by itself")).to_have_attribute(
            "aria-pressed", "false"
        )
        assert faults(page) == []
        page.get_by_role("button", name="Light or dark").click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

        page.goto(f"file://{tmp_path}/notebook.html")
        frame = page.frame_locator("iframe")
        frame.get_by_role("button", name="One move on").click()
        expect(frame.locator("#where")).to_have_text("1 of 8")
        assert {url.partition(":")[0] for url in asked} <= {"file", "data", "about"}
