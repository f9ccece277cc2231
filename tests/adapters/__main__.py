"""See `tests.adapters`."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from stylobate import ids
from stylobate.telling import counted
from tests.adapters.amount import ALL, FEW, Amount
from tests.adapters.checks import CHECKS, LEFT_OUT, Case, every_case, some_cases

INTERRUPTED = 130


@dataclass
class Tally:
    """What came of a check: how often it passed, how long it took, and why it was not run elsewhere."""

    passed: int = 0
    seconds: float = 0.0
    reasons: dict[str, int] = field(default_factory=dict)


@dataclass
class Course:
    """All that was run so far."""

    tallies: dict[str, Tally] = field(default_factory=lambda: {str(check): Tally() for check in CHECKS})
    faults: list[str] = field(default_factory=list)

    def run(self, case: Case, amount: Amount) -> None:
        """Run a case, and note what came of it."""
        tally = self.tallies[str(case.check)]
        if why_not := case.check.why_not(case.game, case.options):
            tally.reasons[why_not] = tally.reasons.get(why_not, 0) + 1
            return
        began = time.process_time()
        try:
            case.check.run(case.game, case.options, amount)
            tally.passed += 1
        except Exception:
            self.faults.append(f"{case}\n{traceback.format_exc()}")
        tally.seconds += time.process_time() - began


def main(words: Sequence[str] | None = None) -> int:
    """Run all, show how far it is, and say at the end what ran; 1 where something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.adapters")
    parser.add_argument("games", nargs="*", help=f"some of {', '.join(ids())}; else all")
    parser.add_argument("--few", action="store_true", help="only as much as the tests do")
    parser.add_argument("--seed", type=int, default=1, help="of the tools' own random choices")
    asked = parser.parse_args(words)
    if unknown := [game for game in asked.games if game not in ids()]:
        parser.error(f"there is no game “{unknown[0]}”; there are {', '.join(ids())}")
    random.seed(asked.seed)
    np.random.seed(asked.seed)
    games = asked.games or ids()
    course = Course()
    with _own_screen() as screen:
        try:
            if asked.few:
                run(some_cases(games), FEW, course, screen)
            else:
                run(every_case(games), ALL, course, screen)
            ended = 1 if course.faults else 0
        except KeyboardInterrupt:
            screen.print("Interrupted; what ran until then:")
            ended = INTERRUPTED
        report(course, screen)
    return ended


def run(cases: Sequence[Case], amount: Amount, course: Course, screen: Console) -> None:
    """One case after the other, also after one that failed."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task("", total=len(cases))
        for variant, its in groupby(cases, key=lambda case: case.variant):
            began = time.process_time()
            for case in its:
                progress.update(bar, description=str(case))
                course.run(case, amount)
                progress.advance(bar)
            screen.print(f"{variant}: {time.process_time() - began:.1f} seconds of a processor")


def report(course: Course, screen: Console) -> None:
    """What ran how often, and what did not, with its reason."""
    table = Table("", "passed", "processor seconds", "does not apply")
    for name, tally in course.tallies.items():
        reasons = "; ".join(f"{times} times: {why}" for why, times in tally.reasons.items())
        table.add_row(name, str(tally.passed), f"{tally.seconds:.1f}", reasons)
    passed = sum(tally.passed for tally in course.tallies.values())
    seconds = sum(tally.seconds for tally in course.tallies.values())
    table.add_section()
    table.add_row("together", str(passed), f"{seconds:.1f}", "")
    screen.print(table)
    left_out = Table("does not apply to any of our games", "because")
    for name, reason in LEFT_OUT.items():
        left_out.add_row(name, reason)
    screen.print(left_out)
    for fault in course.faults:
        screen.print(fault, markup=False, highlight=False)
    screen.print(counted(len(course.faults), "fault"))


@contextmanager
def _own_screen() -> Iterator[Console]:
    """A screen for us alone: what tools write, also those in C++, and they write at length, goes nowhere."""
    kept = os.dup(1)
    outs = {number: os.dup(number) for number in (1, 2)}
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with os.fdopen(kept, "w", encoding="utf-8") as ours:
        screen = Console(file=ours, width=None if os.isatty(kept) else 160)
        for number in outs:
            os.dup2(nowhere, number)
        try:
            yield screen
        finally:
            for number, out in outs.items():
                os.dup2(out, number)
                os.close(out)
            os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
