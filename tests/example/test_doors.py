"""A game of another package comes in by every door: Python, records, engine, terminal, search, sheet.

Its page in a real browser is looked at in `tests/browser/test_example.py`.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.example.installing import COLUMELLA, SOURCES, beside, python

pytestmark = pytest.mark.slow

RECORD = """\
stylobate record 1
game: columella
options: players=2

*6 set6 *5 set5 *4 leave *3 set3
"""

PLAYED = """
import stylobate
from stylobate.players import ask, names, player
from stylobate.record import Record, read

game = stylobate.load("columella")
assert game.id in stylobate.ids()
tokens, position = [], game.start(players=3)
for name in [*names(game), "random"] * 3:
    while position.is_chance:
        tokens.append(next(iter(position.chance)))
        position = position.play(tokens[-1])
    if not position.is_over:
        tokens.append(ask(player(name, game), position, seed=1).token)
        position = position.play(tokens[-1])
assert position.is_over and position.winners, position
record = Record("columella", tuple(tokens), {"players": "3"}, result=position.winners)
for form in (record.text(), record.json()):
    assert read(form) == record
    assert read(form).final() == position
print(*names(game))
"""


COMMANDS = """
import shlex, sys
from stylobate.cli import app

for command in sys.argv[1:]:
    app(shlex.split(command), standalone_mode=False)
"""


def test_it_is_played_in_python_by_players_of_every_level_and_its_record_replays(columella: Path) -> None:
    played = python(columella, "-c", PLAYED)
    assert played.stderr == ""
    assert played.stdout == "random 1 2 3 4 5\n"


def test_the_command_line_lists_it_tells_its_rules_draws_it_prints_its_sheet_and_replays_it(
    columella: Path, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(RECORD, "utf-8")
    commands = (
        "games",
        "rules columella",
        "draw columella --moves '*6 set6'",
        f"sheet columella --out '{tmp_path / 'sheet.pdf'}'",
        f"replay '{tmp_path / 'game.txt'}' --boards",
    )
    told = python(columella, "-c", COMMANDS, *commands)
    assert (told.returncode, told.stderr) == (0, "")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    for said in (
        "Columella, by",
        "A drum never stands on a narrower one",
        "============",
        "8. set3",
    ):
        assert said in re.sub(r"\s+", " ", told.stdout), said


def test_the_engine_plays_it_to_its_end(columella: Path) -> None:
    words = [sys.executable, "-m", "stylobate", "engine", "--seed", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, env=beside(columella), stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
    ) as engine:

        def say(line: str) -> str:
            print(line, file=engine.stdin, flush=True)
            assert engine.stdout is not None
            return engine.stdout.readline().rstrip("\n")

        assert "columella" in say("games").split()
        assert say("new columella players=3") == "ok"
        rng = random.Random(1)
        while (turn := say("turn")) != "turn over":
            legal = say("legal").split()[1:]
            token = rng.choice(legal) if turn == "turn chance" else say("go level 1").split()[1]
            assert say(f"moves {token}") == "ok"
        assert re.fullmatch(r"result( [012])+", say("result"))
        say("quit")


def test_a_person_plays_it_in_the_terminal(columella: Path) -> None:
    words = ("-m", "stylobate", "play", "columella", "--seats", "Ada,1", "--seed", "1")
    played = python(columella, *words, typed="leave\n" * 5)
    assert played.returncode == 0, played.stderr
    assert "Granite (level 1) wins." in played.stdout
    assert "Marble (Ada) 0" in played.stdout


def test_the_house_finds_nothing_wrong_with_it(columella: Path) -> None:
    looked = python(columella, "-m", "stylobate.conformance", "columella")
    assert looked.returncode == 0, looked.stdout
    assert looked.stdout.startswith("columella keeps its promises.\n")


def test_its_own_tests_pass(columella: Path) -> None:
    ran = python(columella, "-m", "pytest", "-p", "no:randomly", str(COLUMELLA))
    assert ran.returncode == 0, ran.stdout[-2000:]


def test_what_is_tested_of_every_game_is_tested_of_it_too(columella: Path) -> None:
    files = (
        "test_properties.py",
        "test_conformance.py",
        "test_telling.py",
        "test_vector.py",
        "drawing",
        "tui",
    )
    tests = (f"tests/{file}" for file in files)
    ran = python(columella, "-m", "pytest", "-p", "no:randomly", "-k", "columella", *tests)
    assert ran.returncode == 0, ran.stdout[-2000:]


def test_it_is_small() -> None:
    written = [line for file in SOURCES.glob("*.py") for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in written if line.strip()]) <= 200


# Without it


def test_without_it_its_record_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(RECORD, "utf-8")
    (tmp_path / "game.json").write_text(json.dumps({"stylobate": 1, "game": "columella"}), "utf-8")
    told = python(None, "-m", "stylobate", "replay", str(tmp_path / "game.txt"))
    assert told.returncode != 0
    assert "there is no game called “columella”" in told.stderr
    assert len(told.stderr.splitlines()) == 1
