"""What is tried, and by which tests.

A module of rules is what a game's `rules.py` imports from its own folder, and itself.  It is tried uncompiled
(compiling every mutant would take hours), by the game's own tests, its playthroughs, and a few games and
counts beside the reference (`beside`); tests that take too long uncompiled are left out, and so are those
for which another process would have to be started: it would not know of the mutant.  Spaces are
compiled too, and tried in the same way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import stylobate
from stylobate import Game, load
from tests.harness import home

SOURCE = Path(stylobate.__file__).parent
TESTS = Path(__file__).parent.parent

PACKAGES = {
    "play": (["play/*.py"], ["play", "fair/test_proof.py"]),
    "fair": (["fair/*.py"], ["fair", "play"]),
    "store": (["store/*.py"], ["store", "house/test_queue.py"]),
    "record": (
        ["record.py"],
        ["test_record.py", "test_line.py", "test_replay.py", "fair/test_proof.py", "play/test_table.py"],
    ),
    "replay": (["replay/*.py"], ["test_replay.py"]),
    "arena": (["arena/*.py"], ["arena"]),
    "house": (
        ["house/*.py"],
        [
            "house",
            "faults/test_histories.py",
            "faults/test_leases.py",
            *(
                f"web/test_{what}.py"
                for what in ("boards", "inviting", "lists", "moves", "restart", "stream", "time")
            ),
        ],
    ),
    "batches": (["batches/__init__.py", "batches/batch.py", "batches/refusing.py"], ["test_vector.py"]),
    "line": (
        ["line.py"],
        ["test_line.py", "test_trail.py", "test_sitting.py", "test_engine.py", "play/test_table.py"],
    ),
    "sitting": (["sitting.py"], ["test_sitting.py"]),
    "space": (["space.py", "games/*/space.py"], ["test_space.py", "games/*/test_space.py"]),
}
UNCOMPILED = ("space",)
OF_RULES = ("kernel", "notation")  # tests of these try the rules too, beside each module's own
IN_OTHER_PROCESSES = ("test_killed.py",)
SLOWEST = 8.0  # seconds for one test of a game, uncompiled


@dataclass(frozen=True)
class Nearby:
    """A part of the source with the tests around it.

    To note which lines each test runs (`traced`) takes too long where uncompiled rules are the source.
    """

    name: str
    sources: list[Path]
    tests: list[str]
    keep: Callable[[str], bool]
    compiled: bool = True
    traced: bool = True


def packages(names: list[str]) -> list[Nearby]:
    """Some of those that are tried as a whole."""
    return [
        Nearby(
            name,
            [path for pattern in PACKAGES[name][0] for path in sorted(SOURCE.glob(pattern))],
            [str(path) for pattern in PACKAGES[name][1] for path in sorted(TESTS.glob(pattern))],
            _is_in_this_process,
            name not in UNCOMPILED,
        )
        for name in names
    ]


def rules(ids: list[str]) -> list[Nearby]:
    """The modules of rules of each of these games."""
    return [_rules(load(id)) for id in ids]


def _rules(game: Game) -> Nearby:
    folder = home(game)
    modules = _rule_modules(SOURCE / "games" / folder.name)
    tests = {f"test_{name}.py" for name in (*OF_RULES, *(path.stem for path in modules))}
    own = [str(path) for path in sorted(folder.glob("test_*.py")) if path.name in tests]
    shared = [str(TESTS / name) for name in ("mutation/beside.py", "test_golden.py")]

    def keep(name: str) -> bool:
        return f"/{folder.name}/" in name or f"[{game.id}-" in name or f"[{game.id} " in name

    return Nearby(game.id, modules, own + shared, keep, compiled=False, traced=False)


def _rule_modules(folder: Path) -> list[Path]:
    """`rules.py`, and what it imports from its folder, and what that imports."""
    found, waiting = [], [folder / "rules.py"]
    while waiting:
        path = waiting.pop(0)
        found.append(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                f"stylobate.games.{folder.name}."
            ):
                inner = folder / f"{(node.module or '').rpartition('.')[2]}.py"
                if inner not in [*found, *waiting]:
                    waiting.append(inner)
    return found


def _is_in_this_process(name: str) -> bool:
    return not any(word in name for word in IN_OTHER_PROCESSES)
