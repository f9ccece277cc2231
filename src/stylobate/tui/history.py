"""What was played so far, a line for each token; choosing one shows the board as it was then."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from stylobate.line import Line


class History(OptionList):
    """The tokens, numbered, with their words; it grows with the line, and shrinks when one takes back."""

    class Chosen(Message):
        """The position after so many tokens was asked for."""

        def __init__(self, count: int) -> None:
            super().__init__()
            self.count = count

    def __init__(self) -> None:
        super().__init__(id="history", markup=False, compact=True)
        self._tokens: list[str] = []

    def show(self, line: Line, count: int) -> None:
        """List the tokens of this line, and highlight what led to the position after `count` of them."""
        with self.prevent(OptionList.OptionHighlighted):
            self._list(line)
            self.highlighted = count

    def _list(self, line: Line) -> None:
        same = 0
        while same < len(self._tokens) and line.tokens[same : same + 1] == (self._tokens[same],):
            same += 1
        if not self.options or same < len(self._tokens):
            self.clear_options()
            self.add_option(Option("  0 the start"))
            same = 0
        self._tokens = list(line.tokens)
        words = line.game.telling.words
        self.add_options(
            Option(
                Text.assemble(
                    f"{number:>3} ",
                    (play.token, "bold"),
                    (f" {words(line.after(number - 1), play.token)}", "dim"),
                )
            )
            for number, play in enumerate(line.plays[same:], same + 1)
        )

    def on_resize(self) -> None:
        """Keep what is highlighted in sight."""
        self.scroll_to_highlight()

    @on(OptionList.OptionHighlighted)
    def _went(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Chosen(event.option_index))
