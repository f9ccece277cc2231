"""A game to be looked at again, as one page that needs nothing else: no server, no network.

    page = stylobate.record.read(text).player()     # a notebook shows it
    Path("game.html").write_text(page, "utf-8")     # and any browser

It has a board for every token, the moves in words, keys and buttons to go through them, and follows the theme
of whoever looks.  The boards are packed (`frames`): a game's weigh some ten to two hundred kilobytes.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from stylobate.replay.frames import packed
from stylobate.telling import called, listed

if TYPE_CHECKING:
    from stylobate.line import Line

HEIGHT = 640  # pixels of a notebook that it takes


class Replay(str):
    """The page as HTML.  A notebook shows it in a frame of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self)}" sandbox="allow-scripts" title="A game to be looked at again" '
            f'style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'
        )


def replay(
    line: Line, names: Sequence[str] = (), about: str = "", result: str = "", comments: Mapping[int, str] = {}
) -> Replay:
    """The page of a game under way, or over.

    `about` is what is to be told of it beside its players, such as the date; `result` ends it where the rules
    did not.  `comments` belong to the position after so many tokens.
    """
    game = line.game
    people = names if any(names) else None
    told = {
        **packed([_drawn(line, number) for number in range(len(line.plays) + 1)]),
        "words": [_words(line, number, people) for number in range(1, len(line.plays) + 1)],
        "comments": comments,
        "result": " ".join(game.telling.result(line.position, people)) if line.position.is_over else result,
    }
    packet = gzip.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0)
    seats = range(line.start.seats)
    given = [f"{game.seat_name(seat)}: {called(line.start, seat, people)}" for seat in seats if people]
    filled = {
        "TITLE": escape(f"{game.title}: {listed(names)}" if people else game.title),
        "BYLINE": escape(game.byline),
        "ABOUT": escape(" · ".join(filter(None, [*given, about]))),
        "ROLES": "".join(palette.css() for palette in game.palettes),
        "STYLE": _file("player.css"),
        "SCRIPT": _file("player.js"),
        "GAME": base64.b64encode(packet).decode(),
    }
    page = _file("player.html")
    for place, text in filled.items():
        page = page.replace(f"<!--{place}-->", text).replace(f"/*{place}*/", text)
    return Replay(page)


def _drawn(line: Line, number: int) -> str:
    """The board after so many tokens, as the site shows it."""
    played = line.trail(number)
    return line.after(number).svg(played[-1] if played else None, earlier=played[:-1], theme="page")


def _words(line: Line, number: int, names: Sequence[str] | None) -> str:
    words = line.game.telling.words(line.after(number - 1), line.plays[number - 1].token, names)
    return words[:1].upper() + words[1:]  # a computer is called “level 3”


def _file(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text("utf-8")
