"""Own decks and positions to begin from: in the forms, and what is wrong with one is told at its field."""

from __future__ import annotations

import re
from html import unescape

import pytest

from stylobate.registry import ids, load
from tests.web.visiting import Visitor


@pytest.mark.parametrize("id", ids())
def test_every_option_is_in_the_form_and_so_is_a_position(ada: Visitor, id: str) -> None:
    form = ada.get(f"/games/{id}").text
    fields = set(re.findall(r'name="option-(\w+)"', form))
    assert fields == {option.name for option in load(id).options} | {"setup"}
    assert "@" not in unescape(form.split('<form id="sit-down"')[1].split("</form>")[0])


def test_a_deck_may_be_written_a_card_a_line(ada: Visitor) -> None:
    table = ada.open("columba", options={"deck": "WWRS\nSSTT, WRRT"}, seats=("me:Ada", "me:Ben"))
    assert table.view["options"]["deck"] == "WWRS,SSTT,WRRT"


@pytest.mark.parametrize(
    ("game", "option", "value", "sentence"),
    [
        ("columba", "deck", "WWRS, XYZ", "Deck: card 2: “XYZ” is no card; a card is four of W, R, S and T"),
        ("colonnade", "setup", "R3/B3 R", "“R3/B3 R” has 2 squares; Colonnade has 8"),
        ("columns", "layout", "5x5", "Layout=5x5 cannot be; layout is one of 4x3, 6x2, 12x1"),
    ],
)
def test_what_is_wrong_is_told_with_the_option_that_is_at_fault(
    ada: Visitor, game: str, option: str, value: str, sentence: str
) -> None:
    proposal = {"game": game, "options": {option: value}, "seats": ["me", "open"]}
    answer = ada.post("/api/tables", proposal)
    assert answer.status_code == 422
    assert answer.json()["option"] == option
    assert answer.json()["error"].startswith(sentence)


@pytest.mark.parametrize("id", ids())
def test_no_page_speaks_as_one_types_on_a_command_line(ada: Visitor, id: str) -> None:
    for path in (f"/learn/{id}", f"/games/{id}"):
        page = unescape(re.sub("<[^>]*>", " ", ada.get(path).text))
        for option in (*(option.name for option in load(id).options), "setup"):
            assert not re.search(rf"\b{option}=", page), (path, option)
