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
from stylobate.house.board import board
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
    table = opened(starts="dice")
    yield [table, two_people(starts="dice")]


def test_views_and_changes_are_what_scripts_expect(tmp_path: Path) -> None:
    sent: list[tuple[str, Any]] = []
    for story in stories():
        for before, after in pairwise(story):
            for who in (ADA.id, BEN.id, None):
                sent.append(("View", Showing(before, START, {1: START}).whole(who)))
                sent.append(("View", Showing(after, START, {}).whole(who)))
                sent.append(("Change", Showing(after, START, {}).change(before, who)))
    assert faults(sent, tmp_path) == ""


@pytest.mark.slow
def test_every_game_is_sent_as_scripts_expect(tmp_path: Path) -> None:
    sent: list[tuple[str, Any]] = []
    for id in stylobate.ids():
        table = played_out(begun(id, ["me", "me"]), random.Random(3), 30)
        sent.append(("View", Showing(table, START, {}).whole(ADA.id)))
        sent += [("Board", board(table, n)) for n in (0, len(table.plays) // 2, len(table.plays))]
    assert faults(sent, tmp_path) == ""


def test_pages_and_what_is_asked_from_them_bring_what_scripts_expect(ada: Visitor, tmp_path: Path) -> None:
    at, table = "/api/lessons/colonnade/6", ada.open(seats=("me:Ada", "me:Eve"))
    sent = [
        ("Page", brought(ada.get(f"/t/{table.id}").text)),
        ("Moved", table.move("b2a", known=0).json()),
        ("LessonPage", brought(ada.get("/learn/colonnade/lesson").text)),
        ("LessonStage", ada.get(at).json()),
        ("LessonAnswer", ada.get(f"{at}/after?token=d1c").json()),
    ]
    assert faults(sent, tmp_path) == ""


def brought(page: str) -> Any:
    """What a page has for its scripts."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.slow
def test_a_field_too_many_too_few_or_of_another_kind_is_noticed(tmp_path: Path) -> None:
    whole = dict(Showing(opened(), START, {}).whole(None))
    wrong: list[dict[str, Any]] = [
        whole | {"version": "4"},
        whole | {"state": "closed"},
        whole | {"seats": [{}]},
        whole | {"secret": "abc"},
        {name: value for name, value in whole.items() if name != "can"},
    ]
    said = faults([("View", view) for view in [whole, *wrong]], tmp_path)
    assert sorted(set(re.findall(r"sent\.ts\((\d+),", said))) == ["3", "4", "5", "6", "7"]
