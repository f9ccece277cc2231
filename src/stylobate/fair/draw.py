"""One throw, recomputed: this function is the heart of the scheme, and `docs/dice.md` tells the rest of it.

It uses nothing of ours, so that it can be copied into a file and read by anyone.  `link` is in hexadecimal,
`mix` is the text that tells whose nonces are mixed in, as it stands in the record.  `chance` is each outcome
with its exact share, as `Position.chance` gives it.  A link belongs to the one before it, or to the
commitment, if `sha256(bytes.fromhex(link)).hexdigest()` is that one.
"""

import hmac
from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from math import lcm


def draw(
    link: str, table: str, number: int, mix: str, chance: Mapping[str, Fraction], scheme: int = 2
) -> str:
    """The outcome of a throw: a number below the common denominator, then along the outcomes in order."""
    total = lcm(*(share.denominator for share in chance.values()))
    for block in count():
        text = f"stylobate throw {scheme} {table} {number} {mix} {block}"
        drawn = int.from_bytes(hmac.digest(bytes.fromhex(link), text.encode(), "sha256"), "big")
        if drawn < 2**256 - 2**256 % total:
            break
    place = Fraction(drawn % total, total)
    for token in sorted(chance):
        place -= chance[token]
        if place < 0:
            return token
    raise ValueError("the shares of chance do not add up to one")
