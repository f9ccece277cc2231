"""A game being played: who sits where, whose turn it is, what may be asked and what becomes of it.

No file, no network and no clock of its own: time is told, and everything that happens is an event for a log.

    table = open_table("t1", ada, Proposal("colonnade", seats=("me", "3")), moment)
    store(table.news)                                            # the truth is on disk
    after = overdue(table, moment) or decide(table, ada, read({"do": "move", …}), moment)
    store(after.news); table = after                             # and only then is it so
    table = fold("t1", events_from_the_store)                    # the same table, at any time
    send(Showing(table, now, away).whole(ada.id))                # all that a browser is told
    record(table)                                                # on paper, with the proof of its throws

`events` are what can happen and `table` is what they add up to; `commands` are what may be asked, `decide` is
what becomes of it (in `opening`, `moving`, `throwing`, `takeback`, `leaving`, `again` and `talk`); `view` is
who sees what (in the shapes of `sent`), and `merging` what a client does with that.
"""

from stylobate.play.again import is_rematch_agreed, linked, rematch
from stylobate.play.clock import Clock
from stylobate.play.commands import Command, Move, read
from stylobate.play.decide import decide, overdue, resumed, set_back
from stylobate.play.events import Event
from stylobate.play.listing import summary
from stylobate.play.moment import Moment
from stylobate.play.opening import Proposal, open_table
from stylobate.play.paper import record
from stylobate.play.seat import Person, Seat
from stylobate.play.sent import Change, View
from stylobate.play.table import Table, fold
from stylobate.play.view import Showing

__all__ = [
    "Change",
    "Clock",
    "Command",
    "Event",
    "Moment",
    "Move",
    "Person",
    "Proposal",
    "Seat",
    "Showing",
    "Table",
    "View",
    "decide",
    "fold",
    "is_rematch_agreed",
    "linked",
    "open_table",
    "overdue",
    "read",
    "record",
    "rematch",
    "resumed",
    "set_back",
    "summary",
]
