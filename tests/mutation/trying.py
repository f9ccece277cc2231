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
        with _Trace(set(sources)).into(self.imported):
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
        for name, following, limit in zip(names, [*names[1:], ""], limits, strict=True):
            if name in by_name and not self.failed:
                self._run_one(by_name[name], by_name.get(following), scratch, limit)
        return self.failed

    def _run_one(self, item: pytest.Item, following: pytest.Item | None, scratch: Path, limit: float) -> None:
        """Run a test; what it shares with the one that follows, a database say, is kept for that one."""
        item.config._tmp_path_factory._given_basetemp = scratch  # type: ignore[attr-defined]
        with _limited(limit) as was_late:
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except (Exception, TooSlow):  # pytest may stumble over a test that was cut off in the middle
                self.failed = item.nodeid
            if self.failed:
                item.session._setupstate.teardown_exact(None)
        self.is_late = bool(was_late)

    def watch(self, names: Sequence[str], scratch: Path, sources: set[str], slowest: float) -> dict[str, Run]:
        """Run these unharmed, noting what each takes and which lines of the sources it runs.

        Those that would take longer than `slowest` seconds (0: however long) are left out.
        """
        runs: dict[str, Run] = {}
        by_name = {item.nodeid: item for item in self.items}
        trace = _Trace(sources)
        for name, following in zip(names, [*names[1:], ""], strict=True):
            run = Run(str(by_name[name].path))
            began = time.process_time()
            with trace.into(run.lines):
                self._run_one(by_name[name], by_name.get(following), scratch, slowest)
            run.seconds = time.process_time() - began
            if not self.failed:
                runs[name] = run
            elif self.is_late:
                self.failed = ""
            else:
                break
        return runs


class _Trace:
    """Notes which lines of the sources are run, in any thread.

    A thread that one test starts and others use, such as a server's, is traced for each of them.
    """

    def __init__(self, sources: set[str]) -> None:
        self._sources = sources
        self._lines: dict[str, set[int]] = {}

    @contextmanager
    def into(self, lines: dict[str, set[int]]) -> Iterator[None]:
        """Note here what is run meanwhile."""
        if not self._sources:
            yield
            return
        self._lines = lines
        threading.settrace(self._enter)
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def _enter(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._inside(frame, event, argument) if frame.f_code.co_filename in self._sources else None

    def _inside(self, frame: FrameType, event: str, argument: object) -> Any:
        self._lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return self._inside


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
