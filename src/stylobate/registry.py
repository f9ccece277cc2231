"""Which games there are.

A game is found by the entry-point group `stylobate.games`, which any installed package may have.  This one
declares its own there, in pyproject.toml:

    [project.entry-points."stylobate.games"]
    colonnade = "stylobate.games.colonnade:GAME"

The name is the game's id: small letters and digits, with single hyphens between them.  What stands there must
be a `Game` of that id.  One that cannot be had, or that takes the id of another, is left out, and a sentence
in the log says so: a guest's fault must not close the house.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stylobate.errors import BadGame, UnknownGame
from stylobate.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "stylobate.games"
OWN = "stylobate"

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Entry:
    """A game of an installed package: its id, the package, and how to load it."""

    id: str
    offered_by: str
    get: Callable[[], Any]


def installed() -> Iterable[Entry]:
    """The games of all installed packages, by the entry-point group `stylobate.games`."""
    from importlib.metadata import entry_points

    return (Entry(entry.name, _package(entry), entry.load) for entry in entry_points(group=GROUP))


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "nobody knows where"


class Registry:
    """The games that can be played; each is loaded when it is first asked for."""

    def __init__(self, offers: Callable[[], Iterable[Entry]] = installed) -> None:
        self._offers = offers
        self._entries: dict[str, Entry] | None = None
        self._games: dict[str, Game] = {}
        self._broken: dict[str, str] = {}
        self._ids: tuple[str, ...] = ()

    def load(self, id: str) -> Game:
        """The game of that id."""
        if id not in self._known():
            raise UnknownGame(f"there is no game called “{id}”; there are {', '.join(self.ids())}")
        if id not in self._games:
            self._get(self._known()[id])
        if id not in self._games:
            raise UnknownGame(f"the game “{id}” is left out: {self._broken[id]}")
        return self._games[id]

    def ids(self) -> tuple[str, ...]:
        """The ids of all games, in the order in which the front page shows them."""
        if not self._ids:
            for entry in self._known().values():
                self._get(entry)
            shown = sorted(self._games.values(), key=lambda game: (game.shelf, game.title))
            self._ids = tuple(game.id for game in shown)
        return self._ids

    def _known(self) -> dict[str, Entry]:
        """The entries by id; of two with the same id, our own counts and the other is left out.

        They are there all at once: another thread that asks meanwhile must not take some of them for all.
        """
        if self._entries is None:
            entries: dict[str, Entry] = {}
            for entry in sorted(
                self._offers(), key=lambda entry: (entry.offered_by != OWN, entry.offered_by)
            ):
                first = entries.setdefault(entry.id, entry)
                if first is not entry:
                    _leave_out(entry, f"{first.offered_by} brings a game of the same name")
            self._entries = entries
        return self._entries

    def _get(self, entry: Entry) -> None:
        if entry.id in self._games or entry.id in self._broken:
            return
        try:
            self._games[entry.id] = sound(entry.get(), entry.id)
        except Exception as error:
            why = str(error) if isinstance(error, BadGame) else f"{type(error).__name__}: {error}"
            self._broken[entry.id] = why
            _leave_out(entry, why)


def _leave_out(entry: Entry, why: str) -> None:
    from logging import getLogger

    getLogger("stylobate").warning(
        "the game “%s” of the package %s is left out: %s", entry.id, entry.offered_by, why
    )


def sound(game: object, id: str) -> Game:
    """The game, if what it declares about itself is valid, else `BadGame`; loads none of its parts."""
    if not isinstance(game, Game):
        raise BadGame(f"it should be a stylobate.Game, not a {type(game).__name__}")
    if game.id != id:
        raise BadGame(f"it calls itself “{game.id}”")
    if not _ID.fullmatch(id):
        raise BadGame("its name should be small letters and digits, with single hyphens between them")
    if not game.title.strip():
        raise BadGame("it has no title")
    if not game.players or min(game.players) < 1 or list(game.players) != sorted(set(game.players)):
        raise BadGame(f"players should be the numbers that can play, ascending, not {game.players}")
    if len(game.seat_names) < max(game.players):
        raise BadGame(f"{max(game.players)} can play, but only {len(game.seat_names)} seats have names")
    for option in game.options:
        if option.choices and option.default not in option.choices:
            raise BadGame(
                f"its option {option.name} is “{option.default}” by default, which is no choice of it"
            )
    for part in ("rules", "notation"):
        if not game.brings(part):
            raise BadGame(f"its folder {game.package} has no {part}, without which there is no game")
    return game


REGISTRY = Registry()


def load(name: str) -> Game:
    """The game of that name."""
    return REGISTRY.load(name)


def ids() -> tuple[str, ...]:
    """The names of all games, in the order in which the front page shows them."""
    return REGISTRY.ids()
