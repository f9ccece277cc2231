"""What happens at a table, in words, and the clicks that make a move of it.

Each game brings a `telling.py` beside its rules (`stylobate.parts.Telling`).  Pages and terminals say what it
says and know nothing more of the game; here is what all games say alike.

A token is built by **steps**: keys, each with a label.  A key such as `b2` may be an area of the board; then
the picture drawn with controls has a `<g class="hit" data-key="b2">` on it.  A key without one becomes a
button that bears its label.  All legal tokens together are a tree: no two have the same keys, and none has
keys with which another begins, so that one click leads on or is a whole token.  Where people may well click
in another order, `ways` gives that as well; and `offered` puts the choices as the game would list them.

A **square** of the board has a key and an area always, whether or not it is a step just now: with a
screen reader one goes over all of it.  `squares` says what stands on each, `why_not` why one is no choice.

Where a token is a choice of any number of things, such as dice to keep, a terminal lets each be clicked by
itself: they are **switches**, and one more key says that this is all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stylobate.game import Position

Names = Sequence[str] | None

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Step(NamedTuple):
    """One click: a short key without spaces, and what it means, for a button or a screen reader.

    `then` is what is asked after it, where it is not the last.
    """

    key: str
    label: str
    then: str = ""


class Switches(NamedTuple):
    """Things of which any number is chosen, in any order, as dice to keep; a second click puts one down.

    `token` is what a choice of these keys means, and `done` the key that says that this is all.
    On a terminal's keyboard 1 to 9 choose the first nine, `a` chooses all or none, and 0 is `done`.
    """

    keys: tuple[str, ...]
    done: str
    token: Callable[[Collection[str]], str]


def ways(position: Position, token: str) -> tuple[tuple[Step, ...], ...]:
    """The steps of a token, and other orders of clicks that make the same token."""
    telling = position.game.telling
    return (telling.steps(position, token), *telling.other_ways(position, token))


def offered(position: Position) -> tuple[str, ...]:
    """The legal tokens in the order in which the game lists its choices."""
    return tuple(sorted(position.legal, key=position.game.telling.order))


def why_not(position: Position, keys: Sequence[str]) -> str:
    """Why the last of these clicks does nothing after the others; nothing where it leads on or begins anew.

    Where the game gives no reason, it is what is asked: that is what may be chosen instead.
    """
    if position.turn < 0 or not keys:
        return ""
    *chosen, key = keys
    routes = _routes(position)
    leading = [route for route in routes if route[: len(chosen)] == chosen]
    choices = {route[0] for route in routes} | {key for route in leading for key in route[len(chosen) :][:1]}
    if key in choices:
        return ""
    telling = position.game.telling
    why = telling.why_not(position, chosen if leading else (), key)
    return why or f"Not a choice now. {telling.asks(position)}"


@lru_cache(maxsize=8)
def _routes(position: Position) -> list[list[str]]:
    """The keys of every way to every token; whoever asks about one click at a position asks about others."""
    return [[step.key for step in way] for token in position.legal for way in ways(position, token)]


def called(position: Position, seat: int, names: Names = None) -> str:
    """What to call a seat: by its person's name if there is one, else as the game calls it."""
    return names[seat] if names and names[seat] else position.game.seat_name(seat)


def verdict(position: Position, names: Names = None) -> str:
    """Who has won."""
    winners = [called(position, seat, names) for seat in position.winners]
    if len(winners) == 1:
        return f"{winners[0]} wins."
    is_one_side = len({position.sides[seat] for seat in position.winners}) == 1
    return f"{listed(winners)} win together." if is_one_side else f"{listed(winners)} share the win."


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things in words: “no dice”, “one checker”, “two checkers”, “13 checkers”."""
    return f"{number_word(number)} {noun if number == 1 else plural or noun + 's'}"


def ranged(numbers: Sequence[int]) -> str:
    """Ascending numbers in few signs: “2”, “2–4” where none is left out, else “2, 4”."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and last - first == len(numbers) - 1:
        return f"{first}–{last}"
    return ", ".join(map(str, numbers))


def number_word(number: int) -> str:
    """Small numbers as words, others as figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def place_word(number: int) -> str:
    """“first”, “second” …"""
    return _PLACES[number] if number < len(_PLACES) else f"{number}{_ending(number)}"


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def listed(things: Iterable[str], joint: str = "and") -> str:
    """“a”, “a and b”, “a, b and c”; nothing where there is none."""
    *others, last = [*things] or [""]
    return f"{', '.join(others)} {joint} {last}" if others else last
