"""What can happen at a table: one class an event, which says what it means and what it tells.

The log of a table is the truth, and these are its words.  In it an event is a JSON object

    {"v": 7, "at": 1763222400000, "kind": "sat", "seat": 1, "who": "k3v9…", "name": "Ada"}

numbered by `v` from 1 without gaps, `at` in milliseconds of the calendar; then the fields of its class.
Fields that are None by default are left out where they are None.  `tick` is the time by which clocks run,
left out where it is the same as `at`; it never goes back, whatever becomes of the calendar.  From `Opened` to
`Begun` seats are numbered as people sit round the table, afterwards as the game counts them.

`Entry.json` writes that object; `read` takes it and refuses what does not have its form, so that whoever
folds a log can rely on the types here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Literal, NamedTuple, get_args, get_type_hints

from stylobate.errors import BadRecord
from stylobate.fair.chain import Throw
from stylobate.line import How
from stylobate.play.clock import Clock

Starts = Literal["host", "lot", "dice"]
Visibility = Literal["public", "unlisted"]
Hearers = Literal["players", "watchers"]


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a throw showed, beside its outcome, which the event tells itself (see `fair.chain.Throw`).

    Up to 0.1.0 it had one nonce, and the seat that sent it, in place of a mix.
    """

    number: int
    link: str
    seat: int | str | None = None
    nonce: str | None = None
    next: str | None = None
    mix: str | None = None

    @classmethod
    def by(cls, throw: Throw) -> Revealed:
        """What this throw revealed."""
        return cls(throw.number, throw.link, next=throw.next, mix=throw.mix)

    def thrown(self, outcome: str) -> Throw:
        """The throw that came out so."""
        mix = f"{self.seat} {self.nonce}" if self.mix is None else self.mix
        return Throw(self.number, outcome, self.link, mix, self.next)


# Before the game


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened, by these rules of that game; always the first event, and never a later one.

    `starts` says how it is settled who begins, and `first` which seat does if the host has said so.  `host`
    is a person's id, `commitment` that of the chain of throws; None where nothing is ever thrown.  Seats in
    `reserved` are for people with an invitation.  `stand_in` is the level of the computer that plays on for
    whoever leaves.  `restores` counts how often the site had found itself set back by then.  At a `patient`
    table clocks start with the first move, and whoever leaves before every person has moved cancels the game:
    nobody loses it.
    """

    kind: ClassVar[str] = "opened"
    game: str
    rules: int
    options: Mapping[str, str]
    clock: Clock
    starts: Starts
    first: int
    visibility: Visibility
    host: str
    commitment: str | None
    rematch_of: str | None
    reserved: tuple[int, ...]
    stand_in: str | None = None
    restores: int | None = None
    patient: bool | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """A person (`who` is their id) took a seat, under this name; is it the one they have registered?"""

    kind: ClassVar[str] = "sat"
    seat: int
    who: str
    name: str
    registered: bool | None = None


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer of this level was put on a seat."""

    kind: ClassVar[str] = "computer"
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat became empty again."""

    kind: ClassVar[str] = "stood"
    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """To see who begins, a lot was drawn among the seats, or a die thrown for one.

    `of` are all the outcomes that there could have been.
    """

    kind: ClassVar[str] = "drew"
    what: Literal["lot", "die"]
    seat: int | None
    of: tuple[str, ...]
    outcome: str
    throw: Revealed


@dataclass(frozen=True, slots=True)
class Begun:
    """The game began; seat `first` becomes seat 0, and the others follow round the table.

    Where chance has a part in it, `by` (a seat, or “host”) sent the nonce that the first throws mix in.
    """

    kind: ClassVar[str] = "begun"
    first: int
    by: int | str | None = None
    nonce: str | None = None


# Chance


@dataclass(frozen=True, slots=True)
class Pledged:
    """Whoever has this seat showed the hash of a nonce, to be given when a throw waits for it."""

    kind: ClassVar[str] = "pledged"
    seat: int
    pledge: str


@dataclass(frozen=True, slots=True)
class Awaited:
    """A throw waits for the nonces that these seats have pledged.

    If it is the first, for which somebody asked by `begin`, that is told: `by` and the nonce.  The seats in
    `away` have pledged too, and are not waited for.
    """

    kind: ClassVar[str] = "awaited"
    seats: tuple[int, ...]
    by: int | str | None = None
    nonce: str | None = None
    away: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Gave:
    """Whoever has this seat gave the nonce that a throw waited for, and perhaps pledged the next."""

    kind: ClassVar[str] = "gave"
    seat: int
    nonce: str
    pledge: str | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """The site found itself set back, so a new segment of the chain was begun: none of its links was shown.

    `restores` counts how often that has happened to the site.
    """

    kind: ClassVar[str] = "announced"
    commitment: str
    salt: str
    restores: int


@dataclass(frozen=True, slots=True)
class Signed:
    """The record of the finished game was signed."""

    kind: ClassVar[str] = "signed"
    signature: str


# The game


@dataclass(frozen=True, slots=True)
class Token:
    """A token was played: by a seat, with a nonce if a person sits there; or by chance (None), by a throw.

    `level` marks what a computer played.
    """

    kind: ClassVar[str] = "token"
    token: str
    seat: int | None
    nonce: str | None = None
    throw: Revealed | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The seat took back the last step of its own turn, which still goes on."""

    kind: ClassVar[str] = "undone"
    seat: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The seat asked the others to take back its last moves, so that `to` tokens stay."""

    kind: ClassVar[str] = "asked"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """Whoever has this seat agreed to take back."""

    kind: ClassVar[str] = "agreed"
    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    """Whoever has this seat did not agree to take back; or it was they who had asked, and do so no more."""

    kind: ClassVar[str] = "declined"
    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """All had agreed: so many tokens stay."""

    kind: ClassVar[str] = "took-back"
    to: int


# Leaving


@dataclass(frozen=True, slots=True)
class Resigned:
    """The seat gave up; whether that ends the game, `Ended` tells."""

    kind: ClassVar[str] = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """The seat ran out of time; whether that ends the game, `Ended` tells."""

    kind: ClassVar[str] = "flagged"
    seat: int


@dataclass(frozen=True, slots=True)
class Handed:
    """A computer plays on for the seat: its owner wished it, or had gone, resigned or run out of time."""

    kind: ClassVar[str] = "handed"
    seat: int
    level: str
    why: Literal["owner", "abandoned", "resigned", "time"]


@dataclass(frozen=True, slots=True)
class Returned:
    """The person took the seat back from the computer."""

    kind: ClassVar[str] = "returned"
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, or the table closed before it began; `seat` brought it about (None: the rules).

    A game that was cancelled has no winners.
    """

    kind: ClassVar[str] = "ended"
    winners: tuple[int, ...]
    how: How
    seat: int | None


# Round the game


@dataclass(frozen=True, slots=True)
class Rematch:
    """Whoever has this seat wants to play again; the computers are then of that level, if one is named."""

    kind: ClassVar[str] = "rematch"
    seat: int
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Rematched:
    """They play again at that table."""

    kind: ClassVar[str] = "rematched"
    table: str


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody (`who` is their id) said something, to the players or to those who watch."""

    kind: ClassVar[str] = "said"
    room: Hearers
    who: str
    name: str
    text: str
    registered: bool | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """The server is up again; `up` is when it was last known to be up, and no clock ran since then."""

    kind: ClassVar[str] = "resumed"
    up: int


Event = (
    Opened
    | Sat
    | Computer
    | Stood
    | Drew
    | Begun
    | Pledged
    | Awaited
    | Gave
    | Announced
    | Signed
    | Token
    | Undone
    | Asked
    | Agreed
    | Declined
    | TookBack
    | Resigned
    | Flagged
    | Handed
    | Returned
    | Ended
    | Rematch
    | Rematched
    | Said
    | Resumed
)


class Entry(NamedTuple):
    """An event with its version, its date and its time by the clock, as an entry of the log."""

    v: int
    at: int
    tick: int
    event: Event

    def json(self) -> dict[str, Any]:
        """The entry as JSON, in the form that the store keeps."""
        tick = {} if self.tick == self.at else {"tick": self.tick}
        return _written(self.event, {"v": self.v, "at": self.at, **tick, "kind": self.event.kind})


def read(data: object) -> Entry:
    """An entry as the store kept it; says what is wrong with one that has not the form."""
    if not isinstance(data, Mapping):
        raise BadRecord("it is not a JSON object")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadRecord(f"there is no event of the kind {_shown(kind)}")
    data = {"tick": data.get("at"), **data}
    for name in ("v", "at", "tick"):
        if type(data.get(name)) is not int:
            raise BadRecord(f"“{kind}” has no whole number {name}")
    if kind in _MISSING_ONCE:
        data = {**_MISSING_ONCE[kind], **data}
    event: Event = _made(_KINDS[kind], kind, data)
    return Entry(data["v"], data["at"], data["tick"], event)


# How each field is written and read


class _Form(NamedTuple):
    """What a field must look like in JSON, in words and as a test; how it is made of that, and written so.

    Where nothing is said on how, it is the same in JSON.
    """

    words: str
    fits: Callable[[Any], bool]
    make: Callable[[Any], Any] | None = None
    write: Callable[[Any], Any] | None = None


class _Field(NamedTuple):
    name: str
    form: _Form
    may_be_missing: bool


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value.values()))


_FORMS: dict[Any, _Form] = {
    int: _Form("a whole number", _is_whole),
    str: _Form("a text", _is_text),
    bool | None: _Form("true or false", lambda value: isinstance(value, bool)),
    int | None: _Form("a whole number or null", lambda value: value is None or _is_whole(value)),
    str | None: _Form("a text or null", lambda value: value is None or _is_text(value)),
    int | str: _Form("a whole number or a text", lambda value: _is_whole(value) or _is_text(value)),
    tuple[int, ...]: _Form(
        "a list of whole numbers",
        lambda value: isinstance(value, list) and all(map(_is_whole, value)),
        tuple,
        list,
    ),
    tuple[str, ...]: _Form(
        "a list of texts", lambda value: isinstance(value, list) and all(map(_is_text, value)), tuple, list
    ),
    Mapping[str, str]: _Form("an object of texts", _are_texts, dict),
    Clock: _Form("a clock", lambda value: isinstance(value, Mapping), Clock.read, Clock.json),
    Revealed: _Form(
        "a throw",
        lambda value: isinstance(value, Mapping),
        lambda value: _made(Revealed, "throw", value),
        lambda throw: _written(throw, {}),
    ),
}
_FORMS[int | str | None] = _FORMS[int | str]
_FORMS[Revealed | None] = _FORMS[Revealed]
_FORMS[tuple[int, ...] | None] = _FORMS[tuple[int, ...]]


def _fields(kind: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(kind)
    return tuple(
        _Field(field.name, _form(hints[field.name]), field.default is not MISSING) for field in fields(kind)
    )


def _form(hint: Any) -> _Form:
    if hint in _FORMS:
        return _FORMS[hint]
    words = get_args(hint)
    return _Form("one of " + ", ".join(words), lambda value: value in words)


_KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in get_args(Event)}
_FIELDS: dict[Any, tuple[_Field, ...]] = {kind: _fields(kind) for kind in (Revealed, *_KINDS.values())}
# Logs from before 0.1.0 may leave these out.
_MISSING_ONCE: dict[str, dict[str, Any]] = {"opened": {"rematch_of": None, "reserved": []}}


def _written(thing: Any, data: dict[str, Any]) -> dict[str, Any]:
    """Add every field of this event to the JSON object."""
    for name, form, may_be_missing in _FIELDS[type(thing)]:
        value = getattr(thing, name)
        if value is not None and form.write is not None:
            value = form.write(value)
        if value is not None or not may_be_missing:
            data[name] = value
    return data


def _made(kind: Any, called: str, data: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for name, form, may_be_missing in _FIELDS[kind]:
        value = data.get(name)
        if value is None and may_be_missing:
            continue
        if name not in data:
            raise BadRecord(f"“{called}” has no {name}")
        if not form.fits(value):
            raise BadRecord(f"the {name} of “{called}” is {_shown(value)}, not {form.words}")
        given[name] = value if form.make is None else form.make(value)
    return kind(**given)


def _shown(value: object) -> str:
    return f"“{value[:40]}”" if isinstance(value, str) else repr(value)[:40]
