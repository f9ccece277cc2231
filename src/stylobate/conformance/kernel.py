"""Do the rules and the notation keep the promises of `stylobate.kernel`?

Random games are played, and every promise is tested at every node.  The functions see the state in the middle
of a larger array, and write to buffers with guarded ends, so that one that reaches outside what it was given
is found out.  No statistics are done: that `sample` draws each outcome with its weight is for a game's own
tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from itertools import pairwise
from math import isclose, isfinite
from typing import Any, TypeVar

import numpy as np

from stylobate import kernel
from stylobate.chance import Rng, below, stream
from stylobate.conformance.promises import BrokenPromise, Met, is_a_word
from stylobate.errors import StylobateError
from stylobate.game import Game, Position
from stylobate.kernel import CHANCE, OVER, State

Answer = TypeVar("Answer")

GAMES_SHOWN = 2  # of which every position is met again by the checks of other parts, and of others the last
GUARD = 16
GUARD_VALUES = (0x5A5A, 0x2525)


@dataclass
class Walk:
    """How many games and positions were checked, and the positions, each with the tokens before it."""

    games: int = 0
    nodes: int = 0
    chance_nodes: int = 0
    longest: int = 0
    met: list[Met] = field(default_factory=list)


def walk(game: Game, games: int, seed: int, options: Mapping[str, str], limit: int) -> Walk:
    """Play that many random games, each to its end or to `limit` tokens."""
    report = Walk()
    rng = stream(seed)
    for number in range(games):
        node = _Node(game, game.begin(options).state, options)
        length = thrown = 0
        choices, throws = (int(most) for most in game.rules.longest(node.state))
        while node.turn != OVER and length < limit:
            if number < GAMES_SHOWN:
                report.met.append(Met(Position(game, node.state), node.story))
            node = node.check_and_step(rng)
            thrown += node.after_chance
            length += 1
            node.check_length(length - thrown, choices, "seats")
            node.check_length(thrown, throws, "chance")
        if node.turn == OVER:
            node.check_end()
        report.met.append(Met(Position(game, node.state), node.story))
        report.games += 1
        report.chance_nodes += thrown
        report.nodes += length + 1
        report.longest = max(report.longest, length)
    _check_declared(game)
    return report


class _Node:
    """One position of a random game, and everything that must be true of it."""

    def __init__(
        self,
        game: Game,
        state: State,
        options: Mapping[str, str],
        story: tuple[str, ...] = (),
        after_chance: bool = False,
    ) -> None:
        self.game = game
        self.kernel = game.kernel
        self.state = state
        self.options = options
        self.story = story
        self.after_chance = after_chance
        self._check_array()
        self.seats = int(game.rules.seats(state))
        self._promise(
            self.seats in game.players, f"seats is {self.seats}, but Game.players says {game.players}"
        )
        self.turn = self._steady("turn", lambda s: int(self.kernel.turn(s)))
        self._promise(
            self.turn in (CHANCE, OVER) or 0 <= self.turn < self.seats,
            f"turn must be a seat from 0 to {self.seats - 1}, CHANCE or OVER, but is {self.turn}",
        )
        self._promise(
            self.turn != CHANCE or game.has_chance, "turn is CHANCE in a game that says it has no chance"
        )
        self._check_scores()
        self._check_text()

    def check_and_step(self, rng: Rng) -> "_Node":
        """Check every legal action of this position, then play one of them."""
        actions = self._check_legal()
        if self.turn == CHANCE:
            self._check_weights(len(actions))
            action = self._check_sample(actions, rng)
        else:
            action = actions[below(rng, len(actions))]
        tokens = self._check_tokens(actions)
        after = self._check_apply(action)
        story = (*self.story, tokens[actions.index(action)])
        return _Node(self.game, after, self.options, story, self.turn == CHANCE)

    def check_length(self, tokens: int, most: int, whose: str) -> None:
        """Check that no more were played than `rules.longest` says."""
        self._promise(tokens <= most, f"rules.longest allows {most} tokens of {whose}, but here are {tokens}")

    def check_end(self) -> None:
        """Check that the payoff of a finished game adds up to 1."""
        payoff = self._filled("payoff", self.kernel.payoff, np.float64, self.seats)
        shares = ", ".join(map(str, payoff))
        self._promise(all(isfinite(share) for share in payoff), f"payoff must be finite, but is {shares}")
        self._promise(min(payoff) >= 0, f"payoff must not be negative, but is {shares}")
        sides = dict(zip(Position(self.game, self.state).sides, payoff, strict=True))
        self._promise(
            isclose(sum(sides.values()), 1.0),
            f"payoff must be one, shared among the winners, but is {shares}",
        )
        actions = np.empty(self.kernel.width, dtype=np.int64)
        self._promise(self.kernel.legal(self.state, actions) == 0, "legal must be none when it is over")

    def _check_array(self) -> None:
        s = self.state
        self._promise(
            isinstance(s, np.ndarray) and s.dtype == np.int16 and s.ndim == 1 and s.flags.c_contiguous,
            f"a state must be a contiguous row of int16, but is {_told_array(s)}",
        )

    def _check_legal(self) -> list[int]:
        width = self.kernel.width
        room = np.full(width + GUARD, GUARD_VALUES[0], dtype=np.int64)
        count = self._steady("legal", lambda s: int(self.kernel.legal(s, room)))
        self._promise(
            1 <= count <= width, f"legal must find 1 to {width} actions (the width), but found {count}"
        )
        self._promise(
            bool((room[width:] == GUARD_VALUES[0]).all()), f"legal must write no further than {width} actions"
        )
        actions = [int(action) for action in room[:count]]
        for action, following in pairwise(actions):
            if action >= following:
                raise self._broken(
                    f"legal must be ascending, each action once, but wrote {action}, {following}"
                )
        return actions

    def _check_weights(self, count: int) -> None:
        room = np.full(self.kernel.width + GUARD, GUARD_VALUES[0], dtype=np.int64)
        total = self._steady("weights", lambda s: int(self.kernel.weights(s, room)))
        self._promise(
            bool((room[count:] == GUARD_VALUES[0]).all()),
            f"weights must write one weight for each of the {count} outcomes, but wrote more",
        )
        weights = [int(weight) for weight in room[:count]]
        self._promise(min(weights) > 0, f"weights must be positive, but one is {min(weights)}")
        self._promise(
            sum(weights) == total, f"weights must return their sum, {sum(weights)}, but returned {total}"
        )

    def _check_sample(self, actions: list[int], rng: Rng) -> int:
        again = rng.copy()
        outcome = self._unchanged("sample", lambda s: int(self.kernel.sample(s, rng)))
        self._promise(
            outcome in actions, f"sample must draw one of the outcomes of legal, but drew {outcome}"
        )
        repeated = self._unchanged("sample", lambda s: int(self.kernel.sample(s, again)))
        self._promise(
            outcome == repeated and rng[0] == again[0],
            f"sample must depend on the state and the stream alone, but drew {outcome}, then {repeated}",
        )
        return outcome

    def _check_apply(self, action: int) -> State:
        shown = self.game.notation.token(self.state, action)
        first, second = _Guarded(self.state), _Guarded(self.state)
        self.kernel.apply(first.state, action)
        self.kernel.apply(second.state, action)
        self._promise(
            first.is_whole and second.is_whole, f"apply must change only the state, but {shown} wrote outside"
        )
        self._promise(
            first.state.tobytes() == second.state.tobytes(),
            f"apply must depend on the state and the action alone, but {shown} led to two states",
        )
        return first.state.copy()

    def _check_scores(self) -> None:
        self._filled("scores", self.kernel.scores, np.int64, self.seats)

    def _check_tokens(self, actions: list[int]) -> list[str]:
        notation = self.game.notation
        tokens = [notation.token(self.state, action) for action in actions]
        for action, token in zip(actions, tokens, strict=True):
            if not (token.isascii() and is_a_word(token)):
                raise self._broken(
                    f"a token must be printable ASCII without spaces or #, but action {action} is “{token}”"
                )
            if token.startswith("*") != (self.turn == CHANCE):
                raise self._broken(
                    f"a token must begin with * where chance speaks, and only there, unlike “{token}”"
                )
            meant = self._read(f"“{token}”", lambda token: notation.action(self.state, token), token)
            if meant != action:
                raise self._broken(f"“{token}” is written for action {action}, but read as action {meant}")
        self._promise(len(set(tokens)) == len(tokens), "two actions are written as the same token")
        return tokens

    def _check_text(self) -> None:
        text = self._unchanged("write", self.game.notation.write)
        self._promise(
            is_a_word(text.replace(" ", "")) and "_" not in text,
            f"a position must be one line without _ or #, but is “{text}”",
        )
        back = self._read("the position text", self.game.notation.read, text)
        self._promise(
            back.dtype == np.int16 and back.tobytes() == self.state.tobytes(),
            f"the position text must read back as the same state, but “{text}” does not",
        )
        shown = self.game.notation.options(self.state)
        for name, value in self.options.items():
            if name != "setup" and name in shown:
                self._promise(
                    shown[name] == value, f"options must tell {name}={value}, but tell {name}={shown[name]}"
                )

    def _read(self, what: str, read: Callable[[str], Any], text: str) -> Any:
        try:
            return read(text)
        except StylobateError as error:
            raise self._broken(
                f"the notation must read what it writes, but refuses {what}: {error}"
            ) from error

    def _steady(self, name: str, function: Callable[[State], int]) -> int:
        """Call the function twice: it must give the same result and must not change the state."""
        first = self._unchanged(name, function)
        second = self._unchanged(name, function)
        self._promise(first == second, f"{name} must answer the same again, but gave {first}, then {second}")
        return first

    def _filled(self, name: str, function: Callable[..., None], dtype: Any, seats: int) -> list[Any]:
        """Call the function with two differently filled buffers: it must write every seat and no more."""
        answers = []
        for value in GUARD_VALUES:
            room = np.full(seats + GUARD, value, dtype=dtype)
            self._unchanged(name, lambda s, room=room: function(s, room))  # type: ignore[misc]
            self._promise(bool((room[seats:] == value).all()), f"{name} must write no further than the seats")
            answers.append([written.item() for written in room[:seats]])
        self._promise(
            answers[0] == answers[1] or any(share != share for share in answers[0]),
            f"{name} must write every seat, and the same again, but gave {answers[0]}, then {answers[1]}",
        )
        return answers[0]

    def _unchanged(self, name: str, function: Callable[[State], Answer]) -> Answer:
        guarded = _Guarded(self.state)
        answer = function(guarded.state)
        self._promise(
            guarded.is_whole and guarded.state.tobytes() == self.state.tobytes(),
            f"{name} must not change the state",
        )
        return answer

    def _promise(self, kept: bool, sentence: str) -> None:
        if not kept:
            raise self._broken(sentence)

    def _broken(self, sentence: str) -> BrokenPromise:
        given = " ".join(f"{name}={value}" for name, value in self.options.items())
        under = f" under {given}" if given else ""
        after = " ".join(self.story) or "nothing"
        return BrokenPromise(f"{self.game.id}: {sentence}, at state {self._shown()} after {after}{under}")

    def _shown(self) -> str:
        return " ".join(str(value) for value in np.ravel(self.state).tolist())


class _Guarded:
    """A copy of a state inside a larger array, to notice a function that writes beside the state."""

    def __init__(self, state: State) -> None:
        self._whole = np.full(len(state) + 2 * GUARD, GUARD_VALUES[0], dtype=np.int16)
        self.state = self._whole[GUARD : GUARD + len(state)]
        self.state[:] = state

    @property
    def is_whole(self) -> bool:
        around = np.concatenate([self._whole[:GUARD], self._whole[-GUARD:]])
        return bool((around == GUARD_VALUES[0]).all())


def _told_array(thing: Any) -> str:
    if not isinstance(thing, np.ndarray):
        return f"a {type(thing).__name__}"
    return f"{thing.dtype} of shape {thing.shape}" + ("" if thing.flags.c_contiguous else ", not contiguous")


def _check_declared(game: Game) -> None:
    """Compiled functions that are given a kernel need each function compiled for exactly its signature."""
    for one in fields(game.kernel):
        if one.name == "width":
            continue
        function = getattr(game.kernel, one.name)
        signatures = getattr(function, "nopython_signatures", ())
        if getattr(kernel, one.name.upper()).signature not in signatures:
            raise BrokenPromise(f"{game.id}: {one.name} must be declared with @kernel.{one.name}")
