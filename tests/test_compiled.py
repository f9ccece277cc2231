"""Importing is cheap, and machine code is kept where it can be: elsewhere than in the package."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stylobate
from stylobate import compiled

PACKAGE = Path(stylobate.__file__).parent

PLAY_A_MOVE = """
import stylobate
print(stylobate.load("colonnade").start().play("b2a"))
from stylobate.games.colonnade import rules
print(sum(rules.legal.stats.cache_hits.values()), sum(rules.legal.stats.cache_misses.values()))
"""


def python(code: str, **environment: str) -> "list[str]":
    """What a fresh interpreter prints for this code; it must end well and say nothing else."""
    ambient = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=ambient | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def contents(folder: Path) -> "dict[str, tuple[int, int]]":
    """Every file below with its size and the moment it was written."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
        if not path.name.startswith("tmp")
    }


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package alone, in a folder that may not be written to."""
    site = tmp_path / "site-packages"
    shutil.copytree(PACKAGE, site / "stylobate", ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*site.rglob("*"), site]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield site
    for path in [site, *site.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_importing_the_package_loads_no_compiler() -> None:
    loaded = python(
        "import stylobate, sys; print(*sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert loaded == [""]


def test_asking_what_games_there_are_loads_no_compiler() -> None:
    loaded = python(
        "import stylobate, sys\n"
        "print(*[stylobate.load(name).byline for name in stylobate.ids()], sep='\\n')\n"
        "print(*sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert "Colonnade, by Mark Steere, 2010" in loaded
    assert loaded[-1] == ""


@pytest.mark.slow
def test_a_read_only_package_compiles_once_and_later_processes_reuse_the_code(
    installed: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    before = contents(installed)
    places = {"PYTHONPATH": str(installed), "STYLOBATE_CACHE": str(cache)}

    assert python(PLAY_A_MOVE, **places) == ["B4/B1/R3/B3/R3/B3/R3/B3 B", "0 1"]
    code = contents(cache)
    assert code
    assert python(PLAY_A_MOVE, **places) == ["B4/B1/R3/B3/R3/B3/R3/B3 B", "1 0"]
    assert contents(cache) == code
    assert contents(installed) == before


@pytest.mark.slow
def test_without_a_folder_to_keep_code_in_everything_still_works(installed: Path, tmp_path: Path) -> None:
    file = tmp_path / "a-file"
    file.write_text("not a folder")
    spare = tmp_path / "spare"
    spare.mkdir()
    before = contents(installed)
    told = python(
        PLAY_A_MOVE, PYTHONPATH=str(installed), STYLOBATE_CACHE=str(file / "cache"), TMPDIR=str(spare)
    )
    assert told[0] == "B4/B1/R3/B3/R3/B3/R3/B3 B"
    assert contents(installed) == before
    assert file.read_text() == "not a folder"
    assert list(spare.iterdir()) == [], "the temporary folder should be gone when the process ends"


def test_a_change_in_any_source_makes_all_machine_code_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "games" / "rules.py"
    source.parent.mkdir()
    source.write_text("CHECKERS = 24\n")
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    before = compiled._fingerprint()
    assert compiled._fingerprint() == before
    source.write_text("CHECKERS = 25\n")
    assert compiled._fingerprint() != before


def test_machine_code_that_nobody_ran_for_a_fortnight_is_dropped(tmp_path: Path) -> None:
    current, recent, old = (tmp_path / name for name in ("current", "recent", "old"))
    for folder, days in ((current, 100), (recent, 13), (old, 15)):
        folder.mkdir()
        (folder / "legal.nbc").write_bytes(b"code")
        then = time.time() - days * 24 * 3600
        os.utime(folder, (then, then))
    compiled._forget_old(tmp_path, current)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["current", "recent"]


def test_whatever_is_compiled_counts_for_the_name_of_the_code_folder() -> None:
    counted = {str(path) for path in compiled._compiled_sources()}
    for source in compiled.SOURCES.rglob("*.py"):
        text = source.read_text("utf-8")
        if "import compiled" in text:
            assert str(source) in counted, f"{source} is compiled, but a change of it would go unnoticed"
