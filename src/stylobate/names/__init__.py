"""Names of people: what a name may hold, and which names look alike.

A name is shown to others, so nothing in it is invisible, and two people must not seem to be one.  Names are
compared in two ways: `folded`, as one logs in (letter case, width and spaces do not count), and by their
`looks`, the skeletons of Unicode's technical standard 39, in which signs that look alike are one sign.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from stylobate.errors import Refusal
from stylobate.names.signs import is_unseen, prototype

LONGEST = 30
LONGEST_TYPED = 100  # of which so many may be seen; more is not even looked at
MOST_MARKS = 4  # on one letter; no language needs more
NAMELESS = "Nameless"
TICKS = "✓✔☑✅🗸🗹"  # which pages put after registered names, and nobody puts into theirs
ALPHABETS = ("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "DESERET", "GREEK", "LATIN", "LISU")
"""Alphabets that share the shapes of many letters; a name in two of them is meant to deceive."""
LEVELS = tuple(f"level {number}" for number in range(100))
COMPUTERS = ("random", "perfect", *LEVELS)
"""What records call computers; who went by such a name would have beaten one by moving for it.

Before a level may stand its style: “hunter at level 2”."""
THEN = ", then "  # between the name of a person and that of the computer that played on


def chosen(text: str) -> str:
    """A name that somebody has typed, as others will see it; refuses one that could be taken for nothing."""
    name = _seen(text[: LONGEST_TYPED + 1])
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        raise Refusal("the name holds half a character", "illegal")
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refusal("a name needs letters that can be seen", "illegal")
    if len(name) > LONGEST or len(text) > LONGEST_TYPED:
        raise Refusal(f"a name has 1 to {LONGEST} characters", "illegal")
    if _most_marks(name) > MOST_MARKS:
        raise Refusal(f"a letter of a name carries at most {MOST_MARKS} marks", "illegal")
    if THEN in name or _is_a_computers(name):
        raise Refusal("this name would be taken for a computer's", "illegal")
    used = [] if name.isascii() else sorted({_alphabet(sign) for sign in name} & {*ALPHABETS})
    if len(used) > 1:
        both = " and ".join(word.capitalize() for word in used)
        raise Refusal(f"a name is written in one alphabet, and this one has {both} letters", "illegal")
    return name


def shown(name: str) -> str:
    """A name that was kept, perhaps by an earlier version, which took what `chosen` refuses."""
    return _seen(name)[:LONGEST].strip() or NAMELESS


def folded(name: str) -> str:
    """A name as it is compared when somebody logs in."""
    return unicodedata.normalize("NFKC", _seen(name).casefold())


def folded_before(name: str) -> str:
    """The same as version 0.1.0 compared it, and kept it: with signs that cannot be seen."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def looks(name: str) -> frozenset[str]:
    """What a name looks like, as it is written and in small, large and initial letters.

    Two names look alike if they have one of these in common.
    """
    name = _seen(name)
    return frozenset(map(_skeleton, (name, name.lower(), name.upper(), name.title())))


def _is_a_computers(name: str) -> bool:
    """Whether it looks like a name of a computer, or like that of a level with a style."""
    seen = looks(name)
    return not _computers().isdisjoint(seen) or any(look.endswith(_at_levels()) for look in seen)


@cache
def _computers() -> frozenset[str]:
    return frozenset().union(*map(looks, COMPUTERS))


@cache
def _at_levels() -> tuple[str, ...]:
    """With what the looks of levels end that have a style."""
    return tuple(f" {look}" for level in LEVELS for look in looks(f"at {level}"))


def _skeleton(text: str) -> str:
    if text.isascii():
        return unicodedata.normalize("NFD", "".join(map(prototype, text)))
    apart = unicodedata.normalize("NFD", text)
    alike = "".join(prototype(sign) for sign in apart if not is_unseen(sign))
    return unicodedata.normalize("NFD", alike)


def _seen(text: str) -> str:
    """What can be seen of a text, in one form and on one line."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if sign.isspace() or _is_control(sign) else sign for sign in _composed(text))
    signs: list[str] = []
    for sign in spaced:
        if is_unseen(sign) or sign in TICKS or (_is_mark(sign) and (not signs or signs[-1] == " ")):
            continue
        signs.append(sign)
    return " ".join(_composed("".join(signs)).split())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc"


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _most_marks(name: str) -> int:
    """The longest row of marks on one letter."""
    most = now = 0
    for sign in unicodedata.normalize("NFD", name):
        now = now + 1 if unicodedata.category(sign) == "Mn" else 0
        most = max(most, now)
    return most


def _alphabet(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0] if sign.isalpha() else ""
