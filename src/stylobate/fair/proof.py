"""The proof in a record: the lines of its header, as `docs/dice.md` tells them byte by byte.

    fair: hash chain 2
    table: k3v9…
    commitment: 5e88… 03ac…                    the end of the chain, and the key of the signature
    throw 1: 2c26… 0 f3a1… chose 1 of 0 1      a lot before the game, among those names
    throw 2: fcde… 0 f3a1… 1 77b0…             link, and whose nonces are mixed in (`mix`)
    taken back 1: 12 *4 B1 *5                  12 tokens stayed then, and these did not
    commitment 2: 9b74… 58a1… from 17 restored a new segment of the chain, and why it was begun
    signature: 4a1f…                           of all the rest, at the end of the game
    checksum: 1f2e…                            of the whole record

The checksum guards against slips and idle edits; it is no signature.  Records of `hash chain 1` have neither
key nor signature, one nonce a throw, and “taken back” in place of link and nonce.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from stylobate.fair.chain import Segment, Throw
from stylobate.record import Record

SCHEMES = ("hash chain 1", "hash chain 2")
TAKEN_BACK = "taken back"

Use = str | tuple[str, ...]
"""What came of a throw: “” for a token that stands, `TAKEN_BACK`, or the names that a lot was drawn among."""

Cut = tuple[int, tuple[str, ...]]
"""Tokens that were taken back by consent: how many stayed, and those that did not."""


def scheme_name(segments: Sequence[Segment]) -> str:
    """The scheme of a table whose chain has these segments, as its record names it; “” where it has none."""
    return SCHEMES[segments[0].scheme - 1] if segments else ""


def proof_lines(
    table: str, segments: Sequence[Segment], throws: Iterable[tuple[Throw, Use]], cuts: Sequence[Cut] = ()
) -> dict[str, str]:
    """The header lines that prove these throws, for `Record.more`."""
    is_old = segments[0].scheme == 1
    lines = {"fair": scheme_name(segments), "table": table, "commitment": segments[0].commitment}
    for throw, use in throws:
        line = f"{throw.link} {throw.mix}"
        if isinstance(use, tuple):
            line += f" chose {throw.outcome} of {' '.join(use)}"
        lines[f"throw {throw.number}"] = TAKEN_BACK if is_old and use == TAKEN_BACK else line
    for number, segment in enumerate(segments[1:], 2):
        line = segment.commitment
        if not is_old or segment.why == "restored":
            line += f" from {segment.first} {segment.why}"
        lines[f"commitment {number}"] = line
    for number, (kept, gone) in enumerate(() if is_old else cuts, 1):
        lines[f"taken back {number}"] = " ".join([str(kept), *gone])
    return lines


def signed_text(record: Record) -> str:
    """The text that is signed at the end of a game."""
    return record.sealing("signature", "checksum")


def sealed(record: Record) -> Record:
    """The record with its checksum."""
    bare = {name: value for name, value in record.more.items() if name != "checksum"}
    record = replace(record, more=bare)
    is_old = record.more.get("fair") == SCHEMES[0]
    text = record.json() if is_old else record.sealing()
    return replace(record, more=bare | {"checksum": hashlib.sha256(text.encode()).hexdigest()})
