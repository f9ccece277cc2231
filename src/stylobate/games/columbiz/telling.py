"""Columbiz in words: dice are kept as a set, one key for the whole of it; a counter goes where one clicks."""

from collections.abc import Collection

from stylobate.game import Position
from stylobate.games.columbiz.notation import dice_text, square_name
from stylobate.games.columbiz.reasons import why_not as why_not
from stylobate.games.columbiz.rules import (
    COLUMNS,
    DICE,
    FIRST_KEEP,
    FIRST_THROW,
    GIVEN_UP,
    HAND,
    MOMENT,
    MOST_PLACED,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SQUARES,
    ransom,
    to_throw,
)
from stylobate.parts import Tally
from stylobate.telling import Names, Step, Switches, called, counted, listed, number_word, place_word, verdict

THROW = "throw"  # the key that says that the dice chosen are those to keep


def die_key(place: int) -> str:
    """The key of the die that lies there, counted from 0."""
    return f"die-{place + 1}"


def words(position: Position, token: str, names: Names = None) -> str:
    """A token in words: the throw, the dice kept, or the counter placed with its captures and points."""
    s = position.state
    who = called(position, int(s[MOVER]), names)
    if position.is_chance:
        if s[MOMENT] == FIRST_THROW:
            return f"{who} throws {_spread(token[1:])}"
        return f"{who} throws {_dice(to_throw(s))} again and has {_spread(token[1:])}"
    if token.startswith("keep:"):
        kept = token.removeprefix("keep:").strip("-")
        if not kept:
            return f"{who} keeps nothing and throws {_dice(DICE)} again"
        return f"{who} keeps {_spread(kept)} and throws {_dice(DICE - len(kept))} again"
    if token == "stop":
        return f"{who} stops throwing"
    if token == "end":
        return f"{who} ends the turn"
    if token == "give-up":
        return f"{who} can place nothing and gives up {_given_up(position)}"
    done = [f"places a counter on {_square(token)}"]
    done += _captures(position, token, names)
    points = int(position.play(token).state[RUNS + position.turn]) - int(s[RUNS + position.turn])
    if points:
        done.append(f"scores {points} for {'a run' if points == 1 else 'runs'}")
    return f"{who} {listed(done)}"


def asks(position: Position, names: Names = None) -> str:
    """The question to the player: which dice to keep, or where to place a counter."""
    s = position.state
    if position.is_over:
        return ""
    if position.is_chance:
        again = "" if s[MOMENT] == FIRST_THROW else " again"
        return f"{called(position, int(s[MOVER]), names)} throws {_dice(to_throw(s))}{again}."
    if s[MOMENT] < PLACING:
        throw, again = ("First", "again") if s[MOMENT] == FIRST_KEEP else ("Second", "a last time")
        asked = f"{throw} throw of three: keep any dice and throw the others {again}"
        if _fits_nowhere(position):
            return f"{asked}. To stop now would cost {_given_up(position)}, for these dice fit nowhere."
        return f"{asked}, or stop and place counters."
    if position.legal == ("give-up",):
        return f"The dice fit nowhere: {_given_up(position)} must be given up, and the turn ends."
    placed = int(s[MOMENT]) - PLACING
    more = min(MOST_PLACED - placed, int(s[HAND + position.turn]))
    ends = "The turn ends by itself when no more can be placed."
    if not placed:
        return f"Place a counter: up to {number_word(more)} this turn. {ends}"
    allowed = "one more" if more == 1 else f"up to {number_word(more)} more"
    return f"{counted(placed, 'counter').capitalize()} placed: place {allowed}, or end the turn. {ends}"


def how_to(position: Position) -> str:
    """How dice are kept, or how counters are placed and what they do."""
    s = position.state
    if s[MOMENT] < PLACING:
        return (
            "The dice may be thrown up to three times; each time any of them are kept, and those kept once "
            "may be thrown again later. A counter on square 2 of column 5 takes two dice that show 5, and so "
            "on: dice of a kind reach high squares, and a counter captures what stands lower in its column."
        )
    if position.legal == ("give-up",):
        return (
            f"Where not a single counter can be placed, {counted(GIVEN_UP, 'counter')} of the hand, or all "
            "if there are fewer, leave the game. Nobody gets them."
        )
    return (
        "A counter on square n of a column takes n dice that show the column's number; the square must be "
        "empty. It captures every opponent's counter lower in its column. The turn ends by itself after the "
        f"{place_word(MOST_PLACED)} counter, with the last one in hand, or when the dice left fit nowhere."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """One click a token: a set of dice to keep, or a square."""
    if token.startswith("keep:"):
        kept = token.removeprefix("keep:").strip("-")
        label = (
            f"Keep {_spread(kept)}, throw {number_word(DICE - len(kept))} again"
            if kept
            else "Throw all again"
        )
        return (Step(token, label),)
    labels = {
        "stop": "Stop and place counters",
        "end": "End the turn",
        "give-up": f"Give up {_given_up(position)}",
    }
    return (Step(token, labels.get(token) or f"Column {token[0]}, square {token[2]}"),)


def switches(position: Position) -> Switches | None:
    """Each die by itself while dice are kept; all eight kept is a stop."""
    s = position.state
    if position.turn < 0 or s[MOMENT] >= PLACING:
        return None
    faces = {die_key(place): face for place, face in enumerate(dice_text(s))}

    def token(kept: Collection[str]) -> str:
        chosen = "".join(face for key, face in faces.items() if key in kept)
        return "stop" if len(chosen) == DICE else f"keep:{chosen or '-'}"

    return Switches((*faces,), THROW, token)


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """Each square with whose counter stands there."""
    s = position.state
    named = {}
    for square in range(COLUMNS * SQUARES):
        owner = int(s[square])
        stands = f"{called(position, owner - 1, names)}'s counter" if owner else "empty"
        column, number = square // SQUARES + 1, square % SQUARES + 1
        named[square_name(square)] = f"Column {column}, square {number}: {stands}"
    return named


def result(position: Position, names: Names = None) -> list[str]:
    """Whose hand is empty, and everybody's pad: runs and prisoners."""
    s = position.state
    seats = range(position.seats)
    empty = [f"{called(position, seat, names)}'s hand" for seat in seats if s[HAND + seat] == 0]
    lines = [
        verdict(position, names),
        f"{listed(empty)} {'is' if len(empty) == 1 else 'are'} empty, and the round is finished.",
    ]
    for seat in seats:
        lines.append(f"{called(position, seat, names)}: {points(position, seat)}")
    return [*lines, *_shares(position)]


def tally(position: Position, names: Names = None) -> Tally:
    """Everybody's pad: runs, prisoners and what they are worth, and the points."""
    s = position.state
    rows = []
    for seat, total in enumerate(position.scores):
        prisoners = int(s[PRISONERS + seat])
        held = f"{prisoners}, worth {ransom(prisoners)}" if prisoners else "none"
        rows.append((str(s[RUNS + seat]), held, str(total)))
    _, ended, *_ = result(position, names)
    return Tally(("Runs", "Prisoners", "Points"), tuple(rows), (ended, *_shares(position)))


def _shares(position: Position) -> tuple[str, ...]:
    return ("Equal points share the win.",) if len(position.winners) > 1 else ()


def points(position: Position, seat: int) -> str:
    """What a seat has for runs, and for prisoners."""
    runs, prisoners = (int(position.state[start + seat]) for start in (RUNS, PRISONERS))
    held = f"{counted(prisoners, 'prisoner')} worth {ransom(prisoners)}" if prisoners else "no prisoners"
    total = position.scores[seat]
    return f"{runs} for runs, {held}, together {total} {'point' if total == 1 else 'points'}."


def costs(position: Position, token: str) -> str:
    """What cannot be undone and gives something away, or does so for certain.

    Ending a turn in which more could be placed; throwing all dice again, which one who forgot to choose any
    does; and stopping with dice that fit nowhere.  Another stop can be undone, and giving up is no choice.
    """
    if token == "stop" and _fits_nowhere(position):
        return f"These dice fit nowhere: you would have to give up {_given_up(position)}."
    return {
        "end": "You could place another counter with these dice.",
        "keep:-": "You would keep none of the dice.",
    }.get(token, "")


def _fits_nowhere(position: Position) -> bool:
    """Whether the dice on the table pay for no square at all."""
    return position.play("stop").legal == ("give-up",)


def _captures(position: Position, token: str, names: Names) -> list[str]:
    """The counters that are captured, in words, grouped by owner."""
    before, after = position.state, position.play(token).state
    lost = [int(before[at]) - 1 for at in range(COLUMNS * SQUARES) if before[at] and not after[at]]
    if not lost:
        return []
    taken = [
        f"{number_word(lost.count(seat))} of {called(position, seat, names)}'s" for seat in sorted(set(lost))
    ]
    return [f"captures {listed(taken)} counters"]


def _given_up(position: Position) -> str:
    left = int(position.state[HAND + int(position.state[MOVER])])
    return counted(min(GIVEN_UP, left), "counter")


def _square(token: str) -> str:
    return f"square {token[2]} of column {token[0]}"


def _dice(number: int) -> str:
    return f"all {number_word(DICE)} dice" if number == DICE else counted(number, "die", "dice")


def _spread(dice: str) -> str:
    """The faces of the dice with spaces between them."""
    return " ".join(dice)
