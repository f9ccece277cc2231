"""What a game says of itself, before any of its parts is loaded."""

from __future__ import annotations

from importlib import import_module

from stylobate.conformance.promises import is_a_word, promise
from stylobate.errors import BadGame, StylobateError
from stylobate.game import Game
from stylobate.page import WIDGET
from stylobate.registry import sound

A_LINE = 100
STARTS = ("lot", "dice", "host")


def check_declared(game: Game) -> None:
    """What a game declares about itself makes sense: its names, its numbers of players, its options."""
    try:
        sound(game, game.id)
    except BadGame as error:
        promise(game, False, str(error))
    home = getattr(import_module(game.package), "GAME", None)
    is_home = isinstance(home, Game) and home.id == game.id
    promise(game, is_home, f"{game.package} must hold the game under the name GAME")
    promise(game, game.summary.strip().endswith("."), "summary must be a sentence or two, with a full stop")
    promise(game, game.minutes > 0, "minutes must say about how long a game takes")
    promise(game, game.rules_version >= 1, "rules_version must be 1 or more")
    promise(game, game.starts in STARTS, f"starts must be one of {', '.join(STARTS)}, not “{game.starts}”")
    promise(
        game,
        not game.keys or WIDGET in game.page.files(),
        f"keys are those of a widget, but there is no page/{WIDGET}",
    )
    try:
        goal = game.minute.goal
    except BadGame as error:
        promise(game, False, str(error))
    promise(game, len(goal) <= A_LINE, f"its goal, “{goal}”, must fit in a line: at most {A_LINE} letters")
    _check_options(game)


def _check_options(game: Game) -> None:
    names = [option.name for option in game.options]
    promise(game, len(set(names)) == len(names), "two options have the same name")
    for option in game.options:
        named = option.name.isidentifier() and option.name != "setup"
        promise(game, named, f"an option cannot be called “{option.name}”")
        promise(game, bool(option.summary.strip()), f"the option {option.name} must say what it changes")
        for choice in option.choices:
            typed = f"{option.name}=“{choice}” cannot be typed: a choice is a word without spaces or #"
            promise(game, is_a_word(choice), typed)
    if len(game.players) > 1:
        seats = next((set(option.choices) for option in game.options if option.name == "players"), set())
        promise(
            game,
            seats == {str(number) for number in game.players},
            f"{game.players} can play, so it needs an option “players” with just these choices",
        )
    try:
        game.complete({option.name: option.default for option in game.options})
    except StylobateError as error:
        promise(game, False, f"its options refuse their own defaults: {error}")
