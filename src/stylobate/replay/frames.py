"""Many pictures of one board, packed: most of each is in the one before it.

A picture is cut into tags, and those where a shape begins (`M12 30`), because a drawing may put a hundred
birds into one tag.  Each piece is kept once.  A frame is what turns the one before it into this one: splices,
each of which says where, how many pieces go, and which come instead.

    >>> packed(['<a><p d="M1 1h9M3 1h9"/></a>', '<a><p d="M1 1h9M5 1h9"/></a>'])["frames"]
    [[[0, 0, 0, 1, 2, 3, 4, 5, 6]], [[4, 1, 7]]]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import TypedDict

_TAG = re.compile("<[^<]*")
_PIECE = re.compile(r"M[-0-9. ]+|(?:[^M]|M(?![-0-9. ]))+")

Splice = list[int]  # where, how many go, and the numbers of those that come


class Packed(TypedDict):
    """The pieces, and the splices of each frame."""

    pieces: list[str]
    frames: list[list[Splice]]


def packed(pictures: Sequence[str]) -> Packed:
    """These pictures, each made of the one before it."""
    numbers: dict[str, int] = {}
    cuts: dict[str, list[int]] = {}

    def cut(tag: str) -> list[int]:
        if tag not in cuts:
            cuts[tag] = [numbers.setdefault(piece, len(numbers)) for piece in _PIECE.findall(tag)]
        return cuts[tag]

    frames: list[list[Splice]] = []
    before: list[str] = []
    for picture in pictures:
        after = _TAG.findall(picture)
        splices: list[Splice] = []
        place = 0
        for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            gone, come = [cut(tag) for tag in before[a:b]], [cut(tag) for tag in after[c:d]]
            if len(gone) != len(come):
                gone, come = [[*chain(*gone)]], [[*chain(*come)]]
            for old, new in zip(gone, come, strict=True):
                if kind != "equal":
                    splices.append(_splice(place, old, new))
                place += len(new)
        frames.append(splices)
        before = after
    return {"pieces": list(numbers), "frames": frames}


def _splice(place: int, old: Sequence[int], new: Sequence[int]) -> Splice:
    """What turns these numbers into those: all between what both begin with and what both end with."""
    least, head, tail = min(len(old), len(new)), 0, 0
    while head < least and old[head] == new[head]:
        head += 1
    while tail < least - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return [place + head, len(old) - head - tail, *new[head : len(new) - tail]]
