"""Why a click does nothing in the dice game: what is written there, or why the number does not fit."""

from collections.abc import Sequence

from stylobate.game import Position
from stylobate.games.columns_dice.notation import LETTERS, action, explain, wild_numbers
from stylobate.games.columns_dice.rules import DIE, ROWS, WILD_SQUARES


def why_not(position: Position, chosen: Sequence[str], key: str) -> str:
    """Why the number thrown cannot be written in a square, or not in the WILD row."""
    s = position.state
    if len(key) != 2 or position.turn < 0 or not key[1].isdecimal():
        return ""
    if key[0] == "W" and 1 <= int(key[1]) <= WILD_SQUARES:
        return _why_not_wild(position, int(key[1]) - 1)
    if key[0] not in LETTERS or not 1 <= int(key[1]) <= ROWS:
        return ""
    return f"Not there: {explain(s, action(s, key))}."


def _why_not_wild(position: Position, place: int) -> str:
    wild, number = wild_numbers(position.state), int(position.state[DIE])
    if position.legal != ("wild",):
        return f"Not in the WILD row: {explain(position.state, action(position.state, 'wild'))}."
    if place < len(wild):
        return f"That square is taken: the {wild[place]} is wild."
    return f"The WILD row is filled from the left: the {number} goes into the first empty square."
