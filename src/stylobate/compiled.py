"""How our functions become machine code, and where that code is kept.

Numba's own disk cache looks only at the file a function is written in.  A search compiled against last
week's dice would be taken from it without a word, so ours lives in a folder named after *all* sources that
are compiled or compiled in: change any of them and everything is compiled anew, once.  It is the user's
cache folder, because an installed package may be read-only; where that cannot be written either, it is a
temporary one.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

SOURCES = Path(__file__).parent
COMPILED = ("compiled.py", "chance.py", "kernel.py", "games", "search", "solver")
UNUSED_FOR = 14 * 24 * 3600.0


def cache_folder() -> Path:
    """Where this user's derived data lives: `$STYLOBATE_CACHE`, else the system's usual place."""
    chosen = os.environ.get("STYLOBATE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("stylobate", appauthor=False))


def compiled(signature: Any, *, parallel_safe: bool = True) -> Callable[[F], F]:
    """Compile for this exact signature, at import or from the disk cache; releases the GIL unless told."""
    decorate = numba.njit(signature, cache=True, nogil=parallel_safe, error_model="numpy")
    return decorate  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """A small helper that compiled functions call; it is compiled into each of them."""
    return numba.njit(function, inline="never", error_model="numpy")  # type: ignore[no-any-return]


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in _compiled_sources():
        digest.update(source.relative_to(SOURCES).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _compiled_sources() -> list[Path]:
    """Drawings and words are never compiled, and change too often to count."""
    return [
        source
        for source in sorted(SOURCES.rglob("*.py"))
        if source.relative_to(SOURCES).parts[0] in COMPILED
        and source.name not in ("drawing.py", "telling.py")
    ]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old(code: Path, current: Path) -> None:
    """Drop machine code of sources that nobody has run for a fortnight."""
    for folder in code.iterdir():
        if folder != current and time.time() - folder.stat().st_mtime > UNUSED_FOR:
            shutil.rmtree(folder, ignore_errors=True)


def _settle_cache() -> None:
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    code = cache_folder() / "code"
    folder = code / _fingerprint()
    if _is_writable(folder):
        os.utime(folder)
        _forget_old(code, folder)
    else:
        folder = Path(tempfile.mkdtemp(prefix="stylobate-code-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


_settle_cache()
