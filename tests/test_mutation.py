"""The faults that `tests.mutation` puts into the source: a test that looks notices them, none other does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.__main__ import equivalent
from tests.mutation.mutants import mutants
from tests.mutation.nearby import SOURCE

TOY = '''
"""Half a dozen."""
SIX = 6

class Box:
    """Holds some of them."""
    holds = 5

def is_half(number: int) -> bool:
    """Whether that is at least half of it."""
    return number >= SIX // 2
'''
LOOKS = """
from toy import Box, is_half
def test_three_is_half_and_two_is_not() -> None:
    assert is_half(3) is True
    assert is_half(2) is False
def test_a_box_is_not_full() -> None:
    assert Box.holds == 5
"""
LOOKS_AWAY = """
from pathlib import Path
from toy import is_half
def test_it_answers() -> None:
    Path(f"half of it is {is_half(3)}").touch()
"""
TRIAL = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[1:]
from tests.mutation.mutants import mutants
from tests.mutation.nursery import Nursery
toy = Path(sys.argv[1]) / "toy.py"
nursery = Nursery([toy], [str(toy.with_name("test_toy.py"))])
for fate in nursery.fates(list(mutants(toy, "toy")), lambda text: None):
    print("dies" if fate.killer else "lives", fate.mutant.called)
nursery.close()
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    return tmp_path


def tried(folder: Path, tests: str) -> list[str]:
    (folder / "test_toy.py").write_text(tests)
    here, home = folder / "here", Path(__file__).parent.parent
    here.mkdir()
    words = [sys.executable, "-c", TRIAL, str(folder), str(home)]
    run = subprocess.run(words, cwd=here, capture_output=True, text=True, check=True)
    assert list(here.iterdir()) == [], "whatever a mutant writes, it writes elsewhere"
    return sorted(run.stdout.splitlines())


def test_the_faults_are_those_that_hands_make(toy: Path) -> None:
    assert [mutant.called for mutant in mutants(toy / "toy.py", "toy")] == [
        "toy module: `6` → `7`",
        "toy module: `6` → `5`",
        "toy Box: `5` → `6`",
        "toy Box: `5` → `4`",
        "toy is_half: `return number >= SIX // 2` → `return None`",
        "toy is_half: `number >= SIX // 2` → `number > SIX // 2`",
        "toy is_half: `number >= SIX // 2` → `number < SIX // 2`",
        "toy is_half: `SIX // 2` → `SIX * 2`",
        "toy is_half: `2` → `3`",
        "toy is_half: `2` → `1`",
    ]


@pytest.mark.slow
def test_those_that_are_said_to_change_nothing_are_there_and_have_their_reasons() -> None:
    files = {mutant.split(" ")[0] for mutant in equivalent()}
    there = {mutant.called for file in files for mutant in mutants(SOURCE / file, file)}
    assert equivalent().keys() - there == set()
    assert all(equivalent().values())


@pytest.mark.slow
def test_a_test_that_looks_kills_them_all_but_the_one_that_changes_nothing(toy: Path) -> None:
    fates = tried(toy, LOOKS)
    assert len(fates) == 10
    assert [fate for fate in fates if fate.startswith("lives")] == ["lives toy module: `6` → `7`"]
    assert (toy / "toy.py").read_text() == TOY


@pytest.mark.slow
def test_a_test_that_looks_away_kills_none(toy: Path) -> None:
    assert all(fate.startswith("lives") for fate in tried(toy, LOOKS_AWAY))
