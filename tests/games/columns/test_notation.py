"""Columns as text: tokens, positions, and what is refused with which sentence."""

import random
from collections.abc import Mapping

import pytest

from stylobate import Position
from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.games.columns import GAME, notation
from stylobate.games.columns.notation import Piece, pieces
from stylobate.games.columns.rules import MOVER, apply
from tests.games.columns.endings import ENDINGS
from tests.harness import every_variant, random_game


def refusal(text: str) -> str:
    with pytest.raises(BadPosition) as refused:
        GAME.position(text)
    return str(refused.value)


def test_an_empty_board_is_a_dash() -> None:
    assert str(GAME.start()) == "4x3 - L"
    assert str(GAME.start(layout="12x1")) == "12x1 - L"


def test_light_is_written_with_capitals_and_dark_with_small_letters() -> None:
    assert str(GAME.start().play("Ra1", "Ra1", "Da2b2", "Sb1")) == "4x3 Ra1,Da2b2,sb1,ra1 L"


def test_pieces_are_written_from_the_board_up_and_a_hanging_thick_end_last() -> None:
    position = GAME.start().play("Rb1", "Ta1b1v", "Sc3")
    assert str(position) == "4x3 Rb1,Sc3,ta1b1v D"
    assert GAME.position(str(position)) == position


@every_variant(GAME)
def test_every_position_of_random_games_reads_back(options: Mapping[str, str]) -> None:
    rng = random.Random(7)
    for _ in range(20):
        position = GAME.begin(options)
        for token in random_game(position, rng):
            position = position.play(token)
            again = GAME.position(str(position))
            assert again == position
            assert again.legal == position.legal


def test_a_position_keeps_which_places_belong_to_one_piece() -> None:
    one = GAME.start().play("Da1b1", "Rd1", "Da2b2", "Rd1")
    two = GAME.start().play("Da1a2", "Rd1", "Db1b2", "Rd1")
    assert one != two
    assert str(one) != str(two)
    assert "Da1b1" not in one.legal
    assert "Da1b1" in two.legal


@pytest.mark.parametrize("text", ENDINGS.values(), ids=ENDINGS.keys())
def test_endings_read_back(text: str) -> None:
    assert str(GAME.position(text)) == text


def test_setup_goes_before_the_layout() -> None:
    assert GAME.start(setup="6x2_Ra1_D").legal == GAME.start(layout="6x2").play("Ra1").legal
    assert GAME.start(setup="6x2_Ra1_D", layout="6x2").turn == 1
    with pytest.raises(BadOption, match="layout=4x3 does not agree with setup=, where layout=6x2"):
        GAME.start(setup="6x2_Ra1_D", layout="4x3")


@pytest.mark.parametrize(
    "token",
    [
        "",
        "R",
        "Ra",
        "Ra10",
        "ra1",
        "Ra1b1",
        "Sa1^",
        "Da1",
        "Da1b1^",
        "Ta1b1",
        "Ta1^",
        "Ta1b1V",
        "Xa1",
        "Ra1 ",
    ],
)
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(BadToken, match="is not a Columns move; write Ra1, Sa1, Da1b1"):
        GAME.start().play(token)


@pytest.mark.parametrize(
    ("layout", "pin", "last"), [("4x3", "e1", "d3"), ("6x2", "a3", "f2"), ("12x1", "a2", "l1")]
)
def test_a_pin_that_is_not_there_is_refused(layout: str, pin: str, last: str) -> None:
    with pytest.raises(BadToken, match=f"names a pin {pin}; the pins of the {layout} board are a1 to {last}"):
        GAME.start(layout=layout).play(f"R{pin}")


def test_the_next_pin_by_number_is_not_always_a_neighbour() -> None:
    with pytest.raises(BadToken, match="a3 and b1, which are not neighbours"):
        GAME.start().play("Da3b1")


def test_a_double_names_its_pins_in_order() -> None:
    with pytest.raises(BadToken, match="write Da1b1"):
        GAME.start().play("Db1a1")


@pytest.mark.parametrize(
    "text", ["", "4x3", "4x3 -", "- L", "4x3 - L ", "4x3  - L", "4x3 - LD", "4x3 - R", "4x3 Ra1 rb1 L"]
)
def test_a_line_of_another_form_is_refused(text: str) -> None:
    assert "should be a layout, the pieces joined by commas (or -), and L or D to move" in refusal(text)


def test_an_unknown_layout_is_refused() -> None:
    assert refusal("3x4 - L") == "“3x4” is not a layout; it is one of 4x3, 6x2, 12x1"


@pytest.mark.parametrize("written", ["", ",", "Ra1,", "Xa1", "Ra9", "xa1", "Da1c1", "Db1a1", "ſa1", "-,Ra1"])
def test_what_is_no_piece_is_refused(written: str) -> None:
    assert "Dark's pieces are written with a small letter" in refusal(f"4x3 {written} D")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "4x3 Ra1,sb1,da1b1,Db1c1 L",
            "b1 stands 2 high and c1 0, so a double blocker lying flat would leave a gap",
        ),
        ("4x3 Ra1,da1b1 L", "a1 stands 1 high and b1 0"),
        ("4x3 Ra1,tb1c1^,Tb1c1^ D", "would leave a gap"),
        ("4x3 Ta1b1v D", "with the thick end down b1 must be one higher than a1"),
        ("4x3 Da1b1,da1b1 L", "both its ends would rest on one piece, Light's double blocker over a1 and b1"),
        ("4x3 Ta1b1^,tb1a1v L", "its ends would rest on one piece, Light's triple blocker over a1 and b1"),
        ("4x3 Sa1,ra1 L", "a roundel must not lie on an opponent's blocker"),
        ("4x3 Sa1,sb1,Sa1,sb1,Sa1,sb1,Sa1 D", "Light has no single blocker left"),
        ("4x3 Ra1,ra1,Ra1,ra1,Ra1,ra1 L", "a1 is full"),
        ("4x3 Ra1,rb1,Ra1,rb1,Ra1,rb1,Ra1,rb1,Ta1b1^ D", "its thick end would reach level 6"),
    ],
)
def test_a_piece_that_cannot_lie_there_is_refused(text: str, why: str) -> None:
    assert why in refusal(text)


def test_pieces_float_when_what_they_rest_on_comes_after_them() -> None:
    assert "must be one higher" in refusal("4x3 Ta1b1v,rb1 L")


def test_another_order_is_refused_with_the_right_one() -> None:
    assert refusal("4x3 rb1,Ra1 L").endswith("write “4x3 Ra1,rb1 L”")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "4x3 Ra1,Rb1 L",
            "there are 2 of Light and 0 of Dark; Light begins, so Light has placed as many as Dark",
        ),
        ("4x3 ra1 L", "there are 0 of Light and 1 of Dark"),
        ("4x3 Ra1 L", "there are 1 of Light and 0 of Dark, so it is Dark's turn, not Light's"),
        ("4x3 Ra1,rb1 D", "there are 1 of Light and 1 of Dark, so it is Light's turn, not Dark's"),
        ("4x3 - D", "there are 0 of Light and 0 of Dark, so it is Light's turn"),
    ],
)
def test_the_pieces_on_the_board_tell_whose_turn_it_is(text: str, why: str) -> None:
    assert why in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "4x3 ra1,Ra1 L",
        "4x3 ra1,ra1,Ra1,Ra1 L",
        "4x3 Ra1,ra1,ra1,Ra1 L",
        "4x3 Ra1,rb1,Ra1,Ra1,ra1,ra1 L",
        "4x3 ra1,Rb1,ra1,Ra1 L",
    ],
)
def test_pieces_that_cannot_have_come_in_turns_are_refused(text: str) -> None:
    assert "in turns, Light first" in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "4x3 Ra1,ra1 L",
        "4x3 ra1,Rb1,Ra1 D",
        "4x3 ra1,Rb1,Rc1,ra1 L",
        "4x3 da1a2,db1b2,Rc1,Sc2,Da1b1 D",
    ],
)
def test_pieces_that_can_have_come_in_turns_are_read(text: str) -> None:
    assert str(GAME.position(text)) == text


def test_a_floating_board_of_dark_under_light_is_refused_quickly() -> None:
    dark = [f"r{file}{rank}" for file in "abcd" for rank in "123"]
    light = [piece.upper()[0] + piece[1:] for piece in dark]
    assert "in turns, Light first" in refusal(f"4x3 {','.join(dark + light)} L")


def test_whether_pieces_came_in_turns_is_the_same_by_trying_every_order() -> None:
    """On three pins, where it is often a near thing; pieces dealt without regard to turns."""
    rng = random.Random(3)
    seen = {True: 0, False: 0}
    for _ in range(500):
        board = dealt(rng, [0, 1] * 4)
        if sum(piece.seat for piece in board) * 2 == len(board):
            found = notation._in_turns(board)
            assert found == can_be_put_back(board, frozenset(), 0)
            seen[found] += 1
    assert min(seen.values()) > 20


def dealt(rng: random.Random, seats: list[int]) -> list[Piece]:
    """A board on the pins a1 to c1, the players placing in any order."""
    rng.shuffle(seats)
    state = GAME.start().state
    for seat in seats:
        state[MOVER] = seat
        here = [
            action
            for token, action in Position(GAME, state).actions.items()
            if set(token[2::2]) <= set("1^v")
        ]
        near = [action for action in here if "d" not in notation.token(state, action)]
        if near:
            apply(state, rng.choice(near))
    return pieces(state)


def can_be_put_back(board: list[Piece], placed: frozenset[int], mover: int) -> bool:
    """Put the pieces back one by one, whoever's turn it is."""
    if len(placed) == len(board):
        return True
    filled = {place for number in placed for place in board[number].places}
    return any(
        can_be_put_back(board, placed | {number}, 1 - mover)
        for number, piece in enumerate(board)
        if number not in placed and piece.seat == mover and stands(piece, filled)
    )


def stands(piece: Piece, filled: set[tuple[int, int]]) -> bool:
    lowest = {pin: min(level for at, level in piece.places if at == pin) for pin, _ in piece.places}
    return all(level == 1 or (pin, level - 1) in filled for pin, level in lowest.items())
