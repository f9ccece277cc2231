"""Plain HTTP over a kept connection, and live streams; a line that broke is told of."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

HOST = "127.0.0.1"


class Lost(Exception):
    """The line broke, or nobody answered in time: what became of the request is not known."""


@dataclass(frozen=True)
class Answer:
    """What came back: a status, cookies, and the body."""

    status: int
    cookies: Mapping[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Wire:
    """A connection to one server that is made when it is needed, and made anew when it broke."""

    def __init__(self, port: int, patience: float) -> None:
        self.port, self.patience = port, patience
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        """One request, and its answer; Lost where there is none."""
        try:
            async with asyncio.timeout(self.patience):
                if self._ends is None:
                    self._ends = await asyncio.open_connection(HOST, self.port)
                reader, writer = self._ends
                writer.write(_head(method, path, {**headers, "Content-Length": str(len(body))}) + body)
                status, fields = await _answered(reader)
                length = int(next(value for name, value in fields if name == "content-length"))
                said = await reader.readexactly(length)
        except (OSError, EOFError, TimeoutError, ValueError, StopIteration):
            self.close()
            raise Lost from None
        except BaseException:
            self.close()
            raise
        cookies = [value.partition(";")[0].partition("=") for name, value in fields if name == "set-cookie"]
        return Answer(status, {name: value for name, _, value in cookies}, said)

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


async def events(
    port: int, path: str, headers: Mapping[str, str], silence: float
) -> AsyncIterator[tuple[str, Any]]:
    """What a live stream tells, until it breaks, or has been silent for so many seconds."""
    writer = None
    with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError):
        try:
            async with asyncio.timeout(silence):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(_head("GET", path, headers))
                status, _ = await _answered(reader)
            said = b""
            while status == 200:
                async with asyncio.timeout(silence):
                    size = int(await reader.readline(), 16)
                    said += (await reader.readexactly(size + 2))[:-2]
                if not size:
                    return
                *whole, said = said.split(b"\n\n")
                for event in whole:
                    fields = dict(line.partition(b": ")[::2] for line in event.split(b"\n"))
                    if b"event" in fields:
                        yield fields[b"event"].decode(), json.loads(fields[b"data"])
        finally:
            if writer is not None:
                writer.close()


def _head(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HOST}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def _answered(reader: asyncio.StreamReader) -> tuple[int, list[tuple[str, str]]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    fields = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return int(first.split(" ")[1]), fields
