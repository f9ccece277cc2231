"""The proof in a record: its header lines, and the check of them.

    fair: hash chain 1
    table: k3v9…
    commitment: 5e88…
    throw 1: 2c26… 0 f3a1… chose 1 of 0 1      a lot before the game, among those names
    throw 2: fcde… 0 f3a1…                     link, who sent the nonce, the nonce; for the next chance token
    throw 3: taken back                        made once, and taken back by consent
    commitment 2: 9b74…                        of the chain that follows, should the first run out
    checksum: 1f2e…                            of the whole record

The checksum guards against slips and idle edits; it is no signature.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from stylobate.errors import BadRecord
from stylobate.fair.chain import LENGTH, NOBODY, Throw, is_nonce
from stylobate.fair.draw import draw
from stylobate.game import Position
from stylobate.record import Record

SCHEME = "hash chain 1"
TAKEN_BACK = "taken back"

_LINK = re.compile(r"[0-9a-f]{64}")
_THROW = re.compile(r"throw ([1-9][0-9]{0,8})")
_ENTRY = re.compile(r"([0-9a-f]{64}) ([0-9]|host|-) ([0-9a-f]{32,128}|-)(?: chose (\S+) of (\S+(?: \S+)*))?")

Use = str | tuple[str, ...]
"""What came of a throw: “” for a token that stands, `TAKEN_BACK`, or the names that a lot was drawn among."""


Node = tuple[Position, int | None, str]


def proof_lines(table: str, commitment: str, throws: Iterable[tuple[Throw, Use]]) -> dict[str, str]:
    """The header lines that prove these throws, for `Record.more`."""
    lines = {"fair": SCHEME, "table": table, "commitment": commitment}
    for throw, use in throws:
        line = f"{throw.link} {throw.seat} {throw.nonce}"
        if isinstance(use, tuple):
            line += f" chose {throw.outcome} of {' '.join(use)}"
        lines[f"throw {throw.number}"] = TAKEN_BACK if use == TAKEN_BACK else line
        if throw.next:
            lines[f"commitment {throw.number // LENGTH + 1}"] = throw.next
    return lines


def sealed(record: Record) -> Record:
    """The record with its checksum."""
    bare = {name: value for name, value in record.more.items() if name != "checksum"}
    record = replace(record, more=bare)
    return replace(record, more=bare | {"checksum": hashlib.sha256(record.json().encode()).hexdigest()})


@dataclass(frozen=True)
class Report:
    """What a check of a record's throws found."""

    fresh: int
    carried: int
    bare: int
    taken_back: int
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether every throw was recomputed with the same outcome."""
        return not self.faults

    def sentences(self) -> Iterator[str]:
        """The report for people."""
        if self.faults:
            yield from self.faults
            return
        made = self.fresh + self.carried + self.bare
        yield (
            f"All {made} throws follow from the commitment and the nonces." if made else "Nothing was thrown."
        )
        if self.fresh:
            yield f"{self.fresh} mixed a new nonce from a player: the server could not know them beforehand."
        if self.carried:
            yield (
                f"{self.carried} mixed a nonce from an earlier request: "
                "not chosen by the server, but known to it a step ahead."
            )
        if self.bare:
            yield f"{self.bare} had no player's nonce: fixed by the commitment before the game."
        if self.taken_back:
            yield f"{self.taken_back} were made and taken back."


def verify(record: Record) -> Report:
    """Recompute every throw of a record; refuses one that holds no proof."""
    if record.more.get("fair") != SCHEME:
        raise BadRecord(f"the record holds no proof of its throws: it has no line “fair: {SCHEME}”")
    check = _Check(record)
    try:
        check.run()
    except BadRecord as error:
        check.faults.append(str(error))
    return Report(check.fresh, check.carried, check.bare, check.taken_back, tuple(check.faults))


class _Check:
    """Checks all throws of one record, in their order."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.fresh = self.carried = self.bare = self.taken_back = 0
        self.faults: list[str] = []
        self.table = record.more.get("table", "")
        self.anchor = record.more.get("commitment", "")
        self.anchored = 0
        self.nonce = NOBODY

    def run(self) -> None:
        if sealed(self.record).more["checksum"] != self.record.more.get("checksum"):
            self.faults.append("the record was changed after it was written: its checksum does not fit")
        if not _LINK.fullmatch(self.anchor):
            raise BadRecord("the line “commitment: …” is missing or is not 64 hexadecimal signs")
        nodes = self._chance_tokens()
        numbers = sorted(int(match[1]) for name in self.record.more if (match := _THROW.fullmatch(name)))
        for expected, number in enumerate(numbers, 1):
            if number != expected:
                raise BadRecord(f"throw {expected} is missing")
            self._throw(number, self.record.more[f"throw {number}"], nodes)
        left = sum(1 for _ in nodes)
        if left:
            raise BadRecord(f"the last {left} tokens of chance have no throw to them")

    def _throw(self, number: int, line: str, nodes: Iterator[Node]) -> None:
        if line == TAKEN_BACK:
            self.taken_back += 1
        else:
            entry = _ENTRY.fullmatch(line)
            if not entry:
                raise BadRecord(f"throw {number}: “{line[:60]}” is not of the form “link seat nonce”")
            link, seat, nonce, chosen, names = entry.groups()
            if (seat == NOBODY) != (nonce == NOBODY) or not (nonce == NOBODY or is_nonce(nonce)):
                raise BadRecord(f"throw {number}: a nonce is 16 to 64 bytes, and has a seat that sent it")
            self._link(number, link)
            if names is not None:
                among = names.split(" ")
                if len(set(among)) != len(among):
                    raise BadRecord(f"throw {number}: a lot is drawn among different names")
                chance = {name: Fraction(1, len(among)) for name in among}
                mover, recorded = None, chosen
            else:
                position, mover, recorded = next(nodes, (None, None, ""))
                if position is None:
                    raise BadRecord(f"throw {number} belongs to no token of the record")
                chance = position.chance
            self._count(nonce, mover is None or str(mover) == seat)
            found = draw(link, self.table, number, seat, nonce, chance)
            if found != recorded:
                self.faults.append(f"throw {number} gives “{found}”, and the record says “{recorded}”")
        if number % LENGTH == 0:
            self._next_chain(number)

    def _link(self, number: int, link: str) -> None:
        found = bytes.fromhex(link)
        for _ in range(number - self.anchored):
            found = hashlib.sha256(found).digest()
        if found.hex() != self.anchor:
            self.faults.append(f"throw {number}: its link does not lead back to the commitment")
        self.anchor, self.anchored = link, number

    def _count(self, nonce: str, came_with_it: bool) -> None:
        """A nonce is fresh if the very request that led to the throw brought it, and no throw had it yet."""
        if nonce == NOBODY:
            self.bare += 1
        elif nonce == self.nonce or not came_with_it:
            self.carried += 1
        else:
            self.fresh += 1
        self.nonce = nonce

    def _next_chain(self, number: int) -> None:
        name = f"commitment {number // LENGTH + 1}"
        if not _LINK.fullmatch(self.record.more.get(name, "")):
            raise BadRecord(f"throw {number} is the last of its chain, and “{name}: …” does not follow it")
        self.anchor, self.anchored = self.record.more[name], number

    def _chance_tokens(self) -> Iterator[Node]:
        """Each chance node, the seat that moved just before it (None: nobody), and the token of chance."""
        positions = self.record.positions()
        mover: int | None = None
        for position, token in zip(positions, self.record.tokens, strict=False):
            if position.is_chance:
                yield position, mover, token
            else:
                mover = position.turn
        for _ in positions:
            pass
