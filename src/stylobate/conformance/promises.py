"""What the checks of all parts share: how a broken promise is told, and the positions they look at."""

from __future__ import annotations

from typing import NamedTuple

from stylobate.game import Game, Position


class BrokenPromise(AssertionError):
    """A part of a game does not keep its contract; `str()` says which promise and where."""


class Met(NamedTuple):
    """A position of a random game, and the tokens that were played before it."""

    position: Position
    story: tuple[str, ...]

    @property
    def last(self) -> str | None:
        """The token that led here."""
        return self.story[-1] if self.story else None

    def promise(self, kept: bool, sentence: str) -> None:
        """Raise `BrokenPromise` with this sentence and the position unless `kept` is true."""
        if not kept:  # only then write the position, which takes longer than most of what is looked at
            promise(self.position.game, kept, f"{sentence}, at “{self.position}”")


def promise(game: Game, kept: bool, sentence: str) -> None:
    """Raise `BrokenPromise` with this sentence unless `kept` is true."""
    if not kept:
        raise BrokenPromise(f"{game.id}: {sentence}")


def is_a_word(text: str) -> bool:
    """Whether a record can hold it as one word: it has no space, nothing unseen, and no # (a comment's)."""
    return text.isprintable() and text.split() == [text] and "#" not in text
