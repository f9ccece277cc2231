"""A game at one keyboard: people and computers in any seat, the board as text, moves typed or by number."""

from collections.abc import Mapping

from rich.console import Console

from stylobate.record import Record
from stylobate.registry import load
from stylobate.terminal.sitting import Sitting

__all__ = ["Sitting", "sit_down"]


def sit_down(
    game: str,
    seats: str | None,
    options: Mapping[str, str],
    seed: int | None,
    record: Record | None,
    console: Console,
) -> None:
    """Play one sitting with these players, until the game is over or everybody has left."""
    if record is None:
        record = Record(game, options=load(game).expand(options))
    names = seats.split(",") if seats is not None else list(record.seats) or None
    Sitting(load(record.game), names, record, seed, console).play()
