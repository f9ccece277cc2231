"""The documentation builds without a warning, every link in it leads somewhere, and nothing is fetched."""

from __future__ import annotations

import os
import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from docs.building.pages import HERE, SUMMARY, build, written

pytestmark = pytest.mark.slow

_LINK = re.compile(r"<(a|img|script|link|iframe)\b[^>]*?\s(?:href|src)=\"?([^\"\s>]*)", re.DOTALL)
_ID = re.compile(r"\b(?:id|name)=\"?([^\"\s>]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does; a warning would end it."""
    folder = tmp_path_factory.mktemp("docs")
    build(folder)
    return folder / "site"


@cache
def ids(page: Path) -> set[str]:
    return set(_ID.findall(page.read_text("utf-8")))


def test_every_link_of_every_page_leads_to_something_that_is_there(site: Path) -> None:
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        for _, found in set(_LINK.findall(page.read_text("utf-8"))):
            link = unescape(found)
            target, _, part = link.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            there = Path(os.path.normpath(page.parent / unquote(target))) if target else page
            assert there.exists(), f"{page.relative_to(site)}: {link}"
            if part and there.suffix == ".html":
                assert unquote(part) in ids(there), f"{page.relative_to(site)}: {link}"


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        for kind, link in _LINK.findall(page.read_text("utf-8")):
            assert kind == "a" or not link.startswith(("http:", "https:", "//")), f"{page.name}: {link}"
    for file in (*site.glob("*.css"), *site.rglob("*.svg")):
        assert not re.search(r"(url\(|import |href=)[\"']?(https?:|//)", file.read_text("utf-8")), file.name


def test_every_written_page_is_in_the_table_of_contents() -> None:
    contents = (HERE / SUMMARY).read_text("utf-8")
    for name in written().values():
        assert f"]({name})" in contents, f"docs/building/{SUMMARY} has no entry for {name}"


def test_every_guide_shows_its_figures_in_both_themes_and_names_the_author(site: Path) -> None:
    from docs.building.guides import of_this_house

    for game in of_this_house():
        page = (site / "guides" / f"{game.id}.html").read_text("utf-8")
        assert f"{game.id}-1.light.svg#only-light" in page
        assert f"{game.id}-1.dark.svg#only-dark" in page
        assert game.author in page
