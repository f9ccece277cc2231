"""`stylobate doctor` tells what works here, and ends badly only where something is broken that is needed."""

import json
import socket
import sys
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stylobate import __version__, doctor, ids
from stylobate.cli import app
from stylobate.doctor import Finding, examine
from stylobate.extras import EXTRAS
from stylobate.web.settings import Settings
from tests.postgres import Cluster


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disks are measured for a moment only, and what tests have compiled is not weighed."""
    monkeypatch.setattr(doctor, "MEASURED", 0.01)
    monkeypatch.setattr(doctor, "_size", lambda folder: 5_000_000)


def found(tmp_path: Path, port: int = 0, database: str | None = None) -> dict[str, Finding]:
    return {one.about: one for one in examine(Settings(tmp_path, port=port, database=database))}


def test_on_a_machine_that_is_well_everything_needed_is_fine(tmp_path: Path) -> None:
    told = found(tmp_path)
    assert not [one for one in told.values() if one.state == "broken"]
    assert told["stylobate"].words.startswith(__version__)
    assert set(told["games"].words.split(", ")) >= set(ids())
    assert told["cache folder"].words.endswith(", 5 MB")
    assert told["data folder"] == Finding("data folder", "fine", str(tmp_path))
    assert "a second" in told["disk flushes"].words
    assert set(EXTRAS) <= set(told)


def test_a_part_that_is_not_installed_is_absent_and_names_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for extra, part in EXTRAS.items():
        for module in part.modules:
            monkeypatch.setitem(sys.modules, module, None)
        assert doctor._extra(extra).state == "absent"
        assert f"pip install 'stylobate[{extra}]'" in doctor._extra(extra).words


def test_a_folder_that_cannot_be_written_is_noted_and_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a-file"
    file.write_text("not a folder")
    monkeypatch.setenv("STYLOBATE_CACHE", str(file / "cache"))
    told = found(tmp_path)
    assert told["cache folder"].state == "note"
    assert "every start compiles anew" in told["cache folder"].words
    monkeypatch.setattr(doctor, "_flushes", lambda folder: _refuse())
    assert "nothing can be kept in" in found(tmp_path)["data folder"].words


def _refuse() -> float:
    raise PermissionError(13, "Permission denied")


def test_a_slow_disk_and_a_port_that_is_taken_are_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_flushes", lambda folder: 20.0)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = found(tmp_path, taken.getsockname()[1])
    assert told["disk flushes"] == Finding(
        "disk flushes", "note", "20 a second; each move on a site waits for one"
    )
    assert told["port"].state == "note"
    assert "is taken by another program" in told["port"].words


def test_games_that_are_not_compiled_yet_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobate.compiled.is_kept", lambda module: "colonnade" not in module)
    assert found(tmp_path)["to be compiled"].words.startswith("colonnade: ")


@pytest.mark.slow
def test_a_database_answers_or_what_was_asked_for_is_broken(tmp_path: Path, cluster: Cluster) -> None:
    told = found(tmp_path, database=cluster.address("postgres"))["database"]
    assert told.state == "fine"
    assert "no games yet" in told.words
    gone = found(tmp_path, database=cluster.address("nowhere"))["database"]
    assert gone.state == "broken"
    assert "does not answer" in gone.words


def test_the_command_ends_with_one_if_no_game_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["doctor", "--data", str(tmp_path)]
    well = CliRunner().invoke(app, command)
    assert well.exit_code == 0
    assert "✓  fine" in well.stdout
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(metadata, "requires", lambda name: ["no-such-package>=1", 'other; extra == "x"'])
    ill = CliRunner().invoke(app, [*command, "--json"])
    assert ill.exit_code == 1
    told = json.loads(ill.stdout)
    assert not told["well"]
    assert {one["about"] for one in told["findings"] if one["state"] == "broken"} == {"packages", "Numba"}


def test_the_program_tells_its_version() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout == f"stylobate {__version__}\n"
