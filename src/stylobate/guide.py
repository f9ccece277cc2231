"""Guides: how a game is played, with figures that are real positions.

A guide is Markdown.  A fenced block called `figure` is a drawn position:

    ```figure
    position: -/R2/-/B1/-/-/-/- R     without it, the start
    options: key=value …              what the game is played under
    last: b2a                         the token that led here, to be marked
    hints: yes                        show the legal moves
    show: a1 c3                       only what lies from one of these squares to the other, or `board`
    legal: b1a b1c                    tokens that are legal here,
    illegal: b2a                      and some that are not (the tests see to both)
    caption: What there is to see.
    ```

A terminal shows it in letters, a page as a picture, and a figure that no play could have made is refused.

Near its top a guide tells the game in a minute (`stylobate.minute`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stylobate.drawing import cropped, silent
from stylobate.errors import BadOption, BadPosition, StylobateError
from stylobate.game import Game, Position
from stylobate.line import Line
from stylobate.palette import Theme, painted

if TYPE_CHECKING:
    from rich.console import RenderableType

KEYS = ("position", "options", "last", "hints", "show", "legal", "illegal", "caption")

BOARD = ("board",)  # to show all of it, and nothing that lies beside it
_FENCE = re.compile(r"^```figure[ \t]*\n(.*?)^```[ \t]*\n?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Prose:
    """A stretch of Markdown between figures."""

    markdown: str


@dataclass(frozen=True)
class Figure:
    """A position with a caption, and the tokens that it shows to be legal or not."""

    number: int
    position: Position
    last: str | None
    hints: bool
    show: tuple[str, ...]
    legal: tuple[str, ...]
    illegal: tuple[str, ...]
    caption: str

    def svg(self, theme: Theme = "light") -> str:
        """The figure as a picture, or the part of it that matters."""
        if not self.show:
            return self.position.svg(self.last, self.hints, theme=theme)
        game = self.position.game
        board = silent(game.drawing.spread(self.position, self.last, self.hints).board)
        try:
            part = board if self.show == BOARD else cropped(board, self.show)
        except BadOption as refused:
            raise BadPosition(f"figure {self.number} of {game.title}'s guide: {refused}") from None
        return painted(part, theme, *game.palettes)

    def text(self) -> str:
        """The figure in letters."""
        return self.position.text(self.last)


def blocks(game: Game) -> tuple[Prose | Figure, ...]:
    """The game's guide, taken apart into prose and figures in their order."""
    return tuple(_parse(game, game.guide))


def figures(game: Game) -> tuple[Figure, ...]:
    """All figures of the game's guide."""
    return tuple(block for block in blocks(game) if isinstance(block, Figure))


def terminal(game: Game) -> RenderableType:
    """The guide for a terminal: prose as Rich sets it, figures in letters."""
    from rich.console import Group
    from rich.markdown import Markdown

    shown = [
        _framed(block) if isinstance(block, Figure) else Markdown(block.markdown) for block in blocks(game)
    ]
    return Group(*shown, Markdown(_typed_options(game)))


def _typed_options(game: Game) -> str:
    """How options are typed; on a page they are fields of a form."""
    lines = ["## Options, as they are typed\n"]
    for option in game.options:
        lines.append(f"- `{option.name}={option.default}`: {option.summary}")
        lines += [f"    - `{option.name}={value}`: {line}" for value, line in option.choices.items()]
        lines += ["    - `@` and the name of a file reads it from there"] * (not option.choices)
    return "\n".join([*lines, f"- `setup={str(game.start()).replace(' ', '_')}`: a position to begin from"])


def _framed(figure: Figure) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    lines = [Text(figure.text(), no_wrap=True), Text(figure.caption, style="italic")]
    legal = figure.legal or (figure.position.legal if figure.hints else ())
    for word, tokens in (("Legal", legal), ("Not legal", figure.illegal)):
        if tokens:
            lines.append(Text(f"{word}: {', '.join(tokens)}", style="dim"))
    return Padding(Group(*lines), (1, 4))


def _parse(game: Game, guide: str) -> Iterator[Prose | Figure]:
    end = 0
    for number, fence in enumerate(_FENCE.finditer(guide), start=1):
        if guide[end : fence.start()].strip():
            yield Prose(guide[end : fence.start()])
        yield _figure(game, number, fence[1])
        end = fence.end()
    if guide[end:].strip():
        yield Prose(guide[end:])


def _figure(game: Game, number: int, source: str) -> Figure:
    where = f"figure {number} of {game.title}'s guide"
    said = lines(where, source, KEYS)
    if said.get("hints", "no") not in ("yes", "no"):
        raise BadPosition(f"{where}: hints is yes or no, not “{said['hints']}”")
    return Figure(
        number,
        opened(game, where, said).start,
        said.get("last"),
        said.get("hints") == "yes",
        tuple(said.get("show", "").split()),
        tuple(said.get("legal", "").split()),
        tuple(said.get("illegal", "").split()),
        said.get("caption", ""),
    )


def opened(game: Game, where: str, said: Mapping[str, str]) -> Line:
    """The line that begins at the position, or under the options, that a block names."""
    try:
        options = dict(pair.split("=", 1) for pair in said.get("options", "").split())
        if "position" in said:
            options["setup"] = said["position"]
        return Line(game, options)
    except StylobateError as refused:
        raise BadPosition(f"{where}: {refused}") from None
    except ValueError:
        raise BadPosition(f"{where}: options are written key=value, not “{said['options']}”") from None


def lines(where: str, source: str, keys: Sequence[str]) -> dict[str, str]:
    """What a block says, by its keys; a key may have tokens after it, and then stands there with them."""
    said: dict[str, str] = {}
    for line in source.splitlines():
        key, colon, value = f"{line} ".partition(": ")
        if not line.strip():
            continue
        if not colon or key.split(" ")[0] not in keys:
            raise BadPosition(f"{where}: “{line}” should begin with one of {', '.join(keys)} and a colon")
        if key in said:
            raise BadPosition(f"{where}: it says “{key}” twice")
        said[key] = value.strip()
    return said
