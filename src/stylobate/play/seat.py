"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from stylobate.ladder import called, meant
from stylobate.names import THEN, chosen, shown


@dataclass(frozen=True)
class Person:
    """Somebody who asks for something: an id that the store gave, and the name that others see.

    `account` is the name that they have registered, and nobody else may look like.
    """

    id: str
    name: str
    account: str | None = None


@dataclass(frozen=True)
class Seat:
    """A place at the table: empty, a person's, or a computer's.

    `who` is the id of the person whose seat it is; it stays when the seat is handed to the computer, so that
    they may come back to it.  The name is `registered` if whoever sits here goes by no other; None: logs of
    version 0.1.0 do not tell.
    """

    name: str = ""
    who: str | None = None
    level: str | None = None
    registered: bool | None = None

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
        computer = called(self.level)
        return f"{self.name}{THEN}{computer}" if self.name else computer


def level_in(called: str) -> str:
    """The level of the computer that plays on a seat called so, or the name of the person."""
    return meant(called.rpartition(THEN)[2])


def called_by(person: Person, typed: str) -> str:
    """The name by which a person sits down or speaks: the one that they typed, or else their own."""
    return chosen(typed) if typed.strip() and typed != person.name else shown(person.name)
