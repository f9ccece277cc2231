"""Tests run by hand: pytest collects them and prepares each, but what is run, and when, is said here."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

WAITING = 5  # times as long as a test may compute it may wait, since others compute here too
QUIETLY = (
    "-o",
    "addopts=--import-mode=importlib",
    "-p",
    "no:terminal",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:faulthandler",
    "-s",
)


@dataclass
class Run:
    """One test, unharmed: its file, the processor's seconds, and the lines that it ran, by their file."""

    file: str
    seconds: float = 0.0
    lines: dict[str, set[int]] = field(default_factory=dict)


class TooSlow(BaseException):
    """A test has had its time."""


class Tests:
    """The tests in some files: collected by `collected`, which then does some work with them."""

    def __init__(self, work: Callable[[Tests], object]) -> None:
        self.items: list[pytest.Item] = []
        self.failed = ""
        self.why = ""
        self.is_late = False
        self.imported: dict[str, set[int]] = {}
        self._work = work

    def collected(self, files: Iterable[str], sources: Iterable[str] = ()) -> None:
        """Let pytest collect the files, noting the lines of the sources that run then; and do the work."""
        with _traced(set(sources), self.imported):
            pytest.main([*QUIETLY, *sorted(files)], plugins=[self])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running them all in their order."""
        sys.settrace(None)
        self.items = session.items
        self._work(self)
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """What cannot even be imported has failed."""
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (import)"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first to fail is the one that counts."""
        if report.failed and not self.failed:
            self.failed, self.why = report.nodeid, str(report.longrepr)

    def run(self, names: Sequence[str], scratch: Path, limits: Sequence[float]) -> str:
        """Run these in this order up to the first that fails or takes too long, and tell which that is."""
        by_name = {item.nodeid: item for item in self.items}
        for name, following, seconds in zip(names, [*names[1:], None], limits, strict=True):
            if name in by_name and not self.failed:
                item, after = by_name[name], by_name.get(following or "")
                item.config._tmp_path_factory._given_basetemp = scratch  # type: ignore[attr-defined]
                with _limited(seconds) as was_late:
                    try:
                        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                    except (
                        Exception,
                        TooSlow,
                    ):  # pytest may stumble over a test that was cut off in the middle
                        self.failed = name
                    if self.failed:  # what tests share, a database say, would stay behind
                        item.session._setupstate.teardown_exact(None)
                self.is_late = bool(was_late)
        return self.failed

    def watch(self, names: Sequence[str], scratch: Path, sources: set[str], slowest: float) -> dict[str, Run]:
        """Run these unharmed, noting what each takes and which lines of the sources it runs.

        Those that would take longer than `slowest` seconds (0: however long) are left out.
        """
        runs: dict[str, Run] = {}
        files = {item.nodeid: str(item.path) for item in self.items}
        for name in names:
            run = Run(files[name])
            began = time.process_time()
            with _traced(sources, run.lines):
                self.run([name], scratch, [slowest])
            run.seconds = time.process_time() - began
            if not self.failed:
                runs[name] = run
            elif self.is_late:
                self.failed = ""
            else:
                break
        return runs


@contextmanager
def _traced(sources: set[str], lines: dict[str, set[int]]) -> Iterator[None]:
    """Note which lines of the sources are run meanwhile, in any thread."""

    def inside(frame: FrameType, event: str, argument: object) -> Any:
        lines[frame.f_code.co_filename].add(frame.f_lineno)
        return inside

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if name not in sources:
            return None
        lines.setdefault(name, set()).add(frame.f_lineno)
        return inside

    if not sources:
        yield
        return
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)
        threading.settrace(None)


@contextmanager
def _limited(seconds: float) -> Iterator[list[str]]:
    """Stop what takes more of the processor's time, or waits for ever; what is given then says so."""
    told: list[str] = []

    def stop(number: int, frame: FrameType | None) -> None:
        told.append("too late")
        raise TooSlow

    timers = {signal.SIGVTALRM: signal.ITIMER_VIRTUAL, signal.SIGALRM: signal.ITIMER_REAL}
    before = {number: signal.signal(number, stop) for number in timers}
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds, seconds)  # again where it waits in tidying up
    try:
        yield told
    finally:
        for number, timer in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])
