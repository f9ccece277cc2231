"""What the other processes at this address have counted: whichever of them is asked tells the numbers of all.

Prometheus asks by one connection, which it keeps, and so would hear of one process alone for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

PATIENCE = 2.0  # seconds for another process to answer; who has just died does not
ALONE = "alone"  # in the query: do not ask the others in turn


async def told_beside(ports: Iterable[int]) -> list[str]:
    """What those at these ports of this machine have to tell; one that does not answer is left out."""
    told = await asyncio.gather(*map(_told_at, ports))
    return [text for text in told if text is not None]


async def _told_at(port: int) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"GET /metrics?{ALONE} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
    except OSError:  # of which a TimeoutError is one
        return None
    return body.decode() if b" 200 " in head.partition(b"\r\n")[0] else None
