"""Every game keeps the kernel's promises, and a kernel that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stylobate import CHANCE, OVER, Game
from stylobate.chance import below, stream
from stylobate.conformance import LOOKED_AT, BrokenPromise, check
from stylobate.errors import BadToken
from stylobate.kernel import Kernel
from tests.conftest import PROFILE
from tests.harness import every_game_and_variant, variants
from tests.heap import GAME, notation, rules


@pytest.mark.slow
@every_game_and_variant()
def test_every_game_keeps_the_promises(game: Game, options: Mapping[str, str]) -> None:
    """The rules at every node of every variant; the pictures and words that anybody asks for of each game.

    Those are dealt among its variants, which look alike: eight of each at least, from its start to its end.
    `HYPOTHESIS_PROFILE=explore` looks at as many of each variant.
    """
    share = LOOKED_AT if PROFILE == "explore" else max(8, LOOKED_AT // len(variants(game)))
    report = check(game, games=3, seed=1, options=options, limit=2_000, looked_at=share)
    assert report.games == 3
    assert (report.chance_nodes > 0) == game.has_chance


@every_game_and_variant()
def test_a_kernel_means_the_same_compiled_and_interpreted(game: Game, options: Mapping[str, str]) -> None:
    """The interpreter looks at every index and every width that machine code takes on trust."""
    kernel: Any = game.kernel
    rng = stream(5)
    for _ in range(2):
        state = game.begin(options).state
        for _ in range(500):
            assert kernel.turn.py_func(state.copy()) == kernel.turn(state)
            if kernel.turn(state) == OVER:
                break
            actions = beside(kernel.legal, state, kernel.width, np.int64)
            count = int(kernel.legal(state, actions))
            if kernel.turn(state) == CHANCE:
                beside(kernel.weights, state, kernel.width, np.int64)
            action = int(actions[below(rng, count)])
            after, plain = state.copy(), state.copy()
            kernel.apply(after, action)
            kernel.apply.py_func(plain, action)
            assert after.tolist() == plain.tolist()
            state = after
            beside(kernel.scores, state, game.rules.seats(state), np.int64)
        if kernel.turn(state) == OVER:
            beside(kernel.payoff, state, game.rules.seats(state), np.float64)


def beside(function: Any, state: Any, room: int, dtype: Any) -> Any:
    """What the function writes, compiled and interpreted alike."""
    written, plain = np.zeros(room, dtype=dtype), np.zeros(room, dtype=dtype)
    assert function(state, written) == function.py_func(state, plain)
    assert written.tolist() == plain.tolist()
    return written


# The small game of tests/heap, not compiled, so that a function can be put in place of any other.

turn, legal, weights, sample, apply, scores, payoff = (
    getattr(rules.KERNEL, name).py_func
    for name in ("turn", "legal", "weights", "sample", "apply", "scores", "payoff")
)
token, action, write, read = notation.token, notation.action, notation.write, notation.read


SOUND = Kernel(turn, legal, weights, sample, apply, scores, payoff, width=2)
NOTATION = SimpleNamespace(token=token, action=action, write=write, read=read, options=lambda s: {})


@dataclass(frozen=True)
class Heap(Game):
    """The game with parts that are given to it instead of looked up in its folder."""

    def with_parts(self, kernel: Kernel, notation: SimpleNamespace = NOTATION, **given: Any) -> Heap:
        sound = {"KERNEL": kernel, "start": rules.start, "seats": lambda s: 2, "sides": lambda s: (0, 1)}
        sound["longest"] = lambda s: (7, 7)
        self.__dict__.update(rules=SimpleNamespace(**sound | given), notation=notation)
        return self


def heap(**facts: Any) -> Heap:
    declared = {field.name: getattr(GAME, field.name) for field in fields(Game)}
    return Heap(**declared | facts)


def breaking(sentence: str, game: Game) -> None:
    with pytest.raises(BrokenPromise, match=sentence):
        check(game, games=20, seed=1)


def test_a_kernel_that_is_sound_but_not_declared_is_found_out() -> None:
    breaking(r"turn must be declared with @kernel\.turn", heap().with_parts(SOUND))


def test_a_broken_promise_is_told_with_the_tokens_that_lead_to_it() -> None:
    def lists_the_last_one_twice(s: Any, out: Any) -> int:
        out[:2] = 1
        return 2 if s[0] == 1 and s[1] else legal(s, out)

    breaking(
        r"^heap: legal must be ascending, each action once, but wrote 1, 1, "
        r"at state 1 . . after( \*\d take\d)+ \*\d$",
        heap().with_parts(replace(SOUND, legal=lists_the_last_one_twice)),
    )


def test_a_game_that_is_over_lists_nothing() -> None:
    def never_tires(s: Any, out: Any) -> int:
        out[0] = 1
        return legal(s, out) or 1

    breaking("legal must be none when it is over", heap().with_parts(replace(SOUND, legal=never_tires)))


def meddling(function: Callable[..., Any]) -> Callable[..., Any]:
    def meddles(s: Any, *rest: Any) -> Any:
        answer = function(s, *rest)
        s[0] += 1
        return answer

    return meddles


@pytest.mark.parametrize("name", ["turn", "legal", "weights", "sample", "scores", "payoff"])
def test_only_apply_may_change_the_state(name: str) -> None:
    broken: dict[str, Any] = {name: meddling(getattr(SOUND, name))}
    kernel = replace(SOUND, **broken)
    breaking(f"{name} must not change the state", heap().with_parts(kernel))


def beyond(array: Any, index: int) -> Any:
    """A view of what lies `index` cells after an array's end, as machine code would reach it."""
    whole = array.base if array.base is not None else array
    first = (array.ctypes.data - whole.ctypes.data) // array.itemsize
    return whole[first + len(array) + index : first + len(array) + index + 1]


def reaching_outside(s: Any, action: int) -> None:
    apply(s, action)
    beyond(s, 0)[:] = 1


def writing_on(function: Callable[..., Any], index: int) -> Callable[..., Any]:
    def writes_on(s: Any, out: Any) -> Any:
        answer = function(s, out)
        out[index] = 1
        return answer

    return writes_on


def worthless(s: Any, out: Any) -> int:
    out[0], out[1] = 0, 3
    return 3


def counting(calls: list[int]) -> Callable[[Any, int], None]:
    def remembers_how_often_it_was_called(s: Any, action: int) -> None:
        calls.append(action)
        apply(s, action)
        s[1] = len(calls) % 2 if s[1] else 0

    return remembers_how_often_it_was_called


ANSWERS = iter(range(10**9))

BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("turn must be a seat from 0 to 1, CHANCE or OVER, but is 2", {"turn": lambda s: 2}),
    ("turn must answer the same again", {"turn": lambda s: next(ANSWERS) % 2}),
    ("legal must find 1 to 2 actions", {"legal": lambda s, out: 0}),
    ("legal must find 1 to 2 actions .* found 3", {"legal": lambda s, out: 3}),
    ("legal must write no further than 2", {"legal": writing_on(legal, 2)}),
    ("legal must be ascending", {"legal": lambda s, out: legal(s, out[1::-1])}),
    ("weights must be positive, but one is 0", {"weights": worthless}),
    ("weights must return their sum, 3, but returned 4", {"weights": lambda s, out: weights(s, out) + 1}),
    ("weights must write one weight for each", {"weights": writing_on(weights, 2)}),
    ("sample must draw one of the outcomes of legal, but drew 2", {"sample": lambda s, rng: 2}),
    ("sample must depend on the state and the stream", {"sample": lambda s, rng: (1, 3)[next(ANSWERS) % 2]}),
    ("apply must change only the state, but .* wrote outside", {"apply": reaching_outside}),
    ("apply must depend on the state and the action alone", {"apply": counting([])}),
    ("scores must write every seat", {"scores": lambda s, out: out.__setitem__(0, 1)}),
    ("scores must write no further than the seats", {"scores": writing_on(scores, 2)}),
    ("payoff must be one, shared among the winners", {"payoff": lambda s, out: out[:2].fill(0.0)}),
    ("payoff must write no further than the seats", {"payoff": writing_on(payoff, 2)}),
    ("payoff must not be negative", {"payoff": lambda s, out: out.__setitem__(slice(2), (2.0, -1.0))}),
    ("payoff must be finite", {"payoff": lambda s, out: out.__setitem__(slice(2), (float("nan"), 1.0))}),
]


@pytest.mark.parametrize(("sentence", "parts"), BROKEN, ids=[sentence for sentence, _ in BROKEN])
def test_a_kernel_that_breaks_a_promise_is_found_out(sentence: str, parts: dict[str, Any]) -> None:
    breaking(sentence, heap().with_parts(replace(SOUND, **parts)))


def spaced(s: Any, action: int) -> str:
    return token(s, action).replace("take", "take ")


def numbered(s: Any, action: int) -> str:
    return token(s, action).replace("take", "take#")


def refusing(s: Any, text: str) -> int:
    raise BadToken(f"“{text}” is not a move")


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("without spaces or #, but action 1 is “take 1”", {"token": spaced}),
        ("without spaces or #, but action 1 is “take#1”", {"token": numbered}),
        ("begin with \\* where chance speaks", {"token": lambda s, a: f"take{a}"}),
        ("“\\*1” is written for action 1, but read as action 2", {"action": lambda s, text: 2}),
        ("must read what it writes, but refuses “\\*1”: “\\*1” is not a move", {"action": refusing}),
        ("one line without _ or #", {"write": lambda s: write(s).replace(" ", "_")}),
        ("one line without _ or #", {"write": lambda s: write(s).replace(" ", "#")}),
        ("must read back as the same state", {"read": lambda text: read(text) * 2}),
    ],
)
def test_a_notation_that_breaks_a_promise_is_found_out(sentence: str, parts: dict[str, Any]) -> None:
    notation = SimpleNamespace(**vars(NOTATION) | parts)
    breaking(sentence, heap().with_parts(SOUND, notation))


@pytest.mark.parametrize(("most", "whose"), [((1, 7), "seats"), ((7, 1), "chance")])
def test_a_game_that_lasts_longer_than_it_says_is_found_out(most: tuple[int, int], whose: str) -> None:
    breaking(f"allows 1 tokens of {whose}, but here are 2", heap().with_parts(SOUND, longest=lambda s: most))


@pytest.mark.parametrize("first", [[7, 0, 0], np.array([7, 0, 0]), np.zeros((2, 2), dtype=np.int16)])
def test_a_state_is_a_contiguous_row_of_int16(first: Any) -> None:
    breaking(
        "a state must be a contiguous row of int16", heap().with_parts(SOUND, start=lambda options: first)
    )


def test_the_number_of_seats_is_one_that_the_game_says_it_has() -> None:
    breaking(r"seats is 3, but Game.players says \(2,\)", heap().with_parts(SOUND, seats=lambda s: 3))


def test_a_game_without_chance_has_no_chance_node() -> None:
    breaking("says it has no chance", heap(has_chance=False).with_parts(SOUND))
