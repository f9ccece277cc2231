"""Columba's cells for a terminal: what a seat has is told in the few columns that there are."""

import pytest

from stylobate.game import Position
from stylobate.games.columba import GAME
from stylobate.games.columba.territory import BOARDS, FALCONRY, STOCK
from stylobate.parts import WIDEST_HAND, WIDEST_TRAY


def holding(stock: tuple[int, int, int, int], falcon: int = 0) -> Position:
    """The start of a game of two, with these tiles and this falcon for the first seat."""
    s = GAME.start(players="2").play("*WWRS").state
    s[BOARDS + STOCK : BOARDS + STOCK + 4] = stock
    s[BOARDS + FALCONRY] = falcon
    return Position(GAME, s)


def buttons(position: Position) -> dict[str, str]:
    """What can be clicked above the land, with the letters on it."""
    hand = GAME.drawing.beside(position).hand
    assert all(sum(len(cell.text) for cell in line) <= WIDEST_HAND for line in hand)
    return {cell.keys[0]: cell.text for line in hand for cell in line if cell.keys}


@pytest.mark.parametrize(
    ("stock", "falcon", "told"),
    [
        ((0, 0, 0, 0), 0, "Rrrr needs WRST has -"),
        ((1, 0, 2, 0), 0, "Rrrr needs WRST has WSS"),
        ((1, 0, 2, 0), 1, "Rrrr e needs WRST + WSS"),
        ((3, 0, 2, 0), 0, "Rrrr needs WRST + W3S2"),
        ((3, 4, 2, 5), 2, "Rrrr a WRST + W3R4S2T5"),
        ((12, 14, 12, 15), 2, "Rrrr a WRST + 53"),
    ],
)
def test_a_tray_is_told_in_as_many_words_as_there_is_room_for(
    stock: tuple[int, int, int, int], falcon: int, told: str
) -> None:
    beside = GAME.drawing.beside(holding(stock, falcon))
    assert "".join(cell.text for cell in beside.trays[0]) == told
    assert len(told) <= WIDEST_TRAY
    assert all(sum(len(cell.text) for cell in line) <= WIDEST_HAND for line in beside.hand)


def test_what_is_done_without_a_square_has_a_button_above_the_land() -> None:
    position = GAME.position("0,0:S1S2/T3T4 2 -:-:WRST:-/WRST:-:-:- R choose:WRST WWWR,SSTT full")
    assert buttons(position) == {"goal": " goal ", "nogoal": " none "}
    position = position.play("nogoal")
    laid = position.play(next(token for token in position.legal if token.startswith("card:")))
    offered = buttons(laid)
    assert (offered["end"], offered["eyas"], offered["tile:W"]) == (" end ", " eyas ", "W")


def test_a_land_has_rulers_and_shows_where_a_card_may_begin() -> None:
    position = GAME.start(players="2", rules="junior").play("*WWRS", "*SSTT")
    _, *rows = GAME.drawing.cells(position)
    chosen = {cell.keys[0] for row in rows for cell in row if cell.text == " + "}
    corners = {",".join(token[5:].split(",")[:2]) for token in position.legal if token.startswith("card:")}
    assert chosen == corners - {"0,0", "1,0", "0,1", "1,1"}  # a letter stands on the land itself
    assert [row[0].text for row in rows] == [" -2 ", " -1 ", "  0 ", "  1 ", "  2 "]
