"""Guided first games on the site: the page, what a stage shows, and what a move comes to in it."""

from __future__ import annotations

import pytest

import stylobate
from stylobate.game import Game
from stylobate.lesson import lesson
from tests.harness import every_game
from tests.web.visiting import Visitor


@every_game()
def test_a_lesson_is_offered_on_the_front_page_and_on_learn(ada: Visitor, game: Game) -> None:
    address = f'href="/learn/{game.id}/lesson"'
    assert address in ada.get("/").text
    assert address in ada.get(f"/learn/{game.id}").text
    page = ada.get(f"/learn/{game.id}/lesson")
    assert page.status_code == 200
    assert game.author in page.text


@every_game()
def test_a_stage_shows_its_board_and_answers_right_and_wrong_moves(ada: Visitor, game: Game) -> None:
    taught = lesson(game)
    assert taught is not None
    for stage in taught.stages[:2]:
        at = f"/api/lessons/{game.id}/{stage.number}"
        shown = ada.get(at).json()
        assert shown["board"]["position"] == str(stage.position)
        assert {move["token"] for move in shown["board"]["legal"]} == set(stage.position.legal)
        assert [said["token"] for said in shown["log"]] == list(stage.line.tokens)
        right = ada.get(f"{at}/after", params={"token": stage.goals[0]}).json()
        assert right["reached"]
        assert right["says"] == stage.praise
        assert len(right["boards"]) == 1 + len(stage.then)
        assert right["boards"][0]["last"]["token"] == stage.goals[0]
        for token in [token for token in stage.position.legal if token not in stage.goals][:1]:
            wrong = ada.get(f"{at}/after", params={"token": token}).json()
            assert not wrong["reached"]
            assert wrong["says"]


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/api/lessons/colonnade/1/after?token=h1g", 422, "“h1g” is not legal here"),
        ("/api/lessons/colonnade/1/after?token=%00%ff", 422, "is not a Colonnade move"),
        ("/api/lessons/colonnade/1/after", 422, "a move is written in 1 to 100 letters"),
        (f"/api/lessons/colonnade/1/after?token={'b' * 101}", 422, "a move is written in 1 to 100 letters"),
        ("/api/lessons/colonnade/0", 404, "this lesson has stages 1 to 7"),
        ("/api/lessons/colonnade/8", 404, "this lesson has stages 1 to 7"),
        ("/api/lessons/colonnade/one", 404, "this lesson has stages 1 to 7"),
        ("/api/lessons/chess/1", 404, "there is nothing here"),
        ("/learn/chess/lesson", 404, "There is nothing here"),
    ],
)
def test_what_is_no_stage_or_no_move_is_refused_in_a_sentence(
    ada: Visitor, path: str, status: int, sentence: str
) -> None:
    answer = ada.get(path)
    assert answer.status_code == status
    assert sentence.lower() in answer.text.lower()


def test_a_game_without_a_lesson_has_no_page_for_it(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stylobate.load("columns").__dict__, "lesson", "")
    assert ada.get("/learn/columns/lesson").status_code == 404
    assert "/learn/columns/lesson" not in ada.get("/").text
    assert "/learn/columns/lesson" not in ada.get("/learn/columns").text
