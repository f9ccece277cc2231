"""The line between a server and its database, in our hands: it can be cut, or be silent for a while."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path


class Cable:
    """Takes connections at a port of this machine and hands them on to a PostgreSQL, by its socket."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.port = 0
        self._server: asyncio.Server | None = None
        self._lines: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False

    async def lay(self) -> Cable:
        """Begin to take connections."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> None:
        """Break all connections, and every new one, until it is mended."""
        self._is_cut = True
        for writers in self._lines.values():
            for writer in writers:
                writer.transport.abort()

    def hush(self) -> None:
        """Let nothing through, and say nothing of it, until it is mended."""
        self._flows.clear()

    def mend(self) -> None:
        """All is well again."""
        self._is_cut = False
        self._flows.set()

    async def remove(self) -> None:
        """End it."""
        if self._server is not None:
            self._server.close()
        self.cut()
        self._flows.set()
        await asyncio.gather(*self._lines)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        ends = self._lines[task] = [writer]
        try:
            with contextlib.suppress(OSError):
                there, back = await asyncio.open_unix_connection(str(self.socket))
                ends.append(back)
                pumps = [asyncio.ensure_future(self._pump(*way)) for way in ((reader, back), (there, writer))]
                try:
                    await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for pump in pumps:
                        pump.cancel()
        finally:
            for end in ends:
                end.transport.abort()
            del self._lines[task]

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
