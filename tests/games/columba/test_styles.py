"""The builder does at Columba what it is said to do."""

import stylobate
from stylobate.game import Position
from tests.tasted import does_more


def tiles(end: Position, seat: int, tokens: list[str]) -> float:
    return float(sum(token.startswith("tile:") for token in tokens))


def no_falcons(end: Position, seat: int, tokens: list[str]) -> float:
    return -float(sum(token.startswith(("eyas:", "adult:", "falcon:")) for token in tokens))


def test_the_builder_settles_more_tiles_than_the_plain_level() -> None:
    assert does_more(stylobate.load("columba"), "builder", tiles, games=16)


def test_the_builder_has_less_to_do_with_falcons_than_the_plain_level() -> None:
    assert does_more(stylobate.load("columba"), "builder", no_falcons, games=2)
