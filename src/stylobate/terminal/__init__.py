"""A game at one keyboard: people and computers in any seat, the board as text, moves typed or by number."""

from collections.abc import Mapping

from rich.console import Console

from stylobate.game import Game
from stylobate.play.seat import level_in
from stylobate.players import player
from stylobate.record import Record
from stylobate.registry import load
from stylobate.terminal.learning import learn
from stylobate.terminal.sitting import Sitting

__all__ = ["Sitting", "learn", "sit_down"]


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
    names = list(record.seats) or None
    if seats is not None:
        names = [name.strip() for name in seats.split(",")]
        _check_computers(names, load(record.game))
    Sitting(load(record.game), names, record, seed, console).play()


def _check_computers(names: list[str], game: Game) -> None:
    """Refuse a computer that does not play this game: it would be taken for a person."""
    for level in map(level_in, names):
        if level.isdecimal() or level == "perfect":
            player(level, game)
