"""Nothing that a user can say is missing from the pages: commands, options, words of protocols, tokens."""

from __future__ import annotations

import re
import shlex
from itertools import takewhile
from typing import Any

import pytest

import stylobate
from docs.building import commands as command_line
from docs.building import modules
from docs.building.guides import filled
from docs.building.pages import ROOT
from stylobate.engine import Engine
from stylobate.play.commands import WORDS
from stylobate.web import api, seating
from tests.docs.shown import PAGES, commands
from tests.harness import of_this_house

EVERY = dict(command_line.every())
PAGE = command_line.pages()["cli.md"]
HELP = ("--help", "-h")


def documented(page: str) -> set[str]:
    """Everything on a page that is written as code, word by word."""
    return {word for code in re.findall(r"`([^`\n]+)`", page) for word in code.split()}


@pytest.mark.parametrize("name", EVERY)
def test_every_command_and_option_says_what_it_is_for(name: str) -> None:
    command = EVERY[name]
    assert command.help
    assert f"## {name}\n" in PAGE
    for option in command_line.options(command):
        assert option.help, f"{name}: {option.name} says nothing"
        for spelling in option.opts if option.param_type_name == "option" else ():
            assert spelling in PAGE


def test_every_command_is_shown_at_work_on_a_written_page() -> None:
    shown = {tuple(words) for place in PAGES for words in (one.split()[:3] for one in commands(place))}
    for name, command in EVERY.items():
        if not hasattr(command, "commands"):
            words = tuple(name.split())
            assert any(one[: len(words)] == words for one in shown), f"no page shows {name}"


@pytest.mark.parametrize("place", PAGES)
def test_every_command_that_a_page_shows_exists_with_its_options(place: str) -> None:
    for line in commands(place):
        words = shlex.split(line.replace("'", "’"))
        name = next(" ".join(words[:n]) for n in (3, 2, 1) if " ".join(words[:n]) in EVERY)
        rest = words[len(name.split()) :]
        if hasattr(EVERY[name], "commands") and rest:
            assert rest[0].startswith("-") or rest[0] == "COMMAND", f"{place}: there is no {line}"
        for word in rest:
            if word.startswith("--"):
                assert word.split("=")[0] in spellings(EVERY[name]), f"{place}: {line}: {word}"


def spellings(command: Any) -> set[str]:
    return {one for option in command.params for one in (*option.opts, *option.secondary_opts)} | set(HELP)


def test_every_word_of_the_line_protocol_is_documented() -> None:
    words = {*Engine()._commands, "quit", "movetime", "playouts", "level", "setup=POSITION", "bestmove"}
    assert words <= documented(PAGES["docs/engine.md"].replace("[", " ").replace("]", " "))


def test_every_line_of_a_record_is_documented() -> None:
    known = documented(PAGES["docs/records.md"])
    for line in header_lines():
        assert line in known, f"records.md says nothing of “{line}”"


def header_lines() -> set[str]:
    """The first words of all header lines in records that were ever kept."""
    texts = [file.read_text("utf-8") for file in (ROOT / "tests" / "stored").glob("*.txt")]
    heads = [text.partition("\n\n")[0] for text in texts]
    return {word for head in heads for word in re.findall(r"^([a-z-]+)[a-z0-9 -]*:", head, re.MULTILINE)}


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_every_kind_of_token_is_documented(game: stylobate.Game) -> None:
    page = filled("<!-- games: texts -->").partition(f"## {game.title}\n")[2].partition("\n## ")[0]
    known = {shape(word) for word in documented(page)}
    seen = {shape(token) for token in ever_legal(game)}
    assert seen <= known, f"{game.title}: {seen - known}"


def ever_legal(game: stylobate.Game) -> set[str]:
    """All tokens that were legal in one of the golden games."""
    folder = ROOT / "tests" / "games" / game.package.rpartition(".")[2] / "golden"
    lines = [line.split() for file in folder.glob("*.txt") for line in file.read_text("utf-8").splitlines()]
    listed = [line[1:] for line in lines if line and line[0] in ("legal", "chance")]
    return {word.partition("=")[0] for words in listed for word in takewhile("…".__ne__, words)}


def shape(token: str) -> str:
    """What kind of token it is: numbers, squares and pieces may differ, words may not.

    >>> shape("card:2,-1,0"), shape("Da1b1"), shape("*WWRS"), shape("keep:3355")
    ('card:0,0,0', 'Aa0a0', '*A', 'keep:0')
    """
    token = re.sub(r"(?<![a-z])[a-z](?![a-z])", "a", re.sub(r"[A-Z]+", "A", token))
    return re.sub(r"(?<=[:,])-?\d+|\d+", "0", token)


def test_everything_that_the_package_offers_is_in_the_reference() -> None:
    pages = modules.pages()
    passed_on = {name: there for there, name in modules.Module("stylobate").passed_on()}
    assert set(stylobate.__all__) == set(passed_on)
    for name, there in passed_on.items():
        assert f"[`{name}`]" in pages["api/stylobate.md"]
        if callable(getattr(stylobate, name)):
            assert f"## {name}\n" in pages[there.page]


def test_everything_that_can_be_asked_for_over_http_is_documented() -> None:
    told = api.__doc__ or ""
    for route in (*api.ROUTES, *seating.ROUTES):
        if route.path.startswith("/api/"):
            parts = route.path.replace("{table}", "T").replace("{n}", "N").replace("{form}", "txt")
            assert parts in told, f"web/api.py says nothing of {route.path}"


def test_everything_that_can_be_done_at_a_table_is_documented() -> None:
    from stylobate.play import commands as done

    for word in WORDS:
        assert f'"do": "{word}"' in (done.__doc__ or ""), f"play/commands.py says nothing of {word}"
