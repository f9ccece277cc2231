"""The commands: serve, verify, admin; each mistake of an operator is one sentence."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from stylobate.errors import BadOption
from stylobate.web.serve import bound, is_desktop
from stylobate.web.settings import Settings
from tests.web.visiting import Process, Visitor, running, until

pytestmark = pytest.mark.slow


def said(*words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", "stylobate", *words], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_it_serves_says_where_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    server = Process(tmp_path / "new" / "folder").ready()
    ada = Visitor(server.base)
    table = ada.open()
    listening = table.listen()
    listening.table()
    told = server.stop()
    assert f"Stylobate is at http://localhost:{server.port}" in told
    assert told.rstrip().endswith("Stopped. Every move that was made is kept.")
    assert "Traceback" not in told
    assert server.process.returncode == 0
    listening.close()
    ada.close()


def guests(store: Path) -> int:
    with contextlib.closing(sqlite3.connect(store)) as db:
        return int(db.execute("SELECT count(*) FROM people").fetchone()[0])


def test_a_first_start_serves_pages_at_once_and_can_be_stopped_while_it_compiles(tmp_path: Path) -> None:
    server = Process(tmp_path / "data", cache=tmp_path / "cache").ready()
    ada, answers = Visitor(server.base), []
    assert ada.get("/").status_code == 200
    waiting = threading.Thread(target=lambda: answers.append(ada.post("/api/tables", {"game": "columba"})))
    waiting.start()
    until(lambda: guests(tmp_path / "data" / "stylobate.db"))  # it has come, and waits for the game
    assert ada.get("/health").json() == {"status": "ok", "games_ready": False}
    told = server.stop()
    waiting.join()
    ada.close()
    assert answers[0].status_code == 503
    assert answers[0].json()["error"] == "The site is about to stop; try again in a moment."
    assert "Traceback" not in told
    assert told.rstrip().endswith("Stopped. Every move that was made is kept.")
    assert server.process.returncode == 0


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, told = said("serve", "--data", str(tmp_path), "--port", str(port), "--no-open")
    assert status == 2
    assert told == (
        f"stylobate: port {port} is taken by another program; choose one by --port, such as --port {port + 1}"
    )


def test_a_folder_that_another_server_uses_is_named(tmp_path: Path) -> None:
    with running(tmp_path):
        status, told = said("serve", "--data", str(tmp_path), "--port", "1", "--no-open")
        if status == 2 and "not for ordinary users" in told:
            pytest.skip("an ordinary user")
        assert status == 2
        assert "stylobate.db is locked by another process; stop that one first" in told


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    status, told = said("serve", "--data", str(tmp_path / "file"), "--port", "0", "--no-open")
    assert status == 2
    status, told = said("serve", "--data", str(tmp_path / "file" / "x"), "--port", "65000", "--no-open")
    assert status == 2
    assert "cannot be" in told


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(BadOption, match="nothing can be served at"):
        bound("192.0.2.1", 0)
    with pytest.raises(BadOption, match="ports are 1 to 65535"):
        bound("127.0.0.1", 70_000)


def test_a_browser_is_opened_only_where_somebody_sits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert is_desktop(settings)
    assert not is_desktop(Settings(tmp_path, public_url="https://games.example.org"))
    monkeypatch.setenv("CI", "true")
    assert not is_desktop(settings)
    monkeypatch.delenv("CI")
    monkeypatch.delenv("DISPLAY")
    assert not is_desktop(settings)


def test_games_are_backed_up_while_they_go_on_brought_back_checked_and_verified(tmp_path: Path) -> None:
    data, copy, paper = tmp_path / "data", tmp_path / "copy.db", tmp_path / "game.txt"
    with running(data) as site:
        ada = site.visitor()
        table = ada.open("columns-dice", seats=("me:Ada", "me:Eve"))
        table.ask("begin")
        for _ in range(3):
            table.move()
        paper.write_text(ada.get(f"{table.path}/record.txt").text, "utf-8")
        assert said("admin", "backup", str(copy), "--data", str(data)) == (
            0,
            f"1 tables are copied to {copy}.",
        )
        kept = table.view["tokens"]
        table.move()
        assert "locked by another process" in said("admin", "restore", str(copy), "--data", str(data))[1]
    assert said("admin", "check", "--data", str(data))[0] == 0
    status, told = said("admin", "restore", str(copy), "--data", str(data))
    assert (status, "What was there before is in" in told) == (0, True)
    with running(data) as site:
        assert site.visitor().get(table.path).json()["tokens"] == kept
    status, told = said("admin", "check", "--data", str(data))
    assert (status, told) == (0, "All 1 tables replay, and every throw is as it must be.")
    status, told = said("verify", str(paper))
    assert (status, told.startswith("All ")) == (0, True)
    paper.write_text(paper.read_text("utf-8").replace("Ada", "Eva"), "utf-8")
    status, told = said("verify", str(paper))
    assert (status, "its checksum does not fit" in told) == (2, True)


def test_a_damaged_table_is_found(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me:Ada", "me:Eve"))
        table.move("b2a")
    db = sqlite3.connect(tmp_path / "stylobate.db")
    db.execute("UPDATE events SET body = replace(body, 'b2a', 'a1b') WHERE body LIKE '%b2a%'")
    db.commit()
    db.close()
    status, told = said("admin", "check", "--data", str(tmp_path))
    assert status == 2
    assert f"table {table.id}: event 5" in told
    with running(tmp_path) as site:
        answer = site.visitor().get(table.path)
        assert answer.status_code in (422, 503)


def test_what_is_not_there_is_not_backed_up_restored_or_checked(tmp_path: Path) -> None:
    for words in (("backup", str(tmp_path / "copy.db")), ("restore", str(tmp_path / "none.db")), ("check",)):
        status, told = said("admin", *words, "--data", str(tmp_path / "nowhere"))
        assert (status, "there is no" in told) == (2, True)
    assert not os.listdir(tmp_path)
