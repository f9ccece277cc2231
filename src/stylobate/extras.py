"""Parts of the program that not everybody wants: each is an extra, and needs a package of somebody else.

    pip install 'stylobate[postgres]'

Who comes without it is told which extra brings it, in the same sentence wherever that happens:

    with extras.wanted("postgres", "a PostgreSQL database"):
        import psycopg
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from stylobate.errors import BadOption


@dataclass(frozen=True)
class Extra:
    """What an extra is for, what the package that it brings is called, and the modules of that."""

    purpose: str
    package: str
    modules: tuple[str, ...]


EXTRAS = {
    "openspiel": Extra("our games among OpenSpiel's", "OpenSpiel", ("pyspiel", "open_spiel")),
    "pettingzoo": Extra("environments for learners", "PettingZoo", ("pettingzoo", "gymnasium")),
    "tui": Extra("a terminal with mouse and colours", "Textual", ("textual",)),
    "postgres": Extra("games in a PostgreSQL database", "psycopg", ("psycopg",)),
    "gpu": Extra("batches and training on a GPU", "numba-cuda or CuPy", ("numba_cuda", "cuda", "cupy")),
    "cluster": Extra("matches and training on many machines", "Ray", ("ray",)),
}


@contextmanager
def wanted(extra: str, by: str) -> Iterator[None]:
    """Import here what the extra brings; where it is not installed, say so, and who (`by`) needs it."""
    part = EXTRAS[extra]
    try:
        yield
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in part.modules:
            why = "is not installed"
        else:
            why = f"is there but cannot be loaded ({error})"
        raise BadOption(
            f"{by} needs {part.package}, which {why}; pip install 'stylobate[{extra}]' brings it"
        ) from None
