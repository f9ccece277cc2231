"""The kernel beside the plain reference: random games, games that use every option, other decks, set-ups."""

import random
from collections import Counter

import pytest

from stylobate.games.columba import GAME
from tests.games.columba.reference import Columba
from tests.games.columba.tables import table
from tests.games.columba.walks import MANNERS, walk

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
