"""What the written pages show: their code, block by block, and the commands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docs.building.pages import ROOT, written

PAGES = {place: (ROOT / place).read_text("utf-8") for place in ["README.md", *written()]}

_FENCE = re.compile(
    r"(?P<left><!-- not run: [^\n]+ -->\n)?"
    r"^```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_CODE = re.compile(r"`([^`\n]+)`")
_NO_COMMAND = "record |throw |pledge "  # texts that begin like one
_COMMAND = re.compile(rf"^(?:\$ )?(?:[\w./]*/)?(stylobate(?: (?!{_NO_COMMAND})[^#]*))(?:#.*)?$")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, the file that it is to be, if any, and whether a test leaves it out."""

    language: str
    title: str | None
    code: str
    left_out: bool


def blocks(place: str) -> list[Block]:
    """The fenced code of a page, in its order."""
    return [
        Block(found["language"], found["title"], found["code"], bool(found["left"]))
        for found in _FENCE.finditer(PAGES[place])
    ]


def commands(place: str) -> Iterator[str]:
    """Every command of ours that a page shows, in a block or in a sentence."""
    lines = [line.strip() for line in PAGES[place].splitlines()]
    for line in [*lines, *_CODE.findall(PAGES[place])]:
        if found := _COMMAND.match(line):
            yield found[1].strip()


def sessions(block: Block) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console, each with the lines that it is said to print."""
    said: list[str] = []
    command = ""
    for line in block.code.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, said
            command, said = line[2:], []
        else:
            said.append(line)
    yield command, said
