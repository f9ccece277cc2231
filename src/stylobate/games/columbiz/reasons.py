"""Why a click does nothing in Columbiz: dice come first, the square is taken, or it takes more dice."""

from collections.abc import Sequence

from stylobate.game import Position
from stylobate.games.columbiz.notation import NAMES, square_name
from stylobate.games.columbiz.rules import COLUMNS, MOMENT, PLACING, SHOWING, SQUARES
from stylobate.telling import counted, number_word


def why_not(position: Position, chosen: Sequence[str], key: str) -> str:
    """Why no counter can be placed on a square."""
    s = position.state
    names = [square_name(square) for square in range(COLUMNS * SQUARES)]
    if key not in names or position.turn < 0:
        return ""
    if s[MOMENT] < PLACING:
        return "The dice come first: keep some and throw the others again, or stop and place counters."
    square = names.index(key)
    column, takes = square // SQUARES + 1, square % SQUARES + 1
    where = f"square {takes} of column {column}"
    if s[square]:
        return f"Not there: a counter of {NAMES[s[square] - 1]}'s stands on {where}."
    there = int(s[SHOWING + column - 1])
    left = f"only {number_word(there)} {'is' if there == 1 else 'are'}" if there else "none is"
    needs = counted(takes, "die that shows", "dice that show")
    return f"Not there: {where} takes {needs} {column}, and {left} left."
