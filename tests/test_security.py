"""docs/security.md claims nothing without a test, and names no test that there is not."""

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "security.md").read_text("utf-8")
TESTS = sorted(set(re.findall(r"\((\.\./tests/[^)#]+)#([^)]+)\)", PAGE)))
ROWS = [
    line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| at", "| ---"))
]


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    tree = ast.parse((DOCS / file).read_text("utf-8"))
    assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:30])
def test_whatever_stops_somebody_is_shown_by_a_test(row: str) -> None:
    assert "[test](../tests/" in row


def test_all_four_are_thought_of() -> None:
    assert re.findall(r"^## (.+)$", PAGE, re.M) == ["A player", "A watcher", "A stranger", "The operator"]
    assert len(re.findall(r"^Nothing stops", PAGE, re.M)) == 4
