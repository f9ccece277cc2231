"""The chances that `docs/dice.md` tells for verifiers without rules: they follow from tokens alone."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from stylobate import load
from stylobate.record import read
from tests.fair.vectors import KEPT
from tests.harness import home
from tests.test_stored import STORED

SOUND = [vector["record"] for vector in json.loads(KEPT.read_text("utf-8")) if vector["holds"]]
OLD = [text for file in sorted(STORED.glob("*.txt")) if "fair:" in (text := file.read_text("utf-8"))]


@pytest.mark.parametrize("text", [*SOUND, *OLD])
def test_the_document_tells_the_chances_of_every_throw(text: str) -> None:
    record = read(text)
    game = load(record.game)
    if game.has_chance:
        told = import_module(f"tests.games.{home(game).name}.chances")
        for n, position in enumerate(record.positions()):
            if position.is_chance:
                assert told.chances(record, record.tokens[:n]) == position.chance
