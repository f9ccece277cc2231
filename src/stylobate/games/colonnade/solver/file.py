"""The file that a solution is kept in, and how damage to it is noticed.

    prelude   magic, version, checksum of the header, checkers, layers solved, root, bytes of payload
    tallies   for each number of checkers: positions won and lost, the longest line and where it begins
    checks    a CRC-32 for every page (1 MiB) of the payload
    payload   from the next multiple of 4096 bytes on

Numbers are little-endian.  A look-up maps the file into memory and checks a page when it first touches it.
While everything is being solved the file grows a layer at a time under the name FILE.part: first the layer is
written, then the header that owns up to it, so whatever stops us, the layers in the header are whole.
"""

import mmap
import os
import secrets
import struct
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from stylobate.errors import BadFile
from stylobate.games.colonnade.rules import CHECKERS

MAGIC = b"COLONNAD"
VERSION = 1
PAGE = 1 << 20
ALIGNED = 4096
EVERYTHING = -1
LEFT_BEHIND = 600.0

_PRELUDE = struct.Struct("<8sIIIIqQ")
_CHECKED_FROM = 16  # what follows the header's own checksum in the prelude


def no_tallies() -> NDArray[np.int64]:
    """Empty tallies, one row a number of checkers: won, lost, longest line, and where that begins."""
    return np.zeros((CHECKERS + 1, 4), dtype=np.int64)


@dataclass
class Header:
    """What a file says of itself.  `root` is the position it was solved from, or EVERYTHING."""

    checkers: int
    layers: int
    root: int
    payload: int
    tallies: NDArray[np.int64] = field(default_factory=no_tallies)
    checks: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, dtype=np.uint32))

    def __post_init__(self) -> None:
        if not len(self.checks):
            self.checks = np.zeros(-(-self.payload // PAGE), dtype=np.uint32)

    @property
    def is_whole(self) -> bool:
        """Whether every layer is solved."""
        return self.layers == self.checkers + 1

    @property
    def start(self) -> int:
        """Where in the file the payload begins."""
        return _start(self.payload)

    def pack(self) -> bytes:
        """The header as bytes."""
        body = self.tallies.astype("<i8").tobytes() + self.checks.astype("<u4").tobytes()
        prelude = (self.checkers, self.layers, self.root, self.payload)
        unchecked = _PRELUDE.pack(MAGIC, VERSION, 0, *prelude)
        check = zlib.crc32(unchecked[_CHECKED_FROM:] + body)
        return (_PRELUDE.pack(MAGIC, VERSION, check, *prelude) + body).ljust(self.start, b"\0")


def _start(payload: int) -> int:
    header = _PRELUDE.size + no_tallies().nbytes + 4 * -(-payload // PAGE)
    return -(-header // ALIGNED) * ALIGNED


def read_header(path: Path, file: BinaryIO) -> Header:
    """The header of an opened file; refuses what is no solution, or not one that this program can read."""
    size = os.fstat(file.fileno()).st_size
    prelude = file.read(_PRELUDE.size)
    if not MAGIC.startswith(prelude[: len(MAGIC)]) or not prelude:
        raise BadFile(f"{path} is not a Colonnade solution; `stylobate solve colonnade` makes one")
    if len(prelude) < _PRELUDE.size:
        raise BadFile(f"{path} is cut short after {size} bytes; remove it and solve again")
    _, version, check, checkers, layers, root, payload = _PRELUDE.unpack(prelude)
    if version != VERSION:
        raise BadFile(f"{path} is a solution of version {version}; this program reads version {VERSION}")
    wanted = _start(payload) + payload
    body = file.read(_start(payload) - _PRELUDE.size) if wanted <= size else b""
    tallies, checks = body[: no_tallies().nbytes], body[no_tallies().nbytes :][: 4 * -(-payload // PAGE)]
    if body and zlib.crc32(prelude[_CHECKED_FROM:] + tallies + checks) != check:
        raise BadFile(f"{path} is damaged: its header does not match its checksum; remove it and solve again")
    if size != wanted:
        what = "cut short" if size < wanted else "too long"
        raise BadFile(f"{path} is {what}: {size:,} bytes instead of {wanted:,}; remove it and solve again")
    return Header(
        checkers,
        layers,
        root,
        payload,
        tallies=np.frombuffer(tallies, dtype="<i8").astype(np.int64).reshape(no_tallies().shape),
        checks=np.frombuffer(checks, dtype="<u4").astype(np.uint32),
    )


class Pages:
    """The payload of a finished file, mapped into memory; each page is checked when first read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.header = read_header(path, file)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise BadFile(f"{path} cannot be read: {_reason(error)}") from error
        if not self.header.is_whole:
            raise BadFile(f"{path} is unfinished: {self.header.layers} layers of {self.header.checkers + 1}")
        self._sound = bytearray(len(self.header.checks))

    def read(self, at: int, length: int = 1) -> bytes:
        """Bytes of the payload."""
        if at + length > self.header.payload:
            raise BadFile(f"{self.path} is damaged: it points beyond its own end; remove it and solve again")
        for page in range(at // PAGE, (at + length - 1) // PAGE + 1):
            if not self._sound[page]:
                self._check(page)
        start = self.header.start + at
        return self._map[start : start + length]

    def check(self) -> None:
        """Check every page now."""
        for page in range(len(self._sound)):
            self._check(page)

    def _check(self, page: int) -> None:
        start = self.header.start + page * PAGE
        end = min(start + PAGE, self.header.start + self.header.payload)
        if zlib.crc32(self._map[start:end]) != self.header.checks[page]:
            raise BadFile(
                f"{self.path} is damaged: page {page + 1} of {len(self._sound)} does not match its checksum; "
                "remove it and solve again"
            )
        self._sound[page] = 1


def save(path: Path, header: Header, payload: NDArray[np.uint8]) -> None:
    """Write a finished file in one go; nobody ever sees half of it."""
    for page in range(len(header.checks)):
        header.checks[page] = _check(payload, page)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep_up(path)
        with part.open("xb") as file:
            file.write(header.pack())
            file.write(payload.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise BadFile(f"{path} cannot be written: {_reason(error)}") from error


def _sweep_up(path: Path) -> None:
    """Remove temporary files of programs that ended while writing this file."""
    for part in path.parent.glob(f"{path.name}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > LEFT_BEHIND:
                part.unlink()


class Growing:
    """FILE.part, where everything is being solved: begun anew, or gone on with where it was left."""

    def __init__(self, path: Path, checkers: int, payload: int) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        try:
            self.part.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.part.open("r+b" if self.part.exists() else "x+b")
        except OSError as error:
            raise BadFile(f"{self.part} cannot be written: {_reason(error)}") from error
        try:
            _lock(self.part, self._file)
            if os.fstat(self._file.fileno()).st_size:
                self.header = self._resume(checkers)
            else:
                self.header = self._begin(checkers, payload)
        except BaseException:
            self.close()
            raise
        self.values = np.zeros(payload, dtype=np.uint8)

    def _begin(self, checkers: int, payload: int) -> Header:
        header = Header(checkers, 0, EVERYTHING, payload)
        try:
            self._file.truncate(header.start + payload)
            self._own_up(header)
        except OSError as error:
            raise BadFile(f"{self.part} cannot be written: {_reason(error)}") from error
        return header

    def _resume(self, checkers: int) -> Header:
        header = read_header(self.part, self._file)
        if header.checkers != checkers or header.root != EVERYTHING:
            raise BadFile(
                f"{self.part} was begun for {header.checkers} checkers, not {checkers}; "
                f"go on with --checkers {header.checkers}, name another --out, or remove it"
            )
        return header

    def load(self, solved: int) -> None:
        """Read back the values that were solved before, and check them."""
        self._file.seek(self.header.start)
        self._file.readinto(self.values[:solved].data)
        for page in range(-(-solved // PAGE)):
            if _check(self.values[:solved], page) != self.header.checks[page]:
                raise BadFile(
                    f"{self.part} is damaged: page {page + 1} does not match its checksum; "
                    "remove it and solve again"
                )

    def record(self, first: int, end: int, tally: NDArray[np.int64]) -> None:
        """Put a layer that is now solved on disk, then its tally and checksums."""
        try:
            self._file.seek(self.header.start + first)
            self._file.write(self.values[first:end].data)
            self._sync()
            for page in range(first // PAGE, -(-end // PAGE)):
                self.header.checks[page] = _check(self.values[:end], page)
            self.header.tallies[self.header.layers] = tally
            self.header.layers += 1
            self._own_up(self.header)
        except OSError as error:
            raise BadFile(f"{self.part} cannot be written: {_reason(error)}") from error

    def finish(self) -> None:
        """Give the complete file its final name."""
        self.close()
        try:
            os.replace(self.part, self.path)
        except OSError as error:
            raise BadFile(f"{self.path} cannot be written: {_reason(error)}") from error

    def close(self) -> None:
        """Close the file and give up its lock; what is recorded stays."""
        self._file.close()

    def _own_up(self, header: Header) -> None:
        self._file.seek(0)
        self._file.write(header.pack())
        self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> "Growing":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _check(values: NDArray[np.uint8], page: int) -> int:
    return zlib.crc32(values[page * PAGE : (page + 1) * PAGE].data)


def _lock(part: Path, file: BinaryIO) -> None:
    """Lock the file against a second solver, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadFile(f"{part} is being written by another `stylobate solve`; wait for it") from error


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
