"""Lessons: every stage can be done, a wrong move is answered, and a bad lesson is refused in a sentence."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

import stylobate
from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.game import Game
from stylobate.lesson import Lesson, Stage, check, lesson
from stylobate.terminal import learn
from tests.harness import every_game, refused

COLONNADE = stylobate.load("colonnade")
STAGE = """## Down

Step down.

```try
position: -/R2/R1/B1/-/-/-/- R
goal: b1a
praise: Yes.
otherwise: No.
hint: Look at a.
```
"""


def taught(stages: str) -> Game:
    """Colonnade with another lesson."""
    game = replace(COLONNADE)
    game.__dict__["lesson"] = f"# A lesson\n\nWelcome.\n\n{stages}"
    return game


def only(stages: str) -> Stage:
    """The last stage of that lesson."""
    found = lesson(taught(stages))
    assert found is not None
    return found.stages[-1]


def of(game: Game) -> Lesson:
    """The lesson of a game that has one."""
    found = lesson(game)
    assert found is not None
    return found


@every_game()
def test_every_game_of_the_house_has_a_lesson_of_six_to_ten_short_stages(game: Game) -> None:
    check(game)
    assert 6 <= len(of(game).stages) <= 10
    for stage in of(game).stages:
        assert len(stage.text) <= 280
        assert stage.text.endswith((".", "!", "?"))


@every_game()
def test_every_move_in_every_stage_is_answered_by_praise_or_by_another_sentence(game: Game) -> None:
    for stage in of(game).stages:
        for token in stage.position.legal:
            answer = stage.answer(token)
            assert answer.reached == (token in stage.goals)
            assert (answer.says == stage.praise) == answer.reached
            assert answer.line.tokens[len(stage.line.plays)] == token
        assert stage.line.position == stage.position  # trying has changed nothing


@every_game()
def test_in_a_lesson_the_learner_keeps_one_seat_and_the_last_stage_ends_a_game(game: Game) -> None:
    stages = of(game).stages
    assert {stage.position.turn for stage in stages} == {0}
    assert all(stages[-1].answer(token).line.is_over for token in stages[-1].goals)
    assert 0 in stages[-1].answer(stages[-1].goals[0]).line.position.winners


def test_a_stage_goes_on_from_where_the_one_before_has_led() -> None:
    start = "position: -/B2/-/R3/R1/-/B1/- R\ngoal: d1c\nthen: b1a"
    first = STAGE.replace("position: -/R2/R1/B1/-/-/-/- R\ngoal: b1a", start)
    then = STAGE.replace("position: -/R2/R1/B1/-/-/-/- R\ngoal: b1a", "goal: wins")
    stage = only(first + then)
    assert stage.line.tokens == ("d1c", "b1a")
    assert stage.goals == ("b1c",)


def test_a_sentence_may_be_for_some_moves_only() -> None:
    stage = only(STAGE.replace("otherwise: No.", "otherwise b1?: Not there.\notherwise: No."))
    assert stage.answer("b1c").says == "Not there."
    assert stage.answer("c1b").says == "No."


def test_a_move_that_is_not_legal_is_refused_as_at_a_table() -> None:
    with pytest.raises(BadToken, match="“a1b” is not legal here"):
        only(STAGE).answer("a1b")


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("goal: b1a", "goal: d1e", "stage 1 of Colonnade's lesson: no legal move reaches its goal, “d1e”"),
        ("goal: b1a", "goal: *", "every legal move reaches its goal; then it should say “goal: any”"),
        ("goal: b1a", "goal: b1a h1g", "no legal move is like “h1g”"),
        ("goal: b1a", "goal: gains 3", "no legal move reaches its goal, “gains 3”"),
        ("goal: b1a\n", "", "it does not say its goal"),
        ("otherwise: No.", "", "it has no answer to b1c; it should say “otherwise: …”"),
        ("otherwise: No.", "otherwise h1g: No.\notherwise: No.", "no legal move is like “h1g”"),
        ("praise: Yes.", "praise: Yes.\nthen: a1b", "after b1a, “a1b” cannot be played"),
        (
            "praise: Yes.",
            "played: a1b\npraise: Yes.",
            "lesson: “a1b” is not legal here",
        ),
        ("R1/B1/-/-/-/- R", "R1 R", "stage 1 of Colonnade's lesson: “-/R2/R1 R” has 3 squares"),
        ("position: -/R2/R1/B1/-/-/-/- R", "position: -/R1/-/-/-/-/-/- B", "there is nobody to move"),
        ("hint: Look", "colour: Look", "should begin with one of position, options"),
        ("```try", "```python", "needs a heading, a text, and a block to try"),
    ],
)
def test_a_bad_lesson_is_refused_with_the_number_of_its_stage(was: str, now: str, sentence: str) -> None:
    with refused(BadPosition, sentence):
        check(taught(STAGE.replace(was, now)))


def test_a_stage_cannot_go_on_from_one_that_can_be_done_in_several_ways() -> None:
    several = STAGE.replace("goal: b1a", "goal: b1a b1c")
    with refused(BadPosition, "stage 2 of Colonnade's lesson: it goes on from the stage before"):
        check(taught(several + STAGE.replace("position: -/R2/R1/B1/-/-/-/- R\n", "")))


def test_a_game_without_a_lesson_offers_none() -> None:
    game = replace(COLONNADE)
    game.__dict__["lesson"] = ""
    assert lesson(game) is None
    with pytest.raises(BadOption, match="Colonnade has no lesson; stylobate rules colonnade"):
        learn(game, Console(file=io.StringIO()))


@every_game()
def test_a_lesson_can_be_done_in_a_terminal(game: Game) -> None:
    keys = iter(["hint", "nonsense", "help", *(stage.goals[-1] for stage in of(game).stages)])
    out = io.StringIO()
    learn(game, Console(file=out, width=200), lambda prompt: next(keys))
    told = out.getvalue()
    assert game.byline in told
    assert of(game).stages[0].hint in told
    assert all(stage.praise in " ".join(told.split()) for stage in of(game).stages)
    assert f"stylobate play {game.id}" in told
    assert next(keys, None) is None


def test_a_wrong_move_in_a_terminal_is_taken_back_and_one_may_skip_or_leave() -> None:
    keys = iter(["d2c", "skip", "quit"])
    out = io.StringIO()
    learn(COLONNADE, Console(file=out, width=200), lambda prompt: next(keys))
    assert "It is taken back; try again." in out.getvalue()
    assert "2 of 7" in out.getvalue()
    assert "Now play" not in out.getvalue()
