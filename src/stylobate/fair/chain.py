"""The hash chain of a table: what the server keeps secret, what it commits to, what each throw reveals.

From the table's one secret comes a tip; hashing it `LENGTH` times gives the commitment.  Throw 1 reveals what
hashes to the commitment, throw 2 what hashes to that, and so on towards the tip.  A link is found by hashing
down from the tip, about a millisecond, so nothing needs to be kept but the secret.

No game is bounded in its throws once moves are taken back, so a chain that runs out is followed by another:
throw number `LENGTH` carries the commitment of the next chain, whose tip comes from the same secret.
"""

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from stylobate.fair.draw import draw

LENGTH = 1024
NOBODY = "-"
HOST = "host"  # sends a nonce without a seat

_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,64}")


def fresh_secret() -> bytes:
    """A table's secret, from the operating system's entropy.  It never leaves the server's process."""
    return secrets.token_bytes(32)


def is_nonce(text: object) -> bool:
    """Whether this is a valid nonce: 16 to 64 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and _NONCE.fullmatch(text) is not None


@dataclass(frozen=True)
class Throw:
    """What a throw reveals: its outcome and all that is needed to recompute it.  Nothing in it is secret."""

    number: int
    outcome: str
    link: str
    seat: int | str
    nonce: str
    next: str | None = None


class Chain:
    """The hash chain of a table: each throw reveals one link, and each link hashes to the one before it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def commitment(self, segment: int = 0) -> str:
        """The hash that is published before the game; for a later segment, with the last throw before it."""
        return _links(self._secret, segment)[:32].hex()

    def link(self, number: int) -> str:
        """The link of the chain that throw `number`, counted from 1, reveals."""
        segment, before = divmod(number - 1, LENGTH)
        return _links(self._secret, segment)[32 * before + 32 : 32 * before + 64].hex()

    def throw(
        self,
        table: str,
        number: int,
        chance: Mapping[str, Fraction],
        seat: int | str = NOBODY,
        nonce: str = NOBODY,
    ) -> Throw:
        """Throw `number` of a table, on the nonce that the seat has sent."""
        link = self.link(number)
        following = self.commitment(number // LENGTH) if number % LENGTH == 0 else None
        return Throw(number, draw(link, table, number, seat, nonce, chance), link, seat, nonce, following)

    def __repr__(self) -> str:
        return "<Chain, its secret not shown>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a chain stays in the process that holds its secret")


@lru_cache(maxsize=512)
def _links(secret: bytes, segment: int) -> bytes:
    """The commitment and then the links, 32 bytes each, in the order in which they are revealed."""
    links = [hmac.digest(secret, f"stylobate tip {segment}".encode(), "sha256")]
    for _ in range(LENGTH):
        links.append(sha256(links[-1]).digest())
    return b"".join(reversed(links))
