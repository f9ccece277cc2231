"""`python -m bench.attacker proofs|boards|computers PORT`: somebody who asks for all the server can do.

Waves of requests, each as soon as the one before is answered, until it is ended; the game grows by a remark
between two waves, so that little which was made once is good for the next.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys

from bench.connection import Connection

LONG = "0123456789abcdef"
PROOFS, BOARDS, TABLES = 120, 200, 12
BETWEEN = 0.5  # seconds between two waves


async def _waves(port: int, kind: str) -> None:
    count = PROOFS if kind == "proofs" else BOARDS
    first = await Connection(port).open()
    status, body = await first.post("/api/tables", {"game": "colonnade", "seats": ["me", "open"]}, "eve")
    assert status == 201, body
    tokens = len(json.loads((await first.get(f"/api/tables/{LONG}"))[1])["tokens"])
    lines = [await Connection(port).open() for _ in range(count)]
    for line in lines:
        line.cookies = first.cookies
    wave = 0
    while True:
        wave += 1
        await first.post(f"/api/tables/{LONG}", {"do": "say", "text": f"Wave {wave}"}, f"say{wave}")
        what = [f"at/{(wave * count + n) % tokens}" for n in range(count)] if kind == "boards" else ["proof"]
        await asyncio.gather(
            *(line.get(f"/api/tables/{LONG}/{what[n % len(what)]}") for n, line in enumerate(lines))
        )
        await asyncio.sleep(BETWEEN)


async def _computers(port: int) -> None:
    line, rng = await Connection(port).open(), random.Random(1)
    proposal = {"game": "columba", "options": {"players": "4"}, "seats": ["5", "5", "5", "me"]}
    opened = 0
    while opened < TABLES:
        status, body = await line.post("/api/tables", proposal, f"table{opened}-{rng.random()}")
        if status == 201:
            opened += 1
            begin = {"do": "begin", "nonce": f"{rng.getrandbits(128):032x}"}
            await line.post(f"/api/tables/{json.loads(body)['table']}", begin, f"begin{opened}")
        else:
            await asyncio.sleep(1.0)
    await asyncio.Event().wait()


def main() -> None:
    """Attack until ended."""
    kind, port = sys.argv[1], int(sys.argv[2])
    asyncio.run(_computers(port) if kind == "computers" else _waves(port, kind))


if __name__ == "__main__":
    main()
