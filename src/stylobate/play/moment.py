"""The moment in which something is decided: what a table cannot know by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from stylobate.fair.chain import Chain


class Moment(NamedTuple):
    """What a table cannot know: the time, its chain, the levels there are, who is away and since when.

    `now` is the time by which clocks run, which only goes forward; `date` is the calendar's, which may be set
    (None: they are the same).  `invited` is the seat to which whoever asks has an invitation.  `restores`
    counts how often the site has found itself set back.  `here` are those who would hear at once if they
    were asked for something (None: all who are not away).
    """

    now: int
    chain: Chain
    levels: Sequence[str] = ("random", "1", "2", "3", "4", "5")
    away: Mapping[int, int] = MappingProxyType({})
    invited: int | None = None
    date: int | None = None
    restores: int = 0
    here: frozenset[str | None] | None = None
