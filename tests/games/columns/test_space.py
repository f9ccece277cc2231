"""What learners see of Columns."""

from stylobate.games.columns import GAME
from tests.games.columns.reference import SET, TOP, Columns, Pin
from tests.seen import Seen, bounds, is_seen_as_told, met, one_of


def told(text: str, seat: int) -> Seen:
    """Cube by cube, as the reference has them."""
    table = Columns.from_text(text)

    def place(pin: Pin, level: int) -> list[bool]:
        piece = table.board.get((pin, level))
        kinds = [(owner, is_roundel) for owner in (seat, 1 - seat) for is_roundel in (True, False)]
        return one_of(kinds, piece and (piece.owner, piece.kind == "R"))

    def joined(pin: Pin, other: Pin) -> bool:
        tops = [table.board.get((one, table.heights.get(one, 0))) for one in (pin, other)]
        return tops[0] is not None and tops[0] == tops[1]

    return {
        "places": [[place(pin, level) for level in range(1, TOP + 1)] for pin in table.pins],
        "joined": [
            [joined((file, rank), (file, rank + 1)) for file, rank in table.pins],
            [joined((file, rank), (file + 1, rank)) for file, rank in table.pins],
        ],
        "heights": [table.heights[pin] / TOP for pin in table.pins],
        "hands": [[table.hands[whose][kind] / SET[kind] for kind in SET] for whose in (seat, 1 - seat)],
        "layout": one_of(["12x1", "6x2", "4x3"], text.partition(" ")[0]),
        "my turn": [table.turn() == seat],
        "second": [seat == 1],
    }


def test_a_seat_sees_every_cube_and_what_is_left_in_both_hands() -> None:
    singles = GAME.position("4x3 Sa1,sa2,Sb1,sb2 L")
    is_seen_as_told([singles, *met(GAME, every=8)], told)


def test_the_layout_of_the_pins_changes_no_bounds() -> None:
    assert bounds(GAME, layout="12x1") == bounds(GAME) == (144, 289)
