"""QR codes, so that a phone at the same table need not be told an address letter by letter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TypedDict

import segno

QUIET = 4  # modules of light around a code, without which not every phone finds it


class Code(TypedDict):
    """A code as a page draws it: the side of the square that it fills with its margin, the dark as a path."""

    side: int
    path: str


def code(text: str) -> Code:
    """The code of a text, to be drawn dark on light."""
    rows = _rows(text)
    return {"side": len(rows), "path": "".join(_runs(rows))}


def lines(text: str) -> list[str]:
    """The code for a terminal that prints it black on white: two rows of modules in each line."""
    rows = _rows(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    halves = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return [
        "".join(map(halves.__getitem__, zip(*pair, strict=True)))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def _rows(text: str) -> list[list[bool]]:
    made = segno.make(text, error="m", micro=False)
    return [[bool(dark) for dark in row] for row in made.matrix_iter(border=QUIET)]


def _runs(rows: list[list[bool]]) -> Iterator[str]:
    """Each run of dark modules in a row, as a piece of a path."""
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
