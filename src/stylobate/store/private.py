"""What the store writes is readable by its owner alone: it holds secrets of chains, and hashes of passwords.

SQLite gives the files beside a database (its log, its index) the permissions of the database itself.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

WRITTEN = ("", "-wal")  # the database, and its log, which may hold what the database does not yet
BESIDE = (*WRITTEN, "-shm")  # and the index of the log, which can be made anew


def folder(path: Path) -> None:
    """Make a folder, with those above it, if there is none; nobody else may look into a new one."""
    if not path.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)


def file(path: Path, *, for_folder: bool = True) -> IO[bytes]:
    """The file, open for writing, made if there is none; what it held stays.

    What root makes is `for_folder`, whoever that belongs to: they serve the games, and could not open them.
    """
    try:
        made = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    if for_folder and hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.parent.stat()
        os.fchown(made, owner.st_uid, owner.st_gid)
    return os.fdopen(made, "r+b")


def keep(path: Path) -> None:
    """Close a database to everybody else, made by whom it may; one of another owner stays as it is."""
    for ending in BESIDE:
        one = path.with_name(path.name + ending)
        with contextlib.suppress(OSError):
            if one.stat().st_mode & 0o077:
                one.chmod(0o600)
