"""The same games on a cluster (`stylobate.cluster`).

Every CPU of the cluster gets a floor to play on.  As a game depends on nothing but the plan and its number,
the results are those that this machine alone would have had.  Each machine needs this program installed, and
whatever commands play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from typing import Any

from stylobate.arena.plan import Plan
from stylobate.arena.playing import Floor
from stylobate.arena.result import Result
from stylobate.cluster import joined
from stylobate.errors import BadPlayer, StylobateError

TRIES = 3


def on(address: str) -> Callable[[Plan, Iterator[int]], Generator[Result, None, None]]:
    """What plays games on the cluster at this address; refuses where there is none, or no Ray."""
    ray = joined(address)
    return lambda plan, numbers: _played(ray, plan, numbers)


def _played(ray: Any, plan: Plan, numbers: Iterator[int]) -> Generator[Result, None, None]:
    """The results of these games, as they end.  Closing the iterator stops all that still play."""
    floor_there = ray.remote(num_cpus=1)(_FloorThere)
    tries: Counter[int] = Counter()
    playing: dict[Any, tuple[Any, int]] = {}
    again: list[int] = []
    idle = [floor_there.remote(plan) for _ in range(max(1, int(ray.cluster_resources().get("CPU", 1))))]
    try:
        while True:
            while idle and (number := again.pop() if again else next(numbers, None)) is not None:
                floor = idle.pop()
                playing[floor.play.remote(number)] = floor, number
            if not playing:
                return
            (ended,), _ = ray.wait(list(playing), num_returns=1)
            floor, number = playing.pop(ended)
            try:
                result: Result | str = ray.get(ended)
            except ray.exceptions.RayActorError as error:
                tries[number] += 1
                if tries[number] == TRIES:
                    raise BadPlayer(f"game {number} has ended its process {TRIES} times: {error}") from None
                again.append(number)
                idle.append(floor_there.remote(plan))
                continue
            idle.append(floor)
            if isinstance(result, str):
                raise BadPlayer(result)
            yield result
    finally:
        ray.shutdown()


class _FloorThere:
    """A floor in a process of the cluster."""

    def __init__(self, plan: Plan) -> None:
        self._floor = Floor(plan)

    def play(self, number: int) -> Result | str:
        """The result of a game, or the sentence that says why it cannot be played."""
        try:
            return self._floor.play(number)
        except StylobateError as error:
            return str(error)
