"""A course of training teaches something, can be broken off, and is the same on any number of cores."""

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import stylobate
from stylobate.cli import app
from stylobate.errors import BadFile
from stylobate.leaning import leaning
from stylobate.learned import Learned, read
from stylobate.mind import Mind
from stylobate.training import solved
from stylobate.training.course import Course, Practice, in_threads
from stylobate.training.policy import PolicyExercise

pytestmark = pytest.mark.slow

GAME = stylobate.load("columns")
COLUMBIZ = stylobate.load("columbiz")


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


def test_pupils_in_a_long_round_give_up_when_nobody_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of Columbiz' value takes a minute: whoever presses Ctrl-C does not wait for its end."""
    assert COLUMBIZ.mind is not None
    whole, play, games = Course(COLUMBIZ.mind, "value", COLUMBIZ.start(players=2), 2_000, 1), solved.play, []

    def played(*given: Any) -> int:
        games.append(1)
        return int(play(*given))

    def interrupted(pupil: Future[Any], timeout: float | None = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solved, "play", played)
    monkeypatch.setattr(Future, "result", interrupted)
    with pytest.raises(KeyboardInterrupt), in_threads(1) as practise:
        next(iter(whole.run(whole.begin(), practise)))
    assert len(games) < 1_000


def test_whoever_knows_what_to_hope_for_learns_from_a_few_games() -> None:
    assert COLUMBIZ.mind is not None
    taught = Course(COLUMBIZ.mind, "value", COLUMBIZ.start(players=2), games=40, seed=1)
    learned = finished(taught, threads=8).weights
    assert learned.tolist() == finished(taught, threads=1).weights.tolist()
    share, error = taught.against(learned, taught.exercise.know_nothing(), 20)
    assert share - 2 * error > 0.7


def without_knowledge(folder: Path) -> Mind:
    """Columbiz' mind as it would be if its value had learned nothing at all."""
    mind = COLUMBIZ.mind
    assert mind is not None
    assert mind.value is not None
    name = mind.variant(COLUMBIZ.start(players=2).state)
    Learned("columbiz", mind.version, np.zeros(mind.value.numbers)).write(folder / f"{name}.bin")
    return replace(mind, folder=folder, _read={})


def test_a_leaning_finds_what_the_value_overlooks(tmp_path: Path) -> None:
    course = Course(without_knowledge(tmp_path), "leaning", COLUMBIZ.start(players=2), 320, 1)
    share, error = course.against(finished(course).weights, course.exercise.know_nothing(), 100)
    assert share - 3 * error > 0.7


def test_who_plays_looks_at_the_value_with_the_leaning_that_was_learned(tmp_path: Path) -> None:
    mind, state = without_knowledge(tmp_path), COLUMBIZ.start(players=2).state
    assert mind.value is not None
    assert mind.value_weights(state).tolist() == mind.upright(state).tolist()
    towards = np.arange(mind.value.width) / 8
    Learned("columbiz", mind.version, towards).write(tmp_path / f"{mind.variant(state)}-leaning.bin")
    assert mind.value_weights(state).tolist() == leaning(mind.upright(state), towards).tolist()


def test_weights_of_an_older_mind_are_nothing_to_compare_with(tmp_path: Path) -> None:
    mind = GAME.mind
    assert mind is not None
    newer = replace(mind, folder=tmp_path, version=mind.version + 1)
    course = Course(newer, "policy", GAME.start(), 8, 1)
    assert course.shipped() is None
    shutil.copy(mind.folder / course.exercise.shipped, tmp_path)
    assert course.shipped() is None
    cut = (mind.folder / course.exercise.shipped).read_bytes()[:-4]
    (tmp_path / course.exercise.shipped).write_bytes(cut)
    with pytest.raises(BadFile, match="checksum"):
        replace(course, mind=replace(newer, version=mind.version)).shipped()


def test_the_command_says_that_there_is_nothing_to_compare_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Course, "shipped", lambda self: None)
    told = CliRunner().invoke(app, ["train", "columns", "--games", "8", "--out", str(tmp_path / "taught")])
    assert told.exit_code == 0
    assert "against what we ship nothing to compare with" in " ".join(told.output.split())


def test_a_game_without_a_mind_is_told_so() -> None:
    told = CliRunner().invoke(app, ["train", "colonnade"])
    assert "Colonnade has no mind that could learn; games that have one: columns, columns-dice" in str(
        told.exception
    )
