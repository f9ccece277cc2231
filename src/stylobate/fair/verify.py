"""The check of a record's proof: every throw made again, every seal compared, from the record alone."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from stylobate.errors import BadRecord, StylobateError
from stylobate.fair.chain import LENGTH, NOBODY, Segment, Why, is_nonce
from stylobate.fair.draw import draw
from stylobate.fair.mix import Part, read_mix
from stylobate.fair.proof import SCHEMES, TAKEN_BACK, Cut, sealed, signed_text
from stylobate.fair.report import Report
from stylobate.fair.signature import DIGITS, key_of
from stylobate.game import Position
from stylobate.record import Record

_THROW = re.compile(r"throw ([1-9][0-9]{0,8})")
_OLD_ENTRY = re.compile(
    r"([0-9a-f]{64}) ((?:[0-9]|host|-) (?:[0-9a-f]{32,128}|-))(?: chose (\S+) of (\S+(?: \S+)*))?"
)
_ENTRY = re.compile(r"([0-9a-f]{64}) (-|[0-9h].*?)(?: chose (\S+) of (\S+(?: \S+)*))?")
_COMMITMENT = re.compile(r"([0-9a-f]{64}(?: [0-9a-f]{64})?)(?: from ([1-9][0-9]{0,8}) (used up|restored))?")
_SIGNATURE = re.compile(rf"[0-9a-f]{{{64 * DIGITS}}}")
_CUT = re.compile(r"(0|[1-9][0-9]{0,8}) (\S+(?: \S+)*)")
_DIE = ("1", "2", "3", "4", "5", "6")


def verify(record: Record, seal: str | None = None) -> Report:
    """Recompute every throw of a record; refuses one that holds no proof.

    `seal` is the commitment that somebody saw before the game, to be compared with the record's.
    """
    fair = record.more.get("fair", "")
    if fair not in SCHEMES:
        raise BadRecord(f"the record holds no proof of its throws: it has no line “fair: {SCHEMES[-1]}”")
    check = _Check(record, SCHEMES.index(fair) + 1)
    try:
        check.run(seal)
    except BadRecord as error:
        check.faults.append(str(error))
    counted = {kind: check.kinds[kind] for kind in ("together", "alone", "carried", "bare")}
    return Report(
        **counted,
        taken_back=check.taken_back,
        faults=tuple(check.faults),
        missing=dict(check.missing),
        restored=tuple(part.first for part in check.segments if part.why == "restored"),
        signed=check.signed,
        scheme=check.scheme,
        was_compared=seal is not None,
    )


@dataclass(frozen=True)
class _Node:
    """A place where chance spoke: the position, the seat that moved before it (None: nobody), the token.

    `goes_on` where nothing was played since the throw before.
    """

    position: Position
    mover: int | None
    token: str
    goes_on: bool


@dataclass(frozen=True)
class _Lot:
    """A lot before the game, or a die: what came out, and among what."""

    chosen: str
    among: tuple[str, ...]


class _Check:
    """Checks all throws of one record, in their order."""

    def __init__(self, record: Record, scheme: int) -> None:
        self.record = record
        self.scheme = scheme
        self.kinds: Counter[str] = Counter()
        self.missing: Counter[str] = Counter()
        self.taken_back = 0
        self.signed: bool | None = None
        self.segments: list[Segment] = []
        self.faults: list[str] = []
        self.table = record.more.get("table", "")
        self._last: Position | None = None
        self._segment = 0
        self._anchor = ""
        self._anchored = 0
        self._lots: list[_Lot] = []
        self._is_begun = False
        self._kind = ""
        self._before: set[str] | None = None
        self._used: set[str] = set()

    def run(self, seal: str | None) -> None:
        if sealed(self.record).more["checksum"] != self.record.more.get("checksum"):
            self.faults.append("the record was changed after it was written: its checksum does not fit")
        self.segments = self._announced()
        self._anchor, self._anchored = self.segments[0].commitment[:64], 0
        if seal is not None and seal != self.segments[0].commitment:
            self.faults.append("the commitment is not the one that was seen first")
        nodes = self._nodes()
        numbers = sorted(int(match[1]) for name in self.record.more if (match := _THROW.fullmatch(name)))
        for expected, number in enumerate(numbers, 1):
            if number != expected:
                raise BadRecord(f"throw {expected} is missing")
            self._throw(number, self.record.more[f"throw {number}"], nodes)
        if self.segments[-1].first > len(numbers) + 1:
            raise BadRecord(
                f"a segment cannot begin with throw {self.segments[-1].first}: it is not the next"
            )
        if self.record.seats and not _settle_who_begins(self._lots, len(self.record.seats)):
            raise BadRecord("the lots before the game are not those that settle who begins, and no more")
        left = sum(1 for _ in nodes)
        if left:
            raise BadRecord(f"the last {left} tokens of chance have no throw to them")
        self._ending()

    # The chain

    def _announced(self) -> list[Segment]:
        """The segments of the chain, each with the throw it begins with."""
        lines = [self.record.more.get("commitment", ""), *self._numbered("commitment", 2)]
        segments: list[Segment] = []
        for index, line in enumerate(lines):
            found = _COMMITMENT.fullmatch(line)
            if not found or (self.scheme == 2) != (" " in found[1]):
                what = "64 hexadecimal signs" if self.scheme == 1 else "twice 64 hexadecimal signs"
                raise BadRecord(f"the line “commitment: …” is missing or is not {what}")
            first, why = 1, "opened"
            if index:
                full = segments[-1].first + LENGTH
                first, why = (int(found[2]), found[3]) if found[2] else (full, "used up")
                if not segments[-1].first <= first <= full or (why == "used up") != (first == full):
                    raise BadRecord(f"commitment {index + 1} cannot begin with throw {first}")
            elif found[2]:
                raise BadRecord("the first commitment begins with the first throw")
            segments.append(Segment(index, first, found[1], _why(why)))
        return segments

    def _numbered(self, name: str, first: int) -> list[str]:
        """The values of the lines “NAME 1”, “NAME 2” …, of which none may be left out."""
        count = sum(line.startswith(f"{name} ") for line in self.record.more)
        names = [f"{name} {number}" for number in range(first, first + count)]
        for missing in (one for one in names if one not in self.record.more):
            raise BadRecord(f"the line “{missing}: …” is missing")
        return [self.record.more[one] for one in names]

    def _link(self, number: int, link: str) -> None:
        while self._segment + 1 < len(self.segments) and self.segments[self._segment + 1].first <= number:
            self._segment += 1
            segment = self.segments[self._segment]
            self._anchor, self._anchored = segment.commitment[:64], segment.first - 1
        if number - self.segments[self._segment].first >= LENGTH:
            name = f"commitment {len(self.segments) + 1}"
            raise BadRecord(
                f"throw {number - 1} is the last of its chain, and “{name}: …” does not follow it"
            )
        found = bytes.fromhex(link)
        for _ in range(number - self._anchored):
            found = hashlib.sha256(found).digest()
        if found.hex() != self._anchor:
            self.faults.append(f"throw {number}: its link does not lead back to the commitment")
        self._anchor, self._anchored = link, number

    # The throws

    def _throw(self, number: int, line: str, nodes: Iterator[_Node]) -> None:
        if self.scheme == 1 and line == TAKEN_BACK:
            self.taken_back += 1
            return
        entry = (_OLD_ENTRY if self.scheme == 1 else _ENTRY).fullmatch(line)
        if not entry:
            raise BadRecord(f"throw {number}: “{line[:60]}” is not of the form “link seat nonce”")
        link, mix, chosen, names = entry.groups()
        try:
            parts = _old_mix(mix) if self.scheme == 1 else read_mix(mix)
        except BadRecord as error:
            raise BadRecord(f"throw {number}: {error}") from None
        self._link(number, link)
        if names is not None:
            among = names.split(" ")
            if len(set(among)) != len(among):
                raise BadRecord(f"throw {number}: a lot is drawn among different names")
            if self._is_begun:
                raise BadRecord(f"throw {number}: a lot is drawn before the game, not in it")
            self._lots.append(_Lot(chosen, tuple(among)))
            chance = {name: Fraction(1, len(among)) for name in among}
            mover, goes_on, recorded = None, True, chosen
        else:
            self._is_begun = True
            node = next(nodes, None)
            if node is None:
                raise BadRecord(f"throw {number} belongs to no token of the record")
            chance, mover, goes_on, recorded = node.position.chance, node.mover, node.goes_on, node.token
        self._count(parts, mover, goes_on)
        found = draw(link, self.table, number, mix, chance, self.scheme)
        if found != recorded:
            self.faults.append(f"throw {number} gives “{found}”, and the record says “{recorded}”")

    def _count(self, parts: tuple[Part, ...], mover: int | None, goes_on: bool) -> None:
        """Which kind of throw this is.

        A nonce is new if no throw of the table had it yet, and it is not said to be of an earlier request: in
        the first scheme that was not told, so it must have come from the seat that moved.  Throws with
        nothing played in between are of one kind, whatever the seats are called: they are counted anew when
        the game begins.
        """
        given = [part for part in parts if part.kind != "missing"]
        same = {f"{part.kind} {part.value}" for part in parts}
        if not (goes_on and same == self._before):
            new = {
                part.value
                for part in parts
                if part.kind == ""
                and part.value not in self._used
                and (self.scheme > 1 or mover is None or str(mover) == part.seat)
            }
            self._kind = ("carried" if given else "bare") if not new else "alone"
            if len(new) > 1 and len({part.seat for part in given if part.value in new}) > 1:
                self._kind = "together"
        self.kinds[self._kind] += 1
        self.missing.update(part.seat for part in parts if part.kind == "missing")
        self._used |= {part.value for part in given}
        self._before = same

    # The game

    def _nodes(self) -> Iterator[_Node]:
        """Each place where chance spoke, in the order of time, also those taken back."""
        line = self.record.begun()
        kept, mover, was_chance = 0, None, True
        lines, cuts = self._history()
        for tokens, cut in zip(lines, [*cuts, None], strict=True):
            for number, token in enumerate(tokens[kept:], kept + 1):
                position = line.position
                if position.is_chance:
                    yield _Node(position, mover, token, was_chance)
                try:
                    line.play(token)
                except StylobateError as error:
                    raise BadRecord(f"token {number} of {len(tokens)}: {error}") from None
                was_chance = line.plays[-1].seat is None
                mover = mover if was_chance else line.plays[-1].seat
            if cut is not None:
                kept, was_chance = cut[0], False
                self.taken_back += sum(play.seat is None for play in line.cut(kept))
                mover = next((play.seat for play in reversed(line.plays) if play.seat is not None), None)
        self._last = line.position

    def _history(self) -> tuple[list[tuple[str, ...]], list[Cut]]:
        """The tokens as they stood before each time that some were taken back, and at last; and the cuts."""
        cuts: list[Cut] = []
        for number, line in enumerate(self._numbered("taken back", 1) if self.scheme == 2 else (), 1):
            found = _CUT.fullmatch(line)
            if not found:
                raise BadRecord(f"“taken back {number}: …” says how many tokens stayed, and which did not")
            cuts.append((int(found[1]), tuple(found[2].split(" "))))
        lines = [self.record.tokens]
        for number, (kept, gone) in reversed(list(enumerate(cuts, 1))):
            if kept > len(lines[0]):
                raise BadRecord(f"taken back {number}: {kept} tokens cannot have stayed of {len(lines[0])}")
            lines.insert(0, (*lines[0][:kept], *gone))
        return lines, cuts

    def _ending(self) -> None:
        """Refuse a result that the tokens do not lead to, and an end that is not signed.

        The first scheme had no signature, and let a result be left out.
        """
        last, told = self._last, self.record.result
        may_lack = told is None and self.scheme == 1
        if last is not None and last.is_over and told != (last.winners or None) and not may_lack:
            self.faults.append("the result is not the one that the tokens lead to")
        if self.scheme == 1:
            return
        signature = self.record.more.get("signature")
        if signature is None:
            if told is not None or "ending" in self.record.more or (last is not None and last.is_over):
                self.faults.append("the game is over, and nothing signs its end")
            return
        if not _SIGNATURE.fullmatch(signature):
            raise BadRecord(f"the signature is not {64 * DIGITS} hexadecimal signs")
        self.signed = key_of(signature, signed_text(self.record)) == self.segments[-1].commitment[65:]
        if not self.signed:
            self.faults.append("names, date, options, moves or result are not those that were signed")


def _settle_who_begins(lots: list[_Lot], seats: int) -> bool:
    """Whether these are one lot among all seats, or a die for each and again for those who are level.

    Whatever else were called a lot might be a throw that somebody did not like.
    """
    if len(lots) < 2:
        return all(lot.among == tuple(str(seat) for seat in range(seats)) for lot in lots)
    level, shown = seats, [int(lot.chosen) for lot in lots if lot.among == _DIE]
    if len(shown) < len(lots):
        return False
    while level > 1 and len(shown) >= level:
        level, shown = shown[:level].count(max(shown[:level])), shown[level:]
    return level == 1 and not shown


def _why(text: str) -> Why:
    return "restored" if text == "restored" else "used up" if text == "used up" else "opened"


def _old_mix(text: str) -> tuple[Part, ...]:
    seat, nonce = text.split(" ")
    if (seat == NOBODY) != (nonce == NOBODY) or not (nonce == NOBODY or is_nonce(nonce)):
        raise BadRecord("a nonce is 16 to 64 bytes, and has a seat that sent it")
    return () if seat == NOBODY else (Part(seat, nonce),)
