"""Columns as text: placements such as `Ra1`, `Da1b1`, `Ta1b1v`, positions such as `4x3 Ra1,rb1,Sa1 D`.

A token is the piece (R, S, D or T) and its pins: a double's in the order of their names, a triple's thick
end first and then `^` for thick end up, `v` for thick end down: `Ta1b1^`, `Ta1b1v`.

A position is the layout, the pieces that stand on it, and who is to move, L or D.  A piece is written as the
token that placed it, Light's with a capital, Dark's with a small letter (`ra1`), and no piece before those
it rests on; an empty board is `-`.  That tells which places belong to one piece, and what is left in hand.
They go by the level where they begin, triples with the thick end down last, then by pin: so a position has
one text only.

`read` refuses what no play could have made.  Every piece must be one its player still had and must lie on
what was written before it as the rules want; Light must have placed as many as Dark, or one more.  That is
not yet enough: a lone light roundel on a lone dark one has all that, but Light would have had nothing to
begin with.  Whether Light and Dark can have taken turns is the question of an order of unit jobs on two
machines that alternate, each job after those below it.  `_in_turns` searches for such an order, the piece
with the longest pile above it first, and that finds one at once wherever play has been.  It gives up, in
favour of the position, after more steps than any refusal that we have met has needed.
"""

import re
from functools import cache
from typing import NamedTuple

from stylobate.errors import BadPosition, BadToken
from stylobate.games.columns.rules import (
    CAPPED,
    DARK,
    DOUBLE,
    DOWN,
    HAND,
    HEIGHT,
    JOINED,
    LAYOUTS,
    LEVELS,
    LIGHT,
    MOVER,
    NEXT,
    PINS,
    PLACE,
    RANKS,
    ROUNDEL,
    SET,
    TRIPLE,
    UP,
    apply,
    bare,
)
from stylobate.kernel import State

KINDS = "RSDT"
KIND_NAMES = ("roundel", "single blocker", "double blocker", "triple blocker")
SEATS = "LD"
SEAT_NAMES = ("Light", "Dark")
FILES = "abcdefghijkl"
STEPS = 50_000

_TOKEN = re.compile(r"([RSDT])([a-z][0-9])([a-z][0-9])?([\^v])?")
_FORM = {"R": (False, False), "S": (False, False), "D": (True, False), "T": (True, True)}
_HOW = "write Ra1, Sa1, Da1b1, Ta1b1^ or Ta1b1v"


class Shape(NamedTuple):
    """What an action places: a kind, its pins (a triple's thick end first), and if the thick end is down."""

    kind: int
    pins: tuple[int, ...]
    down: bool


class Piece(NamedTuple):
    """A piece on the board: whose, placed by which action, and the (pin, level) places that it fills."""

    seat: int
    action: int
    shape: Shape
    places: tuple[tuple[int, int], ...]


@cache
def shape(ranks: int, action: int) -> Shape:
    """The shape of an action."""
    way, pin = divmod(action, PINS)
    if way < DOUBLE:
        return Shape(way, (pin,), False)
    beyond = pin + (ranks if way & 1 else 1)
    if way < UP:
        return Shape(DOUBLE, (pin, beyond), False)
    return Shape(TRIPLE, (beyond, pin) if way & 2 else (pin, beyond), way >= DOWN)


def pin_name(ranks: int, pin: int) -> str:
    """The name of a pin: its file and its rank."""
    return f"{FILES[pin // ranks]}{pin % ranks + 1}"


def layout(s: State) -> str:
    """The layout as the option says it."""
    return next(name for name, ranks in LAYOUTS.items() if ranks == s[RANKS])


def token(s: State, action: int) -> str:
    """How the action is written."""
    return _token(int(s[RANKS]), action)


@cache
def _token(ranks: int, action: int) -> str:
    kind, pins, down = shape(ranks, action)
    end = ("v" if down else "^") if kind == TRIPLE else ""
    return KINDS[kind] + "".join(pin_name(ranks, pin) for pin in pins) + end


def action(s: State, text: str) -> int:
    """The action a token means, legal or not; refuses what is no token of this game."""
    match = _TOKEN.fullmatch(text)
    if not match or (bool(match[3]), bool(match[4])) != _FORM[match[1]]:
        raise BadToken(f"“{text}” is not a Columns move; {_HOW}")
    kind = KINDS.index(match[1])
    first = _pin(s, text, match[2])
    if kind < DOUBLE:
        return kind * PINS + first
    second = _pin(s, text, match[3])
    low, high = min(first, second), max(first, second)
    along = _along(s, low, high)
    if along is None:
        raise BadToken(
            f"“{text}” goes over {match[2]} and {match[3]}, which are not neighbours; "
            f"a {KIND_NAMES[kind]} goes over two pins side by side"
        )
    if kind == DOUBLE:
        if first > second:
            raise BadToken(f"“{text}” names its pins the wrong way round; write D{match[3]}{match[2]}")
        return (2 + along) * PINS + low
    way = (DOWN if match[4] == "v" else UP) + (2 if first > second else 0) + along
    return way * PINS + low


def _pin(s: State, text: str, name: str) -> int:
    """The number of a pin that a token names."""
    ranks = int(s[RANKS])
    file, rank = FILES.find(name[0]), int(name[1]) - 1
    if not (0 <= file < PINS // ranks and 0 <= rank < ranks):
        last = pin_name(ranks, PINS - 1)
        raise BadToken(f"“{text}” names a pin {name}; the pins of the {layout(s)} board are a1 to {last}")
    return file * ranks + rank


def _along(s: State, low: int, high: int) -> int | None:
    """Whether two pins are neighbours along the file (0) or the rank (1)."""
    for along, step in enumerate((1, int(s[RANKS]))):
        if high - low == step and int(s[NEXT + along]) >> low & 1:
            return along
    return None


def explain(s: State, action: int) -> str:
    """Why this well-formed move is not legal here."""
    return _obstacle(s, action) or "it is legal"


def _obstacle(s: State, action: int) -> str | None:
    """What keeps the mover from this placement, if anything does."""
    ranks, mover = int(s[RANKS]), int(s[MOVER])
    kind, pins, down = shape(ranks, action)
    names = [pin_name(ranks, pin) for pin in pins]
    heights = [int(s[HEIGHT + pin]) for pin in pins]
    piece = KIND_NAMES[kind]
    if s[HAND + 4 * mover + kind] == 0:
        return f"{SEAT_NAMES[mover]} has no {piece} left"
    for name, height in zip(names, heights, strict=True):
        if height == LEVELS:
            return f"{name} is full"
    if kind == ROUNDEL and int(s[CAPPED + 1 - mover]) >> pins[0] & 1:
        return (
            f"a roundel must not lie on an opponent's blocker, and on top of {names[0]} is {_top(s, pins[0])}"
        )
    if kind < DOUBLE:
        return None
    stand = f"{names[0]} stands {heights[0]} high and {names[1]} {heights[1]}"
    if down and heights[1] != heights[0] + 1:
        return f"with the thick end down {names[1]} must be one higher than {names[0]}, but {stand}"
    if not down and heights[0] != heights[1]:
        flat = "with the thick end up" if kind == TRIPLE else "lying flat"
        return f"{stand}, so a {piece} {flat} would leave a gap"
    if kind == TRIPLE and heights[0] + 2 > LEVELS:
        return f"its thick end would reach level {heights[0] + 2} on {names[0]}, and a pin has only {LEVELS}"
    low, high = min(pins), max(pins)
    if int(s[JOINED + int(_along(s, low, high) or 0)]) >> low & 1:
        return f"both its ends would rest on one piece, {_top(s, low)}"
    return None


def _top(s: State, pin: int) -> str:
    """The piece on top of a pin, in words."""
    placed = int(s[PLACE + pin * LEVELS + int(s[HEIGHT + pin]) - 1]) - 1
    kind, pins, _ = shape(int(s[RANKS]), placed >> 1)
    over = " and ".join(pin_name(int(s[RANKS]), pin) for pin in sorted(pins))
    where = f" over {over}" if kind >= DOUBLE else ""
    return f"{SEAT_NAMES[placed & 1]}'s {KIND_NAMES[kind]}{where}"


def pieces(s: State) -> list[Piece]:
    """Everything on the board, lowest level first and nothing before what it rests on."""
    row = s.tolist()
    ranks = row[RANKS]
    found: list[tuple[int, bool, int, Piece]] = []
    seen: set[tuple[int, int]] = set()
    for level in range(1, LEVELS + 1):
        for pin in range(PINS):
            placed = row[PLACE + pin * LEVELS + level - 1] - 1
            if placed >= 0 and (pin, level) not in seen:
                lies = shape(ranks, placed >> 1)
                piece = Piece(placed & 1, placed >> 1, lies, _places(lies, level))
                seen.update(piece.places)
                # A triple with its thick end down begins a level below what its thin end may rest on.
                found.append((level, lies.down, min(lies.pins), piece))
    return [piece for *_, piece in sorted(found)]


@cache
def _places(lies: Shape, lowest: int) -> tuple[tuple[int, int], ...]:
    """The places of a piece whose lowest is on that level."""
    if lies.kind < TRIPLE:
        return tuple((pin, lowest) for pin in lies.pins)
    thick, thin = lies.pins
    return ((thick, lowest), (thick, lowest + 1), (thin, lowest + 1 if lies.down else lowest))


def write(s: State) -> str:
    """The position as one line of text."""
    placed = (_written(token(s, piece.action), piece.seat) for piece in pieces(s))
    return f"{layout(s)} {','.join(placed) or '-'} {SEATS[s[MOVER]]}"


def _written(token: str, seat: int) -> str:
    return token if seat == LIGHT else token[0].lower() + token[1:]


def read(text: str) -> State:
    """The position that a line of text tells."""
    parts = text.split(" ")
    if len(parts) != 3 or parts[2] not in tuple(SEATS):
        raise BadPosition(
            f"“{text}” should be a layout, the pieces joined by commas (or -), and L or D to move, "
            "as in 4x3 Ra1,rb1,Sa1 D"
        )
    if parts[0] not in LAYOUTS:
        raise BadPosition(f"“{parts[0]}” is not a layout; it is one of {', '.join(LAYOUTS)}")
    s = bare(LAYOUTS[parts[0]])
    for written in parts[1].split(",") if parts[1] != "-" else []:
        _place(s, written)
    mover = SEATS.index(parts[2])
    placed = [sum(SET) - int(s[HAND + 4 * seat : HAND + 4 * seat + 4].sum()) for seat in (LIGHT, DARK)]
    counts = f"{placed[LIGHT]} of Light and {placed[DARK]} of Dark"
    if placed[LIGHT] - placed[DARK] not in (0, 1):
        raise BadPosition(
            f"there are {counts}; Light begins, so Light has placed as many as Dark or one more"
        )
    if placed[LIGHT] - placed[DARK] != mover:
        raise BadPosition(
            f"there are {counts}, so it is {SEAT_NAMES[1 - mover]}'s turn, not {SEAT_NAMES[mover]}'s"
        )
    s[MOVER] = mover
    if text != write(s):
        raise BadPosition(
            f"“{text}” has its pieces in another order than from the board up: write “{write(s)}”"
        )
    if not _in_turns(pieces(s)):
        raise BadPosition(f"no play leads to “{text}”: the pieces cannot have come in turns, Light first")
    return s


def _place(s: State, written: str) -> None:
    """Put a piece of a position text on the board."""
    seat = DARK if written[:1] in tuple(KINDS.lower()) else LIGHT
    try:
        placed = action(s, written[:1].upper() + written[1:] if seat == DARK else written)
    except BadToken as refused:
        raise BadPosition(f"{refused}; Dark's pieces are written with a small letter, as in ra1") from None
    s[MOVER] = seat
    obstacle = _obstacle(s, placed)
    if obstacle:
        raise BadPosition(f"“{written}” cannot lie there: {obstacle}")
    apply(s, placed)


def _in_turns(board: list[Piece]) -> bool:
    """Whether Light and Dark can have placed these in turns (or whether that is too long to find out).

    `after[x]` is how many moves it takes, from that of x on, to place x and what lies on it; a set of pieces
    whose k-th at the earliest comes too late for that has no order.
    """
    at = {place: number for number, piece in enumerate(board) for place in piece.places}
    below = [0] * len(board)
    above = [0] * len(board)
    after = [1] * len(board)
    of_light = sum(1 << number for number, piece in enumerate(board) if piece.seat == LIGHT)
    for number, piece in reversed(list(enumerate(board))):
        own = (above[number] & (of_light if piece.seat == LIGHT else ~of_light)).bit_count()
        other = above[number].bit_count() - own
        after[number] = max(after[number], 2 * own + 1, 2 * other)
        for pin, level in piece.places:
            under = at.get((pin, level - 1), number)
            if under != number:
                below[number] |= 1 << under
                above[under] |= above[number] | 1 << number
                wait = 2 if board[under].seat == piece.seat else 1
                after[under] = max(after[under], after[number] + wait)
    order = sorted(range(len(board)), key=lambda number: -after[number])
    everything = (1 << len(board)) - 1
    tried: set[int] = set()
    agenda = [0]
    while agenda and len(tried) < STEPS:
        placed = agenda.pop()
        if placed == everything:
            return True
        if placed in tried:
            continue
        tried.add(placed)
        mover = placed.bit_count() % 2
        move = [2, 2]
        move[mover] = 1
        ready = []
        for number in order:
            if not placed >> number & 1:
                seat = board[number].seat
                if move[seat] + after[number] - 1 > len(board) - placed.bit_count():
                    break
                move[seat] += 2
                if seat == mover and not below[number] & ~placed:
                    ready.append(placed | 1 << number)
        else:
            agenda.extend(reversed(ready))
    return bool(agenda)


def options(s: State) -> dict[str, str]:
    """The options that this position is played under."""
    return {"layout": layout(s)}
