"""`python -m tests.browser.windows [GAME …]`: each game in windows of all kinds, on one sheet a theme.

From top to bottom the start, middle and end of a game with as many seats as it has; from left to right
two screens, a phone upright and on its side.  They go to docs/screens/ as GAME-windows.THEME.webp.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

import stylobate
from tests.browser.conftest import Tables
from tests.browser.engines import Engine, found
from tests.browser.running import Server
from tests.browser.screens import FOLDER, shoot
from tests.browser.test_room import WINDOWS

STAGES = ("start", "halfway", "over")
SCALE = {1440: 0.42, 1920: 0.315, 390: 0.46, 844: 0.46}
SHEET = "<body style='margin:8px;background:#888;width:max-content'>{}</body>"
ROW = "<div style='display:flex;gap:8px;margin-bottom:8px;align-items:start'>{}</div>"
SHOT = '<img width="{}" src="data:image/png;base64,{}">'


def row(browser: Browser, tables: Tables, game: str, stage: str, theme: Literal["light", "dark"]) -> str:
    """One stage of a game in all windows."""
    shots = []
    for wide, high in WINDOWS:
        touch = wide < 1000
        how = {"color_scheme": theme, "has_touch": touch, "is_mobile": touch}
        with tables.visit(browser, game, stage, viewport={"width": wide, "height": high}, **how) as page:
            page.wait_for_timeout(500)
            shots.append(SHOT.format(round(wide * SCALE[wide]), base64.b64encode(page.screenshot()).decode()))
    return ROW.format("".join(shots))


def main(games: list[str]) -> None:
    """Take them all, or those of these games."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = (found("chromium") or Engine("chromium", None)).launch(playwright)
        tables = Tables(server)
        try:
            for game in games or stylobate.ids():
                for theme in ("light", "dark"):
                    rows = "".join(row(browser, tables, game, stage, theme) for stage in STAGES)
                    page = browser.new_page(viewport={"width": 1840, "height": 1300})
                    page.set_content(SHEET.format(rows))
                    shoot(page, FOLDER / f"{game}-windows.{theme}.webp", 1400)
                    page.close()
                    print(f"{game}-windows.{theme}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
