"""How much of everything a visitor may ask for: all limits of the site in one place.

Each limit has a fast and a slow window and holds for a session first, and for a seat's own cookie; the
address behind them has one too, five times as wide, for many people may share it (lichess once banned whole
schools).  Whoever is over it is told so, and for how long.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from stylobate.house.turns import Asker
from stylobate.web.answers import Refused

Window = tuple[int, float]  # so many, in so many seconds
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
FOR_AN_ADDRESS = 5
REMEMBERED = 100_000
TOLD_FROM = 8  # an address is told to other processes from an eighth of the streams it may have
BELIEVED = 30.0  # seconds for which it is believed what another process has told


@dataclass(frozen=True)
class Limits:
    """What holds for one session; `on` turns the rates off, for measurements.

    `arrivals` are browsers that become guests by merely opening a table.  `work` is counted in seconds of the
    processor: boards, records, proofs and whatever else takes it for more than a moment.  `work_waiting` is
    how many such things may wait at once, and `thinking` at how many tables of one host computers may be to
    move before another table with computers is opened.
    """

    on: bool = True
    moves: tuple[Window, ...] = ((60, 10.0), (6_000, HOUR))
    tables: tuple[Window, ...] = ((12, MINUTE), (400, DAY))
    names: tuple[Window, ...] = ((8, MINUTE), (60, HOUR))
    pages: tuple[Window, ...] = ((300, 10.0), (20_000, HOUR))
    feeds: tuple[Window, ...] = ((30, MINUTE), (600, HOUR))
    arrivals: tuple[Window, ...] = ((20, MINUTE), (400, DAY))
    streams: tuple[Window, ...] = ((40, 10.0), (3_000, HOUR))
    work: tuple[Window, ...] = ((8, MINUTE), (160, HOUR))
    work_waiting: int = 16
    thinking: int = 12
    thinking_in_all: int = 500
    streams_at_once: int = 16
    streams_in_all: int = 10_000
    connections_at_once: int = 60
    bytes_of_a_head: int = 32 * 1024
    parts_of_a_head: int = 500
    seconds_for_a_head: float = 10.0
    seconds_for_a_body: float = 30.0
    seconds_between_requests: int = 30

    def windows(self, kind: str) -> tuple[Window, ...]:
        """The windows of one kind of request."""
        windows: tuple[Window, ...] = getattr(self, kind)
        return windows


@dataclass
class Buckets:
    """Token buckets: each holds as many as its window allows, and fills up again over its time.

    Those that are shared with other processes note what is `spent` here, under a hash of its key, and take
    off what is `owed` for what was spent there.
    """

    most: int = REMEMBERED
    is_shared: bool = False
    spent: dict[str, float] = field(default_factory=dict)
    _left: OrderedDict[tuple[object, ...], tuple[float, float]] = field(default_factory=OrderedDict)
    _owed: OrderedDict[str, float] = field(default_factory=OrderedDict)

    def take(self, now: float, key: object, windows: tuple[Window, ...], wider: int = 1) -> float:
        """Take one from each window's bucket; else take nothing, and say in how many seconds there is one."""
        wait = self.wait(now, key, windows, wider)
        if not wait:
            self.spend(now, key, windows, wider)
        return wait

    def wait(self, now: float, key: object, windows: tuple[Window, ...], wider: int = 1) -> float:
        """In how many seconds there is one in each window's bucket; 0 where there is one now."""
        found = self._look(now, key, windows, wider)
        return max((0.0 if left >= 1 else (1 - left) * per) for left, per in found)

    def spend(
        self, now: float, key: object, windows: tuple[Window, ...], wider: int = 1, amount: float = 1.0
    ) -> None:
        """Take so much from each window's bucket, even more than there is: that fills up first."""
        if self.is_shared:
            name = hashed(key)
            self.spent[name] = self.spent.get(name, 0.0) + amount
        self._take(now, key, windows, wider, amount)

    def owe(self, name: str, amount: float) -> None:
        """So much was spent elsewhere, under the key with this hash."""
        self._owed[name] = self._owed.get(name, 0.0) + amount
        if len(self._owed) > self.most:
            self._owed.popitem(last=False)

    def _take(self, now: float, key: object, windows: tuple[Window, ...], wider: int, amount: float) -> None:
        for number, (left, _) in enumerate(self._look(now, key, windows, wider)):
            self._left[key, number] = left - amount, now
            self._left.move_to_end((key, number))
        while len(self._left) > self.most:
            self._left.popitem(last=False)

    def _look(
        self, now: float, key: object, windows: tuple[Window, ...], wider: int
    ) -> list[tuple[float, float]]:
        """What is left in each window's bucket, and the seconds until there is one more."""
        if self._owed and (owed := self._owed.pop(hashed(key), 0.0)):
            self._take(now, key, windows, wider, owed)
        found = []
        for number, (most, seconds) in enumerate(windows):
            full, per = most * wider, seconds / (most * wider)
            left, then = self._left.get((key, number), (float(full), now))
            found.append((min(full, left + (now - then) / per), per))
        return found


def hashed(key: object) -> str:
    """How a key is called among processes, which does not tell whose it is."""
    return hashlib.blake2b(repr(key).encode("utf-8", "replace"), digest_size=9).hexdigest()


class Work:
    """How much of the processor each session may still use, and behind it each address (see `house.desk`)."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.buckets = Buckets()

    def wait(self, asker: Asker) -> float:
        """Seconds until something may be done for them again; 0: now."""
        if not self.limits.on:
            return 0.0
        now, windows = time.monotonic(), self.limits.work
        there = self.buckets.wait(now, asker.place, windows, FOR_AN_ADDRESS)
        return max(there, self.buckets.wait(now, asker, windows))

    def charge(self, asker: Asker, seconds: float) -> None:
        """Note that so many seconds of the processor were spent on them."""
        now, windows = time.monotonic(), self.limits.work
        self.buckets.spend(now, asker.place, windows, FOR_AN_ADDRESS, seconds)
        self.buckets.spend(now, asker, windows, 1, seconds)

    def has_room(self, waiting: int, waiting_there: int) -> bool:
        """Whether an asker with so much work waiting may have more, with so much waiting in their place."""
        most = self.limits.work_waiting
        return not self.limits.on or (waiting < most and waiting_there < most * FOR_AN_ADDRESS)


class Streams:
    """How many live streams there are, in all and for each address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open: Counter[str] = Counter()
        self.elsewhere: dict[str, tuple[float, dict[str, int]]] = {}

    def enter(self, address: str) -> None:
        """Count one more stream; refuses one too many."""
        count = self.open[address] + self._open_elsewhere(address)
        is_full = self.open.total() >= self.limits.streams_in_all
        if self.limits.on and (count >= self.most or is_full):
            sentence = "too many pages are open at once; close some, or wait a little"
            raise Refused(429, sentence, "limit", headers={"Retry-After": "10"})
        self.open[address] += 1

    @property
    def most(self) -> int:
        """How many an address may have."""
        return self.limits.streams_at_once * FOR_AN_ADDRESS

    def many(self) -> dict[str, int]:
        """The hashes of addresses that have enough streams here to be told to other processes."""
        return {hashed(one): count for one, count in self.open.items() if count * TOLD_FROM >= self.most}

    def hear(self, process: str, many: dict[str, int]) -> None:
        """Another process tells which addresses have many streams there."""
        self.elsewhere[process] = time.monotonic(), many

    def _open_elsewhere(self, address: str) -> int:
        if not self.elsewhere:
            return 0
        long_ago, name = time.monotonic() - BELIEVED, hashed(address)
        self.elsewhere = {key: told for key, told in self.elsewhere.items() if told[0] > long_ago}
        return sum(many.get(name, 0) for _, many in self.elsewhere.values())

    def leave(self, address: str) -> None:
        """A stream from that address has ended."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
