"""Examples in the sources are true."""

import doctest
import importlib
from pathlib import Path

import pytest

import stylobate

SOURCES = Path(stylobate.__file__).parent.parent


def name_of(source: Path) -> str:
    parts = source.relative_to(SOURCES).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


WITH_EXAMPLES = sorted(
    name_of(source) for source in (SOURCES / "stylobate").rglob("*.py") if ">>> " in source.read_text("utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    ran = doctest.testmod(importlib.import_module(name))
    assert ran.attempted
    assert ran.failed == 0


def test_the_package_and_its_games_and_positions_have_examples() -> None:
    assert {"stylobate", "stylobate.game", "stylobate.conformance"} <= set(WITH_EXAMPLES)
