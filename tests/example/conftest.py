"""The example, installed once for all tests here."""

from pathlib import Path

import pytest

from tests.example.installing import COLUMELLA, install


@pytest.fixture(scope="session")
def columella(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example in it, as pip installs it."""
    return install(COLUMELLA, tmp_path_factory.mktemp("installed"))
