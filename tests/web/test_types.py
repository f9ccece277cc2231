"""What scripts take for granted of what they are sent (`web/types.d.ts`) is what the server really sends."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import stylobate
from stylobate.house.boards import board
from stylobate.play import Showing, Table
from stylobate.play.clock import Clock
from tests.scripts.node import HAS_TOOLS, MUST, ROOT, node
from tests.tables import ADA, BEN, START, ask, begun, opened, played_out, two_people
from tests.web.visiting import Visitor

TYPES = ROOT / "src" / "stylobate" / "web" / "types.d.ts"

pytestmark = pytest.mark.skipif(not HAS_TOOLS and not MUST, reason="there is no TypeScript here")


def faults(values: list[tuple[str, Any]], folder: Path) -> str:
    """What TypeScript says of values that are told to be of a type; nothing, if each is exactly that."""
    names = ", ".join(sorted({name for name, _ in values}))
    lines = [f'import type {{ {names} }} from "{TYPES.as_posix()}";']
    lines += [f"export const v{n}: {name} = {json.dumps(value)};" for n, (name, value) in enumerate(values)]
    file = folder / "sent.ts"
    file.write_text("\n".join(lines))
    checks = ("--ignoreConfig", "--noEmit", "--strict", "--pretty", "false", str(file))
    tsc = node("node_modules/typescript/bin/tsc", *checks)
    return subprocess.run(tsc, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def stories() -> Iterator[list[Table]]:
    """Tables on their way through everything that can be told of them."""
    table = opened(clock=Clock("fischer", 300_000, 5_000), starts="lot", visibility="public")
    seated = ask(table, BEN, "sit", seat=1)
    yield [table, seated, ask(seated, BEN, "begin")]
    table = two_people(clock=Clock("days", 2 * 86_400_000))
    said = ask(table, BEN, "say", text="Hello.")
    moved = played_out(said, random.Random(1), 3)
    asked = ask(moved, ADA, "ask-takeback")
    given = ask(asked, BEN, "answer-takeback", yes=True)
    left = ask(given, BEN, "resign")
    yield [table, said, moved, asked, given, left, ask(left, ADA, "rematch")]
    for id in stylobate.ids():
        table = begun(id, ["me", "3"], starts="dice")
        yield [table, played_out(table, random.Random(2), 20)]


def test_views_and_changes_are_what_scripts_expect(tmp_path: Path) -> None:
    sent: list[tuple[str, Any]] = []
    for story in stories():
        for before, after in pairwise(story):
            for who in (ADA.id, BEN.id, None):
                sent.append(("View", Showing(before, START, {1: START}).whole(who)))
                sent.append(("View", Showing(after, START, {}).whole(who)))
                sent.append(("Change", Showing(after, START, {}).change(before, who)))
    assert faults(sent, tmp_path) == ""


def test_boards_of_every_game_are_what_scripts_expect(tmp_path: Path) -> None:
    tables = [played_out(begun(id, ["me", "me"]), random.Random(3), 30) for id in stylobate.ids()]
    sent = [
        ("Board", board(table, n)) for table in tables for n in (0, len(table.plays) // 2, len(table.plays))
    ]
    assert faults(sent, tmp_path) == ""


def test_the_page_of_a_table_brings_what_scripts_expect(ada: Visitor, tmp_path: Path) -> None:
    sent = []
    for id in stylobate.ids():
        page = ada.get(f"/t/{ada.open(id, ('me', 'open')).id}").text
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
        assert found is not None
        sent.append(("Page", json.loads(found[1])))
    assert faults(sent, tmp_path) == ""


@pytest.mark.parametrize("fault", [{"version": "4"}, {"state": "closed"}, {"secret": "abc"}, {"seats": [{}]}])
def test_a_field_of_another_kind_is_noticed(fault: dict[str, Any], tmp_path: Path) -> None:
    assert "error TS" in faults([("View", {**Showing(opened(), START, {}).whole(None), **fault})], tmp_path)


def test_a_field_that_is_missing_is_noticed(tmp_path: Path) -> None:
    whole = Showing(opened(), START, {}).whole(None)
    del whole["can"]  # type: ignore[misc]
    assert "'can' is missing" in faults([("View", whole)], tmp_path)
