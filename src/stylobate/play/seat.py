"""Who sits where."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stylobate.errors import Refusal

LONGEST_NAME = 30
_THEN = ", then "


@dataclass(frozen=True)
class Person:
    """Somebody who asks for something: an id that the store gave, and the name that others see."""

    id: str
    name: str


@dataclass(frozen=True)
class Seat:
    """A place at the table: empty, a person's, or a computer's.

    `who` is the id of the person whose seat it is; it stays when the seat is handed to the computer, so that
    they may come back to it.
    """

    name: str = ""
    who: str | None = None
    level: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether anybody may still sit down here."""
        return self.who is None and self.level is None

    @property
    def is_person(self) -> bool:
        """Whether a person moves here."""
        return self.who is not None and self.level is None

    @property
    def called(self) -> str:
        """Who sits here, as people read it: a name, “level 3”, or both if a computer plays for a person."""
        if self.level is None:
            return self.name
        computer = f"level {self.level}" if self.level.isdecimal() else self.level
        return f"{self.name}{_THEN}{computer}" if self.name else computer


def level_in(called: str) -> str:
    """The level of the computer that plays on a seat called so, or the name of the person."""
    return called.rpartition(_THEN)[2].removeprefix("level ")


def cleaned(text: str, longest: int = LONGEST_NAME) -> str:
    """A name or a remark that is safe to show: on one line, without control or direction signs."""
    shown = " ".join(
        re.sub(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]", " ", text).split()
    )
    if any("\ud800" <= sign <= "\udfff" for sign in shown):
        raise Refusal("the text holds half a character", "illegal")
    if not shown or len(shown) > longest:
        raise Refusal(f"a text of 1 to {longest} characters is needed here", "illegal")
    return shown
