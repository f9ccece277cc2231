"""Why a click does nothing in the dice game: whatever is said of a square is so."""

import stylobate
from stylobate import Position
from tests.games.columns_dice.reference import ColumnsDice
from tests.reasons import Facts, check_truth, positions

GAME = stylobate.load("columns-dice")


def facts(position: Position) -> Facts:
    plain = ColumnsDice.from_text(str(position))

    def mark(square: str) -> str:
        return plain.columns[square[0]][int(square[1]) - 1]

    def reads(keys: list[str], letter: str, read: str, rule: str) -> bool:
        column = list(plain.columns[letter])
        column[int(keys[0][1]) - 1] = plain.thrown
        numbers = [one for one in column if one.isdigit()]
        is_rule = rule == ("never fall" if plain.order == "ascending" else "never fall or never rise")
        wrong = not plain.is_in_order([int(one) for one in numbers])
        return keys[0][0] == letter and is_rule and wrong and read == "-".join(numbers)

    return {
        r"there is a (\d) at (..) already": lambda keys, number, at: keys == [at] and mark(at) == number,
        r"there is a cross at (..) already": lambda keys, at: keys == [at] and mark(at) == "X",
        r"column (.) would read ([\d-]+), and from top to bottom its numbers must ([a-z ]+)": reads,
        r"Not in the WILD row: the (\d) can still be written, at (..)": (
            lambda keys, number, at: number == plain.thrown and at in plain.squares_for_the_number()
        ),
        r"Not in the WILD row: (\d) is wild, so a cross must be written": (
            lambda keys, number: number == plain.thrown and number in plain.wild
        ),
        r"Not in the WILD row: all 4 squares of the WILD row are taken, so the turn is lost: pass": (
            lambda keys: plain.legal() == ["pass"]
        ),
        r"That square is taken: the (\d) is wild": (
            lambda keys, number: plain.wild[int(keys[0][1]) - 1] == number and plain.legal() == ["wild"]
        ),
        r"The WILD row is filled from the left: the (\d) goes into the first empty square": (
            lambda keys, number: number == plain.thrown and int(keys[0][1]) > len(plain.wild) + 1
        ),
    }


def test_whatever_is_said_is_so() -> None:
    met: set[str] = set()
    for order in ("ascending", "either"):
        for position in list(positions(GAME, {"order": order}, games=20))[::3]:
            met |= check_truth(position, facts(position))
    full = GAME.position("1113P/45x5P/466-/136-/1133I/1455P 1245 I *3 8:35 ascending")
    met |= check_truth(full, facts(full))
    assert met == set(facts(full))


def test_a_number_that_turns_wild_may_be_put_into_its_row() -> None:
    position = GAME.position("3-4-/44--/556-/1223P/6---/1-12 - I *2 0:8 ascending")
    (way,) = GAME.telling.other_ways(position, "wild")
    assert [step.key for step in way] == ["W1"]
