"""A game in a minute: what its guide says at the top is what a page and a terminal say beside the board."""

import re

import pytest

from stylobate import Game
from stylobate.errors import BadGame
from stylobate.minute import Minute, read
from tests.harness import every_game, refused
from tests.heap import GAME as HEAP

TOLD = "# Heap\n\n## In a minute\n\n- **Goal.** Take the last\n  stone.\n- **The end.** It is empty.\n"


@every_game()
def test_every_game_says_its_goal_in_a_line_and_the_rest_in_a_few_sentences(game: Game) -> None:
    told = game.minute
    assert told.goal != game.summary
    assert len(told.goal) <= 60
    assert told.turn
    assert told.end
    said = " ".join((told.goal, told.turn, told.scoring, told.end))
    assert 3 <= len(re.findall(r"[.!](?: |$)", said)) <= 9
    assert len(said.split()) < 150  # read aloud it takes a minute at most


def test_lines_that_are_wrapped_are_one_sentence() -> None:
    assert read(TOLD) == Minute(goal="Take the last stone.", end="It is empty.")


def test_a_guide_may_tell_no_minute_and_then_the_summary_is_the_goal() -> None:
    assert read("# Heap\n") is None
    assert HEAP.minute == Minute(HEAP.summary)
    assert HEAP.telling.how_to(HEAP.start()) == HEAP.summary


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("- **Purpose.** Win.", "“Win.” should come after one of **Goal.**, **Your turn.**"),
        ("- Win.", "“Win.” should come after one of"),
        ("- **Goal.** Win.\n- **Goal.** Lose.", "“Lose.” should come after one of"),
        ("- **Goal.** Write `b2a`.", "“Write `b2a`.” should be plain text, without marks"),
        ("- **The end.** Now.", "there is no **Goal.**"),
    ],
)
def test_what_cannot_be_read_is_told(line: str, sentence: str) -> None:
    with refused(BadGame, f"in a minute: {sentence}"):
        read(f"# Heap\n\n## In a minute\n\n{line}\n")
