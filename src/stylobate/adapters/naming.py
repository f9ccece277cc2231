"""What our games are called in other tools, and how those hand options over."""

from __future__ import annotations

from collections.abc import Mapping

from stylobate.game import Game, Option


def underscored(game: Game) -> str:
    """The game's name among others: `stylobate_` and its id."""
    return f"stylobate_{game.id.replace('-', '_')}"


def registered(game: Game) -> str:
    """The game's name where environments have a registry: with the version of its rules."""
    return f"stylobate/{game.id}-v{game.rules_version}"


def is_counted(option: Option) -> bool:
    """Whether all values of an option are whole numbers, so that tools may take it for one."""
    return bool(option.choices) and all(choice.isdecimal() for choice in option.choices)


def as_text(options: Mapping[str, object]) -> dict[str, str]:
    """Options as the house takes them; what was not chosen is left out."""
    return {name: str(value) for name, value in options.items() if value not in (None, "")}
