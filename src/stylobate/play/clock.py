"""Clocks: none, a time for the game with an increment a turn, or days for every turn.

Time is whole milliseconds, always given from outside, and runs only for people, from event to event.  Nothing
gives anybody time but a move that passes the turn.  A restart costs nobody time: what the server slept
through is not counted, and nobody comes back to a flag that is about to fall.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from stylobate.errors import Refusal

SECOND = 1_000
DAY = 24 * 3600 * SECOND
GRACE = 1 * SECOND  # a move under way when the time runs out still counts
AFTER_A_RESTART = 20 * SECOND  # at least that much is left to whoever is to move


class ClockTerms(TypedDict):
    """A clock as JSON, in seconds and days, as people choose it."""

    kind: str
    start: NotRequired[int]
    increment: NotRequired[int]
    days: NotRequired[int]


@dataclass(frozen=True)
class Clock:
    """What was agreed: `kind` is none, fischer or days; times in milliseconds."""

    kind: str = "none"
    start: int = 0
    increment: int = 0

    @classmethod
    def read(cls, data: object) -> Clock:
        """From JSON: {"kind": "fischer", "start": s, "increment": s}, {"kind": "days", "days": n}, "none"."""
        fields = data if isinstance(data, Mapping) else {}
        kind = fields.get("kind")
        if kind == "none":
            return cls()
        if kind == "fischer":
            start = _whole(fields, "start", 10, 10 * 3600)
            return cls("fischer", start * SECOND, _whole(fields, "increment", 0, 600) * SECOND)
        if kind == "days":
            return cls("days", _whole(fields, "days", 1, 30) * DAY)
        raise Refusal("a clock is none, fischer with start and increment in seconds, or days", "illegal")

    def json(self) -> ClockTerms:
        """The clock as JSON, in the form that `read` takes."""
        if self.kind == "fischer":
            return {"kind": "fischer", "start": self.start // SECOND, "increment": self.increment // SECOND}
        return {"kind": "days", "days": self.start // DAY} if self.kind == "days" else {"kind": "none"}

    def __str__(self) -> str:
        if self.kind == "fischer":
            return f"{self.start / 60_000:g} min + {self.increment // SECOND} s"
        return f"{self.start // DAY} days a turn" if self.kind == "days" else "none"


@dataclass
class Faces:
    """The clocks of a game: what each seat has left, whose clock is running, and since when."""

    clock: Clock
    left: list[int] = field(default_factory=list)
    running: int | None = None
    since: int = 0

    def copy(self) -> Faces:
        """A copy that can be changed without changing this one."""
        return Faces(self.clock, list(self.left), self.running, self.since)

    def run(self, seat: int | None, at: int) -> None:
        """Charge whoever's clock ran up to now, and start that of this seat, if any."""
        if self.clock.kind == "none":
            return
        if self.running is not None:
            self.left[self.running] -= max(0, at - self.since)
        self.running, self.since = seat, at

    def earn(self, seat: int, is_person: bool) -> None:
        """A move has passed the turn: its seat gets the increment, if a person made it, or its days anew."""
        if self.clock.kind == "fischer" and is_person:
            self.left[seat] += self.clock.increment
        elif self.clock.kind == "days":
            self.left[seat] = self.clock.start

    def resume(self, up: int, at: int) -> None:
        """The server was last known to be up at `up`, and is up again since `at`."""
        if self.running is None:
            return
        self.left[self.running] -= max(0, min(up, at) - self.since)
        self.left[self.running] = max(self.left[self.running], AFTER_A_RESTART)
        self.since = at

    def deadline(self) -> int | None:
        """When the running clock's flag falls, with a little grace for moves under way; None: never."""
        return None if self.running is None else self.since + self.left[self.running] + GRACE

    def is_short(self, now: int) -> bool:
        """Whether the running clock has less left than anybody should come back to."""
        return self.running is not None and self.shown(now)[self.running] < AFTER_A_RESTART

    def shown(self, now: int) -> list[int]:
        """The milliseconds that each seat has left at this moment."""
        left = [max(0, left) for left in self.left]
        if self.running is not None:
            left[self.running] = max(0, self.left[self.running] - max(0, now - self.since))
        return left


def _whole(fields: Mapping[str, object], name: str, least: int, most: int) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Refusal(f"the clock's {name} is a whole number from {least} to {most}", "illegal")
    return value
