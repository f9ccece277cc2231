"""What may be typed: the legal tokens as a numbered list, and the token that somebody meant."""

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from stylobate.game import Position

MOST_LISTED = 60


def show_choices(position: Position, console: Console) -> None:
    """The legal tokens as a list, cut if it is long; those that are words (stop, end, pass) stay."""
    legal = position.legal
    listed = [
        Text(f"{number} {token}")
        for number, token in enumerate(legal, 1)
        if number <= MOST_LISTED or token.replace("-", "").isalpha()
    ]
    console.print(Columns(listed, padding=(0, 3)))
    if len(legal) > len(listed):
        console.print(f"… and {len(legal) - len(listed)} more; type any token", style="dim")


def meant(position: Position, typed: str) -> str:
    """The token that was typed; a number means that entry of the list, unless it is itself a token."""
    legal = position.legal
    if typed.isdecimal() and typed not in legal and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    return typed
