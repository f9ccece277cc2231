"""Talk at the table, within limits: the players among themselves, those who watch among themselves."""

from __future__ import annotations

import re

from stylobate.errors import Refusal
from stylobate.names.signs import is_unseen
from stylobate.play.clock import SECOND
from stylobate.play.events import Hearers, Said
from stylobate.play.leaving import can_return
from stylobate.play.moment import Moment
from stylobate.play.seat import Person, called_by
from stylobate.play.table import Table

LONGEST_REMARK = 300
REMARKS, REMARKS_WITHIN = 5, 10 * SECOND
REMARKS_OF_A_CROWD = 20  # in the same time, by all who watch: each is told to everybody there
MOST_REMARKS = 2_000


def say(table: Table, person: Person, text: str, moment: Moment) -> None:
    """Add a remark to the chat: that of the players if one plays, else that of those who watch."""
    text = _seen(text)
    own = [said for said in table.chat if said.who == person.id]
    if len(own) >= REMARKS and moment.now - own[-REMARKS].tick < REMARKS_WITHIN:
        raise Refusal("you speak too fast; wait a few seconds")
    mine = table.seats_of(person.id) or can_return(table, person.id)
    seat = table.seats[mine[0]] if mine else None
    name = seat.name if seat else called_by(person, "")
    registered = seat.registered if seat else name == person.account
    room: Hearers = "players" if mine else "watchers"
    if table.remarks.get(room, 0) >= MOST_REMARKS:
        raise Refusal("enough has been said at this table")
    lately = [said for said in table.chat if said.room == room and moment.now - said.tick < REMARKS_WITHIN]
    if not mine and len(lately) >= REMARKS_OF_A_CROWD:
        raise Refusal("too many speak at once; wait a few seconds")
    table.happen(moment, Said(room, person.id, name, text, registered))


def _seen(text: str) -> str:
    """A remark that is safe to show: on one line, without signs that control something or cannot be seen."""
    words = "".join(
        sign for sign in re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text) if not is_unseen(sign)
    ).split()
    remark = " ".join(words)
    if any("\ud800" <= sign <= "\udfff" for sign in remark):
        raise Refusal("the remark holds half a character", "illegal")
    if not remark or len(remark) > LONGEST_REMARK:
        raise Refusal(f"a remark has 1 to {LONGEST_REMARK} characters", "illegal")
    return remark
