"""What works here and what does not: a few looks at the machine, each of which ends in a sentence.

It takes a second or two, compiles no game and keeps nothing.  A finding is

    fine      it works
    note      it works, but something would be better otherwise, or should be known
    absent    nobody needs it who does not want it: an extra that is not installed
    broken    games cannot be played here, or what was asked for is not to be had
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from stylobate import __version__, extras
from stylobate.cores import cores
from stylobate.errors import BadOption, StylobateError
from stylobate.registry import OWN, installed, load
from stylobate.web.settings import Settings

State = Literal["fine", "note", "absent", "broken"]

MEASURED = 0.3  # seconds of flushing a disk
SLOW = 100  # flushes a second: below that, people wait for a move to be stored

_REQUIRED = re.compile(r"([A-Za-z0-9._-]+)[^;]*(;.*)?")


@dataclass(frozen=True)
class Finding:
    """What the doctor says of one thing: how it is, and that in words."""

    about: str
    state: State
    words: str


def examine(settings: Settings) -> Iterator[Finding]:
    """Every look, one after the other, for a site of these settings."""
    yield Finding("stylobate", "fine", f"{__version__}, in {Path(__file__).parent}")
    yield Finding(
        "Python", "fine", f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    )
    yield _packages()
    yield _games()
    yield from _compiler()
    yield _cores()
    yield from _disk(settings)
    if settings.database is not None:
        yield _asked("database", lambda: _postgres(settings))
    yield _asked("port", lambda: _port(settings))
    yield _browser()
    for extra in extras.EXTRAS:
        yield _extra(extra)


def _packages() -> Finding:
    """Whether everything that the program is made with is installed; some of it only on some machines."""
    missing = []
    for line in metadata.requires(OWN) or []:
        required = _REQUIRED.match(line)
        if required and required[2] is None:
            try:
                metadata.version(required[1])
            except metadata.PackageNotFoundError:
                missing.append(required[1])
    if missing:
        return Finding("packages", "broken", f"missing: {', '.join(missing)}; install stylobate again")
    return Finding("packages", "fine", "all that are needed are there")


def _games() -> Finding:
    """Whether every game that is installed can be had; a guest's fault breaks nothing of ours."""
    found, faults, ours = [], [], False
    for entry in installed():
        try:
            load(entry.id)
            found.append(entry.id)
        except StylobateError as error:
            faults.append(str(error))
            ours = ours or entry.offered_by == OWN
    if faults or not found:
        told = "; ".join(faults) or "none is installed; install stylobate again"
        return Finding("games", "broken" if ours or not found else "note", told)
    return Finding("games", "fine", ", ".join(found))


def _compiler() -> Iterator[Finding]:
    """Numba, where machine code is kept, and which games are compiled already."""
    try:
        import numba

        from stylobate.compiled import is_kept, is_writable
        from stylobate.folders import cache_folder

        numba.njit("int64(int64)")(_one_more)
    except Exception as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        yield Finding("Numba", "broken", f"cannot compile, and so no game can be played: {first}")
        return
    yield Finding("Numba", "fine", f"{numba.__version__} compiles")
    folder = cache_folder()
    if not is_writable(folder):
        yield Finding(
            "cache folder",
            "note",
            f"{folder} cannot be written, so every start compiles anew; $STYLOBATE_CACHE names another",
        )
        return
    yield Finding("cache folder", "fine", f"{folder}, {_size(folder) / 1e6:,.0f} MB")
    waiting = [entry.id for entry in installed() if not is_kept(f"{entry.get().package}.rules")]
    if waiting:
        told = f"{', '.join(waiting)}: when first played, or now by python -m stylobate.compiling"
        yield Finding("to be compiled", "note", told)
    else:
        yield Finding("compiled games", "fine", "all")


def _one_more(number: int) -> int:
    return number + 1


def _cores() -> Finding:
    return Finding("cores", "fine", str(cores()))


def _disk(settings: Settings) -> Iterator[Finding]:
    """Whether games can be kept there, and how often a second the disk says that it has it for good."""
    try:
        data = settings.folder
    except BadOption as error:
        yield Finding("data folder", "note", str(error))
        return
    there = next(folder for folder in (data, *data.absolute().parents) if folder.is_dir())
    try:
        rate = _flushes(there)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        told = f"nothing can be kept in {data} ({why}); serve --data names another"
        yield Finding("data folder", "note", told)
        return
    yield Finding("data folder", "fine", str(data))
    told = f"{rate:,.0f} a second; each move on a site waits for one"
    yield Finding("disk flushes", "fine" if rate >= SLOW else "note", told)


def _flushes(folder: Path) -> float:
    """How many writes of a page a second are flushed, one after the other."""
    page, count = bytes(4096), 0
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < MEASURED:
            file.seek(0)
            file.write(page)
            os.fsync(file.fileno())
            count += 1
    return count / passed


def _asked(about: str, look: Callable[[], str]) -> Finding:
    """What a look finds that refuses with a sentence; a database that was named is needed, a port is not."""
    try:
        return Finding(about, "fine", look())
    except StylobateError as error:
        return Finding(about, "broken" if about == "database" else "note", str(error))


def _postgres(settings: Settings) -> str:
    from stylobate.store.postgres import answering

    return answering(settings.database or "")


def _port(settings: Settings) -> str:
    from stylobate.web.serve import bound

    bound(settings.host, settings.port).close()
    return f"{settings.port} is free"


def _browser() -> Finding:
    try:
        return Finding("browser", "fine", f"serve opens {webbrowser.get().name}")
    except webbrowser.Error:
        return Finding("browser", "note", "none here; serve tells the address, for one elsewhere")


def _extra(extra: str) -> Finding:
    part = extras.EXTRAS[extra]
    if all(find_spec(module) for module in part.modules):
        return Finding(extra, "fine", f"{part.purpose}: {part.package} is there")
    return Finding(extra, "absent", f"{part.purpose}: pip install 'stylobate[{extra}]'")


def _size(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        with contextlib.suppress(OSError):
            total += file.stat().st_size
    return total
