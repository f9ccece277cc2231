"""A little of all that other people's tools have to test a game with, on every game; see `tests.adapters`."""

from __future__ import annotations

import pytest

from stylobate import ids
from tests.adapters.amount import FEW
from tests.adapters.checks import CHECKS, Case, every_case, some_cases

SOME = some_cases(ids())


@pytest.mark.parametrize("case", SOME, ids=map(str, SOME))
def test_other_peoples_tests_pass(case: Case) -> None:
    case.check.run(case.game, case.options, FEW)


def test_every_check_is_run_on_every_game() -> None:
    assert {(case.check, case.game) for case in SOME} == {(check, game) for check in CHECKS for game in ids()}


def test_the_command_runs_every_check_under_every_option() -> None:
    assert {str(case) for case in SOME} < {str(case) for case in every_case(ids())}
