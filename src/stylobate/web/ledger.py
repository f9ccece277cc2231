"""Limits that hold across processes: each tells the others every second what was spent with it.

Whoever asks several processes at once has little more than one process would give: what the others have
granted is taken off within a second.  Nobody is named in what is told, and what gets lost is only forgiven.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

from stylobate.store.neighbours import Neighbours, News
from stylobate.web.limits import Buckets, Streams

EVERY = 1.0  # seconds
AT_ONCE = 150  # entries in one piece of news, which has at most 8,000 bytes
STREAMS_EVERY = 5  # rounds


class Ledger:
    """What this process has granted, and what others have."""

    def __init__(self, neighbours: Neighbours, buckets: Mapping[str, Buckets], streams: Streams) -> None:
        self._neighbours, self._buckets, self._streams = neighbours, buckets, streams
        self._task: asyncio.Task[None] | None = None
        self.hears: dict[str, Callable[[News], None]] = {
            "spent": self._hear_spent,
            "streams": self._hear_streams,
        }
        for one in buckets.values():
            one.is_shared = neighbours.is_shared

    def start(self) -> None:
        """Begin to tell, if there is anybody to tell it to."""
        if self._neighbours.is_shared:
            self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Tell the neighbours no more of what is spent here."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def tell(self) -> None:
        """Tell what was spent since this was last told."""
        for name, buckets in self._buckets.items():
            spent, buckets.spent = buckets.spent, {}
            for some in _some(spent):
                told = {key: round(amount, 3) for key, amount in some.items()}
                self._neighbours.tell({"kind": "spent", "of": name, "spent": told})

    def _hear_spent(self, news: News) -> None:
        for key, amount in news["spent"].items():
            self._buckets[news["of"]].owe(key, amount)

    def _hear_streams(self, news: News) -> None:
        self._streams.hear(news["from"], news["many"])

    async def _go_on(self) -> None:
        told = False
        while True:
            for _ in range(STREAMS_EVERY):
                self.tell()
                await asyncio.sleep(EVERY)
            many = self._streams.many()
            if many or told:
                most = sorted(many, key=lambda key: many[key])[-AT_ONCE:]
                self._neighbours.tell({"kind": "streams", "many": {key: many[key] for key in most}})
            told = bool(many)


def _some(entries: Mapping[str, float]) -> Iterator[dict[str, float]]:
    keys = list(entries)
    for start in range(0, len(keys), AT_ONCE):
        yield {key: entries[key] for key in keys[start : start + AT_ONCE]}
