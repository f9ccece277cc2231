"""Who lacks an optional part is told which extra brings it, in one sentence, the same everywhere."""

import sys
import tomllib
from pathlib import Path

import pytest

from stylobate import extras
from stylobate.errors import BadOption
from stylobate.store.opening import open_store

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FOR_OURSELVES = {"dev", "bench", "docs"}


def test_every_extra_that_can_be_installed_is_known_by_its_purpose() -> None:
    assert set(extras.EXTRAS) == set(PROJECT["optional-dependencies"]) - FOR_OURSELVES
    page = (ROOT / "docs" / "installing.md").read_text("utf-8")
    for extra in extras.EXTRAS:
        assert f"`{extra}`" in page


def test_a_database_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadOption) as refused:
        open_store("postgresql://nobody@nowhere/none")
    assert str(refused.value) == (
        "a PostgreSQL database needs psycopg, which is not installed; "
        "pip install 'stylobate[postgres]' brings it"
    )


@pytest.mark.parametrize("extra", extras.EXTRAS)
def test_a_part_that_is_hidden_is_missed_by_its_name(monkeypatch: pytest.MonkeyPatch, extra: str) -> None:
    part = extras.EXTRAS[extra]
    for module in part.modules:
        monkeypatch.setitem(sys.modules, module, None)
        with (
            pytest.raises(BadOption, match=rf"this needs {part.package}.*not installed.*\[{extra}\]"),
            extras.wanted(extra, "this"),
        ):
            __import__(module)


def test_a_part_that_is_there_but_broken_is_not_called_missing() -> None:
    with (
        pytest.raises(BadOption, match=r"Ray, which is there but cannot be loaded \(no libm\)"),
        extras.wanted("cluster", "this"),
    ):
        raise ImportError("no libm")
