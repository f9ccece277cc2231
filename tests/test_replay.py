"""A record shows itself: a page with every board and every move, that needs nothing else."""

import base64
import gzip
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stylobate import load
from stylobate.cli import app
from stylobate.record import Record, read
from stylobate.replay import Replay, replay
from stylobate.replay.frames import packed
from tests.harness import of_this_house

STORED = Path(__file__).parent / "stored"
LONG = 40  # tokens, of which each makes a board to draw


def stored(game: str) -> Record:
    return read((STORED / f"{game}.txt").read_text("utf-8"))


def inside(page: Replay) -> dict[str, Any]:
    """What the page unpacks."""
    packet = re.search(r'id="game">([A-Za-z0-9+/=]+)<', page)
    assert packet
    told: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packet[1])))
    return told


def unpacked(told: Any) -> list[str]:
    """The pictures again, as the page makes them."""
    pictures, now = [], list[int]()
    for frame in told["frames"]:
        for place, gone, *come in frame:
            now[place : place + gone] = come
        pictures.append("".join(told["pieces"][number] for number in now))
    return pictures


@pytest.mark.parametrize("game", [game.id for game in of_this_house()])
def test_every_board_of_a_game_is_in_its_page_as_the_site_draws_it(game: str) -> None:
    whole = stored(game)
    is_long = len(whole.tokens) > LONG
    record = replace(whole, tokens=whole.tokens[:LONG], result=None) if is_long else whole
    line, told = record.line(), inside(record.player())
    pictures = unpacked(told)
    assert len(pictures) == len(told["words"]) + 1 == len(record.tokens) + 1
    for number, picture in enumerate(pictures):
        trail = line.trail(number)
        last = trail[-1] if trail else None
        assert picture == line.after(number).svg(last, earlier=trail[:-1], theme="page")


def test_a_page_names_the_author_and_who_played_and_how_it_ended() -> None:
    page = stored("colonnade").player()
    assert "Colonnade, by Mark Steere, 2010" in page
    assert "Red: Ada · Blue: Ben · 2023-11-14" in page
    assert "<title>Colonnade: Ada and Ben</title>" in page
    assert inside(page)["result"] == "Ben won (Ada resigned)."


def test_a_page_of_a_bare_record_names_nobody_and_tells_no_end_and_no_date() -> None:
    record = Record("colonnade", ("b2a",))
    page = record.player()
    assert page == replay(record.line())
    assert inside(page)["result"] == ""
    assert '<p id="about"></p>' in page
    assert "<title>Colonnade</title>" in page


def test_whoever_has_a_name_is_called_by_it_also_where_the_other_has_none() -> None:
    assert "Red: Ada · Blue: Blue<" in Record("colonnade", seats=("Ada", "")).player()


@pytest.mark.parametrize(
    ("told", "fields"),
    [
        ("Blue won.", {"result": (1,)}),
        ("Red won (Blue ran out of time).", {"result": (0,), "more": {"ending": "seat 1 ran out of time"}}),
        ("Ended: put away by Red.", {"more": {"ending": "put away by seat 0"}}),
    ],
)
def test_who_has_no_name_has_left_by_the_name_of_their_seat(told: str, fields: dict[str, Any]) -> None:
    assert inside(Record("colonnade", ("b2a",), **fields).player())["result"] == told


def test_a_winner_whose_seat_is_not_there_is_told_by_its_number() -> None:
    record = Record("columbiz", (), {"players": "2"}, result=(1, 2))
    assert inside(record.player())["result"] == "Blue and seat 2 won."


def test_a_page_needs_nothing_but_itself() -> None:
    page = stored("columns-dice").player()
    assert "default-src 'none'" in page
    assert not re.search(r'(?:src|href)="(?!data:)|@import|url\(', page)
    assert len(page) < 60_000
    assert "".join(palette.css() for palette in load("columns-dice").palettes) in page


@pytest.mark.parametrize(
    ("before", "after", "splices"),
    [
        ("<p/><q/>", "<p/><q/>", []),
        ('<p d="M1 1h1M2 1h2M3 1h3"/>', '<p d="M1 1h1M5 1h2M3 1h3"/>', [[3, 1, 7]]),
        ('<p d="M1 1h1M2 1h2"/>', '<p d="M1 1h1M2 1h2M5 1h2"/>', [[4, 0, 5, 6]]),
        ("<p/><q/><r/>", "<p/><r/><s/>", [[1, 1], [2, 0, 3]]),
    ],
)
def test_a_picture_is_what_differs_from_the_one_before(before: str, after: str, splices: object) -> None:
    told = packed([before, after])
    assert unpacked(told) == [before, after]
    assert told["frames"][1] == splices


def test_boards_that_change_little_take_little_room() -> None:
    positions = list(stored("columba").positions())[:40]
    pictures = [position.svg(theme="page") for position in positions]
    told = packed(pictures)
    assert unpacked(told) == pictures
    assert len(gzip.compress(json.dumps(told).encode())) * 30 < sum(map(len, pictures))


def test_names_and_comments_are_text_whatever_stands_in_them() -> None:
    sly = "</script><script>alert(1)</script>"
    record = Record(
        "colonnade", ("b2a",), seats=(sly, 'A "B" & C'), comments=((1, f"bold {sly}"), (1, "twice"))
    )
    page = record.player()
    assert sly not in page
    assert inside(page)["comments"] == {"1": f"bold {sly} twice"}
    assert inside(page)["words"][0].startswith(sly)
    framed = page._repr_html_()
    srcdoc = re.search(r'srcdoc="([^"]*)"', framed)
    assert srcdoc
    assert unescape(srcdoc[1]) == page
    assert 'sandbox="allow-scripts"' in framed


def test_a_notebook_shows_records_and_positions_in_either_theme() -> None:
    record = Record("colonnade", ("b2a",))
    assert record._repr_html_() == record.player()._repr_html_()
    position = load("colonnade").start()
    dark = position.svg(theme="dark")
    assert position._repr_svg_() == position.svg(theme="light") != dark
    assert dark._repr_svg_() == dark
    assert "var(" not in dark + position._repr_svg_()


def test_a_record_that_does_not_replay_is_shown_as_text_with_the_reason() -> None:
    shown = Record("colonnade", ("b2a", "h9h"))._repr_html_()
    assert "b2a h9h" in shown
    assert "token 2 of 2" in shown


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    ran = CliRunner().invoke(app, ["replay", str(STORED / "colonnade.txt"), "--html", str(out)])
    assert ran.exit_code == 0
    assert out.read_text("utf-8") == stored("colonnade").player()
