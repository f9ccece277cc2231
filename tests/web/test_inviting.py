"""Inviting: what the page of an invitation says, what a preview shows, how a phone finds the site."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from stylobate.registry import ids
from stylobate.web import qr, serve, whereabouts
from stylobate.web.door.headers import FRAMED
from stylobate.web.settings import Settings
from tests.web.visiting import Visitor

CLOCK = {"kind": "fischer", "start": 600, "increment": 10}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def tagged(page: str) -> dict[str, str]:
    """What a page says to whoever makes a preview of it."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


# The invitation


def test_an_invitation_says_who_asks_which_game_its_options_and_its_clock(ada: Visitor, ben: Visitor) -> None:
    table = ada.open("columns", seats=("me:Ada", "friend"), clock=CLOCK, options={"layout": "6x2"})
    page = ben.http.get(table.invites[0]["url"]).text
    for told in (
        "Ada asks you to play Columns",
        "6x2: six files of two",
        "10 minutes each for the whole game, and 10 seconds more with every turn; it starts",
    ):
        assert told in page


def test_the_preview_of_an_invitation_shows_the_game_and_never_the_secret(ada: Visitor, ben: Visitor) -> None:
    table = ada.open("columns", seats=("me:Ada", "friend"), clock=CLOCK)
    url = table.invites[0]["url"]
    page = ben.http.get(url).text
    card = tagged(page)
    assert card["og:title"] == "Ada asks you to play Columns"
    assert card["twitter:card"] == "summary_large_image"
    assert "og:url" not in card
    secret = url.rpartition("/")[2]
    assert not any(secret in value or table.id in value for value in card.values())
    picture = ben.http.get(card["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert size(picture.content) == (1200, 630)
    assert ben.http.get(table.invites[0]["url"]).status_code == 200, "a preview does not use the link up"


def test_a_link_that_cannot_be_used_has_no_preview(ada: Visitor, ben: Visitor, cyd: Visitor) -> None:
    url = ada.open(seats=("me", "friend")).invites[0]["url"]
    assert ben.http.post(url, data={"name": "Ben"}).status_code == 303
    assert tagged(cyd.http.get(url).text) == {}


@pytest.mark.parametrize("id", ids())
@pytest.mark.slow
def test_every_game_and_its_tables_have_a_preview_with_a_picture(ada: Visitor, id: str) -> None:
    for path in (f"/games/{id}", f"/learn/{id}"):
        card = tagged(ada.get(path).text)
        assert card["og:image"] == f"{ada.base}/games/{id}/card.png"
    assert size(ada.get(f"/games/{id}/card.png").content) == (1200, 630)
    table = ada.open(id, seats=("me:Ada", "me:Eve"))
    card = tagged(ada.get(f"/t/{table.id}").text)
    assert (card["og:url"], card["og:image"]) == (
        f"{ada.base}/t/{table.id}",
        f"{ada.base}/t/{table.id}/0.png",
    )
    assert max(size(ada.http.get(card["og:image"]).content)) <= 1600


def test_a_picture_of_a_position_is_that_of_its_move_and_of_no_move_to_come(ada: Visitor) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    table.move("b2a")
    start, after = (ada.get(f"/t/{table.id}/{n}.png") for n in (0, 1))
    assert start.content != after.content
    again = ada.get(f"/t/{table.id}/1.png", headers={"If-None-Match": after.headers["etag"]})
    assert again.status_code == 304
    for n in ("2", "-1", "x", "1e3", "9" * 30):
        assert ada.get(f"/t/{table.id}/{n}.png").status_code == 404
    assert ada.get("/games/nothing/card.png").status_code == 404


# The code


def test_a_link_comes_with_a_code_that_a_phone_can_read(ada: Visitor) -> None:
    made = ada.open(seats=("me", "friend")).invites[0]
    assert made["qr"] == qr.code(made["url"])
    side, path = made["qr"]["side"], made["qr"]["path"]
    assert (side - 2 * qr.QUIET - 21) % 4 == 0, "a code has 21, 25, 29 … modules a side"
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", path)
    corner = f"M{qr.QUIET} {qr.QUIET}h7v1h-7z"
    assert path.startswith(corner), "the mark in its corner, after a margin"


def test_a_code_in_a_terminal_is_as_wide_as_it_is_high() -> None:
    lines = qr.lines("http://192.168.1.5:8000")
    assert {len(line) for line in lines} == {qr.code("http://192.168.1.5:8000")["side"]}
    assert len(lines) == (len(lines[0]) + 1) // 2


# In the home network


def settings(host: str, **more: str) -> Settings:
    return Settings(Path("games"), host, 8123, **more)  # type: ignore[arg-type]


def test_who_serves_the_whole_network_is_told_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "_own_address", lambda family, beyond: "192.168.1.5")
    told: list[str] = []
    serve._ready(settings("0.0.0.0"), told.append, browse=False)
    assert told[1:] == ["Phones and others in your network find it at http://192.168.1.5:8123"]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    serve._ready(settings("0.0.0.0"), told.append, browse=False)
    assert "▀" in told[-3]


def test_where_there_is_no_network_or_no_wish_for_one_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whereabouts, "_own_address", lambda family, beyond: None)
    told: list[str] = []
    serve._ready(settings("0.0.0.0"), told.append, browse=False)
    assert len(told) == 1
    monkeypatch.setattr(whereabouts, "_own_address", lambda family, beyond: "192.168.1.5")
    assert whereabouts.nearby(settings("127.0.0.1")) is None
    assert whereabouts.nearby(settings("0.0.0.0", public_url="https://games.example.org")) is None


def test_an_address_of_the_sixth_version_is_written_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "_own_address", lambda family, beyond: "fd00::5")
    assert whereabouts.nearby(settings("::")) == "http://[fd00::5]:8123"


# In somebody else's page


def test_a_replay_may_stand_in_a_frame_and_nothing_else_may(ada: Visitor, ben: Visitor) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    table.move("b2a")
    page = ben.get(f"/embed/{table.id}")
    assert page.status_code == 200
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert page.headers.get_list("content-security-policy", split_commas=False) == [FRAMED]
    assert "x-frame-options" not in page.headers
    for path in ("/", f"/t/{table.id}", f"/embed/{table.id}/", "/embed/", "/embed/nothing", "/me", "/join/x"):
        headers = ada.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY"


def test_a_replay_in_a_frame_is_the_same_for_everybody_and_changes_nothing(
    ada: Visitor, ben: Visitor
) -> None:
    table = ada.open(seats=("me:Ada", "me:Eve"))
    table.move("b2a")
    mine, other = ada.get(f"/embed/{table.id}"), ben.get(f"/embed/{table.id}")
    for page in (mine, other):
        assert "set-cookie" not in page.headers
        assert "<form" not in page.text
        assert "/static/" in page.text
    plain = re.compile(r'"now": ?\d+')
    assert plain.sub("", mine.text) == plain.sub("", other.text)
    assert ada.post(f"/embed/{table.id}", {}).status_code == 405
