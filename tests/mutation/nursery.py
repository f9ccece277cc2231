"""Where mutants are born and tried, each in a forked process of its own.

The quick way: pytest has collected the tests, and a child only gets the mutant's code into the functions that
are there.  That cannot show what a fault does while a module is imported (its constants and tables).  Where
it could do something then, it goes the slow way: the child imports everything anew, with the mutant in its
module's place.  What is slow to import and never harmed is there before the first fork.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutation.mutants import Mutant
from tests.mutation.trying import WAITING, Run, Tests

MEMORY = 6 * 2**30
PATIENCE = 2.0  # seconds of the processor, and five times what it takes unharmed, has each test


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: the test that it died of, “” if it lives."""

    mutant: Mutant
    killer: str


class Nursery:
    """Tries mutants of some sources by the tests in some files, those that `keep` keeps.

    With `traced`, a mutant meets only the tests that run its line; `slowest` leaves out slower tests.
    """

    def __init__(
        self,
        sources: Sequence[Path],
        files: Sequence[str],
        keep: Callable[[str], bool] = lambda name: True,
        *,
        workers: int = 1,
        traced: bool = True,
        slowest: float = 0.0,
    ) -> None:
        self.sources = {str(path) for path in sources}
        self.files = files
        self.keep = keep
        self.workers = workers
        self.traced = traced
        self.slowest = slowest
        self.runs: dict[str, Run] = {}
        self.left_out: list[str] = []
        self._scratch = Path(tempfile.mkdtemp(prefix="mutation-"))

    def close(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self._scratch, ignore_errors=True)

    def fates(self, mutants: Sequence[Mutant], tell: Callable[[str], None]) -> Iterator[Fate]:
        """Try them all; first the tests run unharmed, and none may fail."""
        quick = [mutant for mutant in mutants if mutant.lines]
        told, unharmed = self._scratch / "fates", self._scratch / "unharmed"

        def collect() -> None:
            tests = Tests(lambda tests: self._quickly(tests, quick, unharmed, told))
            tests.collected(self.files, self.sources)

        _waited(_forked(collect, self._scratch))
        self._learn(unharmed)
        tell(
            f"{len(self.runs)} tests, {sum(run.seconds for run in self.runs.values()):.0f} s unharmed, "
            f"{len(self.left_out)} left out as too slow"
        )
        known = dict(json.loads(line) for line in told.read_text().splitlines())
        yield from (Fate(mutant, known[mutant.called]) for mutant in quick if mutant.called in known)
        rest = [mutant for mutant in mutants if mutant.called not in known]
        tell(f"{len(rest)} of {len(mutants)} go the slow way")
        yield from self._tried(rest, self._slowly, at_import=True)

    def _quickly(self, tests: Tests, mutants: Sequence[Mutant], unharmed: Path, told: Path) -> None:
        functions = _functions(self.sources)
        gc.collect()
        gc.freeze()
        names = [item.nodeid for item in tests.items if self.keep(item.nodeid)]
        _waited(_forked(lambda: self._watched(tests, names, unharmed), self._scratch))
        with suppress(SystemExit):
            self._learn(unharmed)

        def attempt(mutant: Mutant, chosen: list[str], folder: Path) -> str:
            _swap(mutant, functions)
            _put(mutant)
            return tests.run(chosen, folder / "tmp", self._limits(chosen))

        with told.open("w") as file:
            for fate in self._tried(mutants if self.runs else [], attempt):
                runs_at_import = set(fate.mutant.lines) & tests.imported.get(str(fate.mutant.path), set())
                if fate.killer or not runs_at_import:
                    print(json.dumps([fate.mutant.called, fate.killer]), file=file, flush=True)

    def _slowly(self, mutant: Mutant, chosen: list[str], folder: Path) -> str:
        _put(mutant)
        tests = Tests(lambda tests: tests.run(chosen, folder / "tmp", self._limits(chosen)))
        tests.collected({self.runs[name].file for name in chosen})
        return tests.failed

    def _limits(self, chosen: list[str]) -> list[float]:
        return [PATIENCE + 5 * self.runs[name].seconds for name in chosen]

    def _watched(self, tests: Tests, names: list[str], unharmed: Path) -> None:
        scratch = self._scratch / "tmp"
        runs = tests.watch(names, scratch, self.sources if self.traced else set(), self.slowest)
        told = {
            name: (run.file, run.seconds, {file: sorted(lines) for file, lines in run.lines.items()})
            for name, run in runs.items()
        }
        left_out = [name for name in names if name not in runs]
        unharmed.write_text(json.dumps([tests.failed, tests.why, told, left_out]))

    def _learn(self, unharmed: Path) -> None:
        failed, why, told, self.left_out = json.loads(unharmed.read_text())
        if failed:
            raise SystemExit(f"{why}\n{failed} fails without any fault in the source")
        for name, (file, seconds, lines) in told.items():
            self.runs[name] = Run(file, seconds, {path: set(numbers) for path, numbers in lines.items()})

    def tests_of(self, mutant: Mutant, at_import: bool = False) -> list[str]:
        """The tests that run the line of a mutant, the quickest first.

        What runs `at_import` no test runs, and any may look at what it made: then they are all.
        """
        lines, path = set(mutant.lines), str(mutant.path)
        found = [
            name
            for name, run in self.runs.items()
            if at_import
            or not self.traced
            or (lines & run.lines.get(path, set()) if lines else path in run.lines)
        ]
        return sorted(found, key=lambda name: self.runs[name].seconds)

    def _tried(
        self,
        mutants: Iterable[Mutant],
        attempt: Callable[[Mutant, list[str], Path], str],
        at_import: bool = False,
    ) -> Iterator[Fate]:
        """Attempt them all, so many at a time, each in a child; what it tells is the killer."""
        waiting = list(mutants)[::-1]
        under_way: dict[int, tuple[Mutant, float, Path]] = {}
        while waiting or under_way:
            while waiting and len(under_way) < self.workers:
                mutant = waiting.pop()
                chosen = self.tests_of(mutant, at_import)
                limit = 2 * PATIENCE + 5 * sum(self.runs[name].seconds for name in chosen)
                folder = Path(tempfile.mkdtemp(dir=self._scratch))

                def work(mutant: Mutant = mutant, chosen: list[str] = chosen, folder: Path = folder) -> None:
                    (folder / "killer").write_text(attempt(mutant, chosen, folder))

                under_way[_forked(work, folder, limit)] = mutant, time.monotonic() + WAITING * limit, folder
            for pid in list(under_way):
                if (killer := _ended(pid, *under_way[pid][1:])) is not None:
                    yield Fate(under_way.pop(pid)[0], killer)
            time.sleep(0.003)


def _ended(pid: int, deadline: float, folder: Path) -> str | None:
    """The killer, once the child has ended or its time is up."""
    done, _ = os.waitpid(pid, os.WNOHANG)
    if not done and time.monotonic() < deadline:
        return None
    if not done:
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    told = folder / "killer"
    killer = told.read_text() if told.exists() else "(the end of the process, or of its time)"
    shutil.rmtree(folder, ignore_errors=True)
    return killer


def _forked(work: Callable[[], None], folder: Path, limit: float | None = None) -> int:
    """A child that does the work, within so many seconds of the processor; its id.

    It works in a folder that is removed: a mutant may take anything at all for the name of a file.
    """
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        os.chdir(folder)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        if limit is not None:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (round(limit + time.process_time()) + 1,) * 2)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        work()
        sys.stdout.flush()
    except BaseException:
        if limit is None:
            sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def _waited(pid: int) -> None:
    os.waitpid(pid, 0)


def _functions(sources: set[str]) -> list[FunctionType]:
    """Those that were made by these files.

    What the tests have spared the garbage collector, it does not list: so it gets that back.
    """
    gc.unfreeze()
    found = (one for one in gc.get_objects() if type(one) is FunctionType)
    return [function for function in found if function.__code__.co_filename in sources]


def _swap(mutant: Mutant, functions: Iterable[FunctionType]) -> None:
    """Give the functions that there are the mutant's code."""
    new: dict[tuple[str, str, int], CodeType] = {}
    codes = [mutant.code()]
    while codes:
        code = codes.pop()
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        new[_place(code)] = code
    for function in functions:
        code = new.get(_place(function.__code__), function.__code__)
        if code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _put(mutant: Mutant) -> None:
    """From now on, whoever imports the module gets the mutant."""
    whole = SourceFileLoader.get_code
    path, code = str(mutant.path), mutant.code()

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == path else whole(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
