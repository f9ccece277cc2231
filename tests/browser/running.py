"""A real server in a process of its own, a real Chromium, and hands that click what is offered.

Everything goes over the network and through the page as a visitor sees it; nothing here imports the site.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
]
PATIENCE = 60_000  # milliseconds; a busy machine compiles a game once


class Server:
    """The site, on a free port, with a folder of its own; it can be killed and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Come up, and answer."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "stylobate",
                    "serve",
                    "--data",
                    str(self.folder),
                    "--port",
                    str(self.port),
                    "--no-open",
                ],
                stdout=log,
                stderr=log,
                env={**os.environ, "STYLOBATE_LIMITS": "off"},
            )
        for _ in range(600):
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(self.url, timeout=5).close()
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


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


@contextlib.contextmanager
def visitor(browser: Browser, server: Server, **how: object) -> Iterator[Page]:
    """Somebody with a browser of their own; whatever goes wrong in it is an error here."""
    settings = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce", **how}
    context: BrowserContext = browser.new_context(base_url=server.url, **settings)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None
    )
    try:
        yield page
        assert not faults, faults
    finally:
        context.close()


# At the table


def open_table(page: Page, game: str, seats: list[str], **more: object) -> str:
    """Open a table the way the page does, and go there; its id."""
    if page.url == "about:blank":
        page.goto("/")
    plan = {"game": game, "seats": seats, "starts": "host", **more}
    if len(seats) > 2 or game in ("columbiz", "columba"):
        plan["options"] = {"players": str(len(seats)), **more.get("options", {})}  # type: ignore[dict-item]
    answer = page.evaluate(
        """async (plan) => {
            const reply = await fetch("/api/tables", { method: "POST", body: JSON.stringify(plan),
                headers: { "Content-Type": "application/json" } });
            return reply.json();
        }""",
        plan,
    )
    assert "url" in answer, answer
    links = {str(invite["seat"]): invite["url"] for invite in answer["invites"]}
    page.evaluate(
        "([table, links]) => sessionStorage.setItem(`invites ${table}`, JSON.stringify(links))",
        [answer["table"], links],
    )
    page.goto(answer["url"])
    return str(answer["table"])


def settled(page: Page) -> str:
    """Wait until the page shows the newest board and knows what to do: “mine”, “theirs” or “over”."""
    page.wait_for_function(
        """() => { const t = document.querySelector("#table").dataset;
            return t.newest === "true" && (t.mine === "true" || t.state === "over"); }"""
    )
    return "over" if page.locator("#table").get_attribute("data-state") == "over" else "mine"


def shown(page: Page) -> int:
    """How many tokens the board has that hangs there."""
    return int(page.locator("#table").get_attribute("data-n") or 0)


def wait_for(page: Page, n: int) -> None:
    """Wait until the newest board has that many tokens."""
    page.wait_for_function(
        """(n) => { const t = document.querySelector("#table").dataset;
            return Number(t.n) >= n && t.newest === "true"; }""",
        arg=n,
    )


def offers(page: Page) -> list[Locator]:
    """What may be clicked now: dice and cards, areas of the board, buttons."""
    return page.locator("#widget button:not([disabled]), #drawn .target, #steps button").all()


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


def move(page: Page, rng: random.Random) -> None:
    """Click what is offered, at random, until a token has been played."""
    before = page.locator("#table").get_attribute("data-version")
    for _ in range(40):
        ready = page.locator("#widget .primary:not([disabled])").all()
        choices = ready if ready and rng.random() < 0.4 else offers(page)
        if choices:
            click(page, rng.choice(choices))
        if page.locator("#table").get_attribute("data-version") != before:
            return
        with contextlib.suppress(Exception):
            page.wait_for_function(
                "(v) => document.querySelector('#table').dataset.version !== v", arg=before, timeout=60
            )
            return
    raise AssertionError("forty clicks made no move")


def play_out(page: Page, rng: random.Random, most: int = 400) -> int:
    """Play until the game is over; how many times it was our turn."""
    turns = 0
    while settled(page) == "mine":
        assert turns < most
        move(page, rng)
        turns += 1
    return turns
