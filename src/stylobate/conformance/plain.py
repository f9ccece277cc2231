"""What a game does not bring, and what stands in for it, in sentences."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

from stylobate.game import Game
from stylobate.page import CHANCES, PORTRAIT, SIGN, STYLE, WIDGET, piece
from stylobate.parts import Drawing, Notation, Rules, Telling

PARTS = {"rules": Rules, "notation": Notation, "drawing": Drawing, "telling": Telling}
WITHOUT = {
    "colours": "its pictures have those of the house",
    "sheet": "nothing is printed",
    "solver": "nobody plays perfectly",
    "mind": "computers know the rules alone",
    "space": "learners get the places of actions in their list, and the state as it is",
}
INSTEAD = {
    WIDGET: "moves are built by clicks along their steps",
    CHANCES: "pages cannot make its throws again",
    STYLE: "there is none",
    PORTRAIT: "it is drawn when it is first asked for",
    SIGN: "it is the middle of the portrait",
    piece(0): "the pieces are drawn by drawing.sign when they are first asked for",
}


def stand_ins(game: Game) -> Iterator[str]:
    """A sentence for each part that the game does not bring, and what is used in its place."""
    for part, protocol in PARTS.items():
        own = vars(import_module(f"{game.package}.{part}")) if game.brings(part) else {}
        for name, function in vars(protocol).items():
            _, plain, instead = (inspect.getdoc(function) or "").partition("plain: ")
            if plain and name not in own:
                yield f"{part}.{name} is plain: {' '.join(instead.split())}"
    if "guide.md" not in _folder(game):
        yield "guide.md is plain: the summary, and a picture of the start."
    if game.minute.goal == game.summary:
        yield "the goal is plain: the summary, for guide.md does not tell the game in a minute."
    if not game.lesson:
        yield "lesson.md is missing: no guided first game is offered."
    for name, instead in INSTEAD.items():
        if name not in game.page.files() and (name != CHANCES or game.has_chance):
            yield f"page/{name} is missing: {instead}."
    if "ladder.json" not in _folder(game):
        yield "ladder.json is plain: five levels, whose strength was not measured."
    if game.portrait is None:
        yield "the portrait is plain: the middle of some game."
    for part, without in WITHOUT.items():
        if not game.brings(part):
            yield f"{part} is missing: {without}."


def _folder(game: Game) -> set[str]:
    from importlib import resources

    return {file.name for file in resources.files(game.package).iterdir()}
