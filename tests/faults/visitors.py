"""People with browsers, at several servers of one site: if one does not answer, they ask another.

What they ask for is sent again, under the same key, until somebody answers.  A live stream that broke or fell
silent is opened elsewhere, with the last version that was seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit

from stylobate.play import View
from stylobate.play.merging import merged
from tests.faults.history import History, Outcome, Told, Try, Wish
from tests.faults.wire import Answer, Lost, Wire, events
from tests.faults.wishing import Player

PATIENCE = 4.0  # seconds for an answer; then it is asked for elsewhere
SILENCE = 3.0  # of a stream
A_MOMENT = 0.1
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
UNKNOWN = (503, 507)  # the store did not answer, or too late


class Over(Exception):
    """Everybody is sent home."""


class Visitor(Player):
    """Somebody with a browser, at several tables one after the other."""

    def __init__(
        self, history: History, ports: Sequence[int], name: str, seed: int, over: asyncio.Event, pace: float
    ) -> None:
        super().__init__(history, name, seed)
        self.over, self.ports, self.pace = over, ports, pace
        self.cookies: dict[str, str] = {}
        self.faults: list[str] = []
        self.seen: dict[str, View] = {}
        self._wires = [Wire(port, PATIENCE) for port in ports]
        self._news = asyncio.Event()
        self._heard: dict[str, int] = {}
        self._watching: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Close the browser."""
        for wire in self._wires:
            wire.close()
        if self._watching is not None:
            self._watching.cancel()

    async def arrive(self) -> None:
        """Give one's name, and be somebody from then on."""
        form = urlencode({"name": self.name}).encode()
        while not self.cookies:
            self._home()
            with contextlib.suppress(Lost):
                await self._ask(self.rng.randrange(len(self.ports)), "POST", "/me/name", FORM, form)
            await asyncio.sleep(0 if self.cookies else A_MOMENT)

    async def insist(self, wish: Wish) -> View | None:
        """Ask until somebody answers."""
        self.history.wishes.append(wish)
        method, path, headers, body = self._request(wish)
        while True:
            self._home()
            server = self.rng.randrange(len(self.ports))
            began = self.history.now()
            try:
                answer = await self._ask(server, method, path, headers, body)
            except Lost:
                wish.tries.append(Try(f"server {server}", began, self.history.now(), "lost"))
                await asyncio.sleep(A_MOMENT)
                continue
            view, reason, outcome = self._understood(answer, wish, path)
            version, told = (None, None) if view is None else (view["version"], Told.by(view))
            wish.tries.append(
                Try(f"server {server}", began, self.history.now(), outcome, version, reason, told)
            )
            if outcome == "lost":
                await asyncio.sleep(A_MOMENT)
                continue
            if view is not None:
                wish.table = view["id"]
                self._learn(view)
            if outcome == "refused" and answer.body[:1] == b"{" and "view" in answer.told:
                self.history.see(f"server {server}", self.name, answer.told["view"], began)
            return view

    def _request(self, wish: Wish) -> tuple[str, str, dict[str, str], bytes]:
        asked = dict(wish.asked)
        if wish.invite:
            form = urlencode({"name": self.name}).encode()
            return "POST", f"/join/{wish.invite}", FORM, form
        path = f"/api/tables/{wish.table}"
        if asked["do"] == "open":
            path = "/api/tables"
            del asked["do"]
        headers = {"Content-Type": "application/json", "Idempotency-Key": wish.key}
        return "POST", path, headers, json.dumps(asked).encode()

    def _understood(self, answer: Answer, wish: Wish, path: str) -> tuple[View | None, str, Outcome]:
        """The view that a wish led to, why not, and which of them it was."""
        if answer.status in (200, 201):
            told = answer.told
            return told.get("view", told), "", "done"
        if answer.status == 303:
            return None, "", "done"
        if answer.status in UNKNOWN:
            return None, "", "lost"
        reason = answer.told.get("reason", "") if answer.body[:1] == b"{" else ""
        if answer.status not in (403, 409, 410, 422):
            self.faults.append(f"{wish}, {path}: {answer.status} {answer.body[:200]!r}")
        return None, reason or str(answer.status), "refused"

    async def look(self, table: str) -> View:
        """The table as one of the servers shows it; not older than what was seen before."""
        while True:
            self._home()
            server = self.rng.randrange(len(self.ports))
            began = self.history.now()
            try:
                answer = await self._ask(server, "GET", f"/api/tables/{table}", {})
            except Lost:
                await asyncio.sleep(A_MOMENT)
                continue
            if answer.status == 200:
                view: View = answer.told
                self.history.see(f"server {server}", self.name, view, began)
                return self._learn(view)
            if answer.status not in UNKNOWN:
                self.faults.append(f"GET {table}: {answer.status} {answer.body[:200]!r}")
            await asyncio.sleep(A_MOMENT)

    async def invite(self, table: str, seat: int) -> str:
        """A link to a seat: the secret in it."""
        headers, body = {"Content-Type": "application/json"}, json.dumps({"seat": seat}).encode()
        while True:
            self._home()
            server = self.rng.randrange(len(self.ports))
            try:
                answer = await self._ask(server, "POST", f"/api/tables/{table}/invites", headers, body)
            except Lost:
                await asyncio.sleep(A_MOMENT)
                continue
            if answer.status == 201:
                return str(urlsplit(answer.told["url"]).path.rpartition("/")[2])
            if answer.status not in UNKNOWN:
                self.faults.append(f"an invitation: {answer.status} {answer.body[:200]!r}")
            await asyncio.sleep(A_MOMENT)

    async def think(self) -> None:
        """Take one's time before the next wish; now and then a long one."""
        longer = 50 if self.rng.random() < 0.02 else 1
        await asyncio.sleep(self.rng.uniform(0, self.pace) * longer)

    def watch(self, table: str) -> None:
        """Keep a live stream open."""
        self._watching = asyncio.create_task(self._listen(table))

    async def hears(self, table: str, version: int) -> None:
        """Wait until the stream has told of this version, through whatever server."""
        try:
            async with asyncio.timeout(60):
                while self._heard.get(table, 0) < version:
                    self._home()
                    await asyncio.sleep(A_MOMENT)
        except TimeoutError:
            self.faults.append(f"{self.name} has not heard of version {version} of table {table}")

    async def wait(self, table: str, view: View) -> View:
        """The table when it has changed, as the live stream tells, or after a while."""
        self._home()
        self._news.clear()
        try:
            async with asyncio.timeout(0.5):
                await self._news.wait()
        except TimeoutError:
            return await self.look(table)
        return merged(view, self.seen[table]) or self.seen[table]

    async def _listen(self, table: str) -> None:
        """Watch a table live, through one server after the other, for ever."""
        while True:
            server, stream = self.rng.randrange(len(self.ports)), self.history.number()
            seen: View | None = None
            async for kind, news in events(
                self.ports[server], f"/api/events?table={table}", self._headers(), SILENCE
            ):
                if kind == "table":
                    seen = merged(seen, news)
                    if seen is None:
                        break
                    self.history.see(f"server {server}", self.name, seen, self.history.now(), stream)
                    self._heard[table] = max(self._heard.get(table, 0), seen["version"])
                    self._learn(seen)
            await asyncio.sleep(A_MOMENT)

    def _learn(self, view: View) -> View:
        """The newest that is known of a table, with this."""
        seen = self.seen[view["id"]] = merged(self.seen.get(view["id"]), view) or view
        self._news.set()
        return seen

    def _home(self) -> None:
        if self.over.is_set():
            raise Over

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Sec-Fetch-Site": "same-origin", **({"Cookie": cookies} if cookies else {})}

    async def _ask(
        self, server: int, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        answer = await self._wires[server].ask(method, path, {**self._headers(), **headers}, body)
        self.cookies |= answer.cookies
        return answer
