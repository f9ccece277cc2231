"""The hunter does at Columba what it is said to do."""

import stylobate
from stylobate.game import Position
from tests.tasted import does_more


def falcons(end: Position, seat: int, tokens: list[str]) -> float:
    return float(sum(token.startswith(("eyas:", "adult:", "falcon:")) for token in tokens))


def test_the_hunter_has_more_to_do_with_falcons_than_the_plain_level() -> None:
    assert does_more(stylobate.load("columba"), "hunter", falcons, games=2)
