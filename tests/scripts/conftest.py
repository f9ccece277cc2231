"""Tests of the scripts, in script: every `test("…", …)` of a `*.test.js` is a test here, under its own name.

They run in Node, a file at a time; without it they are skipped, with one loud line, and on CI they fail.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.scripts.node import HAS_NODE, MUST, ROOT, node

MISSING = "SCRIPT TESTS SKIPPED: there is no Node (make installs it)"
NAMED = re.compile(r'^test\("(.+)", (?:async )?\(', re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name.endswith(".test.js"):
        return TestsInScript.from_parent(parent, path=file_path)
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if any(MISSING in str(report.longrepr) for report in terminalreporter.getreports("skipped")):
        terminalreporter.write_line(MISSING, red=True, bold=True)


class TestsInScript(pytest.File):
    """A file of them."""

    def collect(self) -> Iterator[pytest.Item]:
        for name in NAMED.findall(self.path.read_text()):
            yield TestInScript.from_parent(self, name=name)


class TestInScript(pytest.Item):
    """One of them."""

    def runtest(self) -> None:
        if not HAS_NODE and not MUST:
            pytest.skip(MISSING)
        fault = faults(self.path)[self.name]
        if fault is not None:
            raise Failed(fault)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


class Failed(Exception):
    """What Node told of a test that failed."""


@cache
def faults(path: Path) -> dict[str, str | None]:
    """What went wrong in each test of a file, None where all is well; the file is run once."""
    words = node("--test", "--test-reporter=junit", str(path))
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        told = ElementTree.fromstring(ran.stdout)
    except ElementTree.ParseError:
        raise Failed(ran.stdout + ran.stderr) from None
    return {test.get("name", ""): test.findtext("failure") for test in told.iter("testcase")}
