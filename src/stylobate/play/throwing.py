"""Chance at a table: whose nonces a throw mixes in, how long it waits for them, and the throw itself.

Whoever asks for a throw, by a move or by `begin`, sends a nonce along.  The other people who are there have
pledged theirs before: their pages showed its hash.  Now they are asked for it, and give it by themselves; so
nobody's nonce can be chosen by what another one is.  After `PATIENCE` the throw is made without those
still missing, and says so; whoever has pledged and is away is not waited for, and is said to be missing, too.
After a computer's move all people are asked, if several play; for a single one the nonce of the last request
is mixed in again, so that games against computers are not slowed down.  Whoever plays by programs of their
own need not pledge, and is not waited for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from stylobate.errors import Refusal
from stylobate.fair.chain import fresh_salt, is_hash
from stylobate.fair.chain import pledge as hashed
from stylobate.fair.mix import Part
from stylobate.fair.proof import signed_text
from stylobate.play import commands as c
from stylobate.play.asking import must_be_nonce, own_seats
from stylobate.play.events import (
    Announced,
    Awaited,
    Begun,
    Drew,
    Ended,
    Gave,
    Pledged,
    Revealed,
    Signed,
    Token,
)
from stylobate.play.moment import Moment
from stylobate.play.paper import record
from stylobate.play.seat import Person
from stylobate.play.table import Table

DIE = ("1", "2", "3", "4", "5", "6")


def let_chance_speak(table: Table, sender: str | None, moment: Moment, seen: int | None = None) -> None:
    """After a move of this person (None: a computer): throw if chance is to speak, or wait for nonces.

    The mover had seen the table at version `seen`.
    """
    asked, away = _asked(table, sender, moment, seen) if table.line.is_chance else ((), ())
    if asked or away:
        table.happen(moment, Awaited(asked, away=away or None))
    if not table.is_waiting:
        _throw(table, moment)


def let_it_begin(
    table: Table, sender: str, by: int | str, nonce: str, moment: Moment, seen: int | None
) -> None:
    """Begin a game of chance on the nonce of whoever asked for it, and on those of the others."""
    asked, away = _asked(table, sender, moment, seen)
    if asked or away:
        table.happen(moment, Awaited(asked, by, nonce, away or None))
    else:
        table.nonce = Part(str(by), nonce)
    if not table.is_waiting:
        speak(table, moment)


def speak(table: Table, moment: Moment) -> None:
    """Make the throw that was asked for, and those that follow from it."""
    if table.state == "open" and table.nonce is not None:
        by, nonce = table.nonce.seat, table.nonce.value
        first = _who_begins(table, moment)
        table.happen(moment, Begun(first, int(by) if by.isdecimal() else by, nonce))
    _throw(table, moment)


def _throw(table: Table, moment: Moment) -> None:
    """Make throws as long as chance is to speak, then end the game if it is over."""
    while table.line.is_chance:
        throw = moment.chain.throw(
            table.id, table.segment, len(table.throws) + 1, table.position.chance, table.mix
        )
        table.happen(moment, Token(throw.outcome, None, throw=Revealed.by(throw)))
    if table.position.is_over:
        table.happen(moment, Ended(table.position.winners, "played", None))


def _asked(
    table: Table, sender: str | None, moment: Moment, seen: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats of those whose nonces the next throw waits for, and of those who have pledged in vain.

    What was pledged after whoever sends a nonce has last looked might have been chosen by what that one is.
    """
    if table.segment.scheme == 1 or (sender is None and len(table.people) < 2):
        return (), ()
    pledged = (table.people & table.pledges.keys()) - {sender}
    here = {who for who in pledged if table.seat_of(who) not in moment.away}
    if moment.here is not None:
        here &= moment.here
    here -= {who for who in here if _is_often_late(table, who)}
    asked = {who for who in here if seen is None or table.pledged[who].version <= seen}
    return _seats(table, asked), _seats(table, pledged - asked)


def _is_often_late(table: Table, who: str) -> bool:
    """Whether this person is not waited for now, so that nobody can slow a game down by keeping nonces back.

    After the n-th time in a row that is so for 2**n - 2 throws.
    """
    late = table.late.get(who)
    return late is not None and len(table.throws) - late.throw < 2 ** min(late.times, 10) - 2


def _seats(table: Table, people: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(table.seat_of(who) for who in people))


# What people ask for


def pledge(table: Table, person: Person, command: c.Pledge, moment: Moment) -> None:
    """Show the hash of a nonce; it stands until it is used, or once the game has gone on."""
    seat = own_seats(table, person)[0]
    if (
        not table.needs_chance
        or table.segment.scheme == 1
        or (table.first is not None and not table.game.has_chance)
    ):
        raise Refusal("nothing is thrown at this table that a pledge could be for")
    if table.state == "over":
        raise Refusal("the game is over")
    if table.is_waiting:
        raise Refusal("a throw waits for nonces; pledge another one after it")
    if person.id in table.pledges and table.pledged[person.id].settled == table.settled:
        raise Refusal("you have pledged a nonce already")
    table.happen(moment, Pledged(seat, _must_be_pledge(command.pledge)))


def give(table: Table, person: Person, command: c.Give, moment: Moment) -> None:
    """Give the nonce that a throw waits for; with the last one, the throw is made."""
    seat = own_seats(table, person)[0]
    if not table.is_waiting or person.id not in table.asked_for:
        raise Refusal("no throw waits for a nonce of yours")
    if hashed(table.id, must_be_nonce(command.nonce)) != table.awaited[person.id]:
        raise Refusal("that is not the nonce that you have pledged", "illegal")
    following = None if command.pledge is None else _must_be_pledge(command.pledge)
    table.happen(moment, Gave(seat, command.nonce, following))
    if not table.is_waiting:
        speak(table, moment)


def _must_be_pledge(text: str) -> str:
    if not is_hash(text):
        raise Refusal("a pledge is a SHA-256 in lower-case hexadecimal", "illegal")
    return text


# What the server does by itself


def announce(table: Table, restores: int, moment: Moment) -> None:
    """The site was set back: begin a new segment of the chain, of which nobody has seen a link."""
    salt, index = fresh_salt(), len(table.segments)
    segment = moment.chain.segment(index, len(table.throws) + 1, "restored", salt, table.segment.scheme)
    table.happen(moment, Announced(segment.commitment, salt, restores))
    if table.state == "running":
        let_chance_speak(table, None, moment)


def sign_end(table: Table, moment: Moment) -> None:
    """Sign the record of a game that is over; there is one signature, for there is one end."""
    if table.state != "over" or table.signature is not None or not table.segments:
        return
    if table.segment.scheme == 1:
        return
    paper = record(table)
    if "fair" in paper.more:
        table.happen(moment, Signed(moment.chain.sign(table.segment, signed_text(paper))))


# Who begins


def _who_begins(table: Table, moment: Moment) -> int:
    if table.starts == "lot":
        names = [str(seat) for seat in range(len(table.seats))]
        return int(_draw(table, moment, "lot", None, names))
    return _throw_for_it(table, moment) if table.starts == "dice" else table.choice


def _throw_for_it(table: Table, moment: Moment) -> int:
    """Throw a die for each seat: the highest begins; seats with equal dice throw again."""
    level = list(range(len(table.seats)))
    while len(level) > 1:
        shown = {seat: int(_draw(table, moment, "die", seat, DIE)) for seat in level}
        level = [seat for seat in level if shown[seat] == max(shown.values())]
    return level[0]


def _draw(
    table: Table, moment: Moment, what: Literal["lot", "die"], seat: int | None, of: Sequence[str]
) -> str:
    chance = {name: Fraction(1, len(of)) for name in of}
    throw = moment.chain.throw(table.id, table.segment, len(table.throws) + 1, chance, table.mix)
    table.happen(moment, Drew(what, seat, tuple(of), throw.outcome, Revealed.by(throw)))
    return throw.outcome
