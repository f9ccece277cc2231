"""Looking at a store that may not be written to: a folder mounted for reading only, a file of another owner.

SQLite reads such a file where it lies if it can.  It cannot where the write-ahead log needs an index that it
may not write, and we cannot where an earlier version wrote the file; then a copy is looked at instead.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from stylobate.errors import BadFile
from stylobate.store import private
from stylobate.store.file import bad_file, is_current, only_reading, opened, recognise


def may_write(path: Path) -> bool:
    """Whether this file and its folder may be changed by this process."""
    as_it_is = os.access in os.supports_effective_ids
    return all(os.access(place, os.W_OK, effective_ids=as_it_is) for place in (path, path.parent))


class Look:
    """A file of ours that is read and stays as it is; `path` is where it, or its copy, lies."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._copy: TemporaryDirectory[str] | None = None
        self.connection = _in_place(path) or self._in_a_copy()

    def close(self) -> None:
        """Remove the copy, if there is one."""
        if self._copy is not None:
            self._copy.cleanup()

    def _in_a_copy(self) -> sqlite3.Connection:
        self._copy = TemporaryDirectory(prefix="stylobate-")
        original, self.path = self.path, Path(self._copy.name) / self.path.name
        try:
            with _unserved(original):
                for ending in private.WRITTEN:
                    copy = self.path.with_name(self.path.name + ending)
                    with contextlib.suppress(FileNotFoundError):
                        shutil.copyfile(original.with_name(original.name + ending), copy)
            connection = opened(self.path, create=False, alone=False)
            connection.execute("PRAGMA query_only = ON")
            return connection
        except OSError as error:
            self.close()
            raise BadFile(f"{original} cannot be copied to be looked at: {error.strerror}") from None
        except BadFile:
            self.close()
            raise


def _in_place(path: Path) -> sqlite3.Connection | None:
    """A connection to the file where it lies; None where a copy must do."""
    with contextlib.ExitStack() as undone:
        try:
            connection = undone.enter_context(contextlib.closing(only_reading(path)))
            recognise(connection, path)
        except sqlite3.Error as error:
            if "unable to open" in str(error) or "readonly" in str(error):
                return None
            raise bad_file(error, path) from None
        if not is_current(connection):
            return None
        undone.pop_all()
        return connection


@contextlib.contextmanager
def _unserved(path: Path) -> Iterator[None]:
    """While the block lasts no server can begin to write; refuses where one does already."""
    try:
        import fcntl

        lock = path.with_name(path.name + ".lock").open("rb")
    except (ImportError, FileNotFoundError):
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            raise BadFile(f"{path} is locked by another process; stop that one first") from None
        yield
