"""`python -m tests.browser.screens [NAME …]`: pictures of every page and game, light, dark, and on a phone.

They go to docs/screens/ as NAME.light.webp, NAME.dark.webp and NAME.phone.webp, for people to look at.  With
names, only those pages are taken.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import stylobate
from tests.browser.engines import Engine, found
from tests.browser.running import Server, open_table, play_on, settled, visitor
from tests.harness import halfway

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "light",
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
TALLEST = {"light": 1500, "dark": 1500, "phone": 1700}


def pages() -> dict[str, Callable[[Page], None]]:
    """Every picture by its name, with the way there."""
    found: dict[str, Callable[[Page], None]] = {
        "front": _front,
        "me": lambda page: _to(page, "/me"),
        "fair": lambda page: _to(page, "/fair"),
        "verify": _verify,
        "lobby": _lobby,
        "join": _join,
        "nowhere": lambda page: _to(page, "/nowhere"),
    }
    for game in stylobate.ids():
        found[f"{game}-game"] = partial(_to, path=f"/games/{game}")
        found[f"{game}-learn"] = partial(_to, path=f"/learn/{game}")
        found[f"{game}-turn"] = partial(_turn, game=game)
        found[f"{game}-over"] = partial(_over, game=game)
    return found


def _to(page: Page, path: str) -> None:
    page.goto(path)
    page.evaluate("for (const one of document.images) one.loading = 'eager'")
    page.wait_for_load_state("networkidle")


def _table(page: Page, game: str, tokens: int, seats: int = 2) -> None:
    names = ["me:Ada", "me:Ben", "me:Cyd", "me:Dot"][:seats]
    table = open_table(page, game, names)
    settled(page)
    play_on(page.request, table, tokens, 7)
    page.reload()
    settled(page)


def _front(page: Page) -> None:
    for game in stylobate.ids():
        _table(page, game, 4)
    open_table(page, "colonnade", ["me:Ada", "open"], visibility="public")
    _to(page, "/")


def _verify(page: Page) -> None:
    _table(page, "columns-dice", 10_000)
    record = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}/record.txt").text()
    _to(page, "/verify")
    page.get_by_label("The record, as text or as JSON").fill(record)
    page.get_by_role("button", name="Check it").click()
    page.wait_for_selector("#checked .notice")


def _turn(page: Page, game: str) -> None:
    players = stylobate.load(game).players
    _table(page, game, halfway(stylobate.load(game)), players[len(players) // 2])
    page.wait_for_timeout(700)


def _over(page: Page, game: str) -> None:
    _table(page, game, 10_000)
    page.wait_for_timeout(700)


def _lobby(page: Page) -> None:
    largest = max(map(stylobate.load, stylobate.ids()), key=lambda game: game.players)
    open_table(page, largest.id, ["me:Ada", "friend", "open", "2"][: largest.players[-1]])
    page.wait_for_selector("#widget .card")


def _join(page: Page) -> None:
    open_table(page, "colonnade", ["me:Ada", "friend"])
    _to(page, page.locator(".invite input").first.input_value())


def shoot(page: Page, path: Path, tallest: int) -> None:
    """The whole page, up to a limit, as WebP."""
    width = page.evaluate("innerWidth")
    height = min(page.evaluate("document.documentElement.scrollHeight"), tallest)
    session = page.context.new_cdp_session(page)
    taken = session.send(
        "Page.captureScreenshot",
        {
            "format": "webp",
            "quality": 78,
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
        },
    )
    path.write_bytes(base64.b64decode(taken["data"]))


def main(names: list[str]) -> None:
    """Take them all, or those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = {name: way for name, way in pages().items() if not names or name in names}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser: Browser = (found("chromium") or Engine("chromium", None)).launch(playwright)
        try:
            for look, how in LOOKS.items():
                for name, way in wanted.items():
                    with visitor(browser, server, **how) as page:
                        way(page)
                        one_screen = look == "phone" and name.endswith("-turn")
                        shoot(page, FOLDER / f"{name}.{look}.webp", 844 if one_screen else TALLEST[look])
                        print(f"{name}.{look}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
