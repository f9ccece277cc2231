"""Before the game: opening a table, sitting down, and seeing who begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast, get_args

from stylobate.errors import BadOption, Refusal, StylobateError, UnknownGame
from stylobate.fair.chain import HOST
from stylobate.game import Position
from stylobate.play import commands as c
from stylobate.play.asking import (
    known_level,
    known_stand_in,
    must_be_free,
    must_be_nonce,
    must_be_open,
    must_exist,
)
from stylobate.play.clock import Clock
from stylobate.play.events import (
    Begun,
    Computer,
    Ended,
    Opened,
    Sat,
    Starts,
    Stood,
    Visibility,
)
from stylobate.play.ghost import is_ghost
from stylobate.play.moment import Moment
from stylobate.play.seat import Person, called_by
from stylobate.play.table import Table
from stylobate.play.throwing import let_it_begin
from stylobate.record import Record, read
from stylobate.registry import load

VISIBILITIES = get_args(Visibility)
STARTS = get_args(Starts)
LONGEST_OPTION = 5_000
MOST_SITTINGS = 10  # of one person, at a table


@dataclass(frozen=True)
class Proposal:
    """What the host asks for when opening a table.

    `seats` lists, for each seat, “me”, “me:NAME” (several people at one screen), “open”, “friend” (kept for
    whoever is invited) or a computer's level.
    `starts` says who begins: “host” for the seat named by `first`, “lot”, or “dice” for a die each.
    `stand_in` is the level of the computer that plays on for whoever leaves; None is the usual one.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[str] = ("me", "open")
    clock: Clock = Clock()  # noqa: RUF009
    starts: str = "host"
    first: int = 0
    visibility: str = "unlisted"
    stand_in: str | None = None

    @classmethod
    def read(cls, data: object) -> Proposal:
        """From JSON, each field named as here; what is missing has its default."""
        given = dict(data) if isinstance(data, Mapping) else {}
        clock = Clock.read(given.pop("clock", {"kind": "none"}))
        options, seats = given.pop("options", {}), given.pop("seats", ["me", "open"])
        first = given.pop("first", 0)
        texts = {name: given.pop(name, default) for name, default in _TEXTS.items()}
        if given or not all(text is _TEXTS[name] or isinstance(text, str) for name, text in texts.items()):
            raise Refusal(
                f"a table is opened with {', '.join(_TEXTS)}, options, seats, clock, first", "illegal"
            )
        if not isinstance(options, Mapping) or not _are_texts([*options, *options.values()]):
            raise Refusal("options is an object of texts", "illegal")
        if not isinstance(seats, list) or not _are_texts(seats) or type(first) is not int:
            raise Refusal("seats is a list of texts, and first the number of a seat", "illegal")
        return cls(options=dict(options), seats=seats, clock=clock, first=first, **texts)

    @property
    def has_computers(self) -> bool:
        """Whether a computer is to sit there."""
        return any(seat.partition(":")[0] not in ("me", "open", "friend") for seat in self.seats)


_TEXTS = {"game": "", "starts": "host", "visibility": "unlisted", "stand_in": None}


def _are_texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) and len(value) <= LONGEST_OPTION for value in values)


def _at_fault(proposal: Proposal) -> str:
    """The option that would be refused by itself, if there is one."""
    for name, value in proposal.options.items():
        try:
            load(proposal.game).begin({name: value})
        except UnknownGame:
            return ""
        except StylobateError:
            return name
    return ""


def open_table(
    id: str, host: Person, proposal: Proposal, moment: Moment, rematch_of: str | None = None
) -> Table:
    """A new table with the host's choices; without chance, it begins at once where no seat is left open."""
    if any(value.startswith("@") for value in proposal.options.values()):
        raise Refusal("an option cannot name a file here", "illegal")
    try:
        game = load(proposal.game)
        start = game.begin(proposal.options)
        options = _as_recorded(start, proposal.options)
    except StylobateError as error:
        raise Refusal(str(error), "illegal", _at_fault(proposal)) from None
    if start.is_over:
        raise Refusal("the game is over before it begins", "illegal", "setup")
    if len(proposal.seats) != start.seats:
        raise Refusal(f"here {start.seats} play, and {len(proposal.seats)} seats were given", "illegal")
    if (
        proposal.starts not in STARTS
        or proposal.visibility not in VISIBILITIES
        or not 0 <= proposal.first < start.seats
    ):
        raise Refusal("starts is host, lot or dice, first a seat, visibility public or unlisted", "illegal")
    table = Table(id)
    is_by_chance = game.has_chance or proposal.starts != "host"
    table.happen(
        moment,
        Opened(
            game=game.id,
            rules=game.rules_version,
            options=options,
            clock=proposal.clock,
            starts=cast(Starts, proposal.starts),
            first=proposal.first,
            visibility=cast(Visibility, proposal.visibility),
            host=host.id,
            commitment=moment.chain.segment().commitment if is_by_chance else None,
            rematch_of=rematch_of,
            reserved=tuple(seat for seat, wish in enumerate(proposal.seats) if wish == "friend"),
            stand_in=known_stand_in(proposal.stand_in, moment),
            restores=moment.restores or None,
            patient=True,
        ),
    )
    for seat, wish in enumerate(proposal.seats):
        kind, _, name = wish.partition(":")
        if kind == "me":
            table.happen(moment, _sat(seat, host, name))
        elif wish not in ("open", "friend"):
            table.happen(moment, Computer(seat, known_level(wish, moment)))
    begin_by_itself(table, moment)
    return table


def _as_recorded(start: Position, given: Mapping[str, str]) -> dict[str, str]:
    """The options in the form that a record keeps; refuses those with which the record could not be read."""
    options = start.game.expand(given)
    if not options:
        return {}
    if "setup" in options:
        options["setup"] = str(start).replace(" ", "_")
    written = read(Record(start.game.id, options=options).text())
    if written.options != options or str(written.start) != str(start):
        raise BadOption("these options would not read back from a record as they were given")
    return options


def sit(table: Table, person: Person, command: c.Sit, moment: Moment) -> None:
    """A person takes an empty seat, or with an invitation that of a ghost."""
    replaces = moment.invited == command.seat and is_ghost(table, command.seat, moment.now, moment.away)
    if not replaces:
        must_be_free(table, command.seat)
    if moment.invited != command.seat and not can_sit(table, person.id, command.seat):
        raise Refusal("this seat is kept for somebody who was invited", "forbidden")
    if table.sittings[person.id] >= MOST_SITTINGS:
        raise Refusal("you have sat down here often enough")
    sat = _sat(command.seat, person, command.name)
    if replaces:
        table.happen(moment, Stood(command.seat))
    table.happen(moment, sat)
    begin_by_itself(table, moment)


def _sat(seat: int, person: Person, typed: str) -> Sat:
    name = called_by(person, typed)
    return Sat(seat, person.id, name, name == person.account)


def can_sit(table: Table, who: str | None, seat: int) -> bool:
    """Whether this person may take the seat without an invitation."""
    kept = seat in table.reserved and who != table.host
    return table.state == "open" and table.seats[seat].is_empty and not kept


def _must_not_wait(table: Table) -> None:
    """Refuse once the game has begun, or is about to.

    Who knew the chain could otherwise leave between the nonces and the lot, and have it drawn again.
    """
    must_be_open(table)
    if table.is_waiting:
        raise Refusal("the game is about to begin: nonces are waited for")


def stand(table: Table, person: Person, command: c.Stand, moment: Moment) -> None:
    """Leave a seat before the game has begun; the host may clear one, too."""
    _must_not_wait(table)
    must_exist(table, command.seat)
    owner = table.seats[command.seat].who
    if owner is None or person.id not in (owner, table.host):
        raise Refusal("only who sits there, or the host, can clear that seat", "forbidden")
    table.happen(moment, Stood(command.seat))


def seat_computer(table: Table, person: Person, command: c.SeatComputer, moment: Moment) -> None:
    """Put a computer on an empty seat."""
    must_be_free(table, command.seat)
    if person.id != table.host:
        raise Refusal("only the host brings computers to the table", "forbidden")
    table.happen(moment, Computer(command.seat, known_level(command.level, moment)))
    begin_by_itself(table, moment)


def close(table: Table, person: Person, moment: Moment) -> None:
    """Close the table before the game has begun."""
    _must_not_wait(table)
    if person.id != table.host:
        raise Refusal("only the host can close the table", "forbidden")
    table.happen(moment, Ended((), "closed", None))


def begin_by_itself(table: Table, moment: Moment) -> None:
    """Without chance, the game begins when the last seat is taken."""
    if table.state == "open" and table.is_full and not table.needs_chance:
        table.happen(moment, Begun(table.choice))


def can_begin(table: Table, who: str) -> bool:
    """Whether the table waits for this person's `begin`."""
    waits = table.state == "open" and table.is_full and not table.is_waiting
    return waits and (who == table.host or bool(table.seats_of(who)))


def begin(table: Table, person: Person, command: c.Begin, moment: Moment) -> None:
    """Begin a game in which chance has a part: on the nonce of whoever asks."""
    _must_not_wait(table)
    if not can_begin(table, person.id):
        raise Refusal("the game begins when every seat is taken, by those at the table")
    by = next(iter(table.seats_of(person.id)), HOST)
    let_it_begin(table, person.id, by, must_be_nonce(command.nonce), moment, command.version)
