"""Build, install into empty environments, and use what is there; see `tests.release`."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.release import building
from tests.release.smoke import Fault, Smoke


def main() -> None:
    """Read the words, and end with 1 where something is amiss."""
    words = argparse.ArgumentParser(prog="python -m tests.release")
    words.add_argument("--python", action="append", help="an interpreter; may be given several times")
    words.add_argument("--program", help="the words that start a program which is installed already")
    words.add_argument("--data", help="where that program may keep the games of a site")
    asked = words.parse_args()
    try:
        if asked.program:
            Smoke(shlex.split(asked.program), data=asked.data).test()
        for python in asked.python or ([] if asked.program else [sys.executable]):
            in_an_empty_environment(python)
    except Fault as fault:
        sys.exit(f"amiss: {fault}")


def in_an_empty_environment(python: str) -> None:
    """Install the wheel there, and use it without a compiler or make on its path and with a new home."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wheel = building.wheel(place)
        subprocess.run([python, "-m", "venv", place / "env"], check=True)
        scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
        told = subprocess.run([scripts / "python", "--version"], capture_output=True, text=True, check=True)
        print(f"{wheel.name}, {wheel.stat().st_size:,} bytes, on {told.stdout.strip()}")
        Smoke([str(scripts / "stylobate")], {"PATH": str(scripts), "HOME": str(place)}).test()


if __name__ == "__main__":
    main()
