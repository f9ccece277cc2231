"""Compressed once, sent in many answers: gzip of several things together, made of what each was packed to.

To compress a large board takes longer than to make its answer of all else.  So each is packed by itself, as a
whole gzip; and since it refers to nothing before it and ends with a whole byte, its middle can stand in
another gzip as it is.  Only the check at the end, a CRC-32, is of all together: `_check_of_both` finds it
from those of the parts (it is what zlib calls `crc32_combine`).
"""

from __future__ import annotations

import struct
import zlib
from functools import cache, lru_cache

_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
_END = b"\x03\x00"  # the last block, with nothing in it
_FOOT = struct.Struct("<LL")  # the check, and how long it was before, modulo 2**32

_FIRST = 1 << 31  # CRC-32 writes a polynomial's lowest power as the highest bit
_MODULUS = 0xEDB88320


def packed(data: bytes, level: int = 5) -> bytes:
    """The data as gzip, and as `joined` wants it."""
    press = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    middle = press.compress(data) + press.flush(zlib.Z_FULL_FLUSH)
    return _gzip(middle, zlib.crc32(data), len(data))


def joined(*parts: bytes) -> bytes:
    """What was packed one by one as a single gzip, one behind the other; nothing is compressed again."""
    check, size = 0, 0
    for part in parts:
        its_check, its_size = _FOOT.unpack_from(part, len(part) - _FOOT.size)
        check, size = _check_of_both(check, its_check, its_size), size + its_size
    tail = len(_END) + _FOOT.size
    return _gzip(b"".join(part[len(_HEAD) : -tail] for part in parts), check, size)


def _gzip(middle: bytes, check: int, size: int) -> bytes:
    return _HEAD + middle + _END + _FOOT.pack(check, size % 2**32)


def _check_of_both(one: int, other: int, size: int) -> int:
    """The CRC-32 of something and of `size` bytes behind it, from those of the two."""
    return _product(one, _shift(size)) ^ other


@lru_cache(maxsize=1024)
def _shift(size: int) -> int:
    """By what so many bytes more multiply all that is before them: x to the power of their bits."""
    shift, power = _FIRST, 3  # a byte has two to the third bits
    while size:
        if size & 1:
            shift = _product(shift, _x_to(power))
        size, power = size >> 1, power + 1
    return shift


@cache
def _x_to(power: int) -> int:
    """The polynomial x, raised to the power 2**power, modulo that of CRC-32."""
    half = _x_to(power - 1) if power else 0
    return _product(half, half) if power else _FIRST >> 1


def _product(one: int, other: int) -> int:
    """The product of two polynomials modulo that of CRC-32."""
    product = 0
    while one:
        if one & _FIRST:
            product ^= other
        one = one << 1 & 0xFFFFFFFF
        other = other >> 1 ^ (_MODULUS if other & 1 else 0)
    return product
