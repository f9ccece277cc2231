"""Marks on a board that say what they mean: in sentences, and only where somebody can ask them."""

import random
from xml.etree import ElementTree

from stylobate import Game, Position
from tests.harness import Options, any_token, every_game_and_variant
from tests.test_telling import SYNTAX


def told(position: Position, last: str | None = None, hints: bool = True) -> list[str]:
    """What the marks of a board and the things beside it say."""
    spread = position.game.drawing.spread(position, last, hints and position.turn >= 0)
    marks = [part.get("data-tells") for part in ElementTree.fromstring(spread.board).iter()]
    items = [*spread.hand, *(item for tray in spread.trays for item in tray), *spread.aside]
    return [*filter(None, marks), *(item.says for item in items)]


@every_game_and_variant()
def test_whatever_a_mark_says_is_a_sentence(game: Game, options: Options) -> None:
    rng = random.Random(f"{game.id} {options} marks")
    position, last = game.begin(options), None
    while not position.is_over:
        last = any_token(position, rng)
        position = position.play(last)
        if rng.random() < 0.2 or position.is_over:
            for part in ElementTree.fromstring(game.drawing.spread(position, last, True).board).iter():
                words = part.get("data-tells", "A mark.")
                assert words[0].isupper()
                assert words.endswith(".")
                assert not SYNTAX.search(words), words
            for seat in range(position.seats):
                assert not SYNTAX.search(game.telling.points(position, seat))


@every_game_and_variant()
def test_a_picture_by_itself_says_nothing(game: Game, options: Options) -> None:
    position = game.begin(options)
    assert "data-tells" not in position.svg(hints=True)
