"""Near the end everything can be tried: what that finds in the reference, the strongest level finds too.

A game's positions stand in `tests/games/<game>/last_moves.txt`, one a line.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from stylobate import Game
from stylobate.ladder import ladder
from stylobate.players import Budget, ask, player
from tests.harness import home, of_this_house, reference
from tests.reference import Reference

PLAYOUTS = 400
POSITIONS = [
    pytest.param(game, text, id=f"{game.id}-{number}", marks=[pytest.mark.slow] if number > 1 else [])
    for game in of_this_house()
    for number, text in enumerate((home(game) / "last_moves.txt").read_text("utf-8").splitlines(), 1)
]


def share(table: Reference, seat: int, known: dict[str, Fraction]) -> Fraction:
    """What a seat of two gets of the win, if both always do what is best for themselves."""
    turn, text = table.turn(), str(table.position())
    if turn == "over":
        winners = table.result()
        return Fraction(seat in winners, len(winners))
    if text not in known:
        after = {token: share(played(table, token), seat, known) for token in table.legal()}
        if turn == "chance":
            known[text] = sum(
                (after[token] * chance for token, chance in table.chance().items()), Fraction(0)
            )
        else:
            known[text] = max(after.values()) if turn == seat else min(after.values())
    return known[text]


def played(table: Reference, token: str) -> Reference:
    """The table after this token."""
    after = table.copy()
    after.play(token)
    return after


@pytest.mark.parametrize(("game", "text"), POSITIONS)
def test_the_strongest_level_finds_what_trying_everything_finds(game: Game, text: str) -> None:
    position, table = game.position(text), reference(game).start({"setup": text})
    known: dict[str, Fraction] = {}
    worth = {token: share(played(table, token), position.turn, known) for token in table.legal()}
    best = [token for token, one in worth.items() if one == max(worth.values())]
    assert len(best) < len(worth), "whatever is played here is as good as anything else"
    strongest = player(ladder(game).strongest.name, game)
    assert ask(strongest, position, Budget(playouts=PLAYOUTS), seed=1).token in best
