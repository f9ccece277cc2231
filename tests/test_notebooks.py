"""Every notebook runs from its first cell to its last, and says what its file says."""

import json
import subprocess
import sys

import pytest

from tests import notebooks
from tests.harness import of_this_house

BOOKS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(notebooks.FOLDER.glob("*.ipynb"))}
DOCS = notebooks.FOLDER.parent / "docs"


@pytest.mark.slow
def test_the_cells_run_in_order_and_print_what_they_did() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.notebooks", "--quick"],
        cwd=notebooks.FOLDER.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_is_kept_as_it_was_run_and_begins_with_its_title(name: str) -> None:
    book = BOOKS[name]
    assert book["cells"][0]["source"][0].startswith("# ")
    cells = notebooks.code_of(book)
    assert [cell["execution_count"] for cell in cells] == [*range(1, len(cells) + 1)]
    assert any(cell["outputs"] for cell in cells)
    assert len(json.dumps(book)) < 400_000


@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_names_the_author_of_every_game_that_it_plays(name: str) -> None:
    book = BOOKS[name]
    code = "".join(line for cell in notebooks.code_of(book) for line in cell["source"])
    shown = json.dumps(book, ensure_ascii=False)
    for game in of_this_house():
        if f'"{game.id}"' in code:
            assert not game.author or game.author in shown


def test_the_page_about_notebooks_leads_to_each() -> None:
    page = (DOCS / "notebooks.md").read_text("utf-8")
    for name in BOOKS:
        assert f"(../notebooks/{name})" in page


def test_the_value_that_was_trained_beats_level_2() -> None:
    """What was kept of the long run: the lower end of the error bars lies above even."""
    (text,) = [
        "".join(cell["outputs"][0]["text"])
        for cell in notebooks.code_of(BOOKS["train-a-value.ipynb"])
        if "stylobate match" in cell["source"][0]
    ]
    low = float(text.partition("share ")[2].partition("(")[2].partition(" to")[0])
    assert "learner against 2" in text
    assert low > 50
