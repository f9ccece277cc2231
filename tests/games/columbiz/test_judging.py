"""What many ends of a turn are judged by is the house's network, but for the rounding of 32 bits."""

import numpy as np
import pytest

from stylobate.chance import stream
from stylobate.games.columbiz.judging import appraise
from stylobate.games.columbiz.mind import VALUE
from stylobate.leaning import leaning
from stylobate.network import judge
from tests.games.columbiz.test_mind import rests
from tests.games.columbiz.test_turn import ROUNDING, some_weights


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_added_up_once_is_the_table_added_up_for_every_seat(players: int) -> None:
    plain = some_weights(players)
    for learned in (plain, leaning(plain, np.linspace(-1, 1, VALUE.width))):
        for position in rests(players, seed=2):
            rows, house, ours = np.empty((players, VALUE.width)), np.empty(players), np.empty(players)
            VALUE.sights(position.state, rows)
            judge(rows, learned, 1.0, house)
            appraise(position.state, learned, 1.0, ours)
            assert ours == pytest.approx(house, abs=ROUNDING)


def test_a_game_that_is_over_is_worth_what_it_paid() -> None:
    (*_, last), dice = rests(3, seed=2), stream(2)
    while not last.is_over:
        last = last.play(last.sample(dice) if last.is_chance else last.legal[0])
    paid = np.empty(3)
    appraise(last.state, some_weights(1), 1.0, paid)
    assert tuple(paid.tolist()) == last.payoff
