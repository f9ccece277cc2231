"""Whose nonces a throw mixes in: a text that stands in the record and is hashed as it stands there.

0 f3a1…                         seat 0 sent this nonce with the move that led to the throw
0 f3a1… 1 77b0… 2 missing 9b…   seat 1 gave one that it had pledged; seat 2 had pledged, and gave none
1 before c0de…                  of an earlier request: a computer has moved since
-                               nobody's
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from stylobate.errors import BadRecord
from stylobate.fair.chain import NOBODY, is_hash, is_nonce

Kind = Literal["", "before", "missing"]

_PART = re.compile(r"([0-9]|host) (?:(before|missing) )?([0-9a-f]{32,128})")


@dataclass(frozen=True)
class Part:
    """One person's part: the nonce of a seat, or the pledge of one that was not given in time."""

    seat: str
    value: str
    kind: Kind = ""

    def __str__(self) -> str:
        return " ".join(word for word in (self.seat, self.kind, self.value) if word)


def mixed(parts: Sequence[Part]) -> str:
    """The text that tells these parts: first who sent the request, then those who were asked, by seat."""
    return " ".join(map(str, parts)) or NOBODY


def read_mix(text: str) -> tuple[Part, ...]:
    """The parts that a text tells; refuses what has not the form."""
    if text == NOBODY:
        return ()
    parts: list[Part] = []
    place = 0
    while place < len(text):
        found = _PART.match(text, place)
        if not found:
            raise BadRecord(f"“{text[place : place + 60]}” is not “seat nonce” or “seat missing pledge”")
        part = Part(found[1], found[3], cast(Kind, found[2] or ""))
        if not (is_hash(part.value) if part.kind == "missing" else is_nonce(part.value)):
            raise BadRecord("a nonce is 16 to 64 bytes, and a pledge 32")
        parts.append(part)
        place = found.end() + 1
        if text[found.end() : place] not in ("", " ") or place == len(text):
            raise BadRecord(f"“{text[:60]}” has something else than spaces between its parts")
    return tuple(parts)
