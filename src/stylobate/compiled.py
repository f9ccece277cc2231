"""How functions become machine code, and where that code is kept.

Numba's own disk cache looks only at the file a function is written in.  A search compiled against last week's
dice would be taken from it without a word.  So the code of each module lives in a folder named after all that
it was made of: the module's own source, those of the modules it imports, and so on (`stylobate.sources`).
Change one of them, and what it is part of is compiled anew, once.  A drawing is part of nothing, and whose
game it is does not matter: the rules of another package are looked at in the same way.

The folders are in the user's cache folder, because an installed package may be read-only; where that cannot
be written either, in a temporary one.
"""

import atexit
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

from stylobate.folders import cache_folder
from stylobate.sources import fingerprint

F = TypeVar("F", bound=Callable[..., Any])

UNUSED_FOR = 14 * 24 * 3600.0

_decorating = RLock()


def compiled(
    signature: Any, *, parallel_safe: bool = True, kept: bool = True, inlined: bool = False
) -> Callable[[F], F]:
    """Compile for this exact signature, at import or from the disk cache; releases the GIL unless told.

    What is made of functions that only its caller knows cannot be `kept` for the next process.  What is
    `inlined` becomes part of each compiled function that calls it: worth it where the call itself costs.
    """

    def compile_or_find(function: F) -> F:
        made_of = fingerprint(function.__module__) if kept else ""
        decorate = numba.njit(
            signature, cache=bool(made_of), nogil=parallel_safe, error_model="numpy", forceinline=inlined
        )
        with _decorating:  # Numba asks for its folder when a function is decorated, and only then
            _leave_scipy_unread()
            if made_of:
                numba.config.CACHE_DIR = str(code_folder(f"{function.__module__}-{made_of}"))  # type: ignore[attr-defined]
            with _functions_as_values():
                return decorate(function)  # type: ignore[no-any-return]

    return compile_or_find


@cache
def _leave_scipy_unread() -> None:
    """Let Numba not read SciPy's algebra at every start, where it is installed, only to see whether it is.

    Nothing of ours needs it.  For whatever does, Numba looks again when it is compiled.
    """
    from numba.np import linalg

    look = linalg.ensure_blas

    def look_from_afar() -> None:
        if find_spec("scipy") is None:
            raise ImportError("SciPy is not installed")

    try:
        linalg.ensure_blas = look_from_afar
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look


def bundle(*parts: Any) -> Any:
    """The type of a tuple of these, functions among them."""
    with _functions_as_values():
        return numba.types.Tuple(parts)  # type: ignore[no-untyped-call]


@contextmanager
def _functions_as_values() -> Iterator[None]:
    """Let Numba not warn that functions which lie in tuples are still news to it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        yield


def inlined(function: F) -> F:
    """A small helper that compiled functions call; it is compiled into each of them."""
    return numba.njit(function, inline="never", error_model="numpy")  # type: ignore[no-any-return]


@cache
def code_folder(name: str) -> Path:
    """The folder of that name, to keep machine code in; made if it is not there."""
    folder = _all_code() / name
    if is_writable(folder):
        os.utime(folder)
    return folder


def is_kept(module: str) -> bool:
    """Whether there is machine code of this module as it is now, from an earlier time; does not import it."""
    return any(_all_code().glob(f"{module}-{fingerprint(module)}/*/*.nbc"))


@cache
def _all_code() -> Path:
    """Where the code of this user is kept, or else that of this process."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    code = Path(chosen) if chosen else cache_folder() / "code"
    if not is_writable(code):
        code = Path(tempfile.mkdtemp(prefix="stylobate-code-"))
        atexit.register(shutil.rmtree, code, ignore_errors=True)
    elif not chosen:
        atexit.register(_forget_old, code)
    return code


def is_writable(folder: Path) -> bool:
    """Whether something can be kept in this folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old(code: Path) -> None:
    """Drop machine code that nobody has run for a fortnight; whatever ran just now is younger."""
    for folder in code.iterdir():
        if time.time() - folder.stat().st_mtime > UNUSED_FOR:
            shutil.rmtree(folder, ignore_errors=True)
