"""`docs/adding-a-game.md` builds the example: what it shows is the example's code, and all of it."""

from __future__ import annotations

import re

import pytest

from tests.example.installing import COLUMELLA, ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"
FILES = [
    "pyproject.toml",
    *(f"columella/{file.name}" for file in sorted((COLUMELLA / "columella").glob("*.*"))),
]

_PIECE = re.compile(r"^### `(?P<file>[^`\n]+)`$|^(?P<fence>`{3,})\w+\n(?P<code>.*?)^(?P=fence)$", re.M | re.S)


def shown() -> dict[str, list[str]]:
    """The pieces of code on the page, by the file under whose name they stand."""
    pieces: dict[str, list[str]] = {}
    file = ""
    for piece in _PIECE.finditer(PAGE.read_text("utf-8")):
        file = piece["file"] or file
        pieces.setdefault(file, []).extend([piece["code"]] if piece["code"] else [])
    return pieces


@pytest.mark.parametrize("file", FILES)
def test_each_piece_is_in_the_file_and_all_pieces_make_it_whole(file: str) -> None:
    text = (COLUMELLA / file).read_text("utf-8")
    for piece in shown()[file]:
        assert piece in text
    together = "\n".join(shown()[file])
    assert [line for line in together.splitlines() if line] == [line for line in text.splitlines() if line]


def test_nothing_else_is_shown() -> None:
    assert sorted(shown()) == sorted(FILES)


def test_the_picture_comes_first() -> None:
    title, picture = [line for line in PAGE.read_text("utf-8").splitlines() if line][:2]
    assert title == "# Adding a game"
    assert picture.startswith("![")
