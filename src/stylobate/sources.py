"""What a module is made of: its source, and the sources of all that it imports, and so on.

Compiled code has constants and functions of other modules built in, and which ones Numba does not tell.  But
it can only have what the module could see when it was imported, so that is what counts: imports on the level
of the module, and not those inside functions or for type checkers.  Python's own library, Numba and NumPy are
left out: their versions count instead.

Only what is written as Python is found.  A table that rules should know belongs into a module, and not into a
file that they read.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from pathlib import Path

COUNTED_BY_VERSION = ("numba", "numpy", "llvmlite")
COMPILER = "stylobate.compiled"  # is not compiled in, nor is what it needs, but says how all is compiled


@cache
def fingerprint(module: str) -> str:
    """A hash of the module's source and of all that it imports; empty if its source cannot be read."""
    digest = hashlib.sha256(_versions().encode())
    made_of = sources(module)
    if module not in made_of:
        return ""
    for name in sorted(made_of):
        digest.update(f" {name} ".encode() + made_of[name].read_bytes())
    return digest.hexdigest()[:16]


@cache
def _versions() -> str:
    """Those of Python, and of all that is counted by its version."""
    return " ".join([sys.version, *(f"{package} {version(package)}" for package in COUNTED_BY_VERSION)])


def sources(module: str) -> dict[str, Path]:
    """The module and all that it imports, directly or not, each with its file."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        file = None if name in found else _file(name)
        if file is not None:
            found[name] = file
            if name != COMPILER and file.suffix == ".py":
                waiting += _imported(name, file)
    return found


def _file(module: str) -> Path | None:
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top in COUNTED_BY_VERSION:
        return None
    spec = _spec(module)
    file = Path(spec.origin) if spec and spec.has_location and spec.origin else None
    return file if file and file.is_file() else None


@cache
def _spec(module: str) -> ModuleSpec | None:
    loaded = sys.modules.get(module)
    if loaded is not None:
        return loaded.__spec__
    try:
        return find_spec(module)
    except (ImportError, ValueError):
        return None


@cache
def _imported(module: str, file: Path) -> tuple[str, ...]:
    """The modules that it imports when it is imported itself."""
    package = module if _is_package(module) else module.rpartition(".")[0]
    found: list[str] = []
    for statement in _statements(_parsed(file)):
        if isinstance(statement, ast.Import):
            found += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            origin = resolve_name("." * statement.level + (statement.module or ""), package)
            within = [f"{origin}.{alias.name}" for alias in statement.names] if _is_package(origin) else []
            modules = [inner for inner in within if _file(inner)]
            found += modules if len(modules) == len(statement.names) else [*modules, origin]
    return tuple(found)


def _parsed(file: Path) -> ast.Module:
    """What stands in it.

    Some versions of Python (3.11.7 is one) lose count when two threads parse at once and garbage is collected
    meanwhile, and raise a `SystemError`.  Then it is simply done again: a game must not be left out for that.
    """
    source = file.read_bytes()
    for _ in range(100):
        with suppress(SystemError):
            return ast.parse(source)
    return ast.parse(source)


def _is_package(module: str) -> bool:
    spec = _spec(module)
    return spec is not None and spec.submodule_search_locations is not None


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """All that is run when a module is imported, whatever it stands in; but nothing of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            continue
        if isinstance(node, ast.stmt):
            yield node
        yield from _statements(node)
