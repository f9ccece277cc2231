"""Compile whatever of the games and the search is not compiled yet: `python -m stylobate.compiling`.

A site compiles what it needs by itself, and is slow until then.  Who makes an image for others to start does
it before; and so do the tests, each process of which would compile the same at the same time.  Here each game
is compiled once, one process a core; where all is kept from the last time, it is over in a moment.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pkgutil import walk_packages

from stylobate import ids, load
from stylobate.cores import cores

SHARED = "stylobate.kernel"  # what all rules are made of
FOR_ALL_GAMES = ("stylobate.search", "stylobate.training", "stylobate.batches")  # each may use those before
FOR_GPUS = "stylobate.batches.cuda"  # needs an extra, and is compiled when a batch is made


def compile_packages(*names: str) -> None:
    """What has machine code in it is compiled when it is imported."""
    for name in names:
        for module in walk_packages(import_module(name).__path__, f"{name}."):
            if module.name != FOR_GPUS:
                import_module(module.name)


def main() -> None:
    """All of it, in as many processes as there are cores."""
    import_module(SHARED)
    with ProcessPoolExecutor(cores(), get_context("spawn")) as processes:
        tasks = [processes.submit(compile_packages, *FOR_ALL_GAMES)]
        tasks += [processes.submit(compile_packages, load(id).package) for id in ids()]
        for task in tasks:
            task.result()


if __name__ == "__main__":
    main()
