"""Columns without a picture: in words, for whoever listens to the board, and in letters, for terminals."""

from stylobate.game import Position
from stylobate.games.columns.notation import KIND_NAMES, KINDS, SEAT_NAMES, Piece, pin_name
from stylobate.games.columns.rules import DARK, HAND, LEVELS, LIGHT, PINS, roundels
from stylobate.games.columns.view import View


def standing(position: Position) -> str:
    """Whose turn it is, or who has won and on which level that was decided."""
    names = position.game.seat_names
    if not position.is_over:
        return f"{names[position.turn]} to move"
    state = position.state
    for level in range(LEVELS, 0, -1):
        counts = [roundels(state, seat, level) for seat in (LIGHT, DARK)]
        if counts[LIGHT] != counts[DARK]:
            more, less = max(counts), min(counts)
            above = {5: "", 4: ", level 5 being level"}.get(level, f", levels 5 to {level + 1} being level")
            return f"{names[counts.index(more)]} has won, {more} to {less} on level {level}{above}"
    return "Light and Dark share it, level on all five levels"


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    view = View(position, last)
    pins = []
    for pin in range(PINS):
        name = pin_name(view.ranks, pin)
        on_pin = [(level, piece) for piece in view.pieces for at, level in piece.places if at == pin]
        stack = [_told(view, pin, piece) for _, piece in sorted(on_pin, key=lambda place: place[0])]
        pins.append(f"{name}: {', '.join(stack)}" if stack else f"{name} bare")
    hands = [f"{SEAT_NAMES[seat]} has {_in_hand(view, seat)} left" for seat in (LIGHT, DARK)]
    light, dark = position.scores
    moved = f" Last move: {last}." if last else ""
    return (
        "Columns, a game by David Ward (Pin International; Out of the Box Publishing, 2001). "
        f"Twelve pins, each from the board upwards: {'; '.join(pins)}. {'; '.join(hands)}. "
        f"Roundels on level 5: Light {light}, Dark {dark}. {standing(position)}.{moved}"
    )


def _told(view: View, pin: int, piece: Piece) -> str:
    """A piece on one of its pins, in words."""
    others = [pin_name(view.ranks, other) for other in piece.shape.pins if other != pin]
    words = f"{SEAT_NAMES[piece.seat].lower()} {KIND_NAMES[piece.shape.kind]}"
    return f"{words} over {others[0]} too" if others else words


def _in_hand(view: View, seat: int) -> str:
    hand = view.state[HAND + 4 * seat : HAND + 4 * seat + 4]
    return ", ".join(
        f"{left} {name}{'' if left == 1 else 's'}" for left, name in zip(hand, KIND_NAMES, strict=True)
    )


def text(position: Position, last: str | None = None) -> str:
    """The levels as lines of letters, capitals for Light; pieces over two pins are joined by - or |.

    Several ranks are shown level beside level from above, one rank as it is seen from the front.  The piece
    that `last` placed stands in brackets.
    """
    view = View(position, last)
    names = "abcdefghijkl"[: view.files]
    if view.ranks == 1:
        rows = [f"{level} {_rows(view, level)[0]}  {_tally(view, level)}" for level in range(LEVELS, 0, -1)]
        rows += [f"   {' '.join(names)}"]
    else:
        levels = range(1, LEVELS + 1)
        wide = 2 * view.files + 1
        rows = ["  " + "  ".join(f" level {level}"[:wide].ljust(wide) for level in levels)]
        for number, row in enumerate(zip(*(_rows(view, level) for level in levels), strict=True)):
            rank = "" if number % 2 else str(view.ranks - number // 2)
            rows.append(f"{rank:<2}" + "  ".join(row))
        rows.append("  " + "  ".join(f" {' '.join(names)} " for _ in levels))
        rows.append("  " + "  ".join(f" {_tally(view, level)}".ljust(wide) for level in levels))
    for seat in (LIGHT, DARK):
        hand = view.state[HAND + 4 * seat : HAND + 4 * seat + 4]
        letters = KINDS if seat == LIGHT else KINDS.lower()
        left = "  ".join(f"{letter} {count}" for letter, count in zip(letters, hand, strict=True))
        rows.append(f"{SEAT_NAMES[seat]:<5} in hand: {left}")
    rows.append(standing(position))
    return "\n".join(row.rstrip() for row in rows)


def _tally(view: View, level: int) -> str:
    """The roundels of both on a level."""
    return "{}:{}".format(*(roundels(view.state, seat, level) for seat in (LIGHT, DARK)))


def _rows(view: View, level: int) -> list[str]:
    """One level from above: rows of pins, and between them what joins them."""
    grid = [[" "] * (2 * view.files + 1) for _ in range(2 * view.ranks - 1)]
    for pin in range(PINS):
        file, rank = divmod(pin, view.ranks)
        grid[2 * (view.ranks - 1 - rank)][2 * file + 1] = "."
    for piece in view.pieces:
        letter = KINDS[piece.shape.kind] if piece.seat == LIGHT else KINDS[piece.shape.kind].lower()
        cells = [divmod(pin, view.ranks) for pin, on in sorted(piece.places) if on == level]
        for file, rank in cells:
            row = 2 * (view.ranks - 1 - rank)
            grid[row][2 * file + 1] = letter
            if piece is view.last:
                grid[row][2 * file], grid[row][2 * file + 2] = "[", "]"
        if len(cells) == 2:
            (file, rank), (other, _) = cells
            if other == file:
                grid[2 * (view.ranks - 1 - rank) - 1][2 * file + 1] = "|"
            else:
                grid[2 * (view.ranks - 1 - rank)][2 * file + 2] = "-"
    return ["".join(row) for row in grid]
