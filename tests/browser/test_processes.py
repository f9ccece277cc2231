"""A public site as deploy/ has it: Caddy before two servers, one PostgreSQL; and one of them dies."""

from __future__ import annotations

import random
import re
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
        while sorted(site.streams()) != [1, 1]:  # a stream may go to either; each should have one
            ben.reload()
            expect(ben.locator("#link-state")).to_have_text("connected")
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
