"""Columba's cards: their names, and the deck, ours or one that an owner of the game lists.

A card is four pigeons, and its number is its name read in base 4: `WRST` is 0·64 + 1·16 + 2·4 + 3.  The sheet
does not list its cards (ruling P1).  Ours are all choices of four pigeons of two or of three breeds; the
starting objectives show all four.
"""

import re
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

from stylobate.errors import BadOption

BREEDS = "WRST"
BREED_NAMES = ("wood pigeon", "rock dove", "stock dove", "turtle dove")
NAMES = 4**4
FEWEST, MOST = 2, 200  # cards in a deck
LONGEST_FILE = 20_000

STANDARD = (
    *(3 * a + b for a, b in permutations(BREEDS, 2)),
    *(2 * a + 2 * b for a, b in combinations(BREEDS, 2)),
    *(2 * a + b + c for a in BREEDS for b, c in combinations(BREEDS, 2) if a not in (b, c)),
)


def number(name: str) -> int:
    """The card's number, or -1 if that is no card's name."""
    if len(name) != 4 or not set(name) <= set(BREEDS):
        return -1
    a, b, c, d = (BREEDS.index(breed) for breed in name)
    return a << 6 | b << 4 | c << 2 | d


@cache
def name(card: int) -> str:
    """The card's name: its pigeons row by row."""
    return "".join(BREEDS[card >> shift & 3] for shift in (6, 4, 2, 0))


STARTING_OBJECTIVE = number("WRST")


def listed(value: str) -> tuple[str, ...]:
    """The cards of a deck as the option tells them: `standard`, a list, or `@` and the file with the list.

    Between cards of a list there are commas, spaces or ends of lines."""
    if value == "standard":
        return STANDARD
    if value.startswith("@"):
        found = [
            (f"{value[1:]}, line {line}", told.strip())
            for line, told in enumerate(_lines(value[1:]), start=1)
            if told.strip()
        ]
    else:
        written = re.split(r"[,\s]+", value.strip())
        found = [(f"card {place}", told) for place, told in enumerate(written, start=1)]
    for where, told in found:
        if number(told) < 0:
            raise BadOption(
                f"deck: {where}: “{told[:20]}” is no card; a card is four of W, R, S and T, as in WWRS"
            )
    if not FEWEST <= len(found) <= MOST:
        cards = "1 card" if len(found) == 1 else f"{len(found)} cards"
        raise BadOption(f"deck: {cards} will not do; a deck has {FEWEST} to {MOST}, as in WRST,WWRR")
    return tuple(told for _, told in found)


def spelled(value: str) -> str:
    """The same deck, checked, without a file: what a record holds."""
    cards = listed(value)
    return value if value == "standard" else ",".join(cards)


def _lines(path: str) -> list[str]:
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text"
        raise BadOption(f"deck: the file “{path[:200]}” cannot be read: {why}") from None
    if len(text) > LONGEST_FILE:
        raise BadOption(
            f"deck: the file “{path[:200]}” is too long; a deck has a card a line, {MOST} at most"
        )
    return text.splitlines()


def in_words(pigeons: str) -> str:
    """A card's pigeons, as it lies."""
    names = [BREED_NAMES[BREEDS.index(letter)] for letter in pigeons]
    return f"{names[0]} and {names[1]} above {names[2]} and {names[3]}"
