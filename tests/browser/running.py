"""A real server in a process of its own, a real Chromium, and hands that click what is offered.

Everything goes over the network and through the page as a visitor sees it; nothing here imports the site.
"""

from __future__ import annotations

import contextlib
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, ConsoleMessage, Error, Locator, Page

import stylobate
from stylobate.page import WIDGET
from tests.browser.again import Kind, windows
from tests.caddy import Caddy
from tests.harness import has_choice_of_seats, random_game

PATIENCE = 60_000  # milliseconds; a busy machine compiles a game once
EAGER = 0.75  # how often a hand that clicks at random says that it is ready, as soon as it may
LEFT = 8  # tokens of a random game near its end

OUR_PAGE = {"Sec-Fetch-Site": "same-origin"}  # what a browser says of requests that a page of the site makes


class Server:
    """The site, on a free port, with a folder of its own; it can be killed and come back."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        program: str = "stylobate",
        options: Sequence[str] = (),
    ) -> None:
        self.folder, self.environment, self.program, self.options = folder, environment, program, options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Come up, and answer."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    self.program,
                    "serve",
                    "--data",
                    str(self.folder),
                    "--port",
                    str(self.port),
                    "--no-open",
                    "--no-limits",
                    *self.options,
                ],
                stdout=log,
                stderr=log,
                env=self.environment,
            )
        for _ in range(PATIENCE // 20):  # five times as long as for anything else
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"{self.url}/health", timeout=5).close()
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"the server did not come up:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def kill(self) -> None:
        """As if the power had failed."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Orderly."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None


def kinds() -> list[str]:
    """A game of every kind that a table's scripts know: with and without chance, with and without a widget.

    For what is the same in all games of a kind, since nothing of the game itself has a part in it.
    """
    games = [stylobate.load(id) for id in stylobate.ids()]
    return [*{(game.has_chance, WIDGET in game.page.files()): game.id for game in games}.values()]


def free_port() -> int:
    """A port at which nobody listens yet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Line:
    """A network between browsers and a server, with every fault that networks have.

    `die` makes it swallow all that is under way and all that comes, without a word to either end, as a phone
    in a tunnel does.  `heal` lets new connections pass; those of before stay dead.  `events` may lose, double
    or keep back whatever the server tells by its stream.
    """

    def __init__(self, server: Server) -> None:
        self.events: Callable[[bytes], list[bytes]] = lambda event: [event]
        self._goal = ("127.0.0.1", server.port)
        self._is_dead = False
        self._wires: list[_Wire] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._listen, daemon=True).start()

    def die(self) -> None:
        """Swallow everything from now on."""
        self._is_dead = True
        for wire in self._wires:
            wire.is_dead = True

    def heal(self) -> None:
        """Let new connections pass."""
        self._is_dead = False

    def close(self) -> None:
        """Hang up."""
        self._door.close()
        for wire in self._wires:
            wire.cut()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._wires.append(_Wire(self, near, socket.create_connection(self._goal), self._is_dead))


class _Wire:
    """One connection through the line: near is the browser's end."""

    def __init__(self, line: Line, near: socket.socket, far: socket.socket, is_dead: bool) -> None:
        self.line, self.near, self.far, self.is_dead = line, near, far, is_dead
        self.streams = False
        for carry in (self._up, self._down):
            threading.Thread(target=carry, daemon=True).start()

    def cut(self) -> None:
        """End it at both ends."""
        for end in (self.near, self.far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _up(self) -> None:
        with contextlib.suppress(OSError):
            while said := self.near.recv(65536):
                self.streams = self.streams or said.startswith(b"GET /api/events")
                if not self.is_dead:
                    self.far.sendall(said)
        self.cut()

    def _down(self) -> None:
        rest = b""
        with contextlib.suppress(OSError):
            while said := self.far.recv(65536):
                if self.streams:
                    said, rest = self._events(rest + said)
                if not self.is_dead:
                    self.near.sendall(said)
        if not self.is_dead:
            self.cut()

    def _events(self, said: bytes) -> tuple[bytes, bytes]:
        """A stream's bytes as the line hands them on, chunk by chunk; and the piece that is not whole yet."""
        passed = b""
        if said.startswith(b"HTTP/"):
            head, end, said = said.partition(b"\r\n\r\n")
            passed = head + end
        while b"\r\n" in said:
            size, _, more = said.partition(b"\r\n")
            length = int(size, 16)
            if len(more) < length + 2:
                break
            for event in more[:length].split(b"\n\n")[:-1]:
                for told in self.line.events(event + b"\n\n"):
                    passed += b"%x\r\n%s\r\n" % (len(told), told)
            if not length:
                passed += b"0\r\n\r\n"
            said = more[length + 2 :]
        return passed, said


@contextlib.contextmanager
def visitor(
    browser: Browser,
    server: Server | Line | Caddy,
    *,
    alone: bool = False,
    **how: Any,
) -> Iterator[Page]:
    """Somebody with a browser of their own; whatever goes wrong in it is an error here.

    Who is alone has a window that is used by nobody before or after.
    """
    settings = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce", **how}
    kind = Kind(server.url, settings)
    used = None if alone or browser.browser_type.name != "chromium" else windows(browser)
    page = (used and used.take(kind)) or kind.open(browser, PATIENCE)
    faults: list[str] = []

    def raised(error: Error) -> None:
        faults.append(str(error))

    def said(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text or message.text.startswith("moved: "):
            faults.append(message.text)

    page.on("pageerror", raised)
    page.on("console", said)
    try:
        yield page
        assert not faults, faults
    except BaseException:
        page.context.close()
        raise
    page.remove_listener("pageerror", raised)
    page.remove_listener("console", said)
    if used is None:
        page.context.close()
    else:
        used.put_back(kind, page)


@contextlib.contextmanager
def from_afar(browser: Browser, server: Server) -> Iterator[APIRequestContext]:
    """Somebody who asks the site for things and looks at no page: that costs next to nothing."""
    context = browser.new_context(base_url=server.url)
    try:
        yield context.request
    finally:
        context.close()


# At the table


def open_table(page: Page, game: str, seats: list[str], **more: object) -> str:
    """Open a table, and go there; its id."""
    answer = new_table(page.request, game, seats, **more)
    if answer["invites"]:
        links = {str(invite["seat"]): invite for invite in answer["invites"]}
        page.goto(f"/api/tables/{answer['table']}")  # the site, but without script, stream and pictures
        page.evaluate(
            "([table, links]) => sessionStorage.setItem(`invites ${table}`, JSON.stringify(links))",
            [answer["table"], links],
        )
    page.goto(answer["url"])
    return str(answer["table"])


def new_table(asking: APIRequestContext, game: str, seats: list[str], **more: object) -> dict[str, Any]:
    """Open a table as the site's pages do, without waiting for one of them; what the site answers."""
    proposal = {"game": game, "seats": seats, "starts": "host", **more}
    if has_choice_of_seats(stylobate.load(game)):
        proposal["options"] = {"players": str(len(seats)), **more.get("options", {})}  # type: ignore[dict-item]
    answer: dict[str, Any] = asking.post("/api/tables", data=proposal, headers=OUR_PAGE).json()
    assert "url" in answer, answer
    return answer


def near_the_end(game: str, seats: int = 2, left: int = LEFT) -> dict[str, str]:
    """Options for a table where even a long game has its end in sight."""
    return after(game, seats, len(_random_tokens(game, seats)) - left)


def after(game: str, seats: int, tokens: int) -> dict[str, str]:
    """Options for a table where so many tokens of a random game have been played."""
    start = _start(game, seats)
    return {"setup": str(start.play(*_random_tokens(game, seats)[:tokens]))} if tokens > 0 else {}


def to_move(game: str, seats: int, options: Mapping[str, str]) -> int:
    """The seat that is the first to move under these options, whatever is thrown before."""
    position = _start(game, seats, options)
    while position.is_chance:
        position = position.play(position.legal[0])
    return position.turn


def _start(game: str, seats: int, options: Mapping[str, str] | None = None) -> stylobate.Position:
    rules = stylobate.load(game)
    return rules.begin({**({"players": str(seats)} if has_choice_of_seats(rules) else {}), **(options or {})})


@cache
def _random_tokens(game: str, seats: int) -> list[str]:
    """A random game from its start to its end."""
    return [*random_game(_start(game, seats), random.Random(game))]


def play(asking: APIRequestContext, table: str, tokens: Iterable[str]) -> None:
    """Play these tokens for whoever of this browser is to move; chance comes by itself."""
    view = at(asking, table)
    for token in tokens:
        view = _ask(asking, view, do="move", token=token)


def play_on(asking: APIRequestContext, table: str, count: int, seed: int) -> None:
    """Play for all seats, at random but by this seed, until there are so many tokens or the game is over.

    Begin it where no page has done that yet.
    """
    rng = random.Random(seed)
    view = at(asking, table)
    if view["can"]["begin"]:
        view = _ask(asking, view, do="begin")
    game = stylobate.load(view["game"])
    while view["state"] != "over" and len(view["tokens"]) < count:
        view = _ask(asking, view, do="move", token=rng.choice(game.position(view["position"]).legal))


def at(asking: APIRequestContext, table: str) -> dict[str, Any]:
    """The table as the server tells this browser of it."""
    view: dict[str, Any] = asking.get(f"/api/tables/{table}").json()
    return view


def _ask(asking: APIRequestContext, view: dict[str, Any], **what: str) -> dict[str, Any]:
    """The view after what was asked for."""
    asked = {**what, "version": view["version"], "nonce": secrets.token_hex(16)}
    reply = asking.post(f"/api/tables/{view['id']}", data=asked, headers=OUR_PAGE)
    assert reply.ok, reply.text()
    later: dict[str, Any] = reply.json()
    return later


def settled(page: Page) -> str:
    """Wait until the page shows the newest board and knows what to do: “mine” or “over”."""
    return str(
        page.wait_for_function(
            """() => { const t = document.querySelector("#table").dataset;
                if (t.newest !== "true") return "";
                return t.state === "over" ? "over" : t.mine === "true" ? "mine" : ""; }"""
        ).json_value()
    )


def shown(page: Page) -> int:
    """How many tokens the board has that hangs there."""
    return int(page.locator("#table").get_attribute("data-n") or 0)


def board(page: Page) -> str:
    """The board that hangs there, in its own words."""
    return page.locator("#drawn svg > desc").inner_html()


def wait_for(page: Page, n: int) -> None:
    """Wait until the newest board has that many tokens."""
    page.wait_for_function(
        """(n) => { const t = document.querySelector("#table").dataset;
            return Number(t.n) >= n && t.newest === "true"; }""",
        arg=n,
    )


def click(page: Page, target: Locator) -> None:
    """A real click in the middle of what is meant."""
    area = target.locator(".area")
    if area.count():
        area.first.scroll_into_view_if_needed()
        box = area.first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        target.click()


LOOK = """([eager, which]) => {
    // What may be clicked now: dice and cards, areas of the board, buttons.  Choose one, and say where it is.
    const { version } = document.querySelector("#table").dataset;
    if (document.querySelector("#panel").classList.contains("sending")) return { version, sending: true };
    const ready = document.querySelectorAll("#widget .primary:not([disabled])");
    const all = document.querySelectorAll("#widget button:not([disabled]), #drawn .target, #steps button");
    const board = document.querySelector("#drawn").getBoundingClientRect();
    const on = (x, y, { left, right, top, bottom }) => left < x && x < right && top < y && y < bottom;
    const chart = document.querySelector(".chart")?.getBoundingClientRect() ?? new DOMRect();
    const inSight = (one) => {
        // Of a board that has outgrown its place a part is seen, and a chart of all of it lies on a corner.
        const box = one.querySelector(".area")?.getBoundingClientRect();
        if (!box) return true;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return on(x, y, board) && !on(x, y, chart);
    };
    const choices = ready.length && eager ? ready : [...all].filter(inSight);
    const one = choices[Math.floor(which * choices.length)];
    if (!one) return { version };
    const goal = one.querySelector(".area") ?? one;
    let box = goal.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) {
        goal.scrollIntoView({ block: "center", behavior: "instant" });
        box = goal.getBoundingClientRect();
    }
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    const under = document.elementFromPoint(...at);
    const wall = goal === one ? one : document.querySelector("#drawn");
    const covered = wall.contains(under) ? "" : `${one.outerHTML} by ${under?.outerHTML}`.slice(0, 400);
    return { version, at, covered };
}"""


def choose(page: Page, rng: random.Random) -> None:
    """Click what is offered, at random, until a token is on its way.

    The page answers a click at once: after it there is another choice, or nothing more to choose.  So there
    is nothing to wait for, and a hand is as fast as the page.
    """
    before = None
    for _ in range(60):
        seen = page.evaluate(LOOK, [rng.random() < EAGER, rng.random()])
        before = before or seen["version"]
        if "sending" in seen or seen["version"] != before:
            return
        if "at" in seen:
            assert not seen["covered"], seen["covered"]
            page.mouse.click(*seen["at"])
        else:
            page.wait_for_timeout(20)
    raise AssertionError("sixty clicks made no move")


def move(page: Page, rng: random.Random) -> None:
    """Choose, and wait until the server has heard of it."""
    choose(page, rng)
    page.wait_for_function("() => !document.querySelector('#panel').classList.contains('sending')")


def play_out(page: Page, rng: random.Random, most: int = 400) -> int:
    """Play until the game is over; how many times it was our turn."""
    turns = 0
    while settled(page) == "mine":
        assert turns < most
        move(page, rng)
        turns += 1
    return turns
