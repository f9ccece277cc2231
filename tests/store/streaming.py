"""A process that streams moves into a store and says which were acknowledged, until it is killed.

    python streaming.py FILE MOVES

It imports nothing that needs the compiler, so that it is at work at once.
"""

import json
import sys
from concurrent.futures import Future
from pathlib import Path

from stylobate.store.protocol import Addition, Outcome
from stylobate.store.sqlite import SqliteStore

AT_ONCE = 12


def main(file: str, moves: str) -> None:
    store = SqliteStore(Path(file))
    waiting: list[tuple[str, Future[Outcome]]] = []
    for line in Path(moves).read_text("utf-8").splitlines():
        table, secret, expected, events, summary = json.loads(line)
        addition = Addition(events, summary, events[-1]["at"], key=f"{expected}")
        if expected == 0:
            waiting.append((table, store.create(table, addition, bytes.fromhex(secret))))
        else:
            waiting.append((table, store.append(table, expected, addition)))
        while len(waiting) > AT_ONCE:
            tell(*waiting.pop(0))
    for pair in waiting:
        tell(*pair)
    store.close()


def tell(table: str, future: Future[Outcome]) -> None:
    print(table, future.result().version, flush=True)  # type: ignore[union-attr]


main(*sys.argv[1:])
