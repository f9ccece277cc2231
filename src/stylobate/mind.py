"""What a game knows beyond its rules: a mind.

A mind says what there is to see; how much that weighs is learned from play (`stylobate train`) and kept in
files beside it (`stylobate.learned`).  It has one part or both:

*Policy*: what there is to see in a move.

    traits(s, actions, count, out)   writes for each of the first `count` legal actions a row of numbers,
                                     each naming something that is true of the action; 0 fills up the row

The sum of a row's weights says how much a good player likes the action: its share among all legal ones is e
to that sum (a softmax).  The weight of 0 is always nought.  Chance's outcomes have no traits.

*Value*: how the seats stand.

    sights(s, out)    writes for each seat a row of numbers: what it would look at to say how it stands;
                      partners have the same row.  In the middle of a turn: as if the turn ended here
    rests(s)          whether a turn has just ended here, so that nothing of one is pending
    begins(s)         optional, where a turn has several actions: whether this is the first that needs
                      thought; those after it follow from it
    foresee(s, learned, partners, turns, out)
                      optional, where the house's own way (`search.turns`) is too slow: writes for each legal
                      action what each seat may expect if all make the best of so many turns, this one
                      included, and what then rests is worth what the value says; returns how many actions
                      there are.  Whose `Value.turns` is one looks through one, whatever it is asked.
                      Of an action that it does not look at the mover expects `UNSEEN`: nobody plays that
    hope(s, learned, partners, out)
                      optional, where a throw has too many outcomes to look at each: writes what each seat may
                      expect before it, which is the mean of what it may expect after it
    take_turn(s, learned, partners, rng, hoped)
                      optional, beside `hope`: plays the best turn there is, from its throw to its end, and
                      writes what could be hoped before it.  A turn that is solved is played at once: so a
                      value learns from far more games in the same time
    look_again(s, learned, partners, looks, keys, known, out)
                      optional, as a second thought: like `foresee`, but the ends of the turn that matter are
                      worth what the turn after them may be hoped to make of them.  It looks at so many ends
                      at most, remembers under the digest of each what came of it, and returns at how many
                      it has looked: none, once nothing is left to look at (see `search.second_look`)

A small network (`stylobate.network`) makes of the rows what each seat may expect.  Beside its weights there
may be a *leaning* (`stylobate.leaning`): by how much more it wins to like some sights.

Declare each with the decorator of its name (`@mind.traits` …) and gather them in a `Mind`, which the game's
`mind.py` calls `MIND`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numba import boolean, float64, int32, int64, types, void

from stylobate.chance import RNG, Rng
from stylobate.compiled import compiled
from stylobate.kernel import ACTIONS, PAYOFFS, STATE, Actions, Payoffs, State
from stylobate.leaning import leaning
from stylobate.learned import Weights, read

Traits = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Shares = np.ndarray[tuple[int], np.dtype[np.float64]]
Sights = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Expected = np.ndarray[tuple[int, int], np.dtype[np.float64]]

TRAIT_ROWS = types.Array(int32, 2, "C")
SHARES = types.Array(float64, 1, "C")
LEARNED = types.Array(float64, 1, "C")
SIGHT_ROWS = types.Array(float64, 2, "C")
EXPECTED = types.Array(float64, 2, "C")

UNSEEN = -1.0  # less than any share of the win: what the mover expects of an action that was not looked at

_TRAITS = void(STATE, ACTIONS, int64, TRAIT_ROWS)
_SIGHTS = void(STATE, SIGHT_ROWS)
_RESTS = boolean(STATE)
_FORESEE = int64(STATE, LEARNED, float64, int64, EXPECTED)
_HOPE = void(STATE, LEARNED, float64, PAYOFFS)
_TAKE_TURN = void(STATE, LEARNED, float64, RNG, PAYOFFS)
_LOOK_AGAIN = int64(STATE, LEARNED, float64, int64, ACTIONS, EXPECTED, EXPECTED)

traits, sights, rests, foresee, hope, take_turn, look_again = (
    compiled(s) for s in (_TRAITS, _SIGHTS, _RESTS, _FORESEE, _HOPE, _TAKE_TURN, _LOOK_AGAIN)
)
TRAITS, SIGHTS, RESTS, FORESEE, HOPE, TAKE_TURN = (
    types.FunctionType(s) for s in (_TRAITS, _SIGHTS, _RESTS, _FORESEE, _HOPE, _TAKE_TURN)
)


def _always(s: State) -> bool:
    return True


@dataclass(frozen=True)
class Policy:
    """What can be seen in a move: `kinds` traits, number 0 included, of which it has at `most` so many."""

    traits: Callable[[State, Actions, int, Traits], None]
    kinds: int
    most: int


@dataclass(frozen=True)
class Value:
    """What can be seen of how a seat stands: `width` numbers; and how many hidden units weigh them.

    `turns` is how many are looked through, the one that is on included: a number, or what tells it for a
    state and the seconds that there are, endlessly many where nobody says.  `beam` is how many actions are
    gone on with at each step of that (see `search.turns`), where the game does not foresee by itself;
    `horizon`, how many more turns are tried out after that before the value says how the seats stand (see
    `search.rollouts`).  `steps` are how far the weights move in training (see `training.course`), in its
    first round and in its last.  `named` are sights that a style may like (`stylobate.style`), or a leaning.
    `many` brings rules and sights for many games at once, from arrays and a state to begin with (see
    `training.many`): with it a value learns on a GPU.
    """

    sights: Callable[[State, Sights], None]
    rests: Callable[[State], bool]
    width: int
    hidden: int
    turns: int | Callable[[State, float], int] = 1
    beam: Sequence[int] = (6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1)
    horizon: int = 4
    foresee: Callable[[State, Weights, float, int, Expected], int] | None = None
    hope: Callable[[State, Weights, float, Payoffs], None] | None = None
    take_turn: Callable[[State, Weights, float, Rng, Payoffs], None] | None = None
    look_again: Callable[[State, Weights, float, int, Actions, Expected, Expected], int] | None = None
    begins: Callable[[State], bool] = _always
    steps: tuple[float, float] = (0.03, 0.003)
    named: Mapping[str, Sequence[int]] = field(default_factory=dict)
    many: Callable[[Any, State], Any] | None = None

    @property
    def numbers(self) -> int:
        """How many weights there are to learn."""
        return self.hidden * (self.width + 2)

    def turns_ahead(self, s: State, seconds: float) -> int:
        """How many turns are looked through from here in so many seconds."""
        return self.turns if isinstance(self.turns, int) else self.turns(s, seconds)


def _one_for_all(s: State) -> str:
    return "value"


@dataclass(frozen=True)
class Mind:
    """What a game can see, and the folder in which the weights of that are kept.

    `version` grows whenever a number comes to mean something else, so that no old weights are taken for it.
    `variant` names the file of the value's weights that a state calls for: another number of seats, say.
    """

    game: str
    version: int
    folder: Path
    policy: Policy | None = None
    value: Value | None = None
    variant: Callable[[State], str] = _one_for_all
    _read: dict[str, Weights] = field(default_factory=dict, compare=False, repr=False)

    def policy_weights(self) -> Weights:
        """What the policy has learned."""
        return self._weights("policy", self.policy.kinds if self.policy else 0)

    def value_weights(self, s: State) -> Weights:
        """What the value has learned about states like this one, with the leaning that goes with it."""
        name = f"{self.variant(s)}-leaning"
        if not self.value or not (self.folder / f"{name}.bin").exists():
            return self.upright(s)
        return leaning(self.upright(s), self._weights(name, self.value.width))

    def upright(self, s: State) -> Weights:
        """What the value has learned about states like this one, without any leaning."""
        return self._weights(self.variant(s), self.value.numbers if self.value else 0)

    def _weights(self, name: str, numbers: int) -> Weights:
        if name not in self._read:
            self._read[name] = read(self.folder / f"{name}.bin", self.game, self.version, numbers).weights
        return self._read[name]


@traits
def no_traits(s: State, actions: Actions, count: int, out: Traits) -> None:
    """For minds without a policy."""


@foresee
def no_foresight(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
    """For minds whose turns the house looks through."""
    return 0
