"""The hash chain of a table: what the server keeps secret, what it commits to, what each throw reveals.

From the table's one secret comes a tip; hashing it `LENGTH` times gives the end of the chain, which is
published.  The first throw reveals what hashes to that, the next what hashes to the first, and so on towards
the tip.  A link is found by hashing down from the tip, about a millisecond, so nothing needs to be kept but
the secret.

A chain has segments.  When one is used up its last throw announces the next.  And when the site finds that it
was set back, to a backup say, links may have been shown of which it knows nothing: then a new segment is
announced before the next throw, with a salt that never was before, so that none of its links was.
"""

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Literal

from stylobate.fair import signature
from stylobate.fair.draw import draw

LENGTH = 1024
NOBODY = "-"
HOST = "host"  # sends a nonce without a seat

Why = Literal["opened", "used up", "restored"]
"""Why a segment was begun: with the table, after another's last link, or because the site was set back."""

_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,64}")
_HASH = re.compile(r"[0-9a-f]{64}")


def fresh_secret() -> bytes:
    """A table's secret, from the operating system's entropy.  It never leaves the server's process."""
    return secrets.token_bytes(32)


def fresh_salt() -> str:
    """A salt for a segment whose links were never shown."""
    return secrets.token_hex(16)


def is_nonce(text: object) -> bool:
    """Whether this is a valid nonce: 16 to 64 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and _NONCE.fullmatch(text) is not None


def is_hash(text: object) -> bool:
    """Whether this can be a link, or the hash of something: 32 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


def pledge(table: str, nonce: str) -> str:
    """What somebody shows of a nonce that is to stay unknown until it is asked for."""
    return sha256(f"stylobate pledge {table} {nonce}".encode()).hexdigest()


@dataclass(frozen=True)
class Segment:
    """One stretch of a chain: which it is, the throw it begins with, what announced it, why it was begun.

    `commitment` is the end of its hashes and, since scheme 2, the key that will sign the end of the game.
    """

    index: int
    first: int
    commitment: str
    why: Why = "opened"
    salt: str = ""

    @property
    def scheme(self) -> int:
        """Which scheme it belongs to: 1 has no key."""
        return 2 if " " in self.commitment else 1


@dataclass(frozen=True)
class Throw:
    """What a throw reveals: its outcome and all that is needed to recompute it.  Nothing in it is secret.

    `mix` tells whose nonces were mixed in, as the record writes it.
    """

    number: int
    outcome: str
    link: str
    mix: str = NOBODY
    next: str | None = None


class Chain:
    """The hash chain of a table: each throw reveals one link, and each link hashes to the one before it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def segment(
        self, index: int = 0, first: int = 1, why: Why = "opened", salt: str = "", scheme: int = 2
    ) -> Segment:
        """A segment, with the commitment that announces it."""
        end = _links(self._secret, index, salt)[:32].hex()
        commitment = end if scheme == 1 else f"{end} {signature.key(self._seed(index, salt))}"
        return Segment(index, first, commitment, why, salt)

    def after(self, last: Segment) -> Segment:
        """The segment that follows one whose links are used up."""
        return self.segment(last.index + 1, last.first + LENGTH, "used up", last.salt, last.scheme)

    def link(self, segment: Segment, number: int) -> str:
        """The link that throw `number` reveals, in a segment that has it."""
        place = number - segment.first + 1
        return _links(self._secret, segment.index, segment.salt)[32 * place : 32 * place + 32].hex()

    def throw(
        self, table: str, segment: Segment, number: int, chance: Mapping[str, Fraction], mix: str = NOBODY
    ) -> Throw:
        """Throw `number` of a table, with the nonces that the mix tells."""
        link = self.link(segment, number)
        is_last = number - segment.first + 1 == LENGTH
        following = self.after(segment).commitment if is_last else None
        return Throw(number, draw(link, table, number, mix, chance, segment.scheme), link, mix, following)

    def sign(self, segment: Segment, text: str) -> str:
        """The signature of a text with the key that the segment announced.  One text a segment!"""
        return signature.sign(self._seed(segment.index, segment.salt), text)

    def _seed(self, index: int, salt: str) -> bytes:
        return hmac.digest(self._secret, f"stylobate key {index} {salt}".encode(), "sha256")

    def __repr__(self) -> str:
        return "<Chain, its secret not shown>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a chain stays in the process that holds its secret")


@lru_cache(maxsize=512)
def _links(secret: bytes, index: int, salt: str) -> bytes:
    """The end of the chain and then the links, 32 bytes each, in the order in which they are revealed."""
    text = f"stylobate tip {index} {salt}" if salt else f"stylobate tip {index}"
    links = [hmac.digest(secret, text.encode(), "sha256")]
    for _ in range(LENGTH):
        links.append(sha256(links[-1]).digest())
    return b"".join(reversed(links))
