"""Our own letters, drawn as strokes.

A picture that asks for a font looks different on every machine, and on one without fonts it has no letters at
all.  So the pictures carry their letters with them: an alphabet of plain strokes, as a graver would cut them,
which any program that can draw a path draws alike.  The words themselves are in the picture's title and
description, for screen readers.

A glyph is as wide as said and written as a path on a baseline at 0: capitals reach up to -10, small letters
to -7, tails down to 3.
"""

import re
import unicodedata
from functools import lru_cache

CAP = 10.0
_BEARING = 1.25
_MISSING = "□"

_GLYPHS: dict[str, tuple[float, str]] = {
    " ": (2.4, ""),
    "a": (6, "M6 -7L6 0M6 -3.5A3 3.5 0 1 0 0 -3.5A3 3.5 0 1 0 6 -3.5"),
    "b": (6, "M0 -10L0 0M0 -3.5A3 3.5 0 1 1 6 -3.5A3 3.5 0 1 1 0 -3.5"),
    "c": (5.4, "M5.45 -5.5A3 3.5 0 1 0 5.45 -1.5"),
    "d": (6, "M6 -10L6 0M6 -3.5A3 3.5 0 1 0 0 -3.5A3 3.5 0 1 0 6 -3.5"),
    "e": (6, "M0 -3.7L6 -3.7A3 3.5 0 1 0 5.4 -1.4"),
    "f": (3.6, "M3.9 -10L3.5 -10A2.1 2.1 0 0 0 1.4 -7.9L1.4 0M0 -7L3.5 -7"),
    "g": (6, "M6 -7L6 0A3 3 0 0 1 .6 1.8M6 -3.5A3 3.5 0 1 0 0 -3.5A3 3.5 0 1 0 6 -3.5"),
    "h": (5.4, "M0 -10L0 0M0 -4.1A2.7 2.9 0 0 1 5.4 -4.1L5.4 0"),
    "i": (0.4, "M.2 -7L.2 0M0.4 -9.9A.2 .2 0 1 0 0 -9.9A.2 .2 0 1 0 0.4 -9.9"),
    "j": (1.6, "M1.6 -7L1.6 1A2 2 0 0 1 -.4 3M1.8 -9.9A.2 .2 0 1 0 1.4 -9.9A.2 .2 0 1 0 1.8 -9.9"),
    "k": (5, "M0 -10L0 0M4.8 -7L0 -2.6M1.8 -4.2L5.1 0"),
    "l": (0.4, "M.2 -10L.2 0"),
    "m": (8.8, "M0 -7L0 0M0 -4.3A2.2 2.7 0 0 1 4.4 -4.3L4.4 0M4.4 -4.3A2.2 2.7 0 0 1 8.8 -4.3L8.8 0"),
    "n": (5.4, "M0 -7L0 0M0 -4.1A2.7 2.9 0 0 1 5.4 -4.1L5.4 0"),
    "o": (6, "M6 -3.5A3 3.5 0 1 0 0 -3.5A3 3.5 0 1 0 6 -3.5"),
    "p": (6, "M0 -7L0 3M0 -3.5A3 3.5 0 1 1 6 -3.5A3 3.5 0 1 1 0 -3.5"),
    "q": (6, "M6 -7L6 3M6 -3.5A3 3.5 0 1 0 0 -3.5A3 3.5 0 1 0 6 -3.5"),
    "r": (3, "M0 -7L0 0M0 -4A3 3 0 0 1 3 -7L3.3 -7"),
    "s": (
        4.8,
        "M4.5 -5.8C4.1 -6.6 3.4 -7 2.5 -7C1.2 -7 .3 -6.3 .3 -5.3C.3 -4.1 1.4 -3.8 2.5 -3.55"
        "C3.7 -3.3 4.8 -2.9 4.8 -1.8C4.8 -.6 3.7 0 2.5 0C1.4 0 .5 -.5 .1 -1.4",
    ),
    "t": (3.7, "M1.4 -9L1.4 -1.9A1.9 1.9 0 0 0 3.3 0L3.9 0M0 -7L3.6 -7"),
    "u": (5.4, "M0 -7L0 -2.9A2.7 2.9 0 0 0 5.4 -2.9M5.4 -7L5.4 0"),
    "v": (5.4, "M0 -7L2.7 0L5.4 -7"),
    "^": (5.4, "M0 -4.5L2.7 -10L5.4 -4.5"),
    "w": (8.4, "M0 -7L2.1 0L4.2 -7L6.3 0L8.4 -7"),
    "x": (5, "M0 -7L5 0M5 -7L0 0"),
    "y": (5.4, "M0 -7L2.7 0M5.4 -7L2.2 1.4A2.4 2.4 0 0 1 .1 3"),
    "z": (4.8, "M.1 -7L4.8 -7L0 0L4.9 0"),
    "A": (7.6, "M0 0L3.8 -10L7.6 0M1.3 -3.4L6.3 -3.4"),
    "B": (6.1, "M0 0L0 -10L3.2 -10A2.4 2.4 0 0 1 3.2 -5.2L0 -5.2M3.2 -5.2L3.5 -5.2A2.6 2.6 0 0 1 3.5 0L0 0"),
    "C": (8.2, "M8.2 -8.1A4.6 5 0 1 0 8.2 -1.9"),
    "D": (7.6, "M0 0L0 -10L2.7 -10A4.9 5 0 0 1 2.7 0Z"),
    "E": (5.4, "M5.5 -10L0 -10L0 0L5.5 0M0 -5.2L4.8 -5.2"),
    "F": (5.2, "M5.3 -10L0 -10L0 0M0 -5.2L4.6 -5.2"),
    "G": (9.1, "M8.2 -8.1A4.6 5 0 1 0 9.15 -4.4L5.4 -4.4"),
    "H": (7, "M0 -10L0 0M7 -10L7 0M0 -5.2L7 -5.2"),
    "I": (0.4, "M.2 -10L.2 0"),
    "J": (4.4, "M4.4 -10L4.4 -2.5A2.25 2.5 0 0 1 0 -2"),
    "K": (6.4, "M0 -10L0 0M6.1 -10L0 -3.8M2.2 -6L6.5 0"),
    "L": (5, "M0 -10L0 0L5.2 0"),
    "M": (8.6, "M0 0L0 -10L4.3 -3.2L8.6 -10L8.6 0"),
    "N": (7, "M0 0L0 -10L7 0L7 -10"),
    "O": (9.4, "M9.4 -5A4.7 5 0 1 0 0 -5A4.7 5 0 1 0 9.4 -5"),
    "P": (6.2, "M0 0L0 -10L3.4 -10A2.75 2.75 0 0 1 3.4 -4.5L0 -4.5"),
    "Q": (9.4, "M9.4 -5A4.7 5 0 1 0 0 -5A4.7 5 0 1 0 9.4 -5M6 -2.6L9 .6"),
    "R": (6.3, "M0 0L0 -10L3.4 -10A2.75 2.75 0 0 1 3.4 -4.5L0 -4.5M3.2 -4.5L6.3 0"),
    "S": (
        6.2,
        "M5.8 -8.2C5.3 -9.4 4.4 -10 3.2 -10C1.6 -10 .5 -9 .5 -7.6C.5 -5.9 1.9 -5.5 3.2 -5.15"
        "C4.7 -4.75 6.2 -4.2 6.2 -2.6C6.2 -.9 4.9 0 3.2 0C1.7 0 .5 -.7 0 -2",
    ),
    "T": (7, "M0 -10L7 -10M3.5 -10L3.5 0"),
    "U": (7, "M0 -10L0 -3.6A3.5 3.6 0 0 0 7 -3.6L7 -10"),
    "V": (7.4, "M0 -10L3.7 0L7.4 -10"),
    "W": (11.2, "M0 -10L2.8 0L5.6 -10L8.4 0L11.2 -10"),
    "X": (6.6, "M.1 -10L6.6 0M6.5 -10L0 0"),
    "Y": (6.8, "M0 -10L3.4 -4.8L6.8 -10M3.4 -4.8L3.4 0"),
    "Z": (6.2, "M.2 -10L6.2 -10L0 0L6.4 0"),
    "0": (5.8, "M5.8 -5A2.9 5 0 1 0 0 -5A2.9 5 0 1 0 5.8 -5"),
    "1": (5.8, "M1.1 -8.2L3.4 -10L3.4 0"),
    "2": (5.8, "M.3 -7.5A2.65 2.65 0 0 1 5.5 -7.2C5.5 -5.2 3.4 -3.4 .1 0L5.8 0"),
    "3": (5.8, "M.5 -8.4A2.5 2.45 0 1 1 2.5 -5.2L2.8 -5.2A2.75 2.6 0 1 1 .1 -1.8"),
    "4": (5.8, "M4.3 0L4.3 -10L0 -2.9L5.9 -2.9"),
    "5": (5.8, "M5.2 -10L1.1 -10L.7 -5.6A3 3.1 0 1 1 .1 -1.3"),
    "6": (5.8, "M4.2 -10L.55 -4.75M5.8 -3A2.9 3 0 1 0 0 -3A2.9 3 0 1 0 5.8 -3"),
    "7": (5.8, "M.2 -10L5.7 -10L1.9 0"),
    "8": (
        5.8,
        "M5.2 -7.6A2.3 2.4 0 1 0 .6 -7.6A2.3 2.4 0 1 0 5.2 -7.6"
        "M5.8 -2.6A2.9 2.6 0 1 0 0 -2.6A2.9 2.6 0 1 0 5.8 -2.6",
    ),
    "9": (5.8, "M1.6 0L5.25 -5.25M5.8 -7A2.9 3 0 1 0 0 -7A2.9 3 0 1 0 5.8 -7"),
    ".": (0, "M0.2 -0.2A.2 .2 0 1 0 -0.2 -0.2A.2 .2 0 1 0 0.2 -0.2"),
    ",": (0.8, "M.8 -.2L.1 1.8"),
    ":": (
        0,
        "M0.2 -6.4A.2 .2 0 1 0 -0.2 -6.4A.2 .2 0 1 0 0.2 -6.4"
        "M0.2 -0.2A.2 .2 0 1 0 -0.2 -0.2A.2 .2 0 1 0 0.2 -0.2",
    ),
    ";": (0.8, "M1 -6.4A.2 .2 0 1 0 0.6 -6.4A.2 .2 0 1 0 1 -6.4M.8 -.2L.1 1.8"),
    "!": (0, "M0 -10L0 -3.2M0.2 -0.2A.2 .2 0 1 0 -0.2 -0.2A.2 .2 0 1 0 0.2 -0.2"),
    "?": (
        5,
        "M0 -7.6A2.5 2.4 0 1 1 3.9 -5.6C2.8 -4.9 2.5 -4.4 2.5 -3.2"
        "M2.7 -0.2A.2 .2 0 1 0 2.3 -0.2A.2 .2 0 1 0 2.7 -0.2",
    ),
    "'": (0, "M0 -10L0 -7.6"),
    "’": (0.8, "M.8 -10L.1 -7.9"),
    "“": (3, "M.7 -7.9L0 -10M3 -7.9L2.3 -10"),
    "”": (3, "M.7 -10L0 -7.9M3 -10L2.3 -7.9"),
    "-": (3, "M0 -3.5L3 -3.5"),
    "–": (5, "M0 -3.5L5 -3.5"),
    "+": (6, "M0 -4.2L6 -4.2M3 -7.2L3 -1.2"),
    "=": (6, "M0 -5.6L6 -5.6M0 -2.8L6 -2.8"),
    "×": (4.6, "M0 -6.5L4.6 -1.9M4.6 -6.5L0 -1.9"),
    "·": (0, "M0.2 -4.4A.2 .2 0 1 0 -0.2 -4.4A.2 .2 0 1 0 0.2 -4.4"),
    "/": (4, "M0 1L4 -10"),
    "(": (2, "M2 -10.6Q-1.6 -4.4 2 1.8"),
    ")": (2, "M0 -10.6Q3.6 -4.4 0 1.8"),
    "&": (
        7.2,
        "M7 0L2.1 -6.2A2.1 2.1 0 1 1 4.6 -6C4 -5.3 .1 -4.6 .1 -2.4C.1 -.9 1.3 0 2.9 0C5.2 0 6.6 -1.8 6.8 -4",
    ),
    "%": (
        8.6,
        "M3.8 -7.8A1.9 2.2 0 1 0 0 -7.8A1.9 2.2 0 1 0 3.8 -7.8"
        "M8.6 -2.2A1.9 2.2 0 1 0 4.8 -2.2A1.9 2.2 0 1 0 8.6 -2.2M7.4 -10L1.2 0",
    ),
    "@": (
        9.2,
        "M6.6 -4A2 2.2 0 1 0 2.6 -4A2 2.2 0 1 0 6.6 -4M6.6 -6.2L6.6 -3.4A1.3 1.6 0 0 0 9.2 -3.4"
        "L9.2 -4.2A4.6 5 0 1 0 7.4 0.2",
    ),
    "_": (5.4, "M0 1L5.4 1"),
    "…": (
        6.4,
        "M.4 -.2A.2 .2 0 1 0 0 -.2A.2 .2 0 1 0 .4 -.2M3.4 -.2A.2 .2 0 1 0 3 -.2A.2 .2 0 1 0 3.4 -.2"
        "M6.4 -.2A.2 .2 0 1 0 6 -.2A.2 .2 0 1 0 6.4 -.2",
    ),
    "*": (5, "M2.5 -10L2.5 -5M.3 -8.8L4.7 -6.2M4.7 -8.8L.3 -6.2"),
    "→": (8, "M0 -4L8 -4M5 -7L8 -4L5 -1"),
    "←": (8, "M8 -4L0 -4M3 -7L0 -4L3 -1"),
    "↑": (6, "M3 0L3 -9M0 -6L3 -9L6 -6"),
    "↓": (6, "M3 -9L3 0M0 -3L3 0L6 -3"),
    _MISSING: (6, "M0 0L0 -9L6 -9L6 0Z"),
}

_COMMAND = re.compile(r"([MLQCAZ])([^MLQCAZ]*)")


def width(text: str) -> float:
    """The width of a line of text, if capitals are 10 high."""
    return sum(_GLYPHS[character][0] + 2 * _BEARING for character in _known(text))


@lru_cache(maxsize=1024)
def strokes(text: str) -> str:
    """The line as one path, from x = 0 along the baseline y = 0, where capitals are 10 high.

    Boards bear the same few words again and again: the last ones are remembered.
    """
    pieces, x = [], 0.0
    for character in _known(text):
        advance, path = _GLYPHS[character]
        pieces.append(_moved(path, x + _BEARING))
        x += advance + 2 * _BEARING
    return "".join(pieces)


def _known(text: str) -> str:
    """The text in letters that we have: accents are dropped, a letter we lack becomes a box."""
    plain = unicodedata.normalize("NFD", text) if any(c not in _GLYPHS for c in text) else text
    return "".join(c if c in _GLYPHS else _MISSING for c in plain if not unicodedata.combining(c))


def _moved(path: str, dx: float) -> str:
    return _COMMAND.sub(lambda command: command[1] + _shifted(command[1], command[2], dx), path)


def _shifted(command: str, numbers: str, dx: float) -> str:
    values = [float(value) for value in numbers.split()]
    across = {5} if command == "A" else set(range(0, len(values), 2))
    return " ".join(f"{round(v + dx if i in across else v, 2):g}" for i, v in enumerate(values))
