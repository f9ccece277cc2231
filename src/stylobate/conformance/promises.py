"""What the checks of all parts share: how a broken promise is told, and the positions they look at."""

from __future__ import annotations

from typing import NamedTuple

from stylobate.game import Game, Position


class BrokenPromise(AssertionError):
    """A part of a game does not keep its contract; `str()` says which promise and where."""


class Met(NamedTuple):
    """A position that play led to, and the tokens that led there."""

    position: Position
    story: tuple[str, ...]

    @property
    def last(self) -> str | None:
        """The token that led here."""
        return self.story[-1] if self.story else None

    def promise(self, kept: bool, sentence: str) -> None:
        """Refuse the game unless this is so here."""
        promise(self.position.game, kept, f"{sentence}, at “{self.position}”")


def promise(game: Game, kept: bool, sentence: str) -> None:
    """Refuse the game unless this is so."""
    if not kept:
        raise BrokenPromise(f"{game.id}: {sentence}")
