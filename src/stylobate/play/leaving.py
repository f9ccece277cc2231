"""Giving up, putting away, being away, handing a seat to the computer, and coming back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from stylobate.errors import Refusal
from stylobate.play import commands as c
from stylobate.play.asking import must_exist, must_run, own_seats
from stylobate.play.clock import SECOND
from stylobate.play.events import Ended, Handed, Resigned, Returned
from stylobate.play.moment import Moment
from stylobate.play.seat import Person
from stylobate.play.table import Table

MOST_HAND_OVERS = 2  # of one's own seat, in a turn
AWAY = {"none": 300 * SECOND, "fischer": 60 * SECOND}  # after which an absent seat may be handed over


def resign(table: Table, person: Person, moment: Moment) -> None:
    """Give up one's seats on one side (whoever plays several: the side to move).

    A side of several people resigns when all of them have.  As long as not every person has moved, one is
    enough, and the game is cancelled.
    """
    turn = None if table.is_waiting and table.state == "running" else must_run(table)
    mine = own_seats(table, person)
    one = turn if turn in mine else mine[0]
    side = table.line.side_of(one)
    mine = tuple(seat for seat in mine if seat in side and seat not in table.line.resigned)
    if not mine:
        raise Refusal("you have resigned already; your partner has not")
    for seat in mine:
        table.happen(moment, Resigned(seat))
    for seat in mine:
        if table.state == "running":
            lost(table, seat, "resigned", moment)


def put_away(table: Table, person: Person, moment: Moment) -> None:
    """Leave a game in which nobody else has a seat; it can still be played on from any of its positions."""
    owners = {seat.who for seat in table.seats if seat.who is not None}
    if person.id not in owners:
        raise Refusal("you do not play at this table", "forbidden")
    if owners != {person.id}:
        raise Refusal("somebody else plays at this table; it is not yours alone to put away", "forbidden")
    if table.state != "running":
        raise Refusal("only a game that goes on can be put away")
    table.happen(moment, Ended((), "put-away", table.seat_of(person.id)))


def lost(table: Table, seat: int, how: Literal["resigned", "time"], moment: Moment) -> None:
    """A seat has resigned or run out of time: the game ends (see `Line.loss`), or a computer plays on."""
    if not table.is_earnest:
        table.happen(moment, Ended((), "cancelled", seat))
        return
    if not table.line.is_between_two:
        table.happen(moment, Handed(seat, table.stand_in, how))
        return
    people = [number for number, one in enumerate(table.seats) if one.is_person]
    ending = table.line.loss(seat, people)
    if ending is not None:
        table.happen(moment, Ended(ending.winners, ending.how, seat))


def may_hand_over(table: Table, who: str, seat: int, now: int, away: Mapping[int, int]) -> bool:
    """Whether this person may give that seat to the computer: their own, or one too long away on its turn."""
    if table.state != "running" or not table.seats[seat].is_person:
        return False
    if table.seats[seat].who == who:
        return True
    grace = AWAY.get(table.faces.clock.kind)
    since = away.get(seat)
    if grace is None or since is None or not table.seats_of(who) or table.turn != seat:
        return False
    return now - max(since, table.settled_at) >= grace


def hand_over(table: Table, person: Person, command: c.HandOver, moment: Moment) -> None:
    """Give a seat to the stand-in."""
    must_run(table)
    must_exist(table, command.seat)
    if not may_hand_over(table, person.id, command.seat, moment.now, moment.away):
        raise Refusal(
            "that seat is not yours, and whoever has it is not long enough away on their turn", "forbidden"
        )
    own = table.seats[command.seat].who == person.id
    if own and table.this_turn["handed", command.seat] >= MOST_HAND_OVERS:
        raise Refusal("you have handed this seat over often enough in this turn")
    if command.level not in ("", table.stand_in):
        raise Refusal(f"level {table.stand_in} stands in at this table, and no other", "illegal")
    table.happen(moment, Handed(command.seat, table.stand_in, "owner" if own else "abandoned"))


def can_return(table: Table, who: str) -> tuple[int, ...]:
    """The seats of this person on which a computer plays at the moment."""
    return tuple(
        n
        for n, seat in enumerate(table.seats)
        if seat.who == who
        and seat.level is not None
        and n not in table.line.resigned | table.line.flagged
        and table.state == "running"
    )


def come_back(table: Table, person: Person, moment: Moment) -> None:
    """Take one's seats from the computer again."""
    seats = can_return(table, person.id)
    if not seats:
        raise Refusal("no seat of yours is with the computer", "forbidden")
    for seat in seats:
        table.happen(moment, Returned(seat))
