import xml.etree.ElementTree as ET
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

import stylobate
from stylobate import guide
from stylobate.errors import BadPosition, BadToken
from stylobate.game import Game
from tests.harness import every_game, refused

COLONNADE = stylobate.load("colonnade")


def guided(text: str) -> Game:
    """Colonnade with another guide."""
    game = replace(COLONNADE)
    game.__dict__["guide"] = text
    return game


@every_game()
def test_every_figure_of_every_guide_can_be_drawn(game: Game) -> None:
    figures = guide.figures(game)
    assert figures
    for figure in figures:
        assert ET.fromstring(figure.svg()) is not None
        assert figure.text()
        assert figure.caption.endswith(".")


@every_game()
def test_what_a_figure_calls_legal_is_legal_and_what_it_calls_illegal_is_refused(game: Game) -> None:
    for figure in guide.figures(game):
        for token in figure.legal:
            figure.position.play(token)
        for token in figure.illegal:
            with pytest.raises(BadToken):
                figure.position.play(token)


@every_game()
def test_every_guide_names_its_author_and_can_be_shown_in_a_terminal(game: Game) -> None:
    console = Console(width=80, record=True, file=StringIO())
    console.print(guide.terminal(game))
    shown = console.export_text()
    assert game.title in shown
    assert game.author in shown
    assert "```" not in shown


def test_a_figure_may_show_the_squares_that_matter_alone() -> None:
    shown = "```figure\nshow: {}\n```\n"
    whole, board, part = guide.figures(
        guided("```figure\n```\n" + shown.format("board") + shown.format("a c"))
    )
    sizes = [ET.fromstring(figure.svg()).get("viewBox", "").split() for figure in (whole, board, part)]
    areas = [float(wide) * float(high) for _, _, wide, high in sizes]
    assert areas[0] > areas[1] > 2 * areas[2]
    assert part.text() == whole.text()
    cloth = ET.fromstring(part.svg()).find("{*}rect")
    assert cloth is not None
    assert [cloth.get(name) for name in ("x", "y", "width", "height")] == sizes[2]


def test_a_square_that_is_not_there_cannot_be_shown() -> None:
    (figure,) = guide.figures(guided("```figure\nshow: a z\n```\n"))
    with refused(BadPosition, "figure 1 of Colonnade's guide: the picture has no square “z”"):
        figure.svg()


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
    with refused(BadPosition, sentence):
        guide.figures(guided(f"```figure\ncaption: fine\n```\n\n```figure\n{figure}\n```\n"))
