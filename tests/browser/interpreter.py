"""`python interpreter.py FIREFOX …`: stands between Playwright and the system's Firefox.

Playwright drives a Firefox that it has not built itself by WebDriver BiDi, and asks it for things that older
ones, such as Debian's, do not know yet.  Here these few are answered in its place with a yes; everything else
is handed on.  It is a program of its own, which Playwright starts as if it were the browser.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = {"emulation.setMediaFeaturesOverride"}  # dark theme: a test that wants it cannot be run here


async def interpret(program: str, words: list[str]) -> int:
    """Run Firefox with these words, and be heard in its place; what it exits with."""
    firefox = await asyncio.create_subprocess_exec(program, *words, stderr=asyncio.subprocess.PIPE)
    address = await _address(firefox)

    async def hear(playwright: ServerConnection) -> None:
        request = playwright.request
        assert request is not None
        async with connect(address + request.path, max_size=None, ping_interval=None) as browser:

            async def there() -> None:
                async for said in playwright:
                    asked = json.loads(said)
                    if asked["method"] in UNKNOWN:
                        done = {"type": "success", "id": asked["id"], "result": {}}
                        await playwright.send(json.dumps(done))
                    else:
                        await browser.send(said)
                await browser.close()

            async def back() -> None:
                async for said in browser:
                    await playwright.send(said)
                await playwright.close()

            await asyncio.gather(there(), back())

    async with serve(hear, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        return await firefox.wait()


async def _address(firefox: asyncio.subprocess.Process) -> str:
    """Where it can be spoken to, as it says itself; what else it says is read and forgotten."""
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if told := re.search(rb"WebDriver BiDi listening on (ws://\S+)", line):
            asyncio.get_running_loop().create_task(firefox.stderr.read())
            return told[1].decode()
    raise SystemExit("Firefox ended before it could be spoken to.")


if __name__ == "__main__":
    raise SystemExit(asyncio.run(interpret(sys.argv[1], sys.argv[2:])))
