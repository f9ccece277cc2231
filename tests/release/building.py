"""Wheel and sdist, built by the backend that pyproject.toml names; no network is needed.

python -m tests.release.building        # into the folder dist, as `make dist` does
"""

from __future__ import annotations

import os
import subprocess
import tarfile
import zipfile
from contextlib import chdir
from pathlib import Path

from flit_core import buildapi

ROOT = Path(__file__).parents[2]


def wheel(folder: Path, root: Path = ROOT) -> Path:
    """The wheel of the project there."""
    with chdir(root):
        return folder / str(buildapi.build_wheel(str(folder)))


def sdist(folder: Path) -> Path:
    """The archive of its sources."""
    with chdir(ROOT):
        return folder / str(buildapi.build_sdist(str(folder)))


def unpacked(archive: Path, folder: Path) -> Path:
    """The folder that the archive of the sources unpacks to."""
    with tarfile.open(archive) as sources:
        sources.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def packed(archive: Path) -> dict[str, bytes]:
    """The files in a wheel, by name."""
    with zipfile.ZipFile(archive) as files:
        return {name: files.read(name) for name in files.namelist()}


def kept_by_git() -> set[str]:
    """The files below src that git holds, or would take: what belongs to the program, and no caches."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "src"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    there = (name for name in listed.split("\0") if name and (ROOT / name).exists())
    return {os.path.relpath(name, "src").replace(os.sep, "/") for name in there}


if __name__ == "__main__":
    dist = ROOT / "dist"
    dist.mkdir(exist_ok=True)
    print(wheel(dist), sdist(dist), sep="\n")
