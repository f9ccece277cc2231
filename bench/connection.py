"""Plain connections to a site that is measured: requests built by hand, answers read as far as needed."""

from __future__ import annotations

import asyncio
import json

HOST = "127.0.0.1"


class Connection(asyncio.Protocol):
    """One connection that is kept: a request, its answer, the next request."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.headers = ""
        self._transport: asyncio.Transport | None = None
        self._came = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def open(self) -> Connection:
        """Connect."""
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, self.port)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """More of the answer."""
        self._came += data
        head = self._came.find(b"\r\n\r\n")
        if head < 0 or self._answer is None:
            return
        lines = bytes(self._came[:head]).lower()
        start = lines.index(b"content-length: ") + 16
        length = int(lines[start : lines.find(b"\r\n", start) if b"\r\n" in lines[start:] else None])
        if len(self._came) < head + 4 + length:
            return
        for header in bytes(self._came[:head]).split(b"\r\n"):
            if header.lower().startswith(b"set-cookie: "):
                name, _, rest = header[12:].decode().partition("=")
                self.cookies[name] = rest.partition(";")[0]
        answer, self._answer = self._answer, None
        body = bytes(self._came[head + 4 :])
        self._came.clear()
        answer.set_result((int(lines[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        """Gone."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionError("the server has gone"))

    async def get(self, path: str) -> tuple[int, bytes]:
        """Ask for something, and wait for the answer."""
        return await self._asked("GET", path, "\r\n")

    async def post(self, path: str, data: object, key: str) -> tuple[int, bytes]:
        """Send, and wait for the answer."""
        body = json.dumps(data)
        head = f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n"
        return await self._asked("POST", path, f"{head}\r\n{body}")

    async def _asked(self, method: str, path: str, rest: str) -> tuple[int, bytes]:
        assert self._transport is not None
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items() if name == "stylobate")
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nSec-Fetch-Site: same-origin\r\n"
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(f"{head}{self.headers}Cookie: {cookie}\r\n{rest}".encode())
        return await self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


class Watcher(asyncio.Protocol):
    """Somebody who only watches, and counts."""

    def __init__(self) -> None:
        self.updates = 0
        self._transport: asyncio.Transport | None = None
        self._told = asyncio.Event()

    async def open(self, port: int, table: str) -> None:
        """Begin to watch a table: until the first view is there."""
        self.close()
        self._told.clear()
        self._transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)
        self._transport.write(f"GET /api/events?table={table} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        await self._told.wait()

    def data_received(self, data: bytes) -> None:
        """News."""
        seen = data.count(b"event: table")
        if seen:
            self.updates += seen
            self._told.set()

    def close(self) -> None:
        """Stop watching."""
        if self._transport is not None:
            self._transport.close()
