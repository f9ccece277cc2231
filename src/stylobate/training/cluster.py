"""Pupils on a cluster (`stylobate.cluster`): as many as there are practise at the same time, one a CPU."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from stylobate.cluster import joined
from stylobate.learned import Weights
from stylobate.registry import load
from stylobate.training.course import Course, Part, Practice


@contextmanager
def on(address: str) -> Iterator[Practice]:
    """A round of practice on the cluster at this address; refuses where there is none, or no Ray."""
    ray = joined(address)
    pupil_there = ray.remote(num_cpus=1)(_pupil)

    def practise(course: Course, done: int, weights: Weights, step: float) -> list[Weights]:
        what = (course.start.game.id, course.part, str(course.start), course.games, course.seed)
        shared = ray.put(weights)
        numbers = range(course.exercise.pupils)
        pupils = [pupil_there.remote(*what, done, pupil, shared, step) for pupil in numbers]
        learned: list[Weights] = ray.get(pupils)
        return learned

    try:
        yield practise
    finally:
        ray.shutdown()


def _pupil(
    game: str,
    part: Part,
    start: str,
    games: int,
    seed: int,
    done: int,
    pupil: int,
    weights: Weights,
    step: float,
) -> Weights:
    """What one pupil of this course has learned after this round."""
    found = load(game)
    assert found.mind is not None
    return Course(found.mind, part, found.position(start), games, seed).pupil(done, pupil, weights, step)
