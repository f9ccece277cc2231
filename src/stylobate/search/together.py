"""Several searches of one position at the same time, a thread each, and what they find together.

Each grows a tree of its own by chance of its own, and in the end their visits are added up (root
parallelism): the same for the same seed, playouts and number of threads, on every machine.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import randbits

from stylobate.search.tree import Prospect, SearchResult, choice

Run = Callable[[int, int, int | None], SearchResult]


def together(run: Run, threads: int, seed: int | None, playouts: int | None, seat: int) -> SearchResult:
    """Call `run(number, seed, playouts)` in so many threads, each with a part of the playouts; add up."""
    root = randbits(64) if seed is None else seed
    results: list[SearchResult | None] = [None] * threads

    def one(number: int) -> None:
        own = int.from_bytes(sha256(f"{root} thread {number}".encode()).digest()[:8], "big")
        share = None if playouts is None else (playouts + number) // threads
        results[number] = run(number, own, share)

    running = [threading.Thread(target=one, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return added([result for result in results if result is not None], seat)


def added(results: Sequence[SearchResult], seat: int) -> SearchResult:
    """What several searches of one position have found, as if it were one; what one has proven is so."""
    for result in results:
        if result.proven:
            return result
    tokens: dict[str, list[Prospect]] = defaultdict(list)
    for result in results:
        for prospect in result.prospects:
            tokens[prospect.token].append(prospect)
    prospects = sorted(
        map(_one, tokens.values()), key=lambda one: (-one.visits, -one.payoff[seat], one.token)
    )
    token = choice(prospects, seat)
    payoff = next(one.payoff for one in prospects if one.token == token)
    return SearchResult(
        token,
        payoff,
        False,
        sum(result.playouts for result in results),
        sum(result.nodes for result in results),
        max(result.seconds for result in results),
        tuple(prospects),
    )


def _one(found: Sequence[Prospect]) -> Prospect:
    """What was found about one token, by the visits that it had."""
    for prospect in found:
        if prospect.proven:
            return prospect
    visits = sum(prospect.visits for prospect in found)
    weights = [prospect.visits / visits if visits else 1 / len(found) for prospect in found]
    seats = range(len(found[0].payoff))
    payoff = tuple(sum(w * one.payoff[seat] for w, one in zip(weights, found, strict=True)) for seat in seats)
    return Prospect(found[0].token, visits, payoff, False)
