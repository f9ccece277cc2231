"""A public site as deploy/ has it: Caddy before two servers, one PostgreSQL; and one of them dies."""

from __future__ import annotations

import random
import re
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.running import (
    Server,
    at,
    board,
    free_port,
    move,
    open_table,
    settled,
    shown,
    visitor,
    wait_for,
)
from tests.browser.test_together import sit_down_by_link
from tests.caddy import Caddy
from tests.postgres import Cluster

pytestmark = pytest.mark.kills


class Site:
    """Two servers of one site, and the Caddy before them."""

    def __init__(self, folder: Path, database: str) -> None:
        ports = free_port(), free_port()
        options = ["--database", database, "--public-url", f"https://localhost:{ports[1]}", "--name"]
        self.servers = [Server(folder, options=[*options, f"serve-{number}"]) for number in (1, 2)]
        for server in self.servers:
            server.start()
        self.caddy = Caddy(folder, ports, [server.port for server in self.servers])

    def streams(self) -> list[int]:
        """How many live streams each server has."""
        return [streams(server) for server in self.servers]

    def stop(self) -> None:
        self.caddy.stop()
        for server in self.servers:
            server.stop()


def streams(server: Server) -> int:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as answer:
        (found,) = re.findall(r"^stylobate_streams\{.*\} (\d+)$", answer.read().decode(), re.M)
    return int(found)


@pytest.fixture
def site(tmp_path: Path, cluster: Cluster) -> Iterator[Site]:
    site = Site(tmp_path, cluster.database("behind_caddy"))
    yield site
    site.stop()


def play(rng: random.Random, ada: Page, ben: Page) -> None:
    """A move each; both see both, on the same board."""
    before = shown(ada)
    for number, (mover, other) in enumerate([(ada, ben), (ben, ada)], before + 1):
        assert settled(mover) == "mine"
        move(mover, rng)
        wait_for(mover, number)
        wait_for(other, number)
        assert board(mover) == board(other)


def come_by_the_other_server(site: Site, guest: Page, path: str) -> None:
    """See that each server has one stream; it may go to either, so the guest leaves and comes until it does.

    Caddy tells a server that somebody left only when that writes to them again, which it does now and then.
    """
    for _ in range(6):
        if sorted(site.streams()) == [1, 1]:
            return
        guest.goto("about:blank")
        give_up = time.monotonic() + 60
        while sum(site.streams()) > 1 and time.monotonic() < give_up:
            time.sleep(0.2)
        guest.goto(path)
        expect(guest.locator("#link-state")).to_have_text("connected")
    raise AssertionError(f"Caddy sends both to the same server; streams: {site.streams()}")


def test_two_people_play_through_two_servers_and_go_on_when_either_is_killed(
    browser: Browser, site: Site
) -> None:
    rng = random.Random(13)
    with (
        visitor(browser, site.caddy, alone=True, ignore_https_errors=True) as ada,
        visitor(browser, site.caddy, alone=True, ignore_https_errors=True) as ben,
    ):
        table = open_table(ada, "colonnade", ["me:Ada", "friend"])
        sit_down_by_link(ada, ben)
        come_by_the_other_server(site, ben, f"/t/{table}")
        named = ada.request.get("/fair").headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f-]{27}", named), "Caddy names requests"
        play(rng, ada, ben)
        for victim in site.servers:
            victim.kill()
            play(rng, ada, ben)
            victim.start()
            play(rng, ada, ben)
        assert at(ada.request, table)["tokens"] == at(ben.request, table)["tokens"]
        assert len(at(ada.request, table)["tokens"]) == shown(ada) == shown(ben) == 10
