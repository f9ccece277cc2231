"""What somebody at a table asks for next, by what they see and by lot: the same over the wire and without.

Mostly they move; now and then they talk, take back, resign, ask for what is no longer so, or for what was
never theirs.  A second of the same person may sit before another screen and do the same.
"""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from stylobate.play import View
from stylobate.play.merging import merged
from stylobate.registry import load
from tests.faults.history import History, Wish

GAMES = ("colonnade", "columns-dice")
CLOCK = {"kind": "fischer", "start": 600, "increment": 5}


class Player(ABC):
    """Somebody who plays at tables, by what they have seen last of each."""

    def __init__(self, history: History, name: str, seed: int) -> None:
        self.history, self.name = history, name
        self.rng = random.Random(seed)

    @abstractmethod
    async def insist(self, wish: Wish) -> View | None:
        """Ask for this until there is an answer; the view that it led to, if it was done."""

    @abstractmethod
    async def look(self, table: str) -> View:
        """The table as it is shown now."""

    @abstractmethod
    async def invite(self, table: str, seat: int) -> str:
        """A link to a seat of a table of theirs: the secret in it."""

    async def open(self, plan: Mapping[str, Any]) -> View:
        """Open a table."""
        view = await self.insist(self._wish("", {"do": "open", **plan}))
        assert view is not None
        return view

    async def join(self, table: str, seat: int, link: str) -> None:
        """Use an invitation."""
        asked = {"do": "sit", "seat": seat, "name": self.name}
        await self.insist(Wish(table, self.name, asked, invite=link))

    async def play(self, table: str, most: int) -> int:
        """Ask for one thing after the other, at most so many; the last version that was seen."""
        view = await self.look(table)
        for _ in range(most):
            if self.rng.random() < 0.2:
                view = merged(view, await self.look(table)) or view
            await self.think()
            asked = wish(view, self.rng, self.name, self.history.number())
            if asked is not None:
                news = await self.insist(self._wish(table, asked))
                view = news or await self.look(table)
            elif view["state"] == "over":
                break
            else:
                view = await self.wait(table, view)
        return view["version"]

    @abstractmethod
    async def think(self) -> None:
        """Take one's time before the next wish."""

    @abstractmethod
    def watch(self, table: str) -> None:
        """See what happens at a table, without asking."""

    @abstractmethod
    async def hears(self, table: str, version: int) -> None:
        """Wait until whoever watches has been told of this version."""

    async def wait(self, table: str, view: View) -> View:
        """The table a little later."""
        await asyncio.sleep(0.001)
        return merged(view, await self.look(table)) or view

    def _wish(self, table: str, asked: Mapping[str, Any]) -> Wish:
        return Wish(table, self.name, asked, f"k{self.history.number()}")


async def party(
    host: Player, also_host: Player, others: Sequence[Player], computers: bool, wishes: int
) -> None:
    """One table: its host before two screens, and others who all want the seat that is left."""
    view = await host.open(plan(host.rng, host.name, computers))
    table, kept = view["id"], [seat for seat, place in enumerate(view["seats"]) if place["reserved"]]
    if kept:
        link = await host.invite(table, kept[0])
        await asyncio.gather(*(guest.join(table, kept[0], link) for guest in others))
    people = (host, also_host, *others)
    for guest in people:
        guest.watch(table)
    last = max(await asyncio.gather(*(guest.play(table, wishes) for guest in people)))
    await asyncio.gather(*(guest.hears(table, last) for guest in people))


def plan(rng: random.Random, host: str, computers: bool = False) -> dict[str, Any]:
    """A new table: a seat for its host, and one that is open, a friend's, the host's too, or a computer's."""
    seats = rng.choice((["me", "open"], ["me", "open"], ["me", "friend"], [f"me:{host}", f"me:{host} too"]))
    if computers and rng.random() < 0.5:
        seats = ["me", rng.choice(("random", "1"))]
    clock = rng.choice(({"kind": "none"}, CLOCK))
    return {"game": rng.choice(GAMES), "seats": seats, "clock": clock, "visibility": "public"}


def wish(view: Mapping[str, Any], rng: random.Random, who: str, number: int) -> dict[str, Any] | None:
    """What to ask for at a table that looks like this; None: there is nothing to do but to wait."""
    can, lot = view["can"], rng.random()
    if lot < 0.06 and (view["mine"] or rng.random() < 0.2):
        return {"do": "say", "text": f"{who} {number}"}
    if view["state"] == "open":
        if can["sit"] and not view["mine"]:
            return {"do": "sit", "seat": rng.choice(can["sit"]), "name": who}
        if can["begin"]:
            return {"do": "begin", "nonce": nonce(rng), "version": view["version"]}
        return None
    if view["state"] == "over":
        return {"do": "rematch"} if can["rematch"] and lot < 0.3 else None
    takeback = view["takeback"]
    if takeback is not None and takeback["asks_you"]:
        return {"do": "answer-takeback", "yes": rng.random() < 0.5}
    if can["ask_takeback"] and lot < 0.1:
        return {"do": "ask-takeback"}
    if can["resign"] and lot < 0.11:
        return {"do": "resign"}
    if can["undo"] and lot < 0.14:
        return {"do": "undo", "version": view["version"]}
    if can["move"]:
        version = view["version"] - (lot > 0.97)
        legal = load(view["game"]).position(view["position"]).legal
        return {"do": "move", "token": rng.choice(legal), "version": version, "nonce": nonce(rng)}
    return None


def nonce(rng: random.Random) -> str:
    """A nonce as a browser would make it."""
    return rng.randbytes(16).hex()
