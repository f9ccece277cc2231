"""A guest's game that is gone, or that is broken, leaves the house standing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.running import Server
from tests.example.installing import beside, pretend, python
from tests.web.visiting import Visitor

pytestmark = pytest.mark.slow

RAISES = "raise RuntimeError('not today')"
NO_GAME = "GAME = 'a word'"


@contextmanager
def site(server: Server, installed: Path | None) -> Iterator[Visitor]:
    """The site with what is installed; somebody comes to it."""
    server.environment = beside(installed)
    server.start()
    visitor = Visitor(server.url)
    try:
        yield visitor
    finally:
        visitor.close()
        server.stop()


def test_a_table_whose_game_is_gone_waits_until_it_is_there_again(columella: Path, tmp_path: Path) -> None:
    server = Server(tmp_path)
    with site(server, columella) as ada:
        table = ada.open("columella", ("me:Ada", "me:Ben"), visibility="public", starts="host")
        if table.view["can"]["begin"]:
            assert table.ask("begin").status_code == 200
        assert table.move().status_code == 200
        cookies = ada.http.cookies
    with site(server, None) as ada:
        ada.http.cookies = cookies
        for path in ("/", "/me", "/games/colonnade", "/fair"):
            assert ada.get(path).status_code == 200, path
        assert ada.get("/learn/columella").status_code == 404
        for path in (f"/t/{table.id}", f"/api/tables/{table.id}", f"/api/tables/{table.id}/record.txt"):
            refused = ada.get(path)
            assert refused.status_code == 422, path
            assert "There is no game called “columella”; there are colonnade" in refused.text, path
        assert re.search(rf'href="/t/{table.id}".*?>columella<', ada.get("/").text, re.S)
    with site(server, columella) as ada:
        ada.http.cookies = cookies
        assert table.seen_by(ada).move().status_code == 200


@pytest.mark.parametrize("source", [RAISES, NO_GAME])
def test_a_broken_game_is_left_out_with_a_sentence_and_all_others_are_there(
    tmp_path: Path, source: str
) -> None:
    listed = python(pretend(tmp_path / "installed", "ruin", source), "-m", "stylobate", "games")
    assert listed.returncode == 0
    assert "Colonnade" in listed.stdout
    assert "ruin" not in listed.stdout
    (sentence,) = listed.stderr.splitlines()
    assert "the game “ruin” of the package ruin is left out: " in sentence


def test_a_broken_game_is_refused_by_its_name(tmp_path: Path) -> None:
    refused = python(pretend(tmp_path / "installed", "ruin", RAISES), "-m", "stylobate", "rules", "ruin")
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].endswith("the game “ruin” is left out: RuntimeError: not today")


def test_a_site_with_a_broken_game_stands(tmp_path: Path) -> None:
    installed = pretend(tmp_path / "installed", "ruin", RAISES)
    (tmp_path / "site").mkdir()
    with site(Server(tmp_path / "site"), installed) as somebody:
        front = somebody.get("/")
        assert front.status_code == 200
        assert "Colonnade" in front.text
        assert "ruin" not in front.text
    assert "the game “ruin” of the package ruin is left out" in (tmp_path / "site" / "server.log").read_text()
