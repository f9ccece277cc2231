"""What Unicode knows of signs that cannot be seen, and of signs that look like others.

It stands in `signs.txt`, which `generate.py` makes of two files of the Unicode Consortium.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

BLANKS = "\u2800\ufffc\U0001d159"  # visible by their category, and nothing to be seen
NEVER_ASSIGNED = range(0xFDD0, 0xFDF0)  # with the last two of every plane; some systems show nothing for them
UNSEEN = ("Cf", "Co")  # format signs, and those that mean something in private


def is_unseen(sign: str) -> bool:
    """Whether a reader would not know that it is there."""
    number = ord(sign)
    if number in NEVER_ASSIGNED or number & 0xFFFE == 0xFFFE:
        return True
    return sign in BLANKS or unicodedata.category(sign) in UNSEEN or number in _table()[0]


def prototype(sign: str) -> str:
    """The sign, or those, that stand for all that look like it."""
    return _table()[1].get(sign, sign)


@cache
def _table() -> tuple[frozenset[int], dict[str, str]]:
    """The signs that are ignorable by default, and each that looks like another with that other."""
    unseen: set[int] = set()
    alike: dict[str, str] = {}
    for line in files(__package__).joinpath("signs.txt").read_text("ascii").splitlines():
        key, _, rest = line.partition(": ")
        if line.startswith("#"):
            continue
        if key == "ignorable":
            for part in rest.split():
                first, _, last = part.partition("-")
                unseen.update(range(int(first, 16), int(last or first, 16) + 1))
        else:
            stands_for_all = "".join(chr(int(number, 16)) for number in key.split("+"))
            alike.update((chr(int(number, 16)), stands_for_all) for number in rest.split())
    return frozenset(unseen), alike
