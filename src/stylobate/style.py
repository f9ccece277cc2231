"""Styles: computer players with a taste of their own, such as a hunter, at the strength of any level.

A style is a change of what a game's mind has learned: it likes some of the *sights* of a seat more, or less,
than is good for winning alone.  A game that has a mind with a value may bring a `styles.json`:

    {"hunter": {"says": "takes prisoners wherever it can", "likes": {"prisoners": 2.0}}, …}

`likes` names sights as the mind does (`Value.named`), each with what it counts for besides; a seat that likes
its own takes those of others for a danger.  All else is as at the level: the same search, the same time, the
same slips.  Such a player is called by the style and the level, as in `hunter-3`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from stylobate.game import Game


@dataclass(frozen=True)
class Style:
    """A taste: its name, what it does in words that follow the name, and which sights it likes how much."""

    name: str
    says: str
    likes: Mapping[str, float]


@cache
def styles(game: Game) -> tuple[Style, ...]:
    """The styles that this game brings; loads no mind."""
    file = files(game.package).joinpath("styles.json")
    if not file.is_file():
        return ()
    told = json.loads(file.read_text("utf-8"))
    return tuple(
        Style(name, str(one["says"]), {sight: float(by) for sight, by in one["likes"].items()})
        for name, one in told.items()
    )


def parted(name: str) -> tuple[str, str]:
    """The style and the level in a player's name; one without a style is a level, or has no level at all."""
    style, _, level = name.rpartition("-")
    return style, level


def style(game: Game, name: str) -> Style | None:
    """The style in a player's name, if this game brings it."""
    return next((one for one in styles(game) if one.name == parted(name)[0]), None)
