"""Where the pins of a position stand on the page, and the piece that came last."""

from stylobate.errors import BadToken
from stylobate.game import Position
from stylobate.games.columns.notation import Piece, action, pieces
from stylobate.games.columns.rules import HEIGHT, MOVER, PINS, RANKS

MARGIN = 22.0
HEADER = 48.0
PITCH = 62.0  # from file to file; narrower in one long row
ROW_PITCH = 52.0
BLOCK = 44.0  # how wide a piece is on its pin, and how thick a level
THICK = 13.0
SLANT = 26.0  # from rank to rank: to the right, and up by more than a full pin's height
RISE = 98.0
DEEP = 0.15  # of the way to the next rank, a piece's depth
LEFT = 34.0  # room for the numbers of the levels
EDGE = 12.0


class View:
    """A position, where its pins stand on the page, and the piece that came last."""

    def __init__(self, position: Position, last: str | None) -> None:
        self.position = position
        self.state = position.state
        self.ranks = int(self.state[RANKS])
        self.files = PINS // self.ranks
        self.pieces = pieces(self.state)
        self.last = _last(position, self.pieces, last) if last else None
        self.pitch = PITCH if self.ranks > 1 else ROW_PITCH
        self.width = LEFT + self.files * self.pitch + (self.ranks - 1) * SLANT + 16
        self.floor = HEADER + self.ranks * RISE - 4
        self.bottom = self.floor + 24 + EDGE

    def foot(self, pin: int, level: int = 1) -> tuple[float, float]:
        """Where the front of a piece on that level meets the one below."""
        file, rank = divmod(pin, self.ranks)
        x = MARGIN + LEFT + (file + 0.5) * self.pitch + rank * SLANT
        return x, self.floor - rank * RISE - (level - 1) * THICK

    def height(self, pin: int) -> int:
        """How high the pin stands."""
        return int(self.state[HEIGHT + pin])


def _last(position: Position, board: list[Piece], text: str) -> Piece:
    """The piece that was placed last; a token that cannot have led here is refused."""
    state = position.state
    number = action(state, text)
    for piece in board:
        bare = all((pin, int(state[HEIGHT + pin])) in piece.places for pin in piece.shape.pins)
        if bare and piece.action == number and piece.seat != state[MOVER]:
            return piece
    raise BadToken(f"“{text}” cannot have led to {position}, so it cannot be marked as the last move")
