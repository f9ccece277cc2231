"""A game on paper: who played what under which rules, as text that a person can read and type.

    stylobate record 1
    game: colonnade
    rules: 1
    seat 0: Ada
    seat 1: level 3
    date: 2026-11-15
    result: 1
    ending: seat 0 resigned

    b2a e2d          # a comment runs to the end of its line
    c1d

The options and the tokens are the game; all else is for people.  Reading checks the form and runs
nothing; `positions` replays, and names the first token that the rules refuse.  Lines of the header that we
do not know are kept.  The JSON form holds the same.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from stylobate.errors import BadOption, BadRecord, StylobateError
from stylobate.game import Position, read_options
from stylobate.line import Line
from stylobate.registry import load
from stylobate.telling import called, listed

if TYPE_CHECKING:
    from stylobate.replay import Replay

MAGIC = "stylobate record 1"
LONGEST = 16_000_000
WIDTH = 79

_NO_LETTER = re.compile("[\x00-\x1f\ud800-\udfff]")  # nothing that a line may hold
_HEADER = re.compile(r"([a-z][a-z0-9 -]*):(?:\s+(.*))?")
_SEAT = re.compile(r"seat ([0-9])")
_KNOWN = ("game", "rules", "options", "date", "result")


@dataclass(frozen=True)
class Record:
    """One game: its options and tokens, and what is to be told about it."""

    game: str
    tokens: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    rules: int | None = None
    seats: tuple[str, ...] = ()
    date: str | None = None
    result: tuple[int, ...] | None = None
    more: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "more", MappingProxyType(dict(self.more)))
        _check(self)
        if self.rules is None:
            object.__setattr__(self, "rules", load(self.game).rules_version)

    def __hash__(self) -> int:
        return hash((self.game, self.tokens, tuple(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return from_json, (self.json(),)

    @classmethod
    def of(
        cls,
        line: Line,
        seats: Sequence[str],
        date: str,
        more: Mapping[str, str],
        comments: Sequence[tuple[int, str]] = (),
    ) -> Record:
        """A game under way, written down as it stands; comments on tokens taken back are dropped."""
        ending = line.ending
        ended = {"ending": ending.words} if ending is not None and ending.words else {}
        return cls(
            line.game.id,
            line.tokens,
            line.options,
            line.game.rules_version,
            tuple(seats),
            date,
            (ending.winners or None) if ending is not None else None,
            ended | {name: value for name, value in more.items() if name != "ending"},
            tuple(comment for comment in comments if comment[0] <= len(line.plays)),
        )

    @property
    def start(self) -> Position:
        """The position that the game began from."""
        return self.begun().start

    def positions(self) -> Iterator[Position]:
        """The start and the position after each token; stops with a sentence at the first that is illegal."""
        yield from self._replayed(self.begun())

    def line(self) -> Line:
        """The game under way again where the record leaves it, to be played on; nobody has left it."""
        line = self.begun()
        for _ in self._replayed(line):
            pass
        return line

    def final(self) -> Position:
        """The position after the last token."""
        return self.line().position

    def begun(self) -> Line:
        """The game at its start, to be played."""
        game = load(self.game)
        if self.rules != game.rules_version:
            raise BadRecord(
                f"the record was made under rules {self.rules} of {game.title}; "
                f"this program plays rules {game.rules_version}"
            )
        return Line(game, self.options)

    def _replayed(self, line: Line) -> Iterator[Position]:
        """Play the tokens on this line, and give every position on the way."""
        yield line.position
        for number, token in enumerate(self.tokens, 1):
            try:
                line.play(token)
            except StylobateError as error:
                raise BadRecord(f"token {number} of {len(self.tokens)}: {error}") from None
            yield line.position
        position = line.position
        if position.is_over and self.result is not None and self.result != position.winners:
            raise BadRecord(
                f"the record says result: {_seats(self.result)}, "
                f"but its tokens end in result: {_seats(position.winners)}"
            )

    def player(self) -> Replay:
        """A page to look at the game again, board by board, that needs nothing else (`stylobate.replay`)."""
        from stylobate.replay import replay

        line = self.line()
        comments: dict[int, str] = {}
        for after, comment in self.comments:
            comments[after] = f"{comments[after]} {comment}" if after in comments else comment
        return replay(line, self.seats, self.date or "", self._ended(line.start), comments)

    def _ended(self, start: Position) -> str:
        """Who won and by what, for a game that did not end by its rules."""

        def named(seat: int) -> str:
            return called(start, seat, self.seats) if seat < start.seats else f"seat {seat}"

        won = listed(map(named, self.result or ()))
        why = re.sub("seat ([0-9])", lambda seat: named(int(seat[1])), self.more.get("ending", ""))
        return (f"{won} won ({why})." if why else f"{won} won.") if won else why and f"Ended: {why}."

    def _repr_html_(self) -> str:
        try:
            return self.player()._repr_html_()
        except StylobateError as error:
            return f"<pre>{escape(self.text())}</pre><p>{escape(str(error))}</p>"

    def text(self) -> str:
        """The record as text."""
        lines = [MAGIC, f"game: {self.game}", f"rules: {self.rules}"]
        if self.options:
            lines.append("options: " + " ".join(f"{name}={value}" for name, value in self.options.items()))
        lines += [f"seat {seat}: {name}".rstrip() for seat, name in enumerate(self.seats)]
        if self.date is not None:
            lines.append(f"date: {self.date}")
        lines.append(f"result: {_seats(self.result)}")
        lines += [f"{name}: {value}".rstrip() for name, value in self.more.items()]
        return "\n".join([*lines, "", *self._movetext()]) + "\n"

    def sealing(self, *without: str) -> str:
        """The text that checksum and signature are made of, which leaves out the header lines named.

        It is as `text`, but for two things: lines of the header that only some records have stand in the
        order of their names, and each token stands on a line of its own.
        """
        more = {name: value for name, value in sorted(self.more.items()) if name not in without}
        header, _, _ = replace(self, more=more, tokens=(), comments=()).text().partition("\n\n")
        body = list(self.tokens)
        for after, comment in reversed(self.comments):
            body.insert(after, f"# {comment}".rstrip())
        return "\n".join([header, "", *body]) + "\n"

    def json(self) -> str:
        """The record as a JSON object."""
        fields = {
            "format": MAGIC,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "seats": list(self.seats),
            "date": self.date,
            "result": None if self.result is None else list(self.result),
            "more": dict(self.more),
            "tokens": list(self.tokens),
            "comments": [list(comment) for comment in self.comments],
        }
        return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"

    def _movetext(self) -> Iterator[str]:
        done = 0
        for after, comment in self.comments:
            yield from _wrapped(self.tokens[done:after])
            yield f"# {comment}".rstrip()
            done = after
        yield from _wrapped(self.tokens[done:])


def read(text: str) -> Record:
    """The record that a text or a JSON object holds."""
    if len(text) > LONGEST:
        raise BadRecord(f"a record of {len(text)} characters is too long; {LONGEST} are the most")
    text = text.removeprefix("\ufeff")
    return from_json(text) if text.lstrip().startswith("{") else _from_text(text)


def from_json(text: str) -> Record:
    """The record that a JSON object holds."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"the record is not proper JSON: {error}") from None
    if not isinstance(fields, dict) or fields.get("format") != MAGIC:
        raise BadRecord(f"a record in JSON is an object whose format is “{MAGIC}”")
    try:
        return Record(
            game=_text(fields, "game"),
            tokens=tuple(_texts(fields, "tokens")),
            options=_pairs(fields, "options"),
            rules=None if fields.get("rules") is None else _number(fields["rules"], "rules"),
            seats=tuple(_texts(fields, "seats")),
            date=None if fields.get("date") is None else _text(fields, "date"),
            result=None if fields.get("result") is None else tuple(_numbers(fields["result"])),
            more=_pairs(fields, "more"),
            comments=tuple(_comments(fields.get("comments", []))),
        )
    except RecursionError:
        raise BadRecord("the record is nested too deeply") from None


def _from_text(text: str) -> Record:
    lines = text.splitlines()
    if not lines or lines[0].strip() != MAGIC:
        raise BadRecord(f"line 1: a record begins with “{MAGIC}”")
    header: dict[str, str] = {}
    body = len(lines)
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            body = number
            break
        match = _HEADER.fullmatch(line.rstrip())
        if not match:
            raise BadRecord(
                f"line {number}: “{line[:60]}” should be “name: value”; an empty line ends the header"
            )
        if match[1] in header:
            raise BadRecord(f"line {number}: “{match[1]}” is given twice")
        header[match[1]] = " ".join((match[2] or "").split())
    tokens: list[str] = []
    comments: list[tuple[int, str]] = []
    for line in lines[body:]:
        played, mark, comment = line.partition("#")
        tokens += played.split()
        if mark:
            comments.append((len(tokens), " ".join(comment.split())))
    if "game" not in header:
        raise BadRecord("the header has no “game:” line")
    return Record(
        game=header["game"],
        tokens=tuple(tokens),
        options=_options(header.get("options", "")),
        rules=_number(header["rules"], "rules") if "rules" in header else None,
        seats=_names(header),
        date=header.get("date"),
        result=_result(header.get("result", "none")),
        more={
            name: value for name, value in header.items() if name not in _KNOWN and not _SEAT.fullmatch(name)
        },
        comments=tuple(comments),
    )


def _check(record: Record) -> None:
    """Refuse a record that would not read back the same, or that names an unknown game or option."""
    for name, value in record.options.items():
        if value.startswith("@"):
            raise BadRecord(f"the option {name}={value} names a file; a record holds all it needs itself")
    try:
        game = load(record.game)
        game.complete(record.options)
    except StylobateError as error:
        raise BadRecord(str(error)) from None
    if record.seats and len(record.seats) not in game.players:
        raise BadRecord(f"{game.title} is not for {len(record.seats)} seats")
    for seat in record.result or ():
        if not 0 <= seat < max(game.players):
            raise BadRecord(f"the result names seat {seat}, and there is no such seat")
    if record.result is not None and (not record.result or list(record.result) != sorted(set(record.result))):
        raise BadRecord("a result is “none” or the winners' seats, ascending, each once")
    if record.date is not None:
        try:
            datetime.fromisoformat(record.date)
        except ValueError:
            raise BadRecord(f"the date “{record.date}” is not of the form 2026-11-15") from None
    for value in (*record.seats, *record.more.values(), *(comment for _, comment in record.comments)):
        if not _fits_a_line(value):
            raise BadRecord(
                f"{value[:60]!r} has a control character or spaces at an end; no line can hold it"
            )
    for name in record.more:
        if not _HEADER.fullmatch(f"{name}:") or name in _KNOWN or _SEAT.fullmatch(name):
            raise BadRecord(f"“{name}” cannot be the name of a header line")
    for value in (*record.tokens, *(f"{name}={value}" for name, value in record.options.items())):
        if not value or not _fits_a_line(value) or re.search(r"[\s#]", value):
            raise BadRecord(
                f"“{value[:60]}” cannot stand in a record: it is empty or has a space or a # in it"
            )
    places = [after for after, _ in record.comments]
    if places != sorted(places) or not all(0 <= after <= len(record.tokens) for after in places):
        raise BadRecord("the comments do not stand in the order of the tokens")


def _fits_a_line(value: str) -> bool:
    return value == value.strip() and len(value.splitlines()) <= 1 and not _NO_LETTER.search(value)


def _options(line: str) -> dict[str, str]:
    try:
        return read_options(line.split())
    except BadOption as error:
        raise BadRecord(str(error)) from None


def _names(header: Mapping[str, str]) -> tuple[str, ...]:
    names = {int(match[1]): value for name, value in header.items() if (match := _SEAT.fullmatch(name))}
    if sorted(names) != list(range(len(names))):
        raise BadRecord("the seats are numbered 0, 1, …, and none may be left out")
    return tuple(names[seat] for seat in range(len(names)))


def _result(text: str) -> tuple[int, ...] | None:
    return None if text == "none" else tuple(_number(part, "result") for part in text.split())


def _seats(result: tuple[int, ...] | None) -> str:
    return " ".join(map(str, result)) if result else "none"


def _wrapped(tokens: tuple[str, ...]) -> list[str]:
    return textwrap.wrap(" ".join(tokens), WIDTH, break_long_words=False, break_on_hyphens=False)


def _number(value: object, name: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadRecord(f"{name}: “{value}” is not a whole number")


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list):
        raise BadRecord("result is null or a list of seats")
    return [_number(seat, "result") for seat in value]


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise BadRecord(f"{name} is missing or not a text")
    return value


def _texts(fields: Mapping[str, object], name: str) -> list[str]:
    values = fields.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadRecord(f"{name} is not a list of texts")
    return values


def _pairs(fields: Mapping[str, object], name: str) -> dict[str, str]:
    values = fields.get(name, {})
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise BadRecord(f"{name} is not an object of texts")
    return values


def _comments(values: object) -> Iterator[tuple[int, str]]:
    if not isinstance(values, list):
        raise BadRecord("comments is not a list")
    for value in values:
        if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], str):
            raise BadRecord("each comment is a pair: after how many tokens, and its text")
        yield _number(value[0], "comments"), value[1]
