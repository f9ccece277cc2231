"""Parts of a page that stay up to date: lists of tables as rendered, each with a tag."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from stylobate.house.lists import Lists

STAYS = 10.0  # seconds that a rendered list is good for, when nothing is heard of a change


@dataclass(frozen=True)
class Part:
    """A rendered list, and the tag by which a page tells that it has it already."""

    html: Markup
    tag: str

    @classmethod
    def of(cls, html: str) -> Part:
        """The part with this content."""
        return cls(Markup(html), f'"{hashlib.sha256(html.encode()).hexdigest()[:24]}"')

    @cached_property
    def packed(self) -> bytes:
        """The same compressed: once for all who ask, as they do for a list that has changed."""
        return gzip.compress(self.html.encode(), 4)


class Public:
    """What everybody is shown of the lists, rendered once for all until it changes."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self._kept: tuple[int, float, Part] | None = None

    async def part(self, render: Callable[[], Awaitable[Part]]) -> Part:
        """The part as it was rendered last, or anew; one rendered while something changed is not kept."""
        changes = self._lists.changes
        if self._kept is not None:
            known, since, part = self._kept
            if known == changes and time.monotonic() - since < STAYS:
                return part
        part = await render()
        self._kept = changes, time.monotonic(), part
        return part
