"""One throw, recomputed: this function is the whole scheme, and all that a verifier needs.

It uses nothing of ours, so that it can be copied into a file and read by anyone.  `link` and `nonce` are in
hexadecimal, `seat` is who sent the nonce; both are “-” where nobody did.  `chance` is each outcome with its
exact share, as `Position.chance` gives it.  A link belongs to the one before it, or to the commitment, if
`sha256(bytes.fromhex(link)).hexdigest()` is that one.
"""

import hmac
from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from math import lcm


def draw(
    link: str, table: str, number: int, seat: int | str, nonce: str, chance: Mapping[str, Fraction]
) -> str:
    """The outcome of a throw: a number below the common denominator, then along the outcomes in order."""
    total = lcm(*(share.denominator for share in chance.values()))
    for block in count():
        text = f"stylobate throw 1 {table} {number} {seat} {nonce} {block}"
        drawn = int.from_bytes(hmac.digest(bytes.fromhex(link), text.encode(), "sha256"), "big")
        if drawn < 2**256 - 2**256 % total:
            break
    place = Fraction(drawn % total, total)
    for token in sorted(chance):
        place -= chance[token]
        if place < 0:
            return token
    raise ValueError("the shares of chance do not add up to one")
