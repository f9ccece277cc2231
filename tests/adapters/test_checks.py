"""A little of all that other people's tools have to test a game with, on every game; see `tests.adapters`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stylobate import ids
from tests.adapters import __main__ as command
from tests.adapters.amount import FEW, Amount
from tests.adapters.checks import CHECKS, Case, every_case, some_cases
from tests.harness import Options

pytestmark = pytest.mark.slow

SOME = some_cases(ids())


@pytest.mark.parametrize("case", SOME, ids=map(str, SOME))
def test_other_peoples_tests_pass(case: Case) -> None:
    case.check.run(case.game, case.options, FEW)


def test_every_check_is_run_on_every_game() -> None:
    assert {(case.check, case.game) for case in SOME} == {(check, game) for check in CHECKS for game in ids()}


def test_the_command_runs_every_check_under_every_option() -> None:
    assert {str(case) for case in SOME} < {str(case) for case in every_case(ids())}


def fails(game: str, options: Options, amount: Amount) -> None:
    raise AssertionError("nothing of it is true")


def is_interrupted(game: str, options: Options, amount: Amount) -> None:
    raise KeyboardInterrupt


def test_the_command_goes_on_after_a_fault_and_tells_it_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    passing = next(case for case in SOME if case.check.name == "seed_test")
    failing = replace(passing, check=replace(CHECKS[0], run=fails))
    monkeypatch.setattr(command, "some_cases", lambda games: [failing, passing])
    assert command.main(["--few", "columns"]) == 1
    told = capfd.readouterr().out
    assert "together" in told
    assert "nothing of it is true" in told
    assert told.splitlines()[-1] == "one fault"


def test_the_command_ends_cleanly_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        command, "some_cases", lambda games: [replace(SOME[0], check=replace(CHECKS[0], run=is_interrupted))]
    )
    assert command.main(["--few"]) == command.INTERRUPTED
    told = capfd.readouterr().out
    assert "Interrupted; what ran until then:" in told
    assert "no faults" in told


def test_the_command_knows_which_games_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "there is no game “chess”; there are colonnade" in capsys.readouterr().err
