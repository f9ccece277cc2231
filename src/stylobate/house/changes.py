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

from stylobate.fair import SCHEME
from stylobate.play import Table, View
from stylobate.play.view import chat, common, personal, throws, tokens


class Showing:
    """A table as it stands at one moment, to be told to many: what they have in common is made once."""

    def __init__(self, table: Table, now: int, away: Mapping[int, int]) -> None:
        self.table = table
        self.now = now
        self.away = away
        self._common = common(table, now, away)

    def whole(self, who: str | None) -> View:
        """The view that a page begins with; legal moves come with the board."""
        return {
            **self._standing(who),
            "tokens": tokens(self.table),
            "chat": chat(self.table, who),
            "fair": {"scheme": SCHEME, "commitment": self.table.commitment, "throws": throws(self.table)},
        }

    def change(self, before: Table, who: str | None) -> View:
        """What turns the view of the table before into that of this one, for this viewer."""
        after = self.table
        tokens_from, throws_from = _same(before.plays, after.plays), _same(before.throws, after.throws)
        news: View = {
            **self._standing(who),
            "since": before.version,
            "tokens_from": tokens_from,
            "tokens": tokens(after, tokens_from),
            "throws_from": throws_from,
            "throws": throws(after, throws_from),
        }
        if before.chat[-1:] != after.chat[-1:] or before.seats != after.seats:
            news["chat"] = chat(after, who)
        return news

    def _standing(self, who: str | None) -> View:
        return personal(self.table, who, self.now, self.away, self._common)


def merged(seen: View, news: View) -> View | None:
    """The view after some news: the same where they are old, None where something in between is missing."""
    if news["version"] <= seen["version"]:
        return seen
    if "since" not in news:
        return news
    if news["since"] != seen["version"]:
        return None
    new = {**seen, **news}
    start, thrown = new.pop("throws_from"), new.pop("throws")
    new["fair"] = {**seen["fair"], "throws": seen["fair"]["throws"][:start] + thrown}
    new["tokens"] = seen["tokens"][: new.pop("tokens_from")] + news["tokens"]
    del new["since"]
    return new


def _same(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many entries at the start are the very same; a takeback changes throws in the middle."""
    for count, (one, other) in enumerate(zip(before, after, strict=False)):
        if one is not other:
            return count
    return min(len(before), len(after))
