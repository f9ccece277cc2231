"""Playing: a token, what chance answers, and a step back within one's own turn."""

from __future__ import annotations

from stylobate.errors import BadToken, Refusal
from stylobate.play import commands as c
from stylobate.play.asking import must_run, sent_nonce
from stylobate.play.events import Token, Undone
from stylobate.play.moment import Moment
from stylobate.play.seat import Person
from stylobate.play.table import Table
from stylobate.play.throwing import let_chance_speak

MOST_UNDONE = 100  # steps, in a turn


def move(table: Table, person: Person | None, command: c.Move, moment: Moment) -> None:
    """Play a token, and let chance answer."""
    seat = must_run(table, command.version)
    if person is None:
        if table.seats[seat].is_person:
            raise Refusal("it is a person's turn, not a computer's", "forbidden")
    elif seat not in table.seats_of(person.id):
        mine = table.seats_of(person.id)
        raise Refusal("it is not your turn" if mine else "you do not play at this table", "forbidden")
    nonce = None if person is None else sent_nonce(table, command.nonce)
    try:
        table.happen(moment, Token(command.token, seat, nonce, level=table.seats[seat].level))
    except BadToken as error:
        raise Refusal(str(error), "illegal") from None
    if person is None:
        let_chance_speak(table, None, moment)
    else:
        let_chance_speak(table, person.id, moment, command.version)


def can_undo(table: Table, who: str) -> bool:
    """Whether the last token was a step of this person's turn that still goes on."""
    last = table.plays[-1] if table.plays else None
    return last is not None and table.turn == last.seat and last.seat in table.seats_of(who)


def undo(table: Table, person: Person, command: c.Undo, moment: Moment) -> None:
    """Take back the last step of a turn that still goes on."""
    seat = must_run(table, command.version)
    if not can_undo(table, person.id):
        raise Refusal(
            "there is no step of your own turn to undo: chance has spoken since, or it is not your turn"
        )
    if table.this_turn["undone", seat] >= MOST_UNDONE:
        raise Refusal("you have taken steps back often enough in this turn")
    table.happen(moment, Undone(seat))
