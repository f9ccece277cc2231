"""Many sheets at once: their arrays see what the mind sees and allow what the rules allow."""

import numpy as np
import pytest

from stylobate.chance import below, stream
from stylobate.games.columns_dice import sights
from stylobate.games.columns_dice.rules import DIE, KERNEL, MOVER, ORDERS, SIDES
from stylobate.games.columns_dice.sheets import Pad, Sheets, laid_out
from stylobate.kernel import OVER, State
from stylobate.registry import load

Sheet = tuple[tuple[tuple[int, int], ...], int, int]


def before_throws(order: str, games: int) -> list[State]:
    """Wherever the die is about to be thrown in some random games."""
    found = []
    rng = stream(7)
    actions = np.empty(KERNEL.width, dtype=np.int64)
    for _ in range(games):
        s = load("columns-dice").start(order=order).state
        while KERNEL.turn(s) != OVER:
            if s[DIE] == 0:
                found.append(s.copy())
                KERNEL.apply(s, KERNEL.sample(s, rng))
            else:
                count = KERNEL.legal(s, actions)
                KERNEL.apply(s, int(actions[below(rng, count)]))
    return found


def in_words(sheets: Sheets, k: int) -> Sheet:
    """A sheet, whichever way its columns are ordered."""
    columns = sorted(zip(sheets.shape[k].tolist(), sheets.points[k].tolist(), strict=True))
    return tuple(columns), int(sheets.wild[k]), int(sheets.ahead[k])


@pytest.mark.parametrize("order", ORDERS)
def test_the_arrays_see_what_the_mind_sees(order: str) -> None:
    states = before_throws(order, 40)
    seen = Pad(np, states[0]).look(laid_out(states))
    for s, row in zip(states, seen, strict=True):
        rows = np.empty((2, sights.WIDTH))
        sights.sights(s, rows)
        assert np.allclose(rows.sum(0), row, atol=1e-5)


@pytest.mark.parametrize("order", ORDERS)
def test_the_arrays_allow_what_the_rules_allow(order: str) -> None:
    states = before_throws(order, 12)
    sheets = laid_out(states)
    following = Pad(np, states[0]).following(sheets)
    actions = np.empty(KERNEL.width, dtype=np.int64)
    payoff = np.empty(2)
    for number, s in enumerate(states):
        for side in range(SIDES):
            by_rules, wins = set(), set()
            thrown = s.copy()
            KERNEL.apply(thrown, side + 1)
            for k in range(KERNEL.legal(thrown, actions)):
                written = thrown.copy()
                KERNEL.apply(written, int(actions[k]))
                if KERNEL.turn(written) == OVER:
                    KERNEL.payoff(written, payoff)
                    wins.add(float(payoff[s[MOVER]]))
                else:
                    by_rules.add(in_words(laid_out([written]), 0))
            places = [int(place) for place in following.place[number, side] if place != -1]
            goes_on = [place for place in places if np.isnan(following.won[place])]
            assert {in_words(following.games, place) for place in goes_on} == by_rules
            assert {float(following.won[place]) for place in set(places) - set(goes_on)} == wins
