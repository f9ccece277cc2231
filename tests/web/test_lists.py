"""Lists of tables stay up to date: a word when one has changed, and the list again, as the page shows it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stylobate import load
from stylobate.house import lists
from stylobate.play.listing import _decided
from stylobate.store.protocol import Listed
from stylobate.web.limits import Limits
from stylobate.web.pages import templates
from stylobate.web.settings import Settings
from stylobate.web.statics import Statics
from tests.games.columns.endings import ENDINGS
from tests.web.test_moves import two_people
from tests.web.visiting import Running, Stream, Visitor, running, until


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "PAUSE", 0.01)


def word(listening: Stream) -> str:
    """The next word that is not a mere ping."""
    while event := listening.event():
        if event[0] != "ping":
            return event[0]
    raise AssertionError("the stream has ended")


# What is heard


def test_everybody_hears_that_a_public_table_opens_fills_and_ends(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    stranger = site.visitor()
    listening = stranger.listen_to_lists()
    table = ada.open(visibility="public")
    assert word(listening) == "public"
    assert table.id in stranger.get("/lists/public").text
    table.seen_by(ben).ask("sit", seat=1, name="Ben")
    assert word(listening) == "public"
    page = stranger.get("/lists/public").text
    assert "Ben" in page
    assert page.index("Being played") < page.index(table.id)
    table.ask("resign")
    assert word(listening) == "public"
    assert table.id not in stranger.get("/lists/public").text
    listening.close()


def test_whoever_plays_hears_of_the_others_moves(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    listening = ben.listen_to_lists()
    assert "your turn" not in ben.get("/lists/mine").text
    table.move("b2a")
    assert word(listening) == "mine"
    assert "your turn" in ben.get("/lists/mine").text
    assert "your turn" in ben.get("/lists/me").text
    listening.close()
    assert other.view["can"]["move"]


def test_of_an_unlisted_table_only_its_players_hear_and_only_theirs_is_the_list(
    site: Running, ada: Visitor, ben: Visitor, cyd: Visitor
) -> None:
    cyd.open()
    stranger = cyd.listen_to_lists()
    table, _ = two_people(ada, ben)
    table.move("b2a")
    public = cyd.open(visibility="public")
    assert word(stranger) == "public"
    for part in ("public", "mine", "me"):
        assert table.id not in cyd.get(f"/lists/{part}").text
    assert table.id not in ada.get("/lists/public").text
    assert table.id in ada.get("/lists/mine").text
    assert public.id in ada.get("/lists/public").text
    stranger.close()


# What is shown


@pytest.mark.parametrize(("page", "parts"), [("/", ("mine", "public")), ("/me", ("me",))])
def test_a_page_begins_with_the_lists_and_is_told_nothing_twice(
    ada: Visitor, page: str, parts: tuple[str, ...]
) -> None:
    ada.open(visibility="public")
    shown = ada.get(page).text
    for part in parts:
        answer = ada.get(f"/lists/{part}")
        assert answer.text in shown
        tag = answer.headers["ETag"]
        assert f'data-lists="/lists/{part}" data-tag="{tag.replace(chr(34), "&#34;")}"' in shown
        again = ada.get(f"/lists/{part}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
    ada.open(visibility="public")
    assert ada.get(f"/lists/{parts[0]}", headers={"If-None-Match": tag}).status_code == 200


def test_what_is_public_is_rendered_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as site:
        asked: list[int] = []
        real = site.site.store.open_tables

        def open_tables(most: int) -> Any:
            asked.append(most)
            return real(most)

        monkeypatch.setattr(site.site.store, "open_tables", open_tables)
        for _ in range(5):
            site.visitor().get("/")
            site.visitor().get("/lists/public")
        assert len(asked) == 1
        table = site.visitor().open(visibility="public")
        assert table.id in site.visitor().get("/").text
        assert len(asked) == 2


def test_there_is_no_other_list(ada: Visitor) -> None:
    assert ada.get("/lists/all").status_code == 404


# Who listens


def test_streams_of_lists_count_among_all_streams_and_are_forgotten(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(streams_at_once=1)) as site:
        ada = site.visitor()
        ada.open()
        streams = [ada.listen_to_lists() for _ in range(5)]
        until(lambda: len(site.site.lists.listeners) == 5)
        refused = ada.listen_to_lists()
        assert (refused.status, refused.answer.headers["Retry-After"]) == (429, "10")
        for one in (*streams, refused):
            one.close()
        until(lambda: not site.site.lists.listeners)
        assert site.site.streams.open.total() == 0
        assert not site.site.lists._people


def test_when_the_server_stops_these_streams_end_too(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        listening = site.visitor().listen_to_lists()
        until(lambda: site.site.lists.listeners)
    assert listening.event() is None
    listening.close()


def test_unfinished_games_against_computers_are_put_away_one_or_all(ada: Visitor, ben: Visitor) -> None:
    alone = [ada.open(seats=("me", "1")) for _ in range(3)]
    together = ada.open(seats=("me", "open"))
    together.seen_by(ben).ask("sit", seat=1, name="Ben")
    page = ada.get("/me").text
    assert page.count('type="hidden" name="table"') == 3
    assert "Put all 3 games against computers away" in page
    assert ben.http.post("/me/put-away", data={"table": alone[0].id}).status_code == 303
    assert alone[0].view["state"] == "running"
    assert ada.http.post("/me/put-away", data={"table": alone[0].id}).status_code == 303
    assert [table.view["state"] for table in alone] == ["over", "running", "running"]
    assert ada.http.post("/me/put-away", data={"table": together.id}).status_code == 303
    assert ada.http.post("/me/put-away", data={"table": "all"}).status_code == 303
    assert {table.view["state"] for table in alone} == {"over"}
    assert together.view["state"] == "running"
    assert ada.get("/me").text.count("put away") == 3


def test_my_games_say_what_broke_a_tie() -> None:
    game = load("columns")
    decided = {name: _decided(_over(game.position(position))) for name, position in ENDINGS.items()}
    assert decided["level 5 decides"] == ""
    assert decided["level 3 decides"] == "level 3"
    about = {
        "seats": ["Ada", "level 2"],
        "who": ["ada", None],
        "winners": [0],
        "scores": [1, 0],
        "decided": "level 3",
    }
    pieces: Any = templates(Settings(), Statics(False)).get_template("pieces.html").module
    entry = pieces.table_entry(
        Listed("t1", "columns", "unlisted", "over", 9, 0, 0, 1, about), "Columns", "ada"
    )
    assert "won by level 3" in entry


def _over(position: Any) -> Any:
    """A table, as far as a list looks at how it was decided."""
    return SimpleNamespace(position=position, game=position.game)
