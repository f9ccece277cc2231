import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

import stylobate
from stylobate import guide
from stylobate.errors import BadPosition, BadToken
from stylobate.game import IDS, Game, Position

COLONNADE = stylobate.load("colonnade")


def guided(text: str) -> Game:
    """Colonnade with another guide."""
    game = replace(COLONNADE)
    game.__dict__["guide"] = text
    return game


@pytest.mark.parametrize("name", IDS)
def test_every_figure_of_every_guide_can_be_drawn(name: str) -> None:
    figures = guide.figures(stylobate.load(name))
    assert figures
    for figure in figures:
        assert ET.fromstring(figure.svg()) is not None
        assert figure.text()
        assert figure.caption.endswith(".")


@pytest.mark.parametrize("name", IDS)
def test_what_a_figure_calls_legal_is_legal_and_what_it_calls_illegal_is_refused(name: str) -> None:
    for figure in guide.figures(stylobate.load(name)):
        for token in figure.legal:
            figure.position.play(token)
        for token in figure.illegal:
            with pytest.raises(BadToken):
                figure.position.play(token)


@pytest.mark.parametrize("name", IDS)
def test_every_guide_names_its_author_and_can_be_shown_in_a_terminal(name: str) -> None:
    game = stylobate.load(name)
    console = Console(width=80, record=True, file=StringIO())
    console.print(guide.terminal(game))
    shown = console.export_text()
    assert game.title in shown
    assert game.author in shown
    assert "```" not in shown


def test_prose_and_figures_come_in_their_order() -> None:
    blocks = guide.blocks(guided("# One\n\n```figure\ncaption: Two\n```\n\nThree\n\n```python\nfour\n```\n"))
    assert [type(block) for block in blocks] == [guide.Prose, guide.Figure, guide.Prose]


def test_a_figure_without_a_position_is_the_start() -> None:
    (figure,) = guide.figures(guided("```figure\nhints: yes\n```"))
    assert figure.position == COLONNADE.start()
    assert figure.hints


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        ("position: R99 R", "figure 2 of Colonnade's guide: “R99 R” has 1 squares"),
        ("options: size=9", "figure 2 of Colonnade's guide: Colonnade has no option “size”"),
        ("options: size", "options are written key=value, not “size”"),
        ("colour: red", "“colour: red” should begin with one of position, options"),
        ("caption: a\ncaption: b", "it says “caption” twice"),
        ("hints: maybe", "hints is yes or no, not “maybe”"),
    ],
)
def test_a_bad_figure_is_refused_by_its_number(figure: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        guide.figures(guided(f"```figure\ncaption: fine\n```\n\n```figure\n{figure}\n```\n"))
    assert sentence in str(refused.value)


def _random_game(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = [COLONNADE.start()]
    while not game[-1].is_over:
        game.append(game[-1].play(rng.choice(game[-1].legal)))
    return game


def _foot(stack: int) -> int:
    """The colour at the foot of a stack: 1 red, -1 blue, 0 none."""
    return (1 if stack > 0 else -1) * (1 if stack % 2 else -1) if stack else 0


def test_what_colonnades_guide_promises_is_true() -> None:
    for seed in range(60):
        game = _random_game(seed)
        assert len(game) - 1 <= 46
        for before, after in pairwise(game):
            mine = 1 if before.turn == 0 else -1
            for old, new in zip(map(int, before.state[:8]), map(int, after.state[:8]), strict=True):
                if abs(new) < abs(old):
                    assert new * mine <= 0, "lifting uncovers the other colour, or nothing"
                if old and new:
                    assert _foot(old) == _foot(new), "the foot of a stack stays"
                if old and not new:
                    assert _foot(old) == mine, "only the owner of the foot clears a square"
        for position in game:
            for seat, mine in ((0, 1), (1, -1)):
                tops = [int(stack) * mine > 0 for stack in position.state[:8]]
                if position.state[8] == seat and any(a and b for a, b in pairwise(tops)):
                    assert not position.is_over, "two tops side by side are a move in hand"
