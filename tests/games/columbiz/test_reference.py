"""The kernel beside the plain reference: games of several tempers, node by node.

Listing what eight dice may show takes longer than all the rest, so of the throws only some are compared in
full; whose turn it is, what is legal, the scores, the result and the position text always are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from stylobate.game import Position
from stylobate.games.columbiz import GAME
from tests.games.columbiz.reference import Columbiz
from tests.harness import Disagreement, compare, every_variant, walk_beside, whose_turn

Temper = Callable[[tuple[str, ...], random.Random], str]


def whatever(legal: tuple[str, ...], rng: random.Random) -> str:
    """Any token, each as likely."""
    return rng.choice(legal)


def hasty(legal: tuple[str, ...], rng: random.Random) -> str:
    """Stops after the first throw and ends the turn as soon as it may."""
    return next((token for token in ("stop", "end") if token in legal), None) or rng.choice(legal)


def thorough(legal: tuple[str, ...], rng: random.Random) -> str:
    """Throws three times and places as many counters as it can, low ones first."""
    options = [token for token in legal if token not in ("stop", "end")]
    squares = [token for token in options if ":" in token and not token.startswith("keep")]
    return min(squares, key=lambda square: square[2]) if squares else rng.choice(options)


def greedy(legal: tuple[str, ...], rng: random.Random) -> str:
    """Keeps all of one face and places as high as it can, which captures."""
    squares = [token for token in legal if token[1:2] == ":"]
    if squares:
        return max(squares, key=lambda square: (square[2], rng.random()))
    alike = [token for token in legal if token.startswith("keep:") and len(set(token[5:])) == 1]
    return max(alike, key=len) if alike and rng.random() < 0.9 else rng.choice(legal)


def stubborn(legal: tuple[str, ...], rng: random.Random) -> str:
    """Likes ones and twos, so that low squares fill and counters are given up."""
    low = [token for token in legal if token.startswith("keep:") and set(token[5:]) <= set("12")]
    if low:
        return max(low, key=len)
    squares = [token for token in legal if token[1:2] == ":"]
    return min(squares, key=lambda square: square[0]) if squares else rng.choice(legal)


def moody(legal: tuple[str, ...], rng: random.Random) -> str:
    """Another temper at every step."""
    return rng.choice([whatever, hasty, thorough, greedy, stubborn])(legal, rng)


TEMPERS = [whatever, hasty, thorough, greedy, stubborn, moody]


def compare_lightly(position: Position, beside: Columbiz, story: list[str]) -> None:
    """All but the list of what the dice may show."""
    pairs: dict[str, tuple[object, object]] = {
        "turn": (whose_turn(position), beside.turn()),
        "scores": (list(position.scores), beside.scores()),
        "result": (list(position.winners), beside.result()),
        "position": (str(position), beside.position()),
    }
    if not position.is_chance:
        pairs["legal"] = (list(position.legal), beside.legal())
    for what, (kernel, plain) in pairs.items():
        if kernel != plain:
            raise Disagreement(f"{what} is {kernel}, not {plain}, at {position} after {' '.join(story)}")


def thrown(beside: Columbiz, rng: random.Random) -> str:
    dice = beside.kept + "".join(rng.choice("123456") for _ in range(8 - len(beside.kept)))
    return "*" + "".join(sorted(dice))


def after_throw(position: Position, token: str) -> Position:
    """The position after a throw, without listing all others."""
    state = position.state
    GAME.kernel.apply(state, GAME.notation.action(state, token))
    return Position(GAME, state)


def walk(position: Position, beside: Columbiz, temper: Temper, rng: random.Random) -> None:
    story: list[str] = []
    while not position.is_over:
        compare_lightly(position, beside, story)
        if position.is_chance:
            if rng.random() < 0.01:
                compare(position, beside, " ".join(story))
            token = thrown(beside, rng)
            position = after_throw(position, token)
        else:
            token = temper(position.legal, rng)
            position = position.play(token)
        beside.play(token)
        story.append(token)
    compare_lightly(position, beside, story)
    assert position.legal == ()


@pytest.mark.slow
@pytest.mark.parametrize("temper", TEMPERS, ids=lambda temper: temper.__name__)
@every_variant(GAME)
def test_games_of_every_temper_agree_with_the_reference_at_every_node(
    options: Mapping[str, str], temper: Temper
) -> None:
    rng = random.Random(f"{options} {temper.__name__}")
    for _ in range(30):
        walk(GAME.begin(options), Columbiz.start(options), temper, rng)


@every_variant(GAME)
def test_a_random_game_agrees_with_the_reference_in_every_fraction(options: Mapping[str, str]) -> None:
    walk_beside(GAME.begin(options), Columbiz.start(options), random.Random(1))


def test_the_tempers_reach_what_is_rare() -> None:
    """Giving up three and giving up fewer, four counters a turn, and six in a row to place on."""
    rng = random.Random(4)
    seen = set()
    for _ in range(60):
        beside = Columbiz(rng.choice([2, 3, 4]))
        while beside.turn() != "over":
            if beside.turn() == "chance":
                token = thrown(beside, rng)
            else:
                token = rng.choice([stubborn, thorough, hasty])(tuple(beside.legal()), rng)
            if token == "give-up":
                seen.add("give up three" if beside.hands[beside.player] >= 3 else "give up fewer")
            if beside.placed == 3 and ":" in token:
                seen.add("fourth counter")
            if beside.hands[beside.player] == 1 and ":" in token and not token.startswith("keep"):
                seen.add("last counter")
            beside.play(token)
    assert seen == {"give up three", "give up fewer", "fourth counter", "last counter"}
