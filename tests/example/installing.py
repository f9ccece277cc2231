"""Games that are installed in folders of their own, for programs that are started with them.

Nothing is installed where these tests run.  A program is given the folder by PYTHONPATH, and finds the game
there by its entry point, as it would in an environment of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COLUMELLA = ROOT / "examples" / "columella"
SOURCES = COLUMELLA / "columella"

PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
AS_IT_IS = ["--no-deps", "--no-build-isolation"]
PATIENCE = 300.0  # seconds; a busy machine builds and compiles slowly


def install(package: Path, folder: Path) -> Path:
    """Let pip build the package and put it there; no network is needed."""
    words = [sys.executable, *PIP, *AS_IT_IS, "--target", str(folder), str(package)]
    subprocess.run(words, check=True)
    return folder


def columella(folders: pytest.TempPathFactory) -> Path:
    """The folder where the example is installed, and compiled: once, by the process that needs it first."""
    of_all = folders.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else folders.getbasetemp()
    place, ready = of_all / "columella", of_all / "columella is installed"
    try:
        place.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE
        while not ready.exists():
            assert time.monotonic() < end, "another process began to install the example, and never ended"
            time.sleep(0.1)
    else:
        install(COLUMELLA, place)
        python(place, "-m", "stylobate", "playouts", "columella", "1").check_returncode()
        ready.touch()
    return place


def pretend(folder: Path, game: str, source: str) -> Path:
    """What pip would have put there for a package of one module, which brings a game of the same name."""
    told = folder / f"{game}-1.0.dist-info"
    told.mkdir(parents=True)
    (folder / f"{game}.py").write_text(source, "utf-8")
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game}\nVersion: 1.0\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[stylobate.games]\n{game} = {game}:GAME\n", "utf-8")
    return folder


def beside(folder: Path | None) -> dict[str, str]:
    """The environment of a program that has what is installed in that folder."""
    paths = [str(folder) if folder else "", os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def python(folder: Path | None, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with what is installed in that folder, from the root of the project."""
    return subprocess.run(
        [sys.executable, *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=beside(folder),
        cwd=ROOT,
        check=False,
    )
