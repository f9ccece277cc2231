"""The example, installed once for all tests here."""

from pathlib import Path

import pytest

from tests.example.installing import columella as installed


@pytest.fixture(scope="session")
def columella(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that it is installed in."""
    return installed(tmp_path_factory)
