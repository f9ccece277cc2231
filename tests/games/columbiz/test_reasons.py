"""Why a click does nothing in Columbiz: whatever is said of a square is so."""

import stylobate
from stylobate import Position
from tests.games.columbiz.reference import Columbiz
from tests.reasons import Facts, check_truth, positions

GAME = stylobate.load("columbiz")
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")
NAMES = ("Purple", "Blue", "Grey", "Black")


def facts(position: Position) -> Facts:
    plain = Columbiz.from_text(str(position))

    def at(keys: list[str], number: str, column: str) -> bool:
        return keys == [f"{column}:{number}"]

    return {
        r"The dice come first: .*": lambda keys: not plain.is_placing,
        r"a counter of (\w+)'s stands on square (\d) of column (\d)": (
            lambda keys, name, number, column: (
                plain.is_placing
                and at(keys, number, column)
                and plain.board[int(column), int(number)] == NAMES.index(name)
            )
        ),
        r"square (\d) of column (\d) takes (\w+) (?:die that shows|dice that show) (\d), "
        r"and (?:only )?(\w+) (?:is|are) left": (
            lambda keys, number, column, takes, face, left: (
                plain.is_placing
                and at(keys, number, column)
                and face == column
                and NUMBERS.index(takes) == int(number) > NUMBERS.index(left) == plain.dice.count(face)
            )
        ),
    }


def test_whatever_is_said_is_so() -> None:
    met: set[str] = set()
    for players in ("2", "3", "4"):
        for position in list(positions(GAME, {"players": players}, games=1))[::8]:
            met |= check_truth(position, facts(position))
    assert met == set(facts(GAME.start()))
