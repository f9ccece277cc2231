"""The stacking game of Columns in words: a kind of piece is chosen, then its pin or its two pins.

A triple's thick end comes first.  Which way that end points needs no click: up where both pins are equally
high, down where the other is one higher.
"""

from stylobate.game import Position
from stylobate.games.columns.notation import KIND_NAMES, KINDS, Shape, action, pieces, pin_name, shape
from stylobate.games.columns.reasons import why_not as why_not
from stylobate.games.columns.rules import (
    DARK,
    DOUBLE,
    HAND,
    HEIGHT,
    LEVELS,
    LIGHT,
    MOVER,
    PINS,
    RANKS,
    TRIPLE,
    roundels,
)
from stylobate.parts import Tally
from stylobate.telling import Names, Step, called, counted, listed, verdict


def words(position: Position, token: str, names: Names = None) -> str:
    """A move in words: the piece, where it goes, and on which level."""
    s = position.state
    kind, pins, down = _shape(position, token)
    who, piece = called(position, position.turn, names), f"a {KIND_NAMES[kind]}"
    first, *second = (pin_name(int(s[RANKS]), pin) for pin in pins)
    level = int(s[HEIGHT + pins[0]]) + 1
    if kind == TRIPLE:
        thin = level + 1 if down else level
        return (
            f"{who} sets {piece}, thick end {'down' if down else 'up'}, on levels {level} and {level + 1} of "
            f"{first} and level {thin} of {second[0]}"
        )
    if kind == DOUBLE:
        return f"{who} lays {piece} over {first} and {second[0]}, on level {level}"
    return f"{who} puts {piece} on {first}, on level {level}"


def asks(position: Position, names: Names = None) -> str:
    """The question to the player; in this game every move is a piece and a place."""
    if position.is_over:
        return ""
    kinds = {token[0] for token in position.legal}
    if kinds <= {"R", "S"}:
        return "Choose a piece, then the pin that it goes on."
    return "Choose a piece, then the pin or the two pins that it goes on."


def how_to(position: Position) -> str:
    """The rules of placing a piece, in two or three sentences."""
    return (
        "A roundel or a single blocker goes on any pin with room, but a roundel never right on an opponent's "
        "blocker. A double lies over two neighbouring pins of equal height; a triple stands thick end up on "
        "two such pins, or thick end down where the thin end's pin is one higher."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """The clicks: the kind of piece, then its pins; of a triple the thick end first."""
    s = position.state
    kind, pins, down = _shape(position, token)
    left = int(s[HAND + 4 * position.turn + kind])
    label = f"{KIND_NAMES[kind].capitalize()} × {left}"
    first, *second = (pin_name(int(s[RANKS]), pin) for pin in pins)
    if kind == TRIPLE:
        points = f"Pin {second[0]}, thin end; the thick end points {'down' if down else 'up'}"
        return (
            Step(KINDS[kind], label, "Now choose the pin for the triple blocker's thick end."),
            Step(first, f"Pin {first}, thick end", "Now choose the pin for its thin end."),
            Step(second[0], points),
        )
    if kind == DOUBLE:
        return (
            Step(KINDS[kind], label, "Now choose two neighbouring pins for the double blocker."),
            Step(first, f"Pin {first}", "Now choose the other pin."),
            Step(second[0], f"Pin {second[0]}"),
        )
    return (
        Step(KINDS[kind], label, f"Now choose the pin for the {KIND_NAMES[kind]}."),
        Step(first, f"Pin {first}"),
    )


def other_ways(position: Position, token: str) -> tuple[tuple[Step, ...], ...]:
    """A double's pins may be clicked in either order."""
    if not token.startswith("D"):
        return ()
    chosen, first, second = steps(position, token)
    return ((chosen, Step(second.key, second.label, first.then), Step(first.key, first.label)),)


def order(token: str) -> int:
    """Pieces as they are counted: roundels, then blockers by their size."""
    return KINDS.index(token[0])


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """Each pin with its pieces from the board up, and how high it stands."""
    s = position.state
    ranks = int(s[RANKS])
    on_pin: list[list[str]] = [[] for _ in range(PINS)]
    for piece in pieces(s):
        for pin in piece.shape.pins:
            words = f"{called(position, piece.seat, names)}'s {KIND_NAMES[piece.shape.kind]}"
            if [at for at, _ in piece.places].count(pin) > 1:
                words = f"the thick end of {words}"
            for other in set(piece.shape.pins) - {pin}:
                words += f" over {pin_name(ranks, other)} too"
            on_pin[pin].append(words)
    named = {}
    for pin, stack in enumerate(on_pin):
        name = pin_name(ranks, pin)
        high = f"{counted(int(s[HEIGHT + pin]), 'level')} high{', from the board up' if stack[1:] else ''}"
        named[name] = f"Pin {name}, {high}: {', '.join(stack)}" if stack else f"Pin {name}: bare"
    return named


def result(position: Position, names: Names = None) -> list[str]:
    """Who could place nothing, and level by level from the top to the one that decided."""
    s = position.state
    mover = int(s[MOVER])
    stuck = called(position, mover, names)
    has_some = any(s[HAND + 4 * mover : HAND + 4 * mover + 4])
    lines = [
        verdict(position, names),
        f"It is {stuck}'s turn, and {stuck} has "
        + (
            "nothing that fits anywhere: that ends the game."
            if has_some
            else "no piece left: that ends the game."
        ),
    ]
    for level in range(LEVELS, 0, -1):
        counts = [roundels(s, seat, level) for seat in (LIGHT, DARK)]
        summary = listed(
            f"{called(position, seat, names)} has {counted(counts[seat], 'roundel')}"
            for seat in (LIGHT, DARK)
        )
        if counts[LIGHT] != counts[DARK]:
            lines.append(f"Level {level} decides: {summary}.")
            return lines
        lines.append(f"Level {level} is a tie: {summary}.")
    return [*lines, "They are level on all five levels, and share the win."]


def tally(position: Position, names: Names = None) -> Tally:
    """The roundels on each level, from the top to the one that decided."""
    s = position.state
    counts = {level: [roundels(s, seat, level) for seat in (LIGHT, DARK)] for level in range(LEVELS, 0, -1)}
    decided = next((level for level, (light, dark) in counts.items() if light != dark), None)
    shown = [level for level in counts if decided is None or level >= decided]
    _, ended, *_ = result(position, names)
    if decided is None:
        why: tuple[str, ...] = (ended, "They are level on all five levels, and share the win.")
    else:
        why = (ended, f"Level {decided} decides.")
    return Tally(
        tuple(f"Level {level}" for level in shown),
        tuple(tuple(str(counts[level][seat]) for level in shown) for seat in (LIGHT, DARK)),
        why,
        "" if decided in (None, LEVELS) else f"level {decided}",
    )


def _shape(position: Position, token: str) -> Shape:
    s = position.state
    return shape(int(s[RANKS]), action(s, token))


def points(position: Position, seat: int) -> str:
    """What is counted: roundels on the highest level."""
    return f"{counted(position.scores[seat], 'roundel').capitalize()} on level {LEVELS}, the top."
