"""Playing again: a new table for the same people, each a seat further."""

from __future__ import annotations

from stylobate.errors import Refusal
from stylobate.play.asking import own_seats, stand_ins
from stylobate.play.events import Computer, Rematch, Rematched, Sat
from stylobate.play.moment import Moment
from stylobate.play.opening import Plan, begin_by_itself, open_table
from stylobate.play.seat import Person
from stylobate.play.table import Table


def agree_to_rematch(table: Table, person: Person, moment: Moment) -> None:
    """One person agrees to a rematch."""
    if table.state != "over" or table.first is None:
        raise Refusal("a rematch comes after the game")
    if table.rematched is not None:
        raise Refusal("the rematch is already under way")
    seat = own_seats(table, person)[0]
    if seat in table.rematch and not is_rematch_agreed(table):
        raise Refusal("you have agreed already; the others are waited for")
    table.happen(moment, Rematch(seat))


def is_rematch_agreed(table: Table) -> bool:
    """Whether everybody who plays wants to play again, and the new table is not there yet."""
    willing = {table.seats[seat].who for seat in table.rematch}
    return bool(willing) and table.people <= willing and table.rematched is None


def rematch(table: Table, id: str, moment: Moment) -> Table:
    """A new table for the same people, each a seat further, once all have agreed; then store `linked` too."""
    if not is_rematch_agreed(table):
        raise Refusal("not everybody has agreed to a rematch")
    plan = Plan(
        table.game.id,
        table.line.options,
        ["open"] * len(table.seats),
        table.faces.clock,
        "host",
        0,
        table.visibility,
        table.stand_in if table.stand_in in stand_ins(moment) else stand_ins(moment)[-1],
    )
    host = next(seat for seat in table.seats if seat.is_person)
    new = open_table(id, Person(host.who or "", host.name), plan, moment, table.id)
    for number, seat in enumerate(table.seats[1:] + table.seats[:1]):
        if seat.level is not None:
            new.happen(moment, Computer(number, seat.level))
        else:
            new.happen(moment, Sat(number, seat.who or "", seat.name, seat.registered))
    begin_by_itself(new, moment)
    return new


def linked(table: Table, id: str, moment: Moment) -> Table:
    """The old table after the event that names the new one."""
    if table.rematched is not None:
        raise Refusal("the rematch is already under way")
    after = table.copy()
    after.happen(moment, Rematched(id))
    return after
