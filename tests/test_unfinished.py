"""A contest of the bench that was stopped goes on from what lies in the repository, elsewhere too."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from bench import arena

COMMAND = ["stylobate", "match", "colonnade", "random", "other", "--games", "6", "--seed", "3"]
PLAYER = ["--player", f"other=env PYTHONPATH={{cache}} {sys.executable} -m stylobate engine"]

pytestmark = pytest.mark.slow


def test_what_was_laid_aside_is_gone_on_with_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "UNFINISHED", tmp_path / "clone" / "bench" / "unfinished")
    here, there = tmp_path / "here", tmp_path / "there"
    monkeypatch.setattr(arena, "cache_folder", lambda: here)
    played = arena.play("six", COMMAND, [word.format(cache=here) for word in PLAYER])
    assert played is not None
    lines = (arena.kept("six") / "games.jsonl").read_text("utf-8").splitlines(keepends=True)
    (arena.kept("six") / "games.jsonl").write_text("".join(lines[:3]), "utf-8")
    arena.lay_aside("six")
    shutil.rmtree(here)

    plan = (arena.UNFINISHED / "six" / "plan.json").read_text("utf-8")
    assert str(here) not in plan
    assert sys.executable not in plan
    monkeypatch.setattr(arena, "cache_folder", lambda: there)
    again = arena.play("six", COMMAND)
    assert again is not None
    _, folder = again
    now = [json.loads(line) for line in (folder / "games.jsonl").read_text("utf-8").splitlines()]
    assert [game["game"] for game in now] == [1, 2, 3, 4, 5, 6]
    assert now[:3] == [json.loads(line) for line in lines[:3]]
    assert not sorted((folder / "records").glob("1.txt")), "the first three were not played again"

    arena.forget("six")
    assert not (arena.UNFINISHED / "six").exists()
    assert not arena.taken_up("six")
