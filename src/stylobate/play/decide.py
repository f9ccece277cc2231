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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from stylobate.errors import Refusal, StylobateError
from stylobate.fair.chain import Chain, is_nonce
from stylobate.game import load
from stylobate.play import commands as c
from stylobate.play.clock import SECOND, Clock
from stylobate.play.seat import Person, cleaned
from stylobate.play.table import Table

VISIBILITIES = ("public", "unlisted")
STARTS = ("host", "lot", "dice")
DIE = ("1", "2", "3", "4", "5", "6")

AWAY = {"none": 300 * SECOND, "fischer": 60 * SECOND}  # after which an absent seat may be handed over
LONGEST_LOG = 20_000
LONGEST_REMARK = 300
REMARKS, REMARKS_WITHIN = 5, 10 * SECOND
MOST_REMARKS = 2_000
ASK_AGAIN = 10 * SECOND  # times the square of how often one was refused


@dataclass(frozen=True)
class Moment:
    """What a table cannot know: the time, its chain, the levels there are, who is away and since when."""

    now: int
    chain: Chain
    levels: Sequence[str] = ("random", "1", "2", "3", "4", "5")
    stand_in: str = "3"
    away: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What the host asks for: `seats` lists “me”, “me:NAME” (several at one screen), “open” or a level."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[str] = ("me", "open")
    clock: Clock = Clock()  # noqa: RUF009
    starts: str = "host"
    first: int = 0
    visibility: str = "unlisted"
    nonce: str | None = None


def open_table(id: str, host: Person, plan: Plan, moment: Moment, rematch_of: str | None = None) -> Table:
    """A new table with the host's choices; it begins at once where no seat is left open."""
    game = load(plan.game)
    try:
        start = game.begin(plan.options)
    except StylobateError as error:
        raise Refusal(str(error), "illegal") from None
    if start.is_over:
        raise Refusal("the game is over before it begins", "illegal")
    if any(value.startswith("@") for value in plan.options.values()):
        raise Refusal("an option cannot name a file here", "illegal")
    if len(plan.seats) != start.seats:
        raise Refusal(f"here {start.seats} play, and {len(plan.seats)} seats were given", "illegal")
    if plan.starts not in STARTS or plan.visibility not in VISIBILITIES or not 0 <= plan.first < start.seats:
        raise Refusal("starts is host, lot or dice, first a seat, visibility public or unlisted", "illegal")
    table = Table(id)
    table.happen(
        moment.now,
        "opened",
        game=game.id,
        rules=game.rules_version,
        options=dict(plan.options),
        clock=plan.clock.json(),
        starts=plan.starts,
        first=plan.first,
        visibility=plan.visibility,
        host=host.id,
        commitment=moment.chain.commitment(),
        rematch_of=rematch_of,
    )
    nonce = _nonce(table, plan.nonce)
    for seat, wish in enumerate(plan.seats):
        kind, _, name = wish.partition(":")
        if kind == "me":
            _seated(table, seat, host.id, name or host.name, nonce, moment)
        elif wish != "open":
            table.happen(moment.now, "computer", seat=seat, level=_level(wish, moment), **nonce)
    _begin_if_full(table, moment)
    return table


def decide(table: Table, person: Person | None, command: c.Command, moment: Moment) -> Table:
    """The table after what the person asked for."""
    if table.version >= LONGEST_LOG and not isinstance(command, c.Resign):
        raise Refusal("this table's log is full; open another")
    deadline = table.faces.deadline()
    if deadline is not None and moment.now > deadline and not isinstance(command, c.Say):
        raise Refusal("the time of the seat to move has run out", "late")
    after = table.copy()
    if person is None:
        if not isinstance(command, c.Move):
            raise Refusal("a computer only moves", "forbidden")
        _move(after, None, command, moment)
        return after
    match command:
        case c.Move():
            _move(after, person, command, moment)
        case c.Undo():
            _undo(after, person, command, moment)
        case c.Sit():
            _sit(after, person, command, moment)
        case c.Stand():
            _stand(after, person, command, moment)
        case c.SeatComputer():
            _seat_computer(after, person, command, moment)
        case c.Close():
            _close(after, person, moment)
        case c.AskTakeback():
            _ask_takeback(after, person, moment)
        case c.AnswerTakeback():
            _answer_takeback(after, person, command.yes, moment)
        case c.Resign():
            _resign(after, person, moment)
        case c.HandOver():
            _hand_over(after, person, command, moment)
        case c.Return():
            _return(after, person, moment)
        case c.Rematch():
            _rematch(after, person, command.nonce, moment)
        case c.Say():
            _say(after, person, command.text, moment)
    return after


def overdue(table: Table, moment: Moment) -> Table | None:
    """The table after what time alone has brought about, or None where it has brought about nothing."""
    deadline, seat = table.faces.deadline(), table.faces.running
    if table.state != "running" or deadline is None or seat is None or moment.now <= deadline:
        return None
    after = table.copy()
    after.happen(moment.now, "flagged", seat=seat)
    _lost(after, seat, "time", moment)
    return after


def resumed(table: Table, up: int, moment: Moment) -> Table | None:
    """The table after a restart: `up` is when the server was last known to be up.  None: no clock runs."""
    if table.faces.running is None:
        return None
    after = table.copy()
    after.happen(moment.now, "resumed", up=up)
    return after


def rematch(table: Table, id: str, moment: Moment) -> Table:
    """A new table for the same people, each a seat further, once all have agreed; then store `linked` too."""
    if not is_rematch_agreed(table):
        raise Refusal("not everybody has agreed to a rematch")
    plan = Plan(
        table.game.id,
        table.options,
        ["open"] * len(table.seats),
        table.faces.clock,
        "host",
        0,
        table.visibility,
        table.nonce[1],
    )
    host = next(seat for seat in table.seats if seat.is_person)
    new = open_table(id, Person(host.who or "", host.name), plan, moment, table.id)
    sender, nonce = table.nonce
    for number, seat in enumerate(table.seats[1:] + table.seats[:1]):
        sent = {"nonce": nonce} if sender == (number + 1) % len(table.seats) else {}
        if seat.level is not None:
            new.happen(moment.now, "computer", seat=number, level=seat.level)
        else:
            new.happen(moment.now, "sat", seat=number, who=seat.who, name=seat.name, **sent)
    _begin_if_full(new, moment)
    return new


def linked(table: Table, id: str, moment: Moment) -> Table:
    """The old table, knowing where it goes on."""
    if table.rematched is not None:
        raise Refusal("the rematch is already under way")
    after = table.copy()
    after.happen(moment.now, "rematched", table=id)
    return after


def is_rematch_agreed(table: Table) -> bool:
    """Whether everybody who plays wants to play again, and the new table is not there yet."""
    willing = {table.seats[seat].who for seat in table.rematch}
    return bool(willing) and table.people <= willing and table.rematched is None


# Sitting down


def _sit(table: Table, person: Person, command: c.Sit, moment: Moment) -> None:
    _free(table, command.seat)
    nonce = _nonce(table, command.nonce)
    _seated(table, command.seat, person.id, command.name or person.name, nonce, moment)
    _begin_if_full(table, moment)


def _seated(table: Table, seat: int, who: str, name: str, nonce: dict[str, str], moment: Moment) -> None:
    table.happen(moment.now, "sat", seat=seat, who=who, name=cleaned(name), **nonce)


def _stand(table: Table, person: Person, command: c.Stand, moment: Moment) -> None:
    _still_open(table)
    _there(table, command.seat)
    owner = table.seats[command.seat].who
    if owner is None or person.id not in (owner, table.host):
        raise Refusal("only who sits there, or the host, can clear that seat", "forbidden")
    table.happen(moment.now, "stood", seat=command.seat)


def _seat_computer(table: Table, person: Person, command: c.SeatComputer, moment: Moment) -> None:
    _free(table, command.seat)
    if person.id != table.host:
        raise Refusal("only the host brings computers to the table", "forbidden")
    nonce = _nonce(table, command.nonce)
    table.happen(moment.now, "computer", seat=command.seat, level=_level(command.level, moment), **nonce)
    _begin_if_full(table, moment)


def _close(table: Table, person: Person, moment: Moment) -> None:
    _still_open(table)
    if person.id != table.host:
        raise Refusal("only the host can close the table", "forbidden")
    table.happen(moment.now, "ended", winners=[], how="closed", seat=None)


def _begin_if_full(table: Table, moment: Moment) -> None:
    if any(seat.is_empty for seat in table.seats):
        return
    first = table.choice
    if table.starts == "lot":
        names = [str(seat) for seat in range(len(table.seats))]
        first = int(_draw(table, moment, "lot", None, names))
    elif table.starts == "dice":
        first = _throw_for_it(table, moment)
    table.happen(moment.now, "begun", first=first)
    _chance_speaks(table, moment)


def _throw_for_it(table: Table, moment: Moment) -> int:
    """A die each; the highest begins, and those level throw again."""
    level = list(range(len(table.seats)))
    while len(level) > 1:
        shown = {seat: int(_draw(table, moment, "die", seat, DIE)) for seat in level}
        level = [seat for seat in level if shown[seat] == max(shown.values())]
    return level[0]


def _draw(table: Table, moment: Moment, what: str, seat: int | None, of: Sequence[str]) -> str:
    chance = {name: Fraction(1, len(of)) for name in of}
    throw = moment.chain.throw(table.id, len(table.throws) + 1, chance, *table.nonce)
    told = {"what": what, "seat": seat, "of": list(of), "outcome": throw.outcome, "throw": throw.json()}
    table.happen(moment.now, "drew", **told)
    return throw.outcome


# Playing


def _move(table: Table, person: Person | None, command: c.Move, moment: Moment) -> None:
    seat = _running(table, command.version)
    if person is None:
        if table.seats[seat].is_person:
            raise Refusal("it is a person's turn, not a computer's", "forbidden")
    elif seat not in table.seats_of(person.id):
        mine = table.seats_of(person.id)
        raise Refusal("it is not your turn" if mine else "you do not play at this table", "forbidden")
    nonce = {} if person is None else _nonce(table, command.nonce)
    try:
        table.position.play(command.token)
    except StylobateError as error:
        raise Refusal(str(error), "illegal") from None
    table.happen(moment.now, "token", token=command.token, seat=seat, **nonce)
    _chance_speaks(table, moment)


def _chance_speaks(table: Table, moment: Moment) -> None:
    """As long as it is for chance to speak, and then see whether that was the end."""
    while table.position.is_chance:
        chance = table.position.chance
        throw = moment.chain.throw(table.id, len(table.throws) + 1, chance, *table.nonce)
        table.happen(moment.now, "token", token=throw.outcome, seat=None, throw=throw.json())
    if table.position.is_over:
        table.happen(moment.now, "ended", winners=list(table.position.winners), how="played", seat=None)


def can_undo(table: Table, who: str) -> bool:
    """Whether the last token was a step of this person's turn that still goes on."""
    last = table.plays[-1] if table.plays else None
    return last is not None and last.seat in table.seats_of(who) and table.turn == last.seat


def _undo(table: Table, person: Person, command: c.Undo, moment: Moment) -> None:
    _running(table, command.version)
    if not can_undo(table, person.id):
        raise Refusal(
            "there is no step of your own turn to undo: chance has spoken since, or it is not your turn"
        )
    table.happen(moment.now, "undone", seat=table.plays[-1].seat)


# Taking back, by consent


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


def _ask_takeback(table: Table, person: Person, moment: Moment) -> None:
    _running(table)
    to = takeback_to(table, person.id)
    if to is None:
        raise Refusal("you have not moved yet")
    if table.asked is not None:
        raise Refusal("a takeback is being asked for already")
    times, last = table.refusals.get(person.id, (0, 0))
    wait = last + ASK_AGAIN * min(times, 10) ** 2 - moment.now
    if wait > 0:
        raise Refusal(f"you were refused; ask again in {-(-wait // SECOND)} seconds")
    others = table.people - {person.id}
    if not others and any(play.seat is None for play in table.plays[to:]):
        raise Refusal("chance has spoken since; that cannot be taken back from a computer")
    seat = next(play.seat for play in table.plays[to:] if play.seat is not None)
    table.happen(moment.now, "asked", seat=seat, to=to)
    if not others:
        table.happen(moment.now, "took-back", to=to)


def _answer_takeback(table: Table, person: Person, yes: bool, moment: Moment) -> None:
    mine = _mine(table, person)
    asked = table.asked
    if asked is None:
        raise Refusal("nobody asks for a takeback now")
    asker = table.seats[asked.seat].who
    if yes and person.id == asker:
        raise Refusal("the others are asked, not you", "forbidden")
    seat = asked.seat if person.id == asker else mine[0]
    table.happen(moment.now, "agreed" if yes else "declined", seat=seat)
    if table.asked is not None and yes:
        agreed = {table.seats[seat].who for seat in table.asked.agreed}
        if table.people - {asker} <= agreed:
            table.happen(moment.now, "took-back", to=asked.to)


# Leaving


def _resign(table: Table, person: Person, moment: Moment) -> None:
    """Who resigns gives up all seats they hold; a side of several people resigns when all of them have."""
    _running(table)
    mine = tuple(seat for seat in _mine(table, person) if seat not in table.resigned)
    if not mine:
        raise Refusal("you have resigned already; your partner has not")
    for seat in mine:
        table.happen(moment.now, "resigned", seat=seat)
    for seat in mine:
        if table.state == "running" and table.seats[seat].is_person:
            _lost(table, seat, "resigned", moment)


def _lost(table: Table, seat: int, how: str, moment: Moment) -> None:
    """A seat is lost.  Between two sides that ends the game; among more a computer plays on."""
    sides = table.sides
    if len(sides) > 2:
        table.happen(moment.now, "handed", seat=seat, level=moment.stand_in, why=how)
        return
    side = next(side for side in sides if seat in side)
    hopeful = [n for n in side if table.seats[n].is_person and n not in table.resigned]
    if how == "resigned" and hopeful:
        return
    winners = [n for other in sides if other != side for n in other]
    table.happen(moment.now, "ended", winners=sorted(winners), how=how, seat=seat)


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


def _hand_over(table: Table, person: Person, command: c.HandOver, moment: Moment) -> None:
    _running(table)
    _there(table, command.seat)
    if not may_hand_over(table, person.id, command.seat, moment.now, moment.away):
        raise Refusal(
            "that seat is not yours, and whoever has it is not long enough away on their turn", "forbidden"
        )
    why = "owner" if table.seats[command.seat].who == person.id else "abandoned"
    table.happen(moment.now, "handed", seat=command.seat, level=_level(command.level, moment), why=why)


def can_return(table: Table, who: str) -> tuple[int, ...]:
    """The seats of this person that the computer keeps warm."""
    return tuple(
        n
        for n, seat in enumerate(table.seats)
        if seat.who == who
        and seat.level is not None
        and n not in table.resigned | table.flagged
        and table.state == "running"
    )


def _return(table: Table, person: Person, moment: Moment) -> None:
    seats = can_return(table, person.id)
    if not seats:
        raise Refusal("no seat of yours is with the computer", "forbidden")
    for seat in seats:
        table.happen(moment.now, "returned", seat=seat)


def _rematch(table: Table, person: Person, nonce: str | None, moment: Moment) -> None:
    if table.state != "over" or table.first is None:
        raise Refusal("a rematch comes after the game")
    if table.rematched is not None:
        raise Refusal("the rematch is already under way")
    table.happen(moment.now, "rematch", seat=_mine(table, person)[0], **_nonce(table, nonce))


def _say(table: Table, person: Person, text: str, moment: Moment) -> None:
    text = cleaned(text, LONGEST_REMARK)
    own = [said for said in table.chat if said.who == person.id]
    if len(own) >= REMARKS and moment.now - own[-REMARKS].at < REMARKS_WITHIN:
        raise Refusal("you speak too fast; wait a few seconds")
    mine = table.seats_of(person.id) or can_return(table, person.id)
    name = table.seats[mine[0]].name if mine else cleaned(person.name)
    room = "players" if mine else "watchers"
    if table.remarks.get(room, 0) >= MOST_REMARKS:
        raise Refusal("enough has been said at this table")
    told: dict[str, Any] = {"room": room, "who": person.id, "name": name, "text": text}
    table.happen(moment.now, "said", **told)


# What must hold


def _running(table: Table, version: int | None = None) -> int:
    if version is not None and version < table.settled:
        raise Refusal("the table has changed since; look again", "stale")
    if version is not None and version > table.version:
        raise Refusal(f"the table is at version {table.version} only", "illegal")
    if table.turn is None:
        raise Refusal("the game has not begun" if table.state == "open" else "the game is over")
    return table.turn


def _still_open(table: Table) -> None:
    if table.state != "open":
        raise Refusal("the game has begun already" if table.state == "running" else "the table is closed")


def _there(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refusal(f"there is no seat {seat}; seats are 0 to {len(table.seats) - 1}", "illegal")


def _free(table: Table, seat: int) -> None:
    _still_open(table)
    _there(table, seat)
    if not table.seats[seat].is_empty:
        raise Refusal("somebody sits there already", "taken")


def _mine(table: Table, person: Person) -> tuple[int, ...]:
    mine = table.seats_of(person.id)
    if not mine:
        raise Refusal("you do not play at this table", "forbidden")
    return mine


def _level(level: str, moment: Moment) -> str:
    if level not in moment.levels:
        raise Refusal(f"there is no level “{level[:30]}”; there are {', '.join(moment.levels)}", "illegal")
    return level


def _nonce(table: Table, nonce: str | None) -> dict[str, str]:
    """The nonce as a field of the event; needed where chance may speak."""
    needed = table.game.has_chance or (table.state == "open" and table.starts != "host")
    if nonce is None and not needed:
        return {}
    if nonce is None or not is_nonce(nonce):
        raise Refusal(
            "a nonce is 16 to 64 random bytes in lower-case hexadecimal, sent with the request", "illegal"
        )
    return {"nonce": nonce}
