"""One game of the arena from its start to its end.

A `Floor` is where games of a plan are played: in this process, in a worker or on another machine.  It keeps
the programs that play between games; computers of ours are made anew for each game, so that no game knows of
another.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
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
from stylobate.search.luck import luck

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
        game = _Game(self, self.plan.fixture(number))
        while not game.is_over:
            game.step()
        return game.result()

    def mover(self, fixture: Fixture, place: int) -> Mover:
        """Whoever plays for this place in this game."""
        index = self.plan.meetings[fixture.meeting][place]
        one = self.plan.entrants[index]
        if one.player is not None:
            inside = player(one.player, self.game, one.heat)

            def think(line: Line, seat: int) -> str:
                seed = self.plan.seed_of(fixture, fixture.rotation, "seat", seat, len(line.plays))
                budget = replace(one.budget, before=line.chosen)
                return ask(inside, line.position, budget, seed=seed).token

            return think
        program = self._programs.setdefault((index, place), Program(one, self.plan.patience))
        program.begin(self.game.id, self.plan.options)
        return lambda line, seat: program.choose(line.tokens)

    def dismiss(self, fixture: Fixture, place: int) -> None:
        """End the program that played for this place, if one did; it is started afresh for the next game."""
        program = self._programs.pop((self.plan.meetings[fixture.meeting][place], place), None)
        if program is not None:
            program.close()


class _Game:
    """One game under way."""

    def __init__(self, floor: Floor, fixture: Fixture) -> None:
        plan = floor.plan
        self._floor = floor
        self._fixture = fixture
        self._line = Line(floor.game, plan.options)
        self._throws = Throws(plan.seed_of(fixture, "throw"))
        self._at_random = stream(plan.seed_of(fixture, "start"))
        self._random_moves = plan.random_start
        self._movers: dict[int, Mover] = {}
        self._seconds = [0.0] * len(fixture.seats)
        self._fault: tuple[int, str] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended, by the rules or by a fault."""
        return self._line.is_over or self._fault is not None

    def step(self) -> None:
        """One token more, or the fault that ends it."""
        seat, position = self._line.turn, self._line.position
        if seat is None:
            self._line.play(self._throws.throw(position))
            return
        self._throws.moved(seat)
        if self._random_moves:
            self._random_moves -= 1
            self._line.play(position.legal[below(self._at_random, len(position.legal))])
            return
        try:
            self._play(self._chosen(seat))
        except Fault as why:
            self._fault = seat, str(why)
            self._floor.dismiss(self._fixture, self._fixture.seats[seat])

    def result(self) -> Result:
        """Who got what, by which tokens, in how much time; and the fault that ended it, if one did."""
        return Result(
            self._fixture.number,
            self._fixture.seats,
            self._payoff(),
            self._line.position.scores,
            self._line.tokens,
            tuple(round(1000 * spent) for spent in self._seconds),
            self._fault,
            self._luck() if self._floor.plan.luck else None,
        )

    def _chosen(self, seat: int) -> str:
        """The token that whoever sits there wants to play; only their thinking counts as their time."""
        place = self._fixture.seats[seat]
        if place not in self._movers:
            self._movers[place] = self._floor.mover(self._fixture, place)
        began = time.perf_counter()
        try:
            return self._movers[place](self._line, seat)
        finally:
            self._seconds[seat] += time.perf_counter() - began

    def _play(self, token: str) -> None:
        try:
            self._line.play(token)
        except BadToken:
            after = len(self._line.plays)
            raise Fault(f"played “{shown(token)}”, which is not legal after {after} tokens") from None

    def _luck(self) -> tuple[float, ...]:
        """What chance gave each seat in all; a millionth more or less is nothing."""
        given = [0.0] * len(self._fixture.seats)
        for one in luck(self._line):
            given = [sum(pair) for pair in zip(given, one.gave, strict=True)]
        return tuple(round(gave, 6) for gave in given)

    def _payoff(self) -> tuple[float, ...]:
        """What each place got of the win.  Where one is at fault, the others share it."""
        seats = self._fixture.seats
        places = range(max(seats) + 1)
        if self._fault is not None:
            guilty = seats[self._fault[0]]
            return tuple(0.0 if place == guilty else 1 / (len(places) - 1) for place in places)
        return tuple(self._line.position.payoff[seats.index(place)] for place in places)
