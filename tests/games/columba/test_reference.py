"""The kernel beside the plain reference: random games, games that use every option, other decks, set-ups."""

import random
from collections import Counter

import numpy as np
import pytest

from stylobate.games.columba import GAME
from stylobate.games.columba.scratch import SHEETS
from stylobate.games.columba.territory import BLANK, COUNT, SQUARES
from tests.games.columba.reference import Columba
from tests.games.columba.tables import table
from tests.games.columba.walks import MANNERS, walk
from tests.harness import any_token, compare

DECKS = {
    "two cards": "WRST,WWRR",
    "equal cards": ",".join(["WRST"] * 12),
    "two breeds": "WRRW,WRWR,WWRR,WWWR,RRRW,WWWW,RRRR,WRRR,WRRW,WRWR,WWRR,WRRW",
    "easy objectives": "WRST,TSRW,SWTR,WRTS,RWST,SSTT,WWRR,STST,RWRW,WTSR,RSTW,TTTT,WSRT,TWRS",
}
BREEDING = table(
    ["WWSSWW", "WRSTTW", "RRTTRR", "SRSWSR"],
    things={(0, 0): "lr", (5, 0): "sy", (3, 2): "ly", (0, 2): "sr"},
    boards="WWRR:-:WWRST:eyas/SSTT:-:WRSTT:adult",
    phase="options",
    deck="WWSS,WRST,WRST,TTRR",
)


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_games_that_use_the_options_agree_with_the_reference(players: str, manner: str) -> None:
    options = {"players": players, "rules": "full"}
    rng = random.Random(f"{players} {manner}")
    walk(GAME.begin(options), Columba.start(options), MANNERS[manner], rng)


@pytest.mark.slow
@pytest.mark.parametrize("players", ["2", "3", "4"])
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS.keys())
def test_games_with_other_decks_agree_with_the_reference(deck: str, players: str) -> None:
    options = {"players": players, "rules": "full", "deck": deck}
    rng = random.Random(f"{players} {deck}")
    for manner in MANNERS.values():
        walk(GAME.begin(options), Columba.start(options), manner, rng)


def test_games_full_of_tiles_and_falcons_agree_with_the_reference() -> None:
    rng = random.Random(5)
    played: Counter[str] = Counter()
    for manner in list(MANNERS.values()) * 3:
        played += walk(BREEDING, Columba.from_text(str(BREEDING)), manner, rng, f"setup={BREEDING}")
    assert all(played[kind] for kind in ("tile", "eyas", "adult", "falcon", "cote"))


def test_a_territory_strewn_too_far_for_the_usual_sheets_agrees_with_the_reference() -> None:
    options = {"players": "2", "rules": "full"}
    position, beside, rng = GAME.begin(options), Columba.start(options), random.Random(2)
    while not position.is_over:
        cards = [token for token in position.legal if token.startswith("card:")]
        if cards:  # always to the lower right
            token = max(cards, key=lambda card: sum(map(int, card.removeprefix("card:").split(",")[:2])))
        else:
            token = any_token(position, rng)
        position = position.play(token)
        beside.play(token)
        compare(position, beside)
        if position.turn >= 0:
            legal, numbers = np.zeros((2, GAME.kernel.width), dtype=np.int64)
            seen = GAME.space.observed(position.state, position.turn)
            out = np.zeros_like(seen)
            count = GAME.space.together(position.state, position.turn, legal, numbers, out)
            assert legal[:count].tolist() == sorted(position.actions.values())
            told = [GAME.space.number(position.state, int(action)) for action in legal[:count]]
            assert numbers[:count].tolist() == told
            assert (out == seen).all()
    xs, ys, _ = position.state[SQUARES : SQUARES + 3 * position.state[COUNT]].reshape(-1, 3).T
    assert np.ptp(xs) * np.ptp(ys) * (3 + BLANK) > SHEETS
