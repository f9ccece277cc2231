"""Perfect play: what the oracle says, where it has it from, and how it is asked by many at once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import stylobate
from stylobate import Position
from stylobate.chance import stream
from stylobate.errors import BadFile
from stylobate.folders import cache_folder
from stylobate.games.colonnade.solver import oracle
from stylobate.games.colonnade.solver.oracle import Oracle
from stylobate.games.colonnade.solver.solution import everything
from stylobate.games.colonnade.solver.verify import draw
from stylobate.parts import Outcome, best_line
from tests.games.colonnade.solver import brute

pytestmark = pytest.mark.slow

COLONNADE = stylobate.load("colonnade")
START = COLONNADE.start()
CODE = cache_folder() / "code"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STYLOBATE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("STYLOBATE_COLONNADE", raising=False)
    return tmp_path / "cache"


@pytest.mark.slow
def test_the_second_player_wins_the_standard_start_and_it_is_kept_for_next_time(elsewhere: Path) -> None:
    asked = Oracle()
    assert not asked.ready(START)
    answer = asked.answer(START)
    assert (answer.wins, answer.distance) == (False, 8)
    assert set(answer.moves) == set(START.legal)
    assert set(answer.moves.values()) == {Outcome(False, 8)}
    assert len(best_line(asked, START)) == 8
    assert asked.ready(START.play("b2a", "a1b"))

    kept = elsewhere / "colonnade-start.solution"
    assert Oracle().ready(START)
    content = bytearray(kept.read_bytes())
    content[4096:-1:4096] = b"\xff" * len(content[4096:-1:4096])
    kept.write_bytes(content)
    wary = Oracle()
    assert not wary.ready(START)
    assert "does not match its checksum" in wary.troubles[kept]


def test_whatever_red_does_blue_puts_the_checker_straight_back() -> None:
    """The proof in docs/colonnade-solved.md: four times, and Red cannot move."""

    def play(position: Position, pairs: int) -> None:
        if pairs == 4:
            assert position.is_over
            assert position.winners == (1,)
            return
        assert len(position.legal) > 0
        for token in position.legal:
            play(position.play(token, f"{token[2]}1{token[0]}"), pairs + 1)

    play(START, 0)


def test_values_of_moves_are_told_for_the_player_who_makes_them() -> None:
    row = ("RB", "", "BRB", "R", "", "", "B", "")
    for mover in "RB":
        position = COLONNADE.position(brute.text(row, mover))
        answer = Oracle().answer(position)
        expected = {
            token: 1 + brute.value(after, brute.OTHER[mover]) for token, after in brute.moves(row, mover)
        }
        assert answer.moves == {token: Outcome(value % 2 == 1, value) for token, value in expected.items()}
        assert answer.distance == brute.value(row, mover)
        assert answer.wins == (answer.distance % 2 == 1)
        assert answer.moves[answer.best] == Outcome(answer.wins, answer.distance)


def test_the_winner_takes_the_shortest_way_and_the_loser_the_longest() -> None:
    asked = Oracle()
    for seed in range(5):
        position = draw(10, stream(seed))
        answer, line = asked.answer(position), best_line(asked, position)
        assert len(line) == answer.distance
        assert position.play(*line).is_over


def test_where_the_game_is_over_the_player_to_move_has_lost() -> None:
    answer = Oracle().answer(COLONNADE.position("-/-/-/-/-/-/-/- B"))
    assert (answer.wins, answer.distance, answer.moves, answer.best) == (False, 0, {}, "")


def test_solving_can_be_stopped_and_asked_for_again() -> None:
    asked = Oracle()
    position = COLONNADE.position("R3/B3/-/R2/B1/-/-/- B")
    assert not asked.prepare(position, stop=lambda: True)
    assert not asked.ready(position)
    assert asked.prepare(position)
    assert asked.ready(position)


def test_a_program_may_end_while_solving_goes_on_behind_it(elsewhere: Path) -> None:
    program = """
import threading, time, stylobate
from stylobate.games.colonnade.solver import oracle
start = stylobate.load("colonnade").start()
solving = threading.Thread(target=oracle.shared().prepare, args=(start,), daemon=True)
solving.start()
solving.join(1.0)
"""
    code = {"NUMBA_CACHE_DIR": str(CODE), "STYLOBATE_CACHE": str(elsewhere)}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | code, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_many_may_ask_at_once() -> None:
    asked = Oracle()
    positions = [draw(9, stream(seed)) for seed in range(30)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(asked.answer, positions))
    alone = Oracle()
    assert together == [alone.answer(position) for position in positions]


def test_a_table_is_found_by_argument_by_environment_and_in_the_cache_folder(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = COLONNADE.position("R2/R1/-/-/-/-/B1/- R")
    everything(4, tmp_path / "four")
    assert Oracle(tmp_path / "four").solution(small).path == tmp_path / "four"
    assert not Oracle().ready(small)

    monkeypatch.setenv("STYLOBATE_COLONNADE", str(tmp_path / "four"))
    assert Oracle().solution(small).path == tmp_path / "four"
    monkeypatch.delenv("STYLOBATE_COLONNADE")

    everything(4, oracle.solution_file())
    assert Oracle().solution(small).path == elsewhere / "colonnade-24.solution"


def test_a_position_beyond_the_table_is_solved_on_the_spot(tmp_path: Path) -> None:
    everything(4, tmp_path / "four")
    asked = Oracle(tmp_path / "four")
    position = COLONNADE.position("R3/R1/-/-/-/-/B1/- R")
    assert not asked.ready(position)
    assert asked.answer(position).distance == brute.value(("RBR", "R", "", "", "", "", "B", ""), "R")


def test_a_damaged_file_in_the_cache_folder_is_passed_over_and_told() -> None:
    small = COLONNADE.position("R2/R1/-/-/-/-/B1/- R")
    file = oracle.solution_file()
    everything(4, file)
    content = bytearray(file.read_bytes())
    content[4096] ^= 1
    file.write_bytes(content)
    asked = Oracle()
    distance = asked.answer(small).distance
    assert distance
    assert distance == Oracle().answer(small).distance
    assert "page 1 of 1 does not match its checksum" in asked.troubles[file]


def test_a_named_table_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        Oracle(tmp_path / "nowhere")
