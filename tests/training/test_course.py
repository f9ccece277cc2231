"""A course of training teaches something, can be broken off, and is the same on any number of cores."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stylobate
from stylobate.cli import app
from stylobate.errors import BadFile
from stylobate.learned import Learned, read
from stylobate.training.course import Course, Practice, in_threads
from stylobate.training.policy import PolicyExercise

pytestmark = pytest.mark.slow

GAME = stylobate.load("columns")


def course(rounds: int, seed: int = 1) -> Course:
    assert GAME.mind is not None
    return Course(GAME.mind, "policy", GAME.start(), rounds * PolicyExercise.games_a_round, seed)


def finished(course: Course, threads: int = 0) -> Learned:
    with in_threads(threads) as practise:
        *_, last = course.run(course.begin(), practise)
    return last


def test_the_same_seed_gives_the_same_weights_on_one_core_and_on_many() -> None:
    one, many = (finished(course(1), threads) for threads in (1, 4))
    assert one.weights.tolist() == many.weights.tolist()
    assert one.weights.tolist() != finished(course(1, seed=2)).weights.tolist()


def test_a_course_that_was_broken_off_ends_where_it_would_have_ended(tmp_path: Path) -> None:
    whole, file = course(3), tmp_path / "columns.learned"
    with in_threads() as practise:
        next(iter(whole.run(whole.begin(), practise))).write(file)
        *_, resumed = whole.run(whole.resume(file), practise)
    assert resumed.weights == pytest.approx(finished(whole).weights, abs=1e-5)  # kept in 32 bits in between


def test_a_few_thousand_games_teach_it_to_beat_whoever_knows_nothing() -> None:
    taught = course(2)
    share, error = taught.against(finished(taught).weights, taught.exercise.know_nothing(), 400)
    assert share - 3 * error > 0.8


def test_another_course_does_not_go_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "columns.learned"
    finished(course(1)).write(file)
    with pytest.raises(BadFile, match=r"comes from another training .*seed 1"):
        course(1, seed=2).resume(file)


def test_the_command_teaches_keeps_and_tells(tmp_path: Path) -> None:
    file = tmp_path / "taught"
    command = ["train", "columns", "--games", "4000", "--seed", "7", "--out", str(file)]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0
    assert "773 weights from 4,000 games, seed 7" in told.output.replace("\n", " ")
    assert re.search(r"against who knows nothing +0\.\d{3} ± 0\.\d{3} of the wins", told.output)
    assert read(file, "columns", 1, 773).trained["games"] == 4000


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, run = tmp_path / "taught", Course.run

    def interrupted(self: Course, learned: Learned, practise: Practice) -> Iterator[Learned]:
        yield next(iter(run(self, learned, practise)))
        raise KeyboardInterrupt

    command = ["train", "columns", "--games", "8000", "--seed", "7", "--out", str(file)]
    with monkeypatch.context() as patch:
        patch.setattr(Course, "run", interrupted)
        stopped = CliRunner().invoke(app, command)
    assert stopped.exit_code == 130
    assert "--seed 7" in stopped.output
    assert read(file, "columns", 1, 773).trained["rounds"] == 1
    assert CliRunner().invoke(app, command).exit_code == 0
    assert read(file, "columns", 1, 773).trained["rounds"] == 2


def test_a_game_without_a_mind_is_told_so() -> None:
    told = CliRunner().invoke(app, ["train", "colonnade"])
    assert "Colonnade has no mind that could learn; games that have one: columns, columns-dice" in str(
        told.exception
    )
