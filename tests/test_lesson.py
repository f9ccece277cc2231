"""Lessons: every step can be done, a wrong move is answered, and a bad lesson is refused in a sentence."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

import stylobate
from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.game import Game
from stylobate.lesson import Lesson, Step, check, lesson
from stylobate.terminal import learn
from tests.harness import every_game, refused

COLONNADE = stylobate.load("colonnade")
STEP = """## Down

Step down.

```try
position: -/R2/R1/B1/-/-/-/- R
goal: b1a
praise: Yes.
otherwise: No.
hint: Look at a.
```
"""


def taught(steps: str) -> Game:
    """Colonnade with another lesson."""
    game = replace(COLONNADE)
    game.__dict__["lesson"] = f"# A lesson\n\nWelcome.\n\n{steps}"
    return game


def only(steps: str) -> Step:
    """The last step of that lesson."""
    found = lesson(taught(steps))
    assert found is not None
    return found.steps[-1]


def of(game: Game) -> Lesson:
    """The lesson of a game that has one."""
    found = lesson(game)
    assert found is not None
    return found


@every_game()
def test_every_game_of_the_house_has_a_lesson_of_six_to_ten_short_steps(game: Game) -> None:
    check(game)
    assert 6 <= len(of(game).steps) <= 10
    for step in of(game).steps:
        assert len(step.text) <= 280
        assert step.text.endswith((".", "!", "?"))


@every_game()
def test_every_move_in_every_step_is_answered_by_praise_or_by_another_sentence(game: Game) -> None:
    for step in of(game).steps:
        for token in step.position.legal:
            answer = step.answer(token)
            assert answer.reached == (token in step.goals)
            assert (answer.says == step.praise) == answer.reached
            assert answer.line.tokens[len(step.line.plays)] == token
        assert step.line.position == step.position  # trying has changed nothing


@every_game()
def test_in_a_lesson_the_learner_keeps_one_seat_and_the_last_step_ends_a_game(game: Game) -> None:
    steps = of(game).steps
    assert {step.position.turn for step in steps} == {0}
    assert all(steps[-1].answer(token).line.is_over for token in steps[-1].goals)
    assert 0 in steps[-1].answer(steps[-1].goals[0]).line.position.winners


def test_a_step_goes_on_from_where_the_one_before_has_led() -> None:
    start = "position: -/B2/-/R3/R1/-/B1/- R\ngoal: d1c\nthen: b1a"
    first = STEP.replace("position: -/R2/R1/B1/-/-/-/- R\ngoal: b1a", start)
    then = STEP.replace("position: -/R2/R1/B1/-/-/-/- R\ngoal: b1a", "goal: wins")
    step = only(first + then)
    assert step.line.tokens == ("d1c", "b1a")
    assert step.goals == ("b1c",)


def test_a_sentence_may_be_for_some_moves_only() -> None:
    step = only(STEP.replace("otherwise: No.", "otherwise b1?: Not there.\notherwise: No."))
    assert step.answer("b1c").says == "Not there."
    assert step.answer("c1b").says == "No."


def test_a_move_that_is_not_legal_is_refused_as_at_a_table() -> None:
    with pytest.raises(BadToken, match="“a1b” is not legal here"):
        only(STEP).answer("a1b")


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("goal: b1a", "goal: d1e", "step 1 of Colonnade's lesson: no legal move reaches its goal, “d1e”"),
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
        ("R1/B1/-/-/-/- R", "R1 R", "step 1 of Colonnade's lesson: “-/R2/R1 R” has 3 squares"),
        ("position: -/R2/R1/B1/-/-/-/- R", "position: -/R1/-/-/-/-/-/- B", "there is nobody to move"),
        ("hint: Look", "colour: Look", "should begin with one of position, options"),
        ("```try", "```python", "needs a heading, a text, and a block to try"),
    ],
)
def test_a_bad_lesson_is_refused_with_the_number_of_its_step(was: str, now: str, sentence: str) -> None:
    with refused(BadPosition, sentence):
        check(taught(STEP.replace(was, now)))


def test_a_step_cannot_go_on_from_one_that_can_be_done_in_several_ways() -> None:
    several = STEP.replace("goal: b1a", "goal: b1a b1c")
    with refused(BadPosition, "step 2 of Colonnade's lesson: it goes on from the step before"):
        check(taught(several + STEP.replace("position: -/R2/R1/B1/-/-/-/- R\n", "")))


def test_a_game_without_a_lesson_offers_none() -> None:
    game = replace(COLONNADE)
    game.__dict__["lesson"] = ""
    assert lesson(game) is None
    with pytest.raises(BadOption, match="Colonnade has no lesson; stylobate rules colonnade"):
        learn(game, Console(file=io.StringIO()))


@every_game()
def test_a_lesson_can_be_done_in_a_terminal(game: Game) -> None:
    keys = iter(["hint", "nonsense", "help", *(step.goals[-1] for step in of(game).steps)])
    out = io.StringIO()
    learn(game, Console(file=out, width=200), lambda prompt: next(keys))
    told = out.getvalue()
    assert game.byline in told
    assert of(game).steps[0].hint in told
    assert all(step.praise in " ".join(told.split()) for step in of(game).steps)
    assert f"stylobate play {game.id}" in told
    assert next(keys, None) is None


def test_a_wrong_move_in_a_terminal_is_taken_back_and_one_may_skip_or_leave() -> None:
    keys = iter(["d2c", "skip", "quit"])
    out = io.StringIO()
    learn(COLONNADE, Console(file=out, width=200), lambda prompt: next(keys))
    assert "It is taken back; try again." in out.getvalue()
    assert "2 of 7" in out.getvalue()
    assert "Now play" not in out.getvalue()
