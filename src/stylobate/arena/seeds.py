"""A seed for every thing that chance decides in the arena, all from the one seed of a match.

A game is played alike whichever process plays it and whatever was played before: so nothing may draw from a
stream that another game also draws from.  Each thing has a path of names and numbers instead, and the path
gives it a seed of its own.

    >>> seed_of(1, "throw", 0, 3) == seed_of(1, "throw", 0, 3)
    True
    >>> seed_of(1, "throw", 0, 3) == seed_of(1, "throw", 3, 0)
    False
"""

from hashlib import blake2b


def seed_of(seed: int, *path: str | int) -> int:
    """The 64-bit seed of what lies at this path."""
    name = "/".join(map(str, (seed, *path)))
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")
