"""What the pages show is true: their Python runs, their commands print what stands below them."""

from __future__ import annotations

import doctest
import io
import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from docs.building.pages import ROOT
from stylobate.cli import app
from stylobate.engine import Engine
from tests.docs.shown import PAGES, blocks, sessions

ELSEWHERE = ("README.md", "docs/adding-a-game.md")  # tests/test_readme.py, tests/example
STORED = ROOT / "tests" / "stored" / "columns-dice.txt"


def with_code(*languages: str) -> list[str]:
    return [
        place
        for place in PAGES
        if place not in ELSEWHERE and any(one.language in languages for one in blocks(place))
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for what the pages write; a game that was kept is there already."""
    (tmp_path / "game.txt").write_text(STORED.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("place", with_code("python", "pycon"))
def test_the_python_of_a_page_runs(place: str, folder: Path) -> None:
    known: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(place):
        if block.left_out or block.title:
            continue
        if block.language == "python":
            exec(compile(block.code, place, "exec"), known)
        elif block.language == "pycon":
            example = doctest.DocTestParser().get_doctest(block.code, {}, place, place, 0)
            example.globs = known
            said = io.StringIO()
            ran = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
                example, out=said.write, clear_globs=False
            )
            assert ran.failed == 0, said.getvalue()


@pytest.mark.parametrize("place", with_code("console"))
def test_the_commands_of_a_page_print_what_stands_below_them(place: str, folder: Path) -> None:
    for block in blocks(place):
        if block.title:
            (folder / block.title).write_text(block.code, "utf-8")
        if block.language != "console" or block.left_out:
            continue
        for command, said in sessions(block):
            if command == "stylobate engine":
                assert conversation(said) == said
                continue
            ran = CliRunner().invoke(app, shlex.split(command)[1:])
            assert ran.exit_code == 0, f"{place}: {command}: {ran.output}"
            assert not said or re.fullmatch(pattern(said), ran.output.strip(), re.DOTALL), ran.output


def conversation(said: list[str]) -> list[str]:
    """The same conversation with the engine as it really goes: what is no answer is a command."""
    engine, heard = Engine(), list[str]()
    while len(heard) < len(said):
        asked = said[len(heard)]
        heard += [asked, *engine.answer(asked)]
    return heard


def pattern(said: list[str]) -> str:
    """What is printed, with anything in place of each `…`."""
    return re.escape("\n".join(said).strip()).replace("…", ".*")


def test_the_player_of_twenty_lines_plays(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (player,) = (block for block in blocks("docs/how-to/player.md") if block.title)
    (folder / "narrow.py").write_text(player.code, "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("new colonnade\nmoves b2a\ngo movetime 100\nquit\n"))
    runpy.run_path(str(folder / "narrow.py"))
    *answers, best = capsys.readouterr().out.splitlines()
    assert answers == ["ok", "ok"]
    assert best.startswith("bestmove ")
    assert len(player.code.splitlines()) <= 25
