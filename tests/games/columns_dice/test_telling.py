"""What is said of the sheet, of a throw and of a completed column."""

from stylobate import Position
from stylobate.games.columns_dice import GAME
from stylobate.games.columns_dice.rules import DIE, WILD

SHEET = "3-4-/44--/556-/1223P/6---/1-12 {wild} P *{die} 0:8 ascending"


def test_a_completed_column_is_told_with_its_worth() -> None:
    position = GAME.position("3-4-/44--/556-/-223/6---/1-12 - P *1 0:0 ascending")
    assert GAME.telling.words(position, "D1") == "Pencil writes 1 in D1 and completes column D for 8 points"


def test_a_throw_names_who_threw() -> None:
    assert GAME.telling.words(GAME.start(), "*4", ["Ada", "Bea"]) == "Ada throws a 4"


def test_a_wild_number_asks_for_a_cross() -> None:
    position = GAME.position(SHEET.format(wild=2, die=2))
    telling = GAME.telling
    assert telling.asks(position) == "The 2 is wild: choose an empty square for a cross."
    assert [tuple(step) for step in telling.steps(position, "C4x")] == [("C4", "C4, a cross", "")]


def test_where_a_square_takes_a_number_or_a_cross_it_is_asked_which() -> None:
    state = GAME.start().state
    state[DIE], state[WILD] = 4, 1 << 4
    position = Position(GAME, state)
    telling = GAME.telling
    assert [step.key for step in telling.steps(position, "A1")] == ["A1", "number"]
    assert [step.key for step in telling.steps(position, "A1x")] == ["A1", "cross"]
    assert "may also be a cross" in telling.asks(position)


def test_the_sheet_explains_who_completed_what() -> None:
    position = GAME.position("1111I/1111I/1111I/1111I/1111P/1112P - - - 16:9 ascending")
    assert GAME.telling.result(position) == [
        "Ink wins.",
        "Ink completed columns A (4), B (4), C (4) and D (4): 16 points.",
        "Pencil completed columns E (4) and F (5): 9 points.",
    ]
