"""A signature that needs nothing but SHA-256, good for one text: that of a game at its end.

It is the one of Winternitz (in Merkle, 1989).  The digest of the text and a checksum of it are 67 hexadecimal
digits.  For each there is a secret, and what comes of it by hashing it 15 times; the key is the hash of all
these ends.  To sign a digit is to show what comes of its secret after that many hashes: anybody can hash on
to the end, and nobody can hash back.  A larger digit could be made of what is shown, but then the checksum
would be smaller.

A second text signed with the same key would let others forge a third; whoever signs takes care of that.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256

DIGITS = 67
TOP = 15  # the largest digit


def key(seed: bytes) -> str:
    """The key that belongs to a seed, in hexadecimal: it may be shown before anything is signed."""
    return sha256(b"".join(_hashed(secret, TOP) for secret in _secrets(seed))).hexdigest()


def sign(seed: bytes, text: str) -> str:
    """The signature of this text, in hexadecimal."""
    shown = zip(_secrets(seed), _digits(text), strict=True)
    return b"".join(_hashed(secret, digit) for secret, digit in shown).hex()


def key_of(signature: str, text: str) -> str:
    """The key with which this was signed, if it is a signature of the text; else any other."""
    shown = bytes.fromhex(signature)
    parts = (shown[32 * place : 32 * place + 32] for place in range(DIGITS))
    ends = (_hashed(part, TOP - digit) for part, digit in zip(parts, _digits(text), strict=True))
    return sha256(b"".join(ends)).hexdigest()


def _secrets(seed: bytes) -> Iterator[bytes]:
    return (hmac.digest(seed, f"stylobate digit {place}".encode(), "sha256") for place in range(DIGITS))


def _digits(text: str) -> list[int]:
    digits = [int(sign, 16) for sign in sha256(text.encode()).hexdigest()]
    return digits + [int(sign, 16) for sign in f"{sum(TOP - digit for digit in digits):03x}"]


def _hashed(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = sha256(value).digest()
    return value
