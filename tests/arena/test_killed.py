"""Matches whose processes are killed, all or one: nothing that was played is lost, the end is the same."""

import os
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from stylobate.arena import Terms, match
from stylobate.arena.journal import Journal
from stylobate.arena.plan import Fixture, Plan
from stylobate.arena.running import run, run_in
from stylobate.arena.tally import Tally
from stylobate.errors import BadPlayer
from stylobate.registry import load
from tests.arena.test_running import DICE, TINY, kept, one_by_one, two_at_once

pytestmark = pytest.mark.kills


def worker_of(parent: int) -> int:
    """A process that this one has started to play games."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            after_name = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(after_name[1]) == parent and b"spawn_main" in command:
            return int(entry.name)
    raise AssertionError("no worker is running")


def test_a_worker_that_is_killed_is_replaced_and_its_game_is_played_again() -> None:
    plan = match(DICE, ["1@playouts=4", "random"], Terms(games=10, seed=3))
    killed = []

    def watch(tally: Tally) -> None:
        if tally.games == 2:
            killed.append(worker_of(os.getpid()))
            os.kill(killed[0], signal.SIGKILL)

    assert run(plan, two_at_once, watch=watch).games == 10
    assert killed


def heed_ctrl_c() -> None:
    """Whatever a shell in the background started would ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


PLAYERS = ["9@playouts=400", "random"]
GAMES = 14


def struck(folder: Path, words: list[str], more: int, blow: signal.Signals) -> tuple[int, str]:
    """A match that gets this blow when so many games more are kept: its exit status, and what it said."""
    games = folder / "games.jsonl"
    enough = more + (games.read_text("utf-8").count("\n") if games.exists() else 0)
    running = subprocess.Popen(
        [sys.executable, "-m", "stylobate", "match", *words, "--workers", "2"],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    while not (games.exists() and games.read_text("utf-8").count("\n") >= enough) and running.poll() is None:
        time.sleep(0.01)
    if blow == signal.SIGINT:
        os.killpg(running.pid, blow)
    else:
        running.kill()
    told, _ = running.communicate(timeout=60)
    return running.returncode, told


def test_a_match_that_is_stopped_and_later_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    torn, whole = tmp_path / "torn", tmp_path / "whole"
    words = ["columns", *PLAYERS, "--games", str(GAMES), "--seed", "3", "--out", str(torn)]
    status, told = struck(torn, words, 3, signal.SIGINT)
    assert status == 130
    assert f"stylobate match --resume {torn}" in told.replace("\n", "")
    again = ["--resume", str(torn)]
    struck(torn, again, 2, signal.SIGKILL)
    words = [sys.executable, "-m", "stylobate", "match", *again, "--workers", "1"]
    subprocess.run(words, check=True, capture_output=True)

    plan = match(load("columns"), PLAYERS, Terms(games=GAMES, seed=3))
    journal = Journal.create(whole, plan, date.today().isoformat())
    run_in(journal, one_by_one)
    journal.close()
    assert kept(torn) == kept(whole), "as if nobody had stopped it"


class Deadly(Plan):
    """A plan whose games no process survives."""

    def fixture(self, number: int) -> Fixture:
        os._exit(9)


def test_a_game_that_ends_its_process_every_time_is_given_up() -> None:
    deadly = Deadly("match", TINY.game, {}, TINY.entrants, TINY.meetings, TINY.rounds, TINY.seed)
    with pytest.raises(BadPlayer, match=r"has ended its process 3 times \(exit status 9\); it is given up"):
        list(two_at_once(deadly, iter([1])))
