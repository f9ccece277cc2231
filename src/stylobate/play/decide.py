"""What becomes of what people ask for.

Each function takes a table and gives the table as it will be, whose `news` are the events to store; the table
given is not changed.  Once the news are on disk, and only then, the new table is the table.  What cannot be
done is refused with a sentence.  The time, the chain of chance and who is away are told from outside, in a
`Moment`; whoever holds the store says

    after = overdue(table, moment) or decide(table, person, command, moment)

A computer's move is decided like anybody's, with None for the person; it brings no nonce, and whoever chose
it has never seen the chain.
"""

from __future__ import annotations

from stylobate.errors import Refusal
from stylobate.play import commands as c
from stylobate.play.again import agree_to_rematch
from stylobate.play.events import Ended, Flagged, Resumed
from stylobate.play.leaving import come_back, hand_over, lost, put_away, resign
from stylobate.play.moment import Moment
from stylobate.play.moving import move, undo
from stylobate.play.opening import begin, close, seat_computer, sit, stand
from stylobate.play.seat import Person
from stylobate.play.table import Table
from stylobate.play.takeback import answer_takeback, ask_takeback
from stylobate.play.talk import say
from stylobate.play.throwing import announce, give, pledge, sign_end, speak

LONGEST_LOG = 20_000  # after which only what the game needs is taken

_NOT_NEEDED = (c.Undo, c.Sit, c.SeatComputer, c.Pledge, c.AskTakeback, c.Say)


def decide(table: Table, person: Person | None, command: c.Command, moment: Moment) -> Table:
    """The table after what the person asked for."""
    if table.version >= LONGEST_LOG and _can_wait(table, person, command):
        raise Refusal("this table's log is full; only what the game needs is still taken")
    deadline = table.faces.deadline()
    if deadline is not None and moment.now > deadline and not isinstance(command, c.Say):
        raise Refusal("the time of the seat to move has run out", "late")
    after = table.copy()
    if person is None:
        if not isinstance(command, c.Move):
            raise Refusal("a computer only moves", "forbidden")
        move(after, None, command, moment)
        sign_end(after, moment)
        return after
    match command:
        case c.Move():
            move(after, person, command, moment)
        case c.Undo():
            undo(after, person, command, moment)
        case c.Sit():
            sit(after, person, command, moment)
        case c.Stand():
            stand(after, person, command, moment)
        case c.SeatComputer():
            seat_computer(after, person, command, moment)
        case c.Close():
            close(after, person, moment)
        case c.Begin():
            begin(after, person, command, moment)
        case c.Pledge():
            pledge(after, person, command, moment)
        case c.Give():
            give(after, person, command, moment)
        case c.AskTakeback():
            ask_takeback(after, person, moment)
        case c.AnswerTakeback():
            answer_takeback(after, person, command.yes, moment)
        case c.Resign():
            resign(after, person, moment)
        case c.PutAway():
            put_away(after, person, moment)
        case c.HandOver():
            hand_over(after, person, command, moment)
        case c.Return():
            come_back(after, person, moment)
        case c.Rematch():
            agree_to_rematch(after, person, command, moment)
        case c.Say():
            say(after, person, command.text, moment)
    sign_end(after, moment)
    return after


def _can_wait(table: Table, person: Person | None, command: c.Command) -> bool:
    """Whether the game can do without this.  Never a move; nor an abandoned seat, for whom others wait."""
    if isinstance(command, c.HandOver):
        return person is not None and command.seat in table.seats_of(person.id)
    return isinstance(command, _NOT_NEEDED)


def overdue(table: Table, moment: Moment) -> Table | None:
    """The table after what time alone has brought about, or None where it has brought about nothing."""
    due, seat = table.due, table.faces.running
    if due is None or moment.now <= due:
        return None
    after = table.copy()
    if table.is_waiting:
        speak(after, moment)
    elif table.is_untouched:
        after.happen(moment, Ended((), "cancelled", table.turn))
    elif seat is not None:
        after.happen(moment, Flagged(seat))
        lost(after, seat, "time", moment)
    sign_end(after, moment)
    return after


def set_back(table: Table, moment: Moment) -> Table | None:
    """The table after the site found itself set back: with a new segment of its chain, if it uses one.

    It may have shown links, or have been signed at an end that is no more: a key signs once.
    """
    if table.restores >= moment.restores or table.state == "over" or not table.needs_chance:
        return None
    after = table.copy()
    announce(after, moment.restores, moment)
    sign_end(after, moment)
    return after


def resumed(table: Table, up: int, moment: Moment) -> Table | None:
    """The table after a restart: `up` is when the server was last known to be up.  None: no clock runs."""
    if table.faces.running is None:
        return None
    after = table.copy()
    after.happen(moment, Resumed(up))
    return after
