"""Tables to test with: people, moments, and games played on them through commands alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from stylobate.fair import Chain
from stylobate.play import Moment, Person, Proposal, Showing, Table, View, decide, open_table, read

ADA, BEN, CYD, DOT = (Person(name.lower(), name) for name in ("Ada", "Ben", "Cyd", "Dot"))
SECRET = bytes(range(32))
START = 1_700_000_000_000


def moment(seconds: float = 0, **more: Any) -> Moment:
    """So many seconds after everything began, with the tests' chain."""
    return Moment(START + round(1000 * seconds), Chain(SECRET), **more)


def nonce(number: int = 0) -> str:
    """A nonce as a browser would send it."""
    return random.Random(number).randbytes(16).hex()


def ask(table: Table, person: Person | None, do: str, seconds: float = 0, **fields: Any) -> Table:
    """The table after a command, as a browser would send it."""
    if do in ("move", "undo"):
        fields.setdefault("version", table.version)
    if do == "begin" or (do == "move" and table.game.has_chance and person):
        fields.setdefault("nonce", nonce(table.version))
    away = fields.pop("away", {})
    return decide(table, person, read({"do": do, **fields}), moment(seconds, away=away))


def view(
    table: Table, who: str | None, now: int = START, away: Mapping[int, int] = MappingProxyType({})
) -> View:
    """The table as this person is told of it: what really leaves the server."""
    return Showing(table, now, away).whole(who)


def opened(game: str = "colonnade", seats: Iterable[str] = ("me", "open"), **proposal: Any) -> Table:
    """A table that Ada opened."""
    return open_table("t1", ADA, Proposal(game, seats=tuple(seats), **proposal), moment())


def begun(game: str = "colonnade", seats: Iterable[str] = ("me", "random"), **proposal: Any) -> Table:
    """A table that Ada opened and began."""
    table = opened(game, seats, **proposal)
    return ask(table, ADA, "begin") if table.needs_chance else table


def two_people(game: str = "colonnade", **proposal: Any) -> Table:
    """Ada and Ben have sat down, and the game has begun."""
    table = ask(opened(game, **proposal), BEN, "sit", seat=1)
    return ask(table, BEN, "begin") if table.needs_chance else table


def in_earnest(table: Table) -> Table:
    """The same table, as if everybody had moved and taken it back: clocks run, and who leaves has lost."""
    after = table.copy()
    after.played = frozenset(range(len(table.seats)))
    after._settle()
    return after


def played_out(table: Table, rng: random.Random, most: int = 10_000) -> Table:
    """Everybody moves at random until it is over, or for so many moves."""
    people = {person.id: person for person in (ADA, BEN, CYD, DOT)}
    while table.turn is not None and most:
        seat = table.seats[table.turn]
        mover = people[seat.who] if seat.is_person and seat.who else None
        table = ask(table, mover, "move", token=rng.choice(table.position.legal))
        most -= 1
    return table
