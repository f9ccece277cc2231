"""A game of another package passes the suites of other tools without a line written for them."""

from __future__ import annotations

import pytest

from tests.example.installing import columella as installed
from tests.example.installing import python

pytestmark = pytest.mark.slow


def test_the_example_passes_all_suites(tmp_path_factory: pytest.TempPathFactory) -> None:
    ran = python(installed(tmp_path_factory), "-m", "tests.adapters", "--few", "columella")
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "no faults" in ran.stdout
