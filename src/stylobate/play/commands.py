"""What a person may ask for at a table, each a small frozen record; `read` makes them of JSON.

    {"do": "move", "token": "b2a", "version": 7, "nonce": "…"}       version: what the move was made for
    {"do": "undo", "version": 8}                  one step back within one's own turn
    {"do": "sit", "seat": 1, "name": "Ada"}       {"do": "stand", "seat": 1}
    {"do": "seat-computer", "seat": 1, "level": "3"}                 the host, before the game
    {"do": "close"}                               the host, before the game
    {"do": "begin", "nonce": "…", "version": 4}   all are seated, and chance has a part in it
    {"do": "pledge", "pledge": "…"}               show the hash of a nonce of one's own, for another's throw
    {"do": "give", "nonce": "…", "pledge": "…"}   a throw waits for it; with it, if one likes, the next pledge
    {"do": "ask-takeback"}                        {"do": "answer-takeback", "yes": true}
    {"do": "resign"}                              {"do": "put-away"}, where all others are computers
    {"do": "hand-over", "seat": 2}                one's own seat, or an abandoned one, to the stand-in
    {"do": "return"}                              to a seat of one's own that the computer keeps warm
    {"do": "rematch"}                             {"do": "say", "text": "…"}
    {"do": "rematch", "level": "4"}               who played against computers alone: now against these

`nonce`: 16 to 64 random bytes in lower-case hexadecimal, made by the browser for each request; needed with
`begin`, and with `move` in games of chance.  A game without chance begins by itself when all are seated.  One
with chance waits for `begin`, because a nonce is worth nothing before the table's commitment has been seen;
the page of anybody at the table sends it unasked.

`pledge`: the SHA-256 of `stylobate pledge TABLE NONCE`, in lower-case hexadecimal.  Who pledges is asked for
the nonce when another's throw needs it (`throwing`); nobody must.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from stylobate.errors import Refusal

LONGEST_TEXT = 2_000


@dataclass(frozen=True)
class Move:
    """Play a token, in the position that stood at `version`."""

    token: str
    version: int
    nonce: str | None = None


@dataclass(frozen=True)
class Undo:
    """Take back the last step of one's own turn."""

    version: int


@dataclass(frozen=True)
class Sit:
    """Sit down on an empty seat."""

    seat: int
    name: str = ""


@dataclass(frozen=True)
class Stand:
    """Give one's seat up again before the game has begun."""

    seat: int


@dataclass(frozen=True)
class SeatComputer:
    """Put a computer on an empty seat."""

    seat: int
    level: str


@dataclass(frozen=True)
class Close:
    """Clear the table before the game has begun."""


@dataclass(frozen=True)
class Begin:
    """Begin a game in which chance has a part, all being seated; whoever asks has seen `version`."""

    nonce: str
    version: int | None = None


@dataclass(frozen=True)
class Pledge:
    """Show the hash of a nonce that one will give when somebody else's throw asks for it."""

    pledge: str


@dataclass(frozen=True)
class Give:
    """Give the nonce that one has pledged, for a throw that waits; and pledge the next."""

    nonce: str
    pledge: str | None = None


@dataclass(frozen=True)
class AskTakeback:
    """Ask the others to take one's last turn back."""


@dataclass(frozen=True)
class AnswerTakeback:
    """Agree to a takeback, or not; the asker's own “no” withdraws it."""

    yes: bool


@dataclass(frozen=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True)
class PutAway:
    """Leave a game against computers as it is: nobody loses it."""


@dataclass(frozen=True)
class HandOver:
    """Let the stand-in play on a seat: one's own, or one that was abandoned; no other `level` is taken."""

    seat: int
    level: str = ""


@dataclass(frozen=True)
class Return:
    """Take one's seat from the computer again."""


@dataclass(frozen=True)
class Rematch:
    """Agree to play again, seats changed; computers may come back at another level, where all others are."""

    level: str | None = None


@dataclass(frozen=True)
class Say:
    """Say something: to the players if one plays, else to those who watch."""

    text: str


Command = (
    Move
    | Undo
    | Sit
    | Stand
    | SeatComputer
    | Close
    | Begin
    | Pledge
    | Give
    | AskTakeback
    | AnswerTakeback
    | Resign
    | PutAway
    | HandOver
    | Return
    | Rematch
    | Say
)

WORDS: dict[str, type[Any]] = {
    "move": Move,
    "undo": Undo,
    "sit": Sit,
    "stand": Stand,
    "seat-computer": SeatComputer,
    "close": Close,
    "begin": Begin,
    "pledge": Pledge,
    "give": Give,
    "ask-takeback": AskTakeback,
    "answer-takeback": AnswerTakeback,
    "resign": Resign,
    "put-away": PutAway,
    "hand-over": HandOver,
    "return": Return,
    "rematch": Rematch,
    "say": Say,
}

_KINDS: dict[str, tuple[type, str]] = {
    "str": (str, "a text"),
    "str | None": (str, "a text"),
    "int": (int, "a whole number"),
    "int | None": (int, "a whole number"),
    "bool": (bool, "true or false"),
}

_FIELDS = {
    word: {field.name: (*_KINDS[str(field.type)], field.default is not MISSING) for field in fields(made)}
    for word, made in WORDS.items()
}
"""Of each command the fields: what they must be, in Python and in words, and whether they may be missing."""


def read(data: object) -> Command:
    """The command that a JSON object asks for; whatever else it is gets a sentence."""
    word = data.get("do") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(word, str) or word not in WORDS:
        raise Refusal(f"a command is an object whose “do” is one of {', '.join(WORDS)}", "illegal")
    made, known = WORDS[word], _FIELDS[word]
    extra = [name for name in data if name not in known and name != "do"]
    if extra:
        raise Refusal(f"“{word}” takes no “{str(extra[0])[:30]}”", "illegal")
    given = {}
    for name, (kind, called, may_be_missing) in known.items():
        if name not in data:
            if not may_be_missing:
                raise Refusal(f"“{word}” needs “{name}”", "illegal")
            continue
        value = data[name]
        if type(value) is not kind:
            raise Refusal(f"the “{name}” of “{word}” should be {called}", "illegal")
        if (isinstance(value, str) and len(value) > LONGEST_TEXT) or (
            isinstance(value, int) and not 0 <= value < 2**31
        ):
            raise Refusal(f"the “{name}” of “{word}” is too large", "illegal")
        given[name] = value
    command: Command = made(**given)
    return command
