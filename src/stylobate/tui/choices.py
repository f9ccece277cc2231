"""The legal moves in words, in a list that gets shorter while one types: that works for every game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from stylobate.game import Position

MOST = 300  # rows; what is further down is found by typing


class Choices(Vertical):
    """What may be played, with a line to type in: `/` goes there, Enter plays what is highlighted."""

    class Chosen(Message):
        """This token was chosen."""

        def __init__(self, token: str) -> None:
            super().__init__()
            self.token = token

    def __init__(self) -> None:
        super().__init__(id="choices")
        self._position: Position | None = None
        self._moves: Sequence[str] = ()
        self._findable: Sequence[str] = ()
        self._numbered = False

    def compose(self) -> ComposeResult:
        """A line to type in, and the list."""
        yield Input(placeholder="/ find a move: a token, or words of it", compact=True, id="find")
        yield OptionList(id="moves", compact=True, markup=False)

    def show(
        self,
        position: Position | None,
        tokens: Sequence[str] = (),
        findable: Sequence[str] = (),
        numbered: bool = False,
    ) -> None:
        """Offer these tokens, and while one types `findable`; without a position there is nothing to choose.

        Where they are few they may be numbered, for the keys that choose them.
        """
        self._position, self._moves, self._findable = position, tokens, findable
        self._numbered = numbered
        self.query_one(Input).display = bool(tokens)
        with self.prevent(Input.Changed):
            self.query_one(Input).value = ""
        self._list("")

    def highlight(self, token: str) -> None:
        """Go to this token in the list; where it is too far down to be listed, list it first."""
        moves = self.query_one(OptionList)
        if token not in [option.id for option in moves.options]:
            self._moves = [token, *(other for other in self._moves if other != token)]
            self._list("")
        moves.highlighted = [option.id for option in moves.options].index(token)

    @property
    def is_typing(self) -> bool:
        """Whether keys go into the line."""
        return self.query_one(Input).has_focus

    def type(self) -> None:
        """Let keys go into the line."""
        self.query_one(Input).focus()

    def _list(self, typed: str) -> None:
        typed = typed.lower().strip()
        found = _found(self._told(self._findable), typed) if typed else self._told(self._moves[:MOST])
        more = len(found if typed else self._moves) - MOST
        wide = max((len(token) for token, _ in found), default=0)
        numbers = [f"{place + 1}  " if self._numbered and not typed else "" for place in range(MOST)]
        rows = [
            Option(Text.assemble(number, (f"{token:<{wide}}", "bold"), f"  {words}"), id=token)
            for number, (token, words) in zip(numbers, found, strict=False)
        ]
        if more > 0:
            rows.append(Option(f"… and {more} more: type to find them", disabled=True))
        moves = self.query_one(OptionList)
        moves.clear_options()
        moves.add_options(rows)
        moves.highlighted = 0 if rows else None

    def _told(self, tokens: Sequence[str]) -> list[tuple[str, str]]:
        """Tokens with their words."""
        position = self._position
        return [(token, position.game.telling.words(position, token)) for token in tokens] if position else []

    @on(Input.Changed, "#find")
    def _typed(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#find")
    def _entered(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected, "#moves")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id is not None:
            self.post_message(self.Chosen(event.option.id))

    def on_key(self, event: events.Key) -> None:
        """While one types, up and down go through the list."""
        moves = self.query_one(OptionList)
        if self.is_typing and event.key in ("up", "down"):
            (moves.action_cursor_up if event.key == "up" else moves.action_cursor_down)()
            event.stop()
        elif self.is_typing and event.key == "escape":
            self.query_one(Input).value = ""
            moves.focus()
            event.stop()


def _found(moves: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The moves that are meant: the token itself comes first; else all that say this, or all its words."""
    whole = [move for move in moves if typed in f"{move[0]} {move[1]}".lower()]
    found = whole or [
        move for move in moves if all(part in f"{move[0]} {move[1]}".lower() for part in typed.split())
    ]
    return sorted(found, key=lambda move: move[0].lower() != typed)
