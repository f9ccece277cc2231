"""Connections for reading: made when they are needed, used again, each by one caller at a time."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from stylobate.errors import BadFile


class Closing(Protocol):
    """A connection, as far as it matters here: it can be closed."""

    def close(self) -> None:
        """End the connection."""


C = TypeVar("C", bound=Closing)


class Readers(Generic[C]):
    """The connections of a store called so; one that `is_lost` is not used again."""

    def __init__(
        self, name: str, connect: Callable[[], C], is_lost: Callable[[C], bool] = lambda one: False
    ) -> None:
        self._name, self._connect, self._is_lost = name, connect, is_lost
        self._idle: list[C] = []
        self._guard = threading.Lock()
        self._closed = False

    @contextlib.contextmanager
    def one(self) -> Iterator[C]:
        """A connection, as long as the block lasts; refuses once the store is closed."""
        with self._guard:
            if self._closed:
                raise BadFile(f"{self._name} is closed")
            found = self._idle.pop() if self._idle else None
        try:
            if found is not None and self._is_lost(found):
                found.close()
                found = None
            if found is None:
                found = self._connect()
            yield found
        except json.JSONDecodeError:
            raise BadFile(f"{self._name} is damaged (an event is not JSON); restore a backup") from None
        finally:
            with self._guard:
                if found is not None and not self._closed:
                    self._idle.append(found)
                elif found is not None:
                    found.close()

    def close(self) -> None:
        """Close those that nobody uses now, and the others when they are given back."""
        with self._guard:
            self._closed = True
            for one in self._idle:
                one.close()
            self._idle.clear()
