"""Playing again: a new table for the same people, each a seat further.

Who played against computers alone may ask for others: `suiting` is the level to offer after a win or a loss.
"""

from __future__ import annotations

from stylobate.errors import Refusal
from stylobate.ladder import ladder, names
from stylobate.play import commands as c
from stylobate.play.asking import known_level, level_today, own_seats
from stylobate.play.events import Computer, Rematch, Rematched, Sat
from stylobate.play.moment import Moment
from stylobate.play.opening import Proposal, begin_by_itself, open_table
from stylobate.play.seat import Person
from stylobate.play.table import Table


def agree_to_rematch(table: Table, person: Person, command: c.Rematch, moment: Moment) -> None:
    """One person agrees to a rematch, perhaps with computers of another level."""
    if table.state != "over" or table.first is None:
        raise Refusal("a rematch comes after the game")
    if table.rematched is not None:
        raise Refusal("the rematch is already under way")
    seat = own_seats(table, person)[0]
    if seat in table.rematch and not is_rematch_agreed(table):
        raise Refusal("you have agreed already; the others are waited for")
    level = None if command.level is None else known_level(command.level, moment)
    if level is not None and not _levels_against(table, person.id):
        raise Refusal("only who played against computers alone may choose another level", "forbidden")
    table.happen(moment, Rematch(seat, level))


def is_rematch_agreed(table: Table) -> bool:
    """Whether everybody who plays wants to play again, and the new table is not there yet."""
    if not table.rematch:
        return False
    willing = {table.seats[seat].who for seat in table.rematch}
    return table.people <= willing and table.rematched is None


def suiting(table: Table) -> str | None:
    """The level to offer whoever alone played against computers of one: the next up, or after a loss down."""
    if table.ending is None or not table.ending.winners or len(table.people) != 1:
        return None
    (who,) = table.people
    mine, levels = table.seats_of(who), set(_levels_against(table, who))
    if len(mine) != 1 or len(levels) != 1:
        return None
    winners = table.ending.winners
    won = mine[0] in winners
    if won and not set(winners) <= set(table.line.side_of(mine[0])):
        return None
    there, against = names(table.game), ladder(table.game).now_called(levels.pop())
    if against not in there:
        return None
    place = there.index(against) + (1 if won else -1)
    return there[place] if 0 <= place < len(there) else None


def _levels_against(table: Table, who: str) -> list[str]:
    """The levels of all others where these are computers, and stand in for nobody; else none."""
    others = [seat for seat in table.seats if seat.who != who or not seat.is_person]
    levels = [seat.level for seat in others if seat.who is None and seat.level is not None]
    return levels if len(levels) == len(others) else []


def rematch(table: Table, id: str, moment: Moment) -> Table:
    """A new table for the same people, each a seat further, once all have agreed; then store `linked` too."""
    if not is_rematch_agreed(table):
        raise Refusal("not everybody has agreed to a rematch")
    proposal = Proposal(
        table.game.id,
        table.line.options,
        ["open"] * len(table.seats),
        table.faces.clock,
        "host",
        0,
        table.visibility,
        level_today(table.stand_in, moment),
    )
    host = next(seat for seat in table.seats if seat.is_person)
    new = open_table(id, Person(host.who or "", host.name), proposal, moment, table.id)
    for number, seat in enumerate(table.seats[1:] + table.seats[:1]):
        if seat.level is not None:
            new.happen(moment, Computer(number, table.rematch_level or level_today(seat.level, moment)))
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
