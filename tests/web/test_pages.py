"""Pages that can be read without script, and files that browsers keep."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from stylobate.colours import CLOTH, HOUSE
from stylobate.errors import BadFile
from stylobate.ladder import ladder
from stylobate.players.wording import level_told, levels_told
from stylobate.registry import ids, load
from stylobate.web.pages import templates
from stylobate.web.settings import Settings
from stylobate.web.statics import Statics
from tests.heap import GAME
from tests.web.test_moves import two_people
from tests.web.visiting import Running, Visitor


def test_the_front_page_shows_every_game_with_its_author(ada: Visitor) -> None:
    page = ada.get("/").text
    for id in ids():
        assert load(id).title in page
        assert f"/games/{id}" in page


@pytest.mark.parametrize(("players", "begins"), [((3,), "3"), ((1,), "1"), ((1, 2, 4), "2"), ((2, 4), "2")])
def test_a_game_is_begun_at_once_with_as_few_computers_as_it_can_be(
    players: tuple[int, ...], begins: str
) -> None:
    pieces: Any = templates(Settings(Path()), Statics()).get_template("pieces.html").module
    words = pieces.quick(replace(GAME, players=players)).split()
    assert f'data-players="{begins}"' in words
    assert ("data-chosen" in words) == (len(players) > 1), "where it may be chosen, it is an option"


@pytest.mark.parametrize("id", ids())
def test_every_game_has_its_pages_and_pictures(ada: Visitor, id: str) -> None:
    assert ada.get(f"/games/{id}").status_code == 200
    page = load(id).page
    (address,) = re.findall(
        rf'<use href="(/static/[^"]*/games/{id}/portrait.svg)#picture"', ada.get("/").text
    )
    for name in page.pictures:
        picture = ada.get(address.replace("portrait.svg", name))
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
        assert picture.text.startswith('<svg id="picture" ')
        assert "immutable" in picture.headers["cache-control"]
        assert name == "sign.svg" or picture.text == page.draw(name), (
            "python -m stylobate.pictures draws it anew"
        )
    guide = ada.get(f"/learn/{id}")
    assert guide.status_code == 200
    figures = re.findall(rf'src="(/learn/{id}/figure-\d+\.svg)\?theme=(light|dark)"', guide.text)
    assert len(figures) > 4
    for figure, theme in figures:
        cloth = ada.get(f"{figure}?theme={theme}").text.split('class="cloth"')[1]
        assert getattr(HOUSE.colours[CLOTH], theme) in cloth.split("/>")[0]
    for paper in ("a4", "letter") if "sheet.pdf" in guide.text else ():
        assert ada.get(f"/learn/{id}/sheet.pdf?paper={paper}").content.startswith(b"%PDF")


def test_levels_are_told_in_the_same_words_wherever_one_is_chosen(ada: Visitor, ben: Visitor) -> None:
    game = load("columns-dice")
    told = [level["told"] for level in levels_told(game, 2)]
    assert told[0] == "random moves"
    assert all(words.startswith(f"level {number}, beats ") for number, words in enumerate(told[1:], 1))
    front = ada.get("/").text.split('<form data-quick="columns-dice"')[1].split("</form>")[0]
    assert re.findall("<option.*>(.*)</option>", front) == told
    form = ada.get("/games/columns-dice").text
    (data,) = re.findall('<script type="application/json" id="levels">(.*)</script>', form)
    assert json.loads(data) == {"2": list(levels_told(game, 2))}
    stand_in = form.split('name="stand_in"')[1].split("</select>")[0]
    assert re.findall("<option.*>(.*)</option>", stand_in) == told[1:]
    assert re.findall('<option value="(.*)" selected', front + stand_in) == ["2", "3"]
    table, _ = two_people(ada, ben, "columns-dice")
    page = ada.get(f"/t/{table.id}").text
    assert re.findall("<option.*>(.*)</option>", page.split('id="play-on"')[1].split("</form>")[0]) == told
    assert f"the computer plays on ({told[3]})" in page


def test_how_strong_a_level_is_depends_on_how_many_play_and_styles_stand_in_for_nobody(ada: Visitor) -> None:
    form = ada.get("/games/columbiz").text
    (data,) = re.findall('<script type="application/json" id="levels">(.*)</script>', form)
    game = load("columbiz")
    assert json.loads(data) == {str(seats): list(levels_told(game, seats)) for seats in game.players}
    assert {"name": "hunter-2", "told": level_told(game, "hunter-2")} in json.loads(data)["3"]
    stand_in = form.split('name="stand_in"')[1].split("</select>")[0]
    assert re.findall('<option value="(.*?)"', stand_in) == [level.name for level in ladder(game).levels]


def test_a_table_can_be_read_without_script(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    table.move("b2a")
    page = ben.get(f"/t/{table.id}").text
    assert "<svg" in page
    assert "b2a" in page


@pytest.mark.parametrize("id", ids())
def test_a_table_says_what_one_plays_for_and_how(ada: Visitor, ben: Visitor, id: str) -> None:
    table, _ = two_people(ada, ben, id)
    page = unescape(ben.get(f"/t/{table.id}").text)
    told = load(id).minute
    for said in (told.goal, told.scoring, told.end):
        assert said in page
    assert page.index("How to play this") < page.index(told.end)
    guide = " ".join(unescape(ada.get(f"/learn/{id}").text).split())
    assert guide.index(told.goal) < guide.index(told.turn) < guide.index('aria-label="In this guide"')
    assert guide.count(told.turn) == 1


def test_my_games_come_with_those_first_where_it_is_my_turn(ada: Visitor, ben: Visitor) -> None:
    waiting, _ = two_people(ada, ben)
    mine, _ = two_people(ada, ben)
    waiting.move("b2a")
    page = ada.get("/").text
    assert 0 < page.index(mine.id) < page.index(waiting.id)


def test_public_tables_are_listed_and_others_are_not(ada: Visitor, ben: Visitor) -> None:
    public, private = ada.open(visibility="public"), ada.open()
    front = ben.get("/").text
    assert public.id in front
    assert private.id not in front


def test_an_open_table_does_not_wait_in_the_lists_for_ever(
    ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ada.open(visibility="public")
    assert table.id in ada.get("/games/colonnade").text
    monkeypatch.setattr("stylobate.web.pages.WAITS", -1000)
    assert table.id not in ben.get("/games/colonnade").text


def test_static_files_are_kept_for_ever_under_an_address_of_their_version(ada: Visitor) -> None:
    page = ada.get("/").text
    address = re.findall(r'href="(/static/[0-9a-f]{12}/[^"]+\.css)"', page)[0]
    answer = ada.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.headers["content-encoding"] == "gzip"
    plain = ada.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.content == answer.content
    old = address.replace(address.split("/")[2], "0" * 12)
    assert ada.get(old).headers["cache-control"] == "no-cache"


def test_what_people_write_is_shown_as_text(ada: Visitor, ben: Visitor) -> None:
    table = ada.open(seats=("me:<b>Ada</b>", "open"), visibility="public")
    table.ask("say", text="<script>alert(1)</script>")
    for path in ("/", f"/t/{table.id}", "/me"):
        assert "<b>Ada" not in ada.get(path).text
        assert "<script>alert" not in ada.get(path).text


def test_whoever_types_half_an_address_is_led_on(ada: Visitor) -> None:
    assert "How to play Colonnade" in ada.get("/learn", follow_redirects=True).text
    assert "Five games" in ada.get("/games", follow_redirects=True).text


@pytest.mark.parametrize("id", ids())
def test_a_guide_lists_its_parts_and_gives_every_figure_its_place_beforehand(ada: Visitor, id: str) -> None:
    page = ada.get(f"/learn/{id}").text
    parts = re.findall(r'<a href="#([^"]+)">', page)
    assert len(parts) > 3
    assert ["in-a-minute", *parts] == re.findall(r'<h2 id="([^"]+)">', page)
    for theme in ("light", "dark"):
        placed = rf'<img class="by-{theme}" [^>]*width="[0-9.]+" height="[0-9.]+" loading="lazy"'
        assert len(re.findall(placed, page)) == page.count("<figure")


def test_a_page_that_says_the_store_cannot_be_read_does_not_ask_it_who_reads_it(
    site: Running, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada.open()

    def gone(*given: object) -> None:
        raise BadFile("the database does not answer")

    monkeypatch.setattr(site.site.store, "visitor", gone)
    site.site.sessions._known.clear()
    answer = ada.get("/me")
    assert answer.status_code == 503
    assert "cannot be read or written just now" in answer.text
