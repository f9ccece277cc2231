"""Games that are left in the middle are kept in a folder of the test's own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *a, **k: str(folder))
    return folder
