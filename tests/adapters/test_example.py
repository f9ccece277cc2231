"""A game of another package passes the suites of other tools without a line written for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.example.installing import columella as installed
from tests.example.installing import python

pytestmark = pytest.mark.slow

SUITES = """
import sys
from pathlib import Path
from tests.adapters import learning_suite, openspiel_suite
from tests.adapters.choices import choices
from stylobate import load

for options in choices(load("columella")):
    openspiel_suite.everything("columella", options, Path(sys.argv[1]))
    learning_suite.everything("columella", options)
    print("passed", *options.values())
"""


def test_the_example_passes_all_suites(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    ran = python(installed(tmp_path_factory), "-c", SUITES, str(tmp_path))
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.split() == ["passed", "2", "passed", "3"]
