"""A table in a list, in the words of whoever looks at it: who else sits there, and how it went."""

from __future__ import annotations

import re
import time
from typing import Literal, NamedTuple

from stylobate.store.protocol import Listed


class Sitter(NamedTuple):
    """Who sits there, and whether the name is registered, or that of somebody who is a guest."""

    name: str
    is_a: Literal["registered", "guest", ""] = ""


def people(listed: Listed, who: str | None = None) -> list[Sitter]:
    """Who sits there; to one of them, the others, if there are any."""
    names, sitters = listed.about["seats"], _sitters(listed)
    registered = listed.about.get("registered", [None] * len(names))
    seats = list(zip(names, sitters, registered, strict=True))
    others = [seat for seat in seats if seat[1] is None or seat[1] != who]
    return [_told(*seat) for seat in others or seats]


def _told(name: str, sitter: str | None, registered: bool | None) -> Sitter:
    if not name or sitter is None:
        return Sitter(f"computer, {name}" if name else "empty seat")
    if registered is None or re.fullmatch(r"Guest \d+", name):
        return Sitter(name, "registered" if registered else "")
    return Sitter(name, "registered" if registered else "guest")


def outcome(listed: Listed, who: str | None) -> str:
    """How a finished game went for this person; who played on several sides is told only that it is over."""
    winners, mine = set(listed.about["winners"]), _seats_of(listed, who)
    if not winners:
        return {"cancelled": "cancelled", "put-away": "put away"}.get(listed.about.get("how", ""), "cleared")
    if mine and mine <= winners:
        return "shared" if listed.about.get("shared") else "won"
    return "over" if mine & winners or not mine else "lost"


def points(listed: Listed, who: str | None) -> str:
    """The score of a finished game, of two players one's own first; nothing where points do not count."""
    scores, mine = listed.about.get("scores", []), _seats_of(listed, who)
    if not any(abs(score) > 1 for score in scores):
        return ""
    if len(scores) > 2:
        return " · ".join(str(score) for score in scores)
    first = 1 if mine == {1} else 0
    return f"{scores[first]} to {scores[1 - first]}"


def is_alone(listed: Listed, who: str | None) -> bool:
    """Whether this person plays there against computers alone, and the game goes on."""
    owners = {sitter for sitter in _sitters(listed) if sitter is not None}
    return listed.state == "running" and who is not None and owners == {who}


def day(moment: int) -> str:
    """The day of a moment told in milliseconds, as people write it: “14 November 2026”."""
    date = time.gmtime(moment / 1000)
    return f"{date.tm_mday} {time.strftime('%B %Y', date)}"


def _seats_of(listed: Listed, who: str | None) -> set[int]:
    return {seat for seat, sitter in enumerate(_sitters(listed)) if sitter is not None and sitter == who}


def _sitters(listed: Listed) -> list[str | None]:
    """Whose each seat is; a summary may have been stored before they told this."""
    return list(listed.about.get("who", [""] * len(listed.about["seats"])))
