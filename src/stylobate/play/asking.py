"""What all commands share: common checks."""

from __future__ import annotations

from stylobate.errors import Refusal
from stylobate.fair.chain import is_nonce
from stylobate.play.moment import Moment
from stylobate.play.seat import Person
from stylobate.play.table import STAND_IN, Table

_NO_TURN = {
    "open": "the game has not begun",
    "running": "a throw is being made; it waits for nonces",
    "over": "the game is over",
}


def must_run(table: Table, version: int | None = None) -> int:
    """The seat to move, in a game that runs and has not changed since `version`."""
    if version is not None and version < table.settled:
        raise Refusal("the table has changed since; look again", "stale")
    if version is not None and version > table.version:
        raise Refusal(f"the table is at version {table.version} only", "illegal")
    if table.turn is None:
        raise Refusal(_NO_TURN[table.state])
    return table.turn


def must_be_open(table: Table) -> None:
    """Refuse once the game has begun."""
    if table.state != "open":
        raise Refusal("the game has begun already" if table.state == "running" else "the table is closed")


def must_exist(table: Table, seat: int) -> None:
    """Refuse a seat number that the game does not have."""
    if not 0 <= seat < len(table.seats):
        raise Refusal(f"there is no seat {seat}; seats are 0 to {len(table.seats) - 1}", "illegal")


def must_be_free(table: Table, seat: int) -> None:
    """Refuse a seat that is taken."""
    must_be_open(table)
    must_exist(table, seat)
    if not table.seats[seat].is_empty:
        raise Refusal("somebody sits there already", "taken")


def own_seats(table: Table, person: Person) -> tuple[int, ...]:
    """The person's seats; refuses whoever has none."""
    mine = table.seats_of(person.id)
    if not mine:
        raise Refusal("you do not play at this table", "forbidden")
    return mine


def known_level(level: str, moment: Moment) -> str:
    """Refuse the name of a level that does not exist."""
    if level not in moment.levels:
        raise Refusal(f"there is no level “{level[:30]}”; there are {', '.join(moment.levels)}", "illegal")
    return level


def stand_ins(moment: Moment) -> list[str]:
    """The levels that may take a person's place."""
    return [name for name in moment.levels if name.isdecimal()]


def level_today(level: str, moment: Moment) -> str:
    """The level, or the strongest where there are no longer so many."""
    return level if level in moment.levels else stand_ins(moment)[-1]


def known_stand_in(level: str | None, moment: Moment) -> str:
    """Refuse a stand-in that plays at random, or perfectly: it takes a person's place; None is the usual."""
    if level is None:
        return level_today(STAND_IN, moment)
    numbered = stand_ins(moment)
    if level not in numbered:
        raise Refusal(f"a stand-in is one of {', '.join(numbered)}, a computer's level", "illegal")
    return level


def sent_nonce(table: Table, nonce: str | None) -> str | None:
    """The nonce that came with the request; needed where chance may speak."""
    return None if nonce is None and not table.game.has_chance else must_be_nonce(nonce)


def must_be_nonce(nonce: str | None) -> str:
    """Refuse what is no nonce."""
    if nonce is None or not is_nonce(nonce):
        raise Refusal(
            "a nonce is 16 to 64 random bytes in lower-case hexadecimal, sent with the request", "illegal"
        )
    return nonce
