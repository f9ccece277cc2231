"""The documentation is searched without a server: its pages are opened from the disk."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from docs.building.pages import HERE

PAGES = {
    "index.md": "# A house\n\nIt stands on a step.\n",
    "columns.md": "# Columns\n\nThese stand on a *stylobate*.\n",
    "SUMMARY.md": "- [A house](index.md)\n- [Columns](columns.md)\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Two pages, built as all are."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text, "utf-8")
    for part in ("look.css", "iframe-worker.js"):
        shutil.copy(HERE / part, folder)
    shutil.copy(HERE / "zensical.toml", tmp_path)
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path / "site"


def test_a_word_is_found_and_nothing_is_asked_for_elsewhere(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.joinpath("index.html").as_uri())
    page.keyboard.press("Control+k")
    page.get_by_placeholder("Search").fill("stylobate")
    expect(page.get_by_role("option", name="Columns", selected=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_title("Columns - Stylobate")
    assert all(url.startswith(("file:", "data:", "blob:", "about:")) for url in asked), asked
    page.close()
