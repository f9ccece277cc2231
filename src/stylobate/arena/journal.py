"""What is kept of a match or a ladder: a folder to read, to go on with, and to show around.

    plan.json        what is to be played; made first, never changed
    games.jsonl      a line for every game, written as it ends
    records/         the record of every game, by its number
    summary.json     what it comes to
    chart.svg        the same drawn; chart.dark.svg for a dark room

A game counts once its line is written, and its record is written before that.  Whatever kills the program, at
most the games that were being played are lost, and they are played again.  When all is played the lines are
put in the order of the plan, so that the same plan gives the same file.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from stylobate.arena.plan import Plan, from_json
from stylobate.arena.result import Outcome, Result, outcome
from stylobate.errors import BadFile
from stylobate.record import Record
from stylobate.registry import load

FORMAT = "stylobate arena 1"


class Journal:
    """The folder of one plan; only one program may have it open."""

    def __init__(self, folder: Path, plan: Plan, date: str, lock: IO[str]) -> None:
        self.folder = folder
        self.plan = plan
        self.date = date
        self._lock = lock
        self.outcomes: dict[int, Outcome] = {}
        self._lines: IO[str] | None = None

    @classmethod
    def create(cls, folder: Path, plan: Plan, date: str) -> Journal:
        """A new folder for this plan; refuses one that has something in it."""
        if (folder / "plan.json").exists():
            raise BadFile(f"{folder} holds a {_kind(folder)} already; go on with it by --resume {folder}")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadFile(f"{folder} is not an empty folder; choose another for --out")
        (folder / "records").mkdir(parents=True)
        lock = _locked(folder)
        fields = {"format": FORMAT, "date": date, **plan.json()}
        _write(folder / "plan.json", json.dumps(fields, ensure_ascii=False, indent=2) + "\n")
        return cls(folder, plan, date, lock)

    @classmethod
    def open(cls, folder: Path) -> Journal:
        """The folder of a plan that was begun earlier."""
        fields = _plan_in(folder)
        lock = _locked(folder)
        (folder / "records").mkdir(exist_ok=True)
        try:
            journal = cls(folder, from_json(fields), str(fields.get("date", "")), lock)
            journal._read()
        except BaseException:
            lock.close()
            raise
        return journal

    def add(self, result: Result) -> None:
        """Keep what came of a game."""
        _write(self._record(result.game), self._written(result).text())
        fixture = self.plan.fixture(result.game)
        line = result.json(self.plan.names(fixture), fixture.meeting, fixture.round)
        if self._lines is None:
            self._lines = (self.folder / "games.jsonl").open("a", encoding="utf-8")
        self._lines.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._lines.flush()
        self.outcomes[result.game] = result.outcome

    def finish(self, last: int) -> None:
        """Put the lines in order, and leave out what ran ahead of a decision: games after the last one."""
        self._close_lines()
        kept: dict[int, str] = {}
        for line in _lines(self.folder):
            number = int(json.loads(line)["game"])
            if number <= last:
                kept[number] = line
        _write(self.folder / "games.jsonl", "".join(f"{kept[number]}\n" for number in sorted(kept)))
        for number in [number for number in self.outcomes if number > last]:
            del self.outcomes[number]
            self._record(number).unlink(missing_ok=True)

    def write(self, name: str, text: str) -> None:
        """Keep a file beside the games."""
        _write(self.folder / name, text)

    def close(self) -> None:
        """Let another program have the folder."""
        self._close_lines()
        self._lock.close()

    def _read(self) -> None:
        """Read the lines of earlier games; one that was being written when all ended is left out."""
        whole = []
        for line in _lines(self.folder):
            try:
                one = outcome(json.loads(line))
            except json.JSONDecodeError:
                break
            if not 1 <= one.game <= self.plan.games or len(one.payoff) != self.plan.rotations:
                raise BadFile(f"{self.folder / 'games.jsonl'} tells of a game that is not in the plan")
            whole.append(line)
            self.outcomes[one.game] = one
        if (self.folder / "games.jsonl").exists():
            _write(self.folder / "games.jsonl", "".join(f"{line}\n" for line in whole))

    def _record(self, number: int) -> Path:
        return self.folder / "records" / f"{number:0{len(str(self.plan.games))}}.txt"

    def _written(self, result: Result) -> Record:
        """The game as a record, with the names of its entrants."""
        fixture = self.plan.fixture(result.game)
        game = load(self.plan.game)
        more = {"arena": f"game {result.game}, round {fixture.round + 1}, seed {self.plan.seed}"}
        if result.fault is not None:
            seat, why = result.fault
            more = {"ending": f"seat {seat} {why}", **more}
        winners = tuple(seat for seat, place in enumerate(result.places) if result.payoff[place] > 0)
        return Record(
            self.plan.game,
            result.tokens,
            self.plan.options,
            game.rules_version,
            tuple(" ".join(name.split()) for name in self.plan.names(fixture)),
            self.date,
            winners or None,
            more,
        )

    def _close_lines(self) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None


def differences(plan: Plan, asked: Plan) -> list[str]:
    """In what a plan differs from the one that is asked for, in words."""
    ours, theirs = plan.json(), asked.json()
    return [name.replace("_", " ") for name in ours if ours[name] != theirs[name]]


def _plan_in(folder: Path) -> dict[str, Any]:
    file = folder / "plan.json"
    try:
        fields = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise BadFile(f"{folder} holds no match and no ladder: there is no plan.json in it") from None
    except (ValueError, RecursionError):
        raise BadFile(f"{file} is damaged: it is not proper JSON") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise BadFile(f"{file} is no plan of ours: its format is not “{FORMAT}”")
    return fields


def _kind(folder: Path) -> str:
    return str(_plan_in(folder).get("kind", "match"))


def _lines(folder: Path) -> Iterator[str]:
    """The whole lines of the file; the last is left out if it does not end."""
    with contextlib.suppress(FileNotFoundError), (folder / "games.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n"):
                yield line.rstrip("\n")


def _write(file: Path, text: str) -> None:
    """Write a file so that nobody ever sees half of it."""
    partial = file.with_name(file.name + ".partial")
    partial.write_text(text, "utf-8")
    os.replace(partial, file)


def _locked(folder: Path) -> IO[str]:
    lock = (folder / ".lock").open("w")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # no such locks here; two programs in one folder would play the same games twice, no more
    except OSError:
        lock.close()
        raise BadFile(f"another program is playing in {folder}; wait for it or stop it") from None
    return lock
