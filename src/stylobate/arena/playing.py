"""One game of the arena from its start to its end.

A `Floor` is where games of a plan are played: in this process, in a worker or on another machine.  It keeps
the programs that play between games; computers of ours are made anew for each game, so that no game knows of
another.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Self

from stylobate.arena.plan import Fixture, Plan
from stylobate.arena.program import Fault, Program, shown
from stylobate.arena.result import Result
from stylobate.arena.throws import Throws
from stylobate.chance import below, stream
from stylobate.errors import BadToken
from stylobate.line import Line
from stylobate.players import ask, names, player, warm
from stylobate.registry import load

Mover = Callable[[Line, int], str]


class Floor:
    """Plays any game of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = load(plan.game)
        self._programs: dict[tuple[int, int], Program] = {}
        inside = [one.player for one in plan.entrants if one.player is not None]
        for name in inside:
            player(name, self.game)  # so that none loads on its own time
        if names(self.game)[-1] in inside:
            warm(self.game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all programs."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()

    def play(self, number: int) -> Result:
        """Play the game of this number."""
        fixture = self.plan.fixture(number)
        line = Line(self.game, self.plan.options)
        throws = Throws(self.plan.seed_of(fixture, "throw"))
        at_random = stream(self.plan.seed_of(fixture, "start"))
        seconds = [0.0] * len(fixture.seats)
        movers: dict[int, Mover] = {}
        left = self.plan.random_start
        fault: tuple[int, str] | None = None
        while not line.is_over and fault is None:
            if line.is_chance:
                line.play(throws.throw(line.position))
                continue
            seat = line.turn
            assert seat is not None
            throws.moved(seat)
            if left:
                left -= 1
                line.play(line.position.legal[below(at_random, len(line.position.legal))])
                continue
            place = fixture.seats[seat]
            began = time.perf_counter()
            try:
                if place not in movers:
                    movers[place] = self._mover(fixture, place)
                began = time.perf_counter()
                token = movers[place](line, seat)
                seconds[seat] += time.perf_counter() - began
                _play(line, token)
            except Fault as why:
                seconds[seat] += time.perf_counter() - began
                fault = seat, str(why)
                self._dismiss(fixture, place)
        return Result(
            number,
            fixture.seats,
            _payoff(line, fixture, fault),
            line.position.scores,
            line.tokens,
            tuple(round(1000 * spent) for spent in seconds),
            fault,
        )

    def _mover(self, fixture: Fixture, place: int) -> Mover:
        """Whoever plays for this place in this game."""
        index = self.plan.meetings[fixture.meeting][place]
        one = self.plan.entrants[index]
        if one.player is not None:
            inside = player(one.player, self.game)

            def think(line: Line, seat: int) -> str:
                seed = self.plan.seed_of(fixture, fixture.rotation, "seat", seat, len(line.plays))
                return ask(inside, line.position, one.budget, seed=seed).token

            return think
        program = self._programs.setdefault((index, place), Program(one, self.plan.patience))
        program.begin(self.game.id, self.plan.options)
        return lambda line, seat: program.choose(line.tokens)

    def _dismiss(self, fixture: Fixture, place: int) -> None:
        """End the program that played for this place, if one did; it is started afresh for the next game."""
        program = self._programs.pop((self.plan.meetings[fixture.meeting][place], place), None)
        if program is not None:
            program.close()


def _play(line: Line, token: str) -> None:
    try:
        line.play(token)
    except BadToken:
        raise Fault(f"played “{shown(token)}”, which is not legal after {len(line.plays)} tokens") from None


def _payoff(line: Line, fixture: Fixture, fault: tuple[int, str] | None) -> tuple[float, ...]:
    """What each place got of the win.  Where one is at fault, the others share it."""
    places = max(fixture.seats) + 1
    if fault is not None:
        others = 1 / (places - 1) if places > 1 else 0.0
        return tuple(0.0 if place == fixture.seats[fault[0]] else others for place in range(places))
    return tuple(line.position.payoff[fixture.seats.index(place)] for place in range(places))
