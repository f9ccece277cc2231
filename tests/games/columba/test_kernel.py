"""The kernel keeps the promises of the contract, draws fairly, never runs out of moves or of room."""

from collections import Counter
from collections.abc import Mapping

import pytest

from stylobate.chance import stream
from stylobate.games.columba import GAME
from stylobate.games.columba.deck import MOST
from stylobate.games.columba.territory import COUNT
from tests.games.columba.tables import EMPTY, table
from tests.games.columba.wandering import nodes_with_moves
from tests.harness import label, variants

TEMPTING = {"players": "4", "rules": "full", "deck": ",".join(["WRST"] * 20 + ["WWRR"] * 5 + ["SSTT"] * 5)}


@pytest.mark.parametrize("options", [*variants(GAME), TEMPTING], ids=label)
def test_there_is_no_dead_end(options: Mapping[str, str]) -> None:
    k = GAME.kernel
    nodes = 15_000
    state = GAME.begin(options).state
    assert nodes_with_moves(k.turn, k.legal, k.sample, k.apply, state, nodes, k.width, stream(4)) == nodes


def test_cards_are_drawn_with_their_shares() -> None:
    position = GAME.start(deck="WRST,WWRR,WRST,TTTT")
    rng = stream(2012)
    drawn = Counter(position.sample(rng) for _ in range(12_000))
    assert sorted(drawn) == list(position.legal)
    assert 5_850 < drawn["*WRST"] < 6_150
    assert all(2_850 < drawn[card] < 3_150 for card in ("*WWRR", "*TTTT"))


@pytest.mark.slow
@pytest.mark.parametrize(("dx", "dy"), [(2, 0), (-2, 0), (0, 2), (0, -2), (2, 1), (-2, -1), (1, -2)])
def test_the_territory_has_no_edge_in_any_direction(dx: int, dy: int) -> None:
    cards = ["WWWW"] * MOST
    position = GAME.start(rules="junior", deck=",".join(cards)).play("*WWWW")
    for place in range(1, MOST):
        position = position.play("*WWWW", f"card:{dx * place},{dy * place},0", "end")
    assert position.is_over
    assert position.state[COUNT] == 4 * MOST
    assert GAME.position(str(position)) == position


@pytest.mark.slow
def test_a_long_territory_has_no_more_actions_than_the_width() -> None:
    cards = ",".join(["WRST"] * MOST)
    position = GAME.start(rules="junior", deck=cards).play("*WRST")
    for place in range(1, MOST - 1):
        position = position.play("*WRST", f"card:{2 * place},{place},0", "end")
    places = len(position.play("*WRST").legal)
    assert 40 * MOST < places <= GAME.kernel.width


def test_all_tiles_on_the_bare_table_fit_too() -> None:
    """Every capture makes room for a tile: four squares a card are always enough."""
    position = table(["WWWW", "WWWW"], things={(0, 0): "sr"}, boards=f"-:-:WWWW:-/{EMPTY}")
    for x in range(4):
        position = position.play(f"tile:W,{4 + x},0")
    assert position.scores == (12, 0)


def test_equal_positions_have_equal_arrays_however_they_were_reached() -> None:
    cards = ("*WWRR", "*SSTT", "card:2,0,0", "cote:S,0,0", "end", "*SSST", "card:-2,0,0", "end")
    one = GAME.start().play(*cards)
    other = GAME.start().play(*cards[:3], "cote:S,0,0", "end", "*SSST", "card:-2,0,0", "end")
    assert one == other
    tiles = table(["WWRR", "SSTT"], things={(0, 0): "sr"}, boards=f"-:-:WW:-/{EMPTY}")
    assert tiles.play("tile:W,0,-1", "tile:W,2,0") == tiles.play("tile:W,2,0", "tile:W,0,-1")


def test_a_state_is_small() -> None:
    assert GAME.start(players=4).state.nbytes < 2_000
