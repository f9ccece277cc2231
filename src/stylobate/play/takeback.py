"""Taking back by consent: one asks, all the other people answer.

Past a word of chance only people can grant it: from a computer nobody takes a throw back.  Nor does a
stand-in grant anything for whoever may come back.
"""

from __future__ import annotations

from stylobate.errors import Refusal
from stylobate.play.asking import must_run, own_seats
from stylobate.play.clock import SECOND
from stylobate.play.events import Agreed, Asked, Declined, TookBack
from stylobate.play.moment import Moment
from stylobate.play.seat import Person
from stylobate.play.table import Table

ASK_AGAIN = 10 * SECOND  # times the square of how often one was refused, or withdrew what one had asked
MOST_ASKED = 3  # times, in a turn


def takeback_to(table: Table, who: str) -> int | None:
    """How many tokens stay when this person's last moves, down to the last word of chance, are taken back."""
    mine = table.seats_of(who)
    end = next((n for n in range(len(table.plays), 0, -1) if table.plays[n - 1].seat in mine), None)
    if table.state != "running" or end is None:
        return None
    seat, to = table.plays[end - 1].seat, end - 1
    while to > 0 and table.plays[to - 1].seat == seat:
        to -= 1
    return to


def _may_come_back(table: Table) -> set[str]:
    """The people for whom a stand-in plays: they cannot be asked now, and it is still their game."""
    gone = table.line.resigned | table.line.flagged
    seats = [seat for n, seat in enumerate(table.seats) if n not in gone]
    return {seat.who for seat in seats if seat.who is not None and not seat.is_person}


def ask_takeback(table: Table, person: Person, moment: Moment) -> None:
    """Ask everybody else; where there is nobody else, it is granted at once."""
    must_run(table)
    to = takeback_to(table, person.id)
    if to is None:
        raise Refusal("you have not moved yet")
    if table.asked is not None:
        raise Refusal("a takeback is being asked for already")
    times, last = table.refusals.get(person.id, (0, 0))
    wait = last + ASK_AGAIN * min(times, 10) ** 2 - moment.now
    if wait > 0:
        raise Refusal(f"you were refused; ask again in {-(-wait // SECOND)} seconds")
    if _may_come_back(table) - {person.id}:
        raise Refusal("a stand-in plays for somebody who may come back; nothing is taken back meanwhile")
    others = table.people - {person.id}
    if others and table.this_turn["asked", person.id] >= MOST_ASKED:
        raise Refusal("you have asked often enough in this turn")
    if not others and any(play.seat is None for play in table.plays[to:]):
        raise Refusal("chance has spoken since; that cannot be taken back from a computer")
    seat = next(play.seat for play in table.plays[to:] if play.seat is not None)
    table.happen(moment, Asked(seat, to))
    if not others:
        table.happen(moment, TookBack(to))


def answer_takeback(table: Table, person: Person, yes: bool, moment: Moment) -> None:
    """Agree or not; when all have agreed, it is done."""
    mine = own_seats(table, person)
    asked = table.asked
    if asked is None:
        raise Refusal("nobody asks for a takeback now")
    asker = table.seats[asked.seat].who
    if yes and person.id == asker:
        raise Refusal("the others are asked, not you", "forbidden")
    if yes and person.id in {table.seats[seat].who for seat in asked.agreed}:
        raise Refusal("you have agreed already; the others are waited for")
    seat = asked.seat if person.id == asker else mine[0]
    table.happen(moment, Agreed(seat) if yes else Declined(seat))
    if table.asked is not None and yes:
        agreed = {table.seats[seat].who for seat in table.asked.agreed}
        if table.people - {asker} <= agreed:
            table.happen(moment, TookBack(asked.to))
