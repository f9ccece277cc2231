"""Columbiz without a picture: in words, for whoever listens to the board, and in letters, for terminals."""

from stylobate.game import Position
from stylobate.games.columbiz.notation import LETTERS, NAMES, action, dice_text, open_squares, square_name
from stylobate.games.columbiz.rules import (
    COLUMNS,
    DICE,
    GIVEN_UP,
    HAND,
    MOMENT,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SQUARES,
    ransom,
)
from stylobate.telling import counted, listed


def standing(position: Position) -> str:
    """Whose turn it is and what they are to do, or how it ended."""
    if position.is_over:
        points = sorted(position.scores, reverse=True)
        winners = listed(NAMES[seat] for seat in position.winners)
        if len(position.winners) > 1:
            return f"{winners} share the win with {points[0]}"
        return f"{winners} has won, {' to '.join(map(str, points[:2]))}"
    s = position.state
    name, moment = NAMES[s[MOVER]], int(s[MOMENT])
    if position.is_chance:
        return f"{name} to throw"
    if moment < PLACING:
        return f"{name} to keep dice or stop"
    if position.legal == ("give-up",):
        return f"{name} can place nothing"
    return f"{name} to place a counter"


def describe(position: Position, last: str | None = None) -> str:
    """The position in words, as the picture's description for screen readers."""
    s = position.state
    columns = []
    for column in range(COLUMNS):
        taken = [(n, int(s[column * SQUARES + n])) for n in range(SQUARES) if s[column * SQUARES + n]]
        marks = [f"{NAMES[owner - 1]} on {n + 1}" for n, owner in taken]
        columns.append(f"column {column + 1}: {', '.join(marks) or 'empty'}")
    seats = [
        f"{NAMES[seat]} has {s[HAND + seat]} in hand, {s[RUNS + seat]} for runs, "
        f"{counted(int(s[PRISONERS + seat]), 'prisoner')} and {position.scores[seat]} points in all"
        for seat in range(position.seats)
    ]
    moved = f" Last: {last}." if last else ""
    dice = f"The dice: {_dice_in_letters(position)}. " if not position.is_over else ""
    return (
        "Columbiz, a game whose printed sheet names no author. Six columns of squares 1 to 6. "
        f"{'; '.join(columns)}. {dice}{'; '.join(seats)}. {standing(position)}.{moved}"
    )


def text(position: Position, last: str | None = None) -> str:
    """The table as lines of letters; a counter that `last` placed stands in brackets."""
    check_tokens(position, last)
    s = position.state
    reach = set(open_squares(s)) if position.turn >= 0 else set()
    lines = ["     " + "".join(f"[{column}] " for column in range(1, COLUMNS + 1))]
    for n in range(SQUARES, 0, -1):
        cells = []
        for column in range(COLUMNS):
            square = column * SQUARES + n - 1
            mark = LETTERS[s[square] - 1] if s[square] else "+" if square in reach else "."
            cells.append(f"({mark}) " if last == square_name(square) else f" {mark}  ")
        lines.append(f"  {n}  {''.join(cells)}")
    lines += ["", f"dice  {_dice_in_letters(position)}", ""]
    lines.append("            hand  runs  prisoners  points")
    for seat in range(position.seats):
        prisoners = int(s[PRISONERS + seat])
        worth = f"{prisoners} for {ransom(prisoners)}" if prisoners else "0"
        mark = ">" if not position.is_over and seat == s[MOVER] else " "
        lines.append(
            f"{mark} {LETTERS[seat]} {NAMES[seat]:8}{s[HAND + seat]:>4}  {s[RUNS + seat]:>4}  "
            f"{worth:>9}  {position.scores[seat]:>6}"
        )
    lines += ["", *_where_in_the_turn(position)]
    return "\n".join(line.rstrip() for line in lines)


def check_tokens(position: Position, *tokens: str | None) -> None:
    """Raise `BadToken` for what is no token of this game."""
    for token in filter(None, tokens):
        action(position.state, token)


def _where_in_the_turn(position: Position) -> list[str]:
    """For the text board: how far the turn is, which tokens may be typed, and what ends the turn."""
    s = position.state
    name, moment = NAMES[s[MOVER]], int(s[MOMENT])
    if position.is_over:
        ended = standing(position)
        return [f"{ended[0].upper()}{ended[1:]}."]
    if position.is_chance:
        return [f"{name} to throw: throw {moment // 2 + 1} of 3."]
    if moment < PLACING:
        return [
            f"{name}, throw {moment // 2 + 1} of 3 (+ is what these dice could reach).",
            "keep:… keeps those dice and throws the others, keep:- throws all; stop begins placing.",
        ]
    if position.legal == ("give-up",):
        given = counted(min(GIVEN_UP, int(s[HAND + s[MOVER]])), "counter")
        return [f"{name} can place nothing: give-up takes {given} from the hand and ends the turn."]
    placed = moment - PLACING
    if not placed:
        return [f"{name} places the first of at most 4 counters, where + is.  One must be placed."]
    return [
        f"{name} has placed {placed} of at most 4 counters; the next may go where + is.",
        "end ends the turn; it ends by itself with the fourth, with the last in hand, or when none fits.",
    ]


def _dice_in_letters(position: Position) -> str:
    """The dice on the table, and how many others are to be thrown or were used, as text."""
    s = position.state
    shown = " ".join(dice_text(s))
    others = DICE - len(dice_text(s))
    if position.is_over:
        return "-"
    if position.is_chance:
        return f"{shown} kept, {others} to throw" if shown else f"{others} to throw"
    return f"{shown}, {others} used" if others else shown
