"""Luck adds up to nothing over all that might have come, and most of what decides a game of dice is luck."""

from statistics import stdev

import numpy as np
import pytest

import stylobate
from stylobate.chance import stream
from stylobate.errors import BadGame
from stylobate.line import Line
from stylobate.players import ask, player
from stylobate.search.luck import Luck, luck

DICE = stylobate.load("columns-dice")


def thrown(line: Line, token: str) -> Luck:
    """What the last throw gave, if it had been this one."""
    twin = line.copy()
    twin.play(token)
    return list(luck(twin))[-1]


def game_of(level: str, game: str, seed: int, **options: str) -> Line:
    """A game of this level against itself."""
    line, rng = Line(stylobate.load(game), options), stream(seed)
    computer = player(level, line.game)
    while not line.is_over:
        position = line.position
        line.play(position.sample(rng) if position.is_chance else ask(computer, position, seed=seed).token)
    return line


@pytest.mark.parametrize("tokens", [(), ("*4", "C1"), ("*4", "C1", "*2", "A1", "*6", "E3")])
def test_over_all_throws_of_a_die_luck_is_nothing(tokens: tuple[str, ...]) -> None:
    line = Line(DICE)
    for token in tokens:
        line.play(token)
    given = [thrown(line, token).gave for token in line.position.legal]
    assert np.mean(given, axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert len({gave[0] for gave in given}) > 1


def test_over_all_last_throws_of_eight_dice_luck_is_nothing() -> None:
    line = Line(stylobate.load("columbiz"), {"players": "3"})
    for token in ("*11123456", "keep:111", "*11122345", "keep:11122"):
        line.play(token)
    chances = line.position.chance
    total = sum(float(p) * np.array(thrown(line, token).gave) for token, p in chances.items())
    assert total == pytest.approx([0, 0, 0], abs=1e-12)


def test_a_throw_that_wins_gave_what_was_missing_to_a_win() -> None:
    """One square is left: a one shares the game, two, five and six win it, others are thrown again."""
    line = Line(DICE, {"setup": "34x4P/2344P/xx-1/3555I/1116P/256xI_256_I_-_31:33_ascending"})
    gave = {token: thrown(line, token).gave[1] for token in line.position.legal}
    assert gave["*2"] == pytest.approx(gave["*5"])
    assert gave["*2"] - gave["*1"] == pytest.approx(0.5)
    assert gave["*1"] < 0 < gave["*2"]


def test_a_result_less_its_luck_is_far_steadier() -> None:
    lines = [game_of("3", "columns-dice", seed) for seed in range(20)]
    results = [line.position.payoff[0] for line in lines]
    without = [
        result - sum(one.gave[0] for one in luck(line)) for result, line in zip(results, lines, strict=True)
    ]
    assert stdev(without) < stdev(results) / 2


def test_of_many_cards_some_are_drawn_and_the_same_again() -> None:
    line = game_of("1", "columba", 1, players="2", rules="junior")
    told = list(luck(line))
    assert told == list(luck(line))
    assert [one.token for one in told] == [play.token for play in line.plays if play.seat is None]
    assert [line.plays[one.after].token for one in told] == [one.token for one in told]


def test_where_nothing_is_thrown_or_nobody_can_judge_it_no_luck_is_told() -> None:
    with pytest.raises(BadGame, match=r"nothing in Colonnade is luck: it has neither dice nor cards"):
        list(luck(Line(stylobate.load("colonnade"))))
