"""The dice game of Columns in words: a square is clicked, and, if it may be either, a number or a cross."""

from stylobate.game import Position
from stylobate.games.columns_dice.notation import LETTERS, wild_numbers
from stylobate.games.columns_dice.reasons import why_not as why_not
from stylobate.games.columns_dice.rules import (
    ASCENDING,
    COLUMNS,
    CROSS,
    DIE,
    MOVER,
    ORDER,
    OWNER,
    ROWS,
    WILD_SQUARES,
)
from stylobate.kernel import State
from stylobate.parts import Tally
from stylobate.telling import Names, Step, called, listed, number_word, verdict


def words(position: Position, token: str, names: Names = None) -> str:
    """A token in words: what was thrown or written, and the column that this completes."""
    s = position.state
    who, number = called(position, int(s[MOVER]), names), int(s[DIE])
    if position.is_chance:
        return f"{who} throws a {token[1:]}"
    if token == "wild":
        return f"The {number} fits nowhere: {who} enters it in the WILD row, and it is wild from now on"
    if token == "pass":
        return f"The {number} fits nowhere and the WILD row is full: {who} loses the turn"
    cross = token.endswith("x")
    written = f"{who} writes {'a cross' if cross else number} in {token[:2]}"
    cells = _column(s, LETTERS.index(token[0]))
    cells[int(token[1]) - 1] = CROSS if cross else number
    if 0 in cells:
        return written
    return f"{written} and completes column {token[0]} for {_points(_sum(cells))}"


def asks(position: Position, names: Names = None) -> str:
    """The question to the player: where the number thrown goes."""
    s = position.state
    number = int(s[DIE])
    if position.is_over:
        return ""
    if position.is_chance:
        return f"{called(position, int(s[MOVER]), names)} throws the die."
    if position.legal == ("pass",):
        return f"The {number} fits nowhere and the WILD row is full: the turn is lost."
    if position.legal == ("wild",):
        return f"The {number} fits nowhere: it goes into the WILD row."
    crosses = [token for token in position.legal if token.endswith("x")]
    if len(crosses) == len(position.legal):
        return f"The {number} is wild: choose an empty square for a cross."
    if crosses:
        return f"Choose a square for the {number}; as it is wild, it may also be a cross, anywhere."
    return f"Choose a square for the {number}."


def how_to(position: Position) -> str:
    """What may be done with the number thrown, in two or three sentences."""
    s = position.state
    number = int(s[DIE])
    order = "never fall" if s[ORDER] == ASCENDING else "never fall, or never rise,"
    if number and number in wild_numbers(s):
        return (
            f"The {number} stands in the WILD row, so it is written as a cross, in any empty square of any "
            "column. A cross is worth nothing, but it fits anywhere."
        )
    if position.legal in (("wild",), ("pass",)):
        return (
            "A number that fits into no column goes into the WILD row; from then on whoever throws it writes "
            f"a cross instead. Once all {number_word(WILD_SQUARES)} squares of the row are taken, such a "
            "number is a lost turn."
        )
    return (
        f"The number goes into an empty square of any column, if the column's numbers then {order} from top "
        "to bottom; crosses and gaps between them do not matter."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """One click: the square; `wild` and `pass` are buttons."""
    number = int(position.state[DIE])
    if position.is_chance:
        return (Step(token, f"The die shows {token[1:]}"),)
    if token == "wild":
        return (Step("wild", f"Enter the {number} in the WILD row"),)
    if token == "pass":
        return (Step("pass", "Lose the turn"),)
    square, cross = token[:2], token.endswith("x")
    here = {square, f"{square}x"} & set(position.legal)
    if len(here) == 1:
        return (Step(square, f"{square}, {'a cross' if cross else number}"),)
    choice = Step("cross", "A cross") if cross else Step("number", f"The {number}")
    return (Step(square, f"{square}, {number} or a cross", f"A number or a cross in {square}?"), choice)


def other_ways(position: Position, token: str) -> tuple[tuple[Step, ...], ...]:
    """A number that turns wild may be put into the first empty square of the WILD row by a click there."""
    if token != "wild":
        return ()
    number, taken = int(position.state[DIE]), len(wild_numbers(position.state))
    return ((Step(wild_name(taken), f"The WILD row, the {number}"),),)


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """Each square of the columns, with whose the column is once it is complete; then the WILD row's."""
    s = position.state
    named = {}
    for column, letter in enumerate(LETTERS):
        cells, owner = _column(s, column), int(s[OWNER + column])
        whose = f"; {called(position, owner - 1, names)}'s column, {_points(_sum(cells))}" if owner else ""
        for row, cell in enumerate(cells, 1):
            named[f"{letter}{row}"] = f"Column {letter}, square {row}: {_written(cell)}{whose}"
    wild = [*wild_numbers(s), *[0] * WILD_SQUARES][:WILD_SQUARES]
    for place, number in enumerate(wild):
        named[wild_name(place)] = f"WILD row, square {place + 1}: {_written(number)}"
    return named


def wild_name(place: int) -> str:
    """The key of a square of the WILD row: it names the square for a page, and is no token."""
    return f"W{place + 1}"


def _written(cell: int) -> str:
    return "a cross" if cell == CROSS else str(cell) if cell else "empty"


def result(position: Position, names: Names = None) -> list[str]:
    """The result: who completed which columns, for how many points."""
    lines = [verdict(position, names)]
    for seat in range(position.seats):
        lines.append(f"{called(position, seat, names)} {_scored(position, seat)}")
    return [*lines, *_shares(position)]


def tally(position: Position, names: Names = None) -> Tally:
    """The columns that each has completed, with their sums, and the points."""
    s = position.state
    own = [
        [
            f"{LETTERS[column]} ({_sum(_column(s, column))})"
            for column in range(COLUMNS)
            if s[OWNER + column] == seat + 1
        ]
        for seat in range(position.seats)
    ]
    rows = tuple((", ".join(own[seat]) or "none", str(score)) for seat, score in enumerate(position.scores))
    return Tally(("Columns", "Points"), rows, _shares(position))


def _shares(position: Position) -> tuple[str, ...]:
    return ("Equal points share the win.",) if len(position.winners) > 1 else ()


def points(position: Position, seat: int) -> str:
    """Which columns a seat has completed."""
    return f"Has {_scored(position, seat)}"


def _scored(position: Position, seat: int) -> str:
    s = position.state
    own = [column for column in range(COLUMNS) if s[OWNER + column] == seat + 1]
    columns = [f"{LETTERS[column]} ({_sum(_column(s, column))})" for column in own]
    which = f"{'column' if len(own) == 1 else 'columns'} {listed(columns)}" if own else "no column"
    return f"completed {which}: {_points(position.scores[seat])}."


def _column(s: State, column: int) -> list[int]:
    return [int(cell) for cell in s[column * ROWS : (column + 1) * ROWS]]


def _sum(cells: list[int]) -> int:
    return sum(cell for cell in cells if cell != CROSS)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
