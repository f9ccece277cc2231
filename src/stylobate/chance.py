"""Chance that is the same on every machine: a seed gives one stream of numbers, everywhere and always.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): one 64-bit word of state, which a compiled
function can carry in an array.  `below` rejects the few values that would favour small results, so every
outcome has exactly its share.
"""

import secrets

import numpy as np
from numba import int64, types, uint64

from stylobate.compiled import compiled

Rng = np.ndarray[tuple[int], np.dtype[np.uint64]]
RNG = types.Array(uint64, 1, "C")

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_LOW32 = np.uint64(0xFFFFFFFF)


def stream(seed: int | None = None) -> Rng:
    """A stream of chance from a seed, or, without one, from the operating system's entropy."""
    word = secrets.randbits(64) if seed is None else seed % 2**64
    return np.array([word], dtype=np.uint64)


@compiled(uint64(RNG))
def bits(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    rng[0] += _GAMMA
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * _MIX1
    z = (z ^ (z >> np.uint64(27))) * _MIX2
    return np.uint64(z ^ (z >> np.uint64(31)))


@compiled(int64(RNG, int64))
def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (n < 2**32)."""
    size = np.uint64(n)
    product = (bits(rng) >> np.uint64(32)) * size
    if (product & _LOW32) < size:
        threshold = (np.uint64(1) << np.uint64(32)) % size
        while (product & _LOW32) < threshold:
            product = (bits(rng) >> np.uint64(32)) * size
    return int(product >> np.uint64(32))
