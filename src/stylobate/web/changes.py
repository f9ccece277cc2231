"""What a live update holds: not the whole view again, but what has changed in it.

A stream begins with a whole view and goes on with changes, each made for one version and leading to the next.
Most of a view is small and is simply sent anew.  Its lists that grow (tokens, throws) are sent from the first
entry that differs, so that a long game costs no more to watch than a short one.

`merged` is what every client does with what it gets, whatever the network lost, doubled or shuffled: it takes
what it can, ignores what is old, and where something is missing asks for the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobate.play import Table, View, view


def whole(table: Table, who: str | None, now: int, away: Mapping[int, int]) -> View:
    """The view that a page begins with; legal moves come with the board."""
    seen = view(table, who, now, away)
    del seen["legal"]
    return seen


def change(before: Table, after: Table, who: str | None, now: int, away: Mapping[int, int]) -> View:
    """What turns the view of `before` into that of `after`, for this viewer."""
    seen = whole(after, who, now, away)
    throws = seen.pop("fair")["throws"]
    chat = seen.pop("chat")
    tokens_from = _same(before.plays, after.plays)
    throws_from = _same(before.throws, after.throws)
    seen["since"] = before.version
    seen["tokens_from"], seen["tokens"] = tokens_from, seen["tokens"][tokens_from:]
    seen["throws_from"], seen["throws"] = throws_from, throws[throws_from:]
    if (
        len(before.chat) != len(after.chat)
        or before.chat[-1:] != after.chat[-1:]
        or before.seats != after.seats
    ):
        seen["chat"] = chat
    return seen


def merged(seen: View, change: View) -> View | None:
    """The view after a change; the same view if the change is old news; None if something in between is missing."""
    if change["version"] <= seen["version"]:
        return seen
    if change["since"] != seen["version"]:
        return None
    new = {**seen, **change}
    start, throws = new.pop("throws_from"), new.pop("throws")
    new["fair"] = {**seen["fair"], "throws": seen["fair"]["throws"][:start] + throws}
    new["tokens"] = seen["tokens"][: new.pop("tokens_from")] + change["tokens"]
    del new["since"]
    return new


def _same(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many entries at the start are the very same."""
    count = min(len(before), len(after))
    while count and before[count - 1] is not after[count - 1]:
        count -= 1
    return count
