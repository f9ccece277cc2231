"""The values themselves: against brute force, against plain search, and what they say of the game."""

from pathlib import Path

import pytest

import stylobate
from stylobate.chance import stream
from stylobate.errors import BadFile
from stylobate.games.colonnade.solver import plain
from stylobate.games.colonnade.solver.file import Header, save
from stylobate.games.colonnade.solver.solution import Solution, everything, reachable
from stylobate.games.colonnade.solver.sweep import LONGEST, LOST, WHERE, WON
from stylobate.games.colonnade.solver.verify import draw, verify
from stylobate.games.colonnade.solver.wings import atlas
from tests.games.colonnade.solver import brute

COLONNADE = stylobate.load("colonnade")
SMALL = 6


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return everything(SMALL, tmp_path_factory.mktemp("small") / "six.solution", threads=2)


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return everything(12, tmp_path_factory.mktemp("twelve") / "twelve.solution", threads=2)


@pytest.mark.slow
def test_every_small_position_has_the_value_that_brute_force_finds(small: Solution) -> None:
    for checkers in range(SMALL + 1):
        won = lost = longest = 0
        for row in brute.rows(checkers):
            for mover in "RB":
                value = brute.value(row, mover)
                number = atlas().number(COLONNADE.position(brute.text(row, mover)).state)
                assert small.value(number) == value, brute.text(row, mover)
            won, lost, longest = won + value % 2, lost + 1 - value % 2, max(longest, value)
        tally = small.tallies[checkers]
        assert (tally[WON], tally[LOST], tally[LONGEST]) == (won, lost, longest)
        assert small.value(int(tally[WHERE])) == longest
        assert abs(atlas().state(int(tally[WHERE]))[:8]).sum() == checkers


def test_a_position_with_more_checkers_than_were_solved_is_not_held(small: Solution) -> None:
    assert small.value(atlas().number(COLONNADE.start().state)) is None


def test_plain_search_finds_the_values_that_brute_force_finds() -> None:
    rows = [row for checkers in range(5) for row in brute.rows(checkers)]
    for row in rows[::9]:
        for mover in "RB":
            assert plain.value(COLONNADE.position(brute.text(row, mover)).state) == brute.value(row, mover)


@pytest.mark.slow
def test_what_a_position_can_lead_to_is_solved_as_in_the_solution_of_everything(twelve: Solution) -> None:
    for seed in range(12):
        root = draw(12, stream(seed))
        part = reachable(root.state, threads=2)
        met, ahead = {root}, [root]
        while ahead:
            position = ahead.pop()
            number = atlas().number(position.state)
            assert part.value(number) == twelve.value(number) is not None
            news = {position.play(token) for token in position.legal} - met
            met |= set(list(news)[:40])
            ahead += list(news)[:40] if len(met) < 2000 else []


def test_only_what_the_position_can_lead_to_is_held() -> None:
    root = COLONNADE.position("R2/R1/-/-/-/-/B1/- R")
    part = reachable(root.state)
    met, ahead = {root}, [root]
    while ahead:
        position = ahead.pop()
        news = {position.play(token) for token in position.legal} - met
        met |= news
        ahead += news
    numbers = {atlas().number(position.state) for position in met}
    held = {number for number in range(atlas().extent(4)) if part.value(number) is not None}
    assert held == numbers


@pytest.mark.slow
def test_random_positions_are_verified_by_plain_search(twelve: Solution) -> None:
    done: list[int] = []
    verify(twelve, 25, seed=7, progress=done.append)
    assert done == list(range(1, 26))


def test_a_wrong_value_is_found_out(small: Solution, tmp_path: Path) -> None:
    import numpy as np

    header = Header(SMALL, SMALL + 1, -1, atlas().extent(SMALL))
    values = np.array([small.value(number) for number in range(header.payload)], dtype=np.uint8)
    save(tmp_path / "wrong.solution", header, values + 2)
    wrong = everything(SMALL, tmp_path / "wrong.solution")
    with pytest.raises(BadFile, match=r"wrong\.solution says \d+ moves for “.* [RB]”; plain search says \d+"):
        verify(wrong, 5, seed=1)
