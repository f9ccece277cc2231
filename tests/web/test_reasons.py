"""A page that is told why a click does nothing."""

from __future__ import annotations

from tests.web.test_moves import two_people
from tests.web.visiting import Visitor


def test_a_click_that_does_nothing_is_explained_for_the_board_that_was_clicked(
    ada: Visitor, ben: Visitor
) -> None:
    table, _ = two_people(ada, ben)
    where = f"/api/tables/{table.id}/at/0/why"
    told = ada.get(f"{where}?key=a").json()
    assert told == {"why": "a cannot move: b has a blue top."}
    assert ada.get(f"{where}?key=b2&key=d").json()["why"].startswith("d is not beside b")
    assert ada.get(f"{where}?key=b2").json() == {"why": ""}
    table.move("b2a")
    assert ada.get(f"{where}?key=a").json() == told


def test_clicks_that_nobody_makes_are_refused_in_a_sentence(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    for asked in ("", "?key=" + "x" * 41, "?" + "&".join(["key=a"] * 9)):
        answer = ada.get(f"/api/tables/{table.id}/at/0/why{asked}")
        assert (answer.status_code, answer.json()["reason"]) == (422, "illegal")
    assert ada.get(f"/api/tables/{table.id}/at/9/why?key=a").status_code == 404
