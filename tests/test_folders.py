"""A user's own folders; and a service, which may run as a user who has no home."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from stylobate.compiled import is_writable
from stylobate.doctor import _disk
from stylobate.errors import BadOption
from stylobate.folders import cache_folder, data_folder
from stylobate.web.settings import Settings

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere everybody has a home")


@pytest.fixture
def _homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> Any:
        raise KeyError(number)

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "STYLOBATE_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)


def test_they_are_under_the_users_home_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "STYLOBATE_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder().is_relative_to(tmp_path)
    assert cache_folder().is_relative_to(tmp_path)
    monkeypatch.setenv("STYLOBATE_CACHE", "/var/cache/games")
    assert cache_folder() == Path("/var/cache/games")


@pytest.mark.usefixtures("_homeless")
def test_who_has_no_home_is_asked_for_a_folder_only_if_one_is_needed(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no home to keep games in; name a folder"):
        data_folder()
    assert Settings(tmp_path).store == str(tmp_path / "stylobate.db")
    assert Settings(database="postgresql://games@db/games").store == "postgresql://games@db/games"
    with pytest.raises(BadOption, match="no home"):
        _ = Settings().store
    assert not is_writable(cache_folder())
    (told,) = _disk(Settings())
    assert (told.about, told.state) == ("data folder", "note")
