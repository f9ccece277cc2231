"""The program of a worker: engines side by side in one process, each in a lane of its own.

    0 new colonnade         the first lane is told something
    1 go level 5            the other thinks meanwhile: a search lets the interpreter go
    0 ok
    0 go level 1
    0 bestmove b2a …        and is done long before

Every line of either direction begins with the number of its lane.  So a quick level need not wait for a slow
one, and loaded games are in memory once.
"""

from __future__ import annotations

import sys
import threading
from queue import SimpleQueue

from stylobate.engine import Engine

LANES = 2


def main() -> None:
    """Answer on standard output what comes on standard input, until it ends."""
    lanes: list[SimpleQueue[str]] = [SimpleQueue() for _ in range(LANES)]
    speaking = threading.Lock()
    for number, lane in enumerate(lanes):
        threading.Thread(target=_answer, args=(number, lane, speaking), daemon=True).start()
    for line in sys.stdin:
        which, _, words = line.partition(" ")
        lanes[int(which)].put(words)


def _answer(number: int, lane: SimpleQueue[str], speaking: threading.Lock) -> None:
    engine = Engine()
    while True:
        answer = engine.answer(lane.get())[0]
        with speaking:
            print(number, answer, flush=True)
