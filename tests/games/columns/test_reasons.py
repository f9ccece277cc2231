"""Why a click does nothing in Columns: whatever is said of a pin is so."""

import re

import stylobate
from stylobate import Position
from stylobate.telling import why_not
from tests.games.columns.reference import Columns, Piece, Pin, name
from tests.reasons import Facts, check_truth, positions

GAME = stylobate.load("columns")
KINDS = {"roundel": "R", "single blocker": "S", "double blocker": "D", "triple blocker": "T"}
NUMBERS = ("no", "one", "two", "three", "four", "five")


def facts(position: Position) -> Facts:
    plain = Columns.from_text(str(position))
    pins: dict[str, Pin] = {name(pin): pin for pin in plain.pins}
    high = {pin: plain.heights[pins[pin]] for pin in pins}

    def beside(pin: str) -> list[str]:
        (file, rank) = pins[pin]
        return [name(one) for one in plain.pins if abs(one[0] - file) + abs(one[1] - rank) == 1]

    def top(pin: str) -> Piece:
        return plain.board[pins[pin], high[pin]]

    def is_one(pin: str, other: str, whose: str, kind: str) -> bool:
        """Both pins are topped by one piece, and this is it."""
        piece = top(pin)
        return (
            piece == top(other)
            and piece.owner == ("Light", "Dark").index(whose)
            and piece.kind == KINDS[kind]
        )

    def two(keys: list[str], over: str | None) -> list[str]:
        return re.findall(r"[a-l]\d", over or "") or keys[1:]

    over = r"(over .\d and .\d, )?"
    found: Facts = {
        r"Choose a piece first, then the pin that it goes on": lambda keys: len(keys) == 1,
        rf"{over}(.\d) is full": lambda keys, both, pin: pin in two(keys, both) and high[pin] == 5,
        r"a roundel must not lie on an opponent's blocker, "
        r"and on top of (.\d) is (\w+)'s (\w+ blocker)(.*)": (
            lambda keys, pin, whose, kind, _: (
                keys == ["R", pin]
                and top(pin).kind == KINDS[kind]
                and top(pin).owner == 1 - plain.mover == ("Light", "Dark").index(whose)
            )
        ),
        r"(.+) needs a pin beside (.\d) that is as high(, or one higher)? and not full, and there is none": (
            lambda keys, end, pin, higher: (
                keys[1] == pin
                and (keys[0] == "T") == bool(higher) == ("thick end" in end)
                and not any(
                    high[one] - high[pin] in ((0, 1) if higher else (0,)) and high[one] < 5
                    for one in beside(pin)
                )
            )
        ),
        r"no other pin beside (.\d) is as high(, or one higher)?": (
            lambda keys, pin, higher: keys[1] == pin and (keys[0] == "T") == bool(higher)
        ),
        r"(.\d) is chosen already, and the other end goes on a pin beside it": (
            lambda keys, pin: keys[1] == keys[2] == pin
        ),
        r"(.\d) is not beside (.\d)": (
            lambda keys, pin, other: keys[1:] == [other, pin] and pin not in beside(other)
        ),
        rf"{over}(.\d) stands (\d) high and (.\d) (\d), so a double blocker lying flat would leave a gap": (
            lambda keys, both, one, low, other, much: (
                {one, other} == set(two(keys, both))
                and (high[one], high[other]) == (int(low), int(much))
                and low != much
            )
        ),
        r"(.\d) stands (\w+) levels? high and (.\d) (\w+)": (
            lambda keys, one, low, other, much: (
                keys[1:] == [one, other]
                and (high[one], high[other]) == (NUMBERS.index(low), NUMBERS.index(much))
                and high[other] - high[one] not in (0, 1)
            )
        ),
        r"the thin end's pin must be as high as the thick end's, or one higher": lambda keys: keys[0] == "T",
        rf"{over}its thick end would reach level (\d) on (.\d), and a pin has only 5": (
            lambda keys, both, level, pin: pin == two(keys, both)[0] and int(level) == high[pin] + 2 > 5
        ),
        rf"{over}both its ends would rest on one piece, (\w+)'s (\w+ blocker) over (.\d) and (.\d)": (
            lambda keys, both, whose, kind, one, other: (
                {one, other} == set(two(keys, both)) and is_one(one, other, whose, kind)
            )
        ),
    }
    return found


def test_whatever_is_said_is_so() -> None:
    met: set[str] = set()
    for layout in ("4x3", "6x2", "12x1"):
        for position in list(positions(GAME, {"layout": layout}, games=6))[::5]:
            met |= check_truth(position, facts(position))
    assert met == set(facts(GAME.start()))


def test_a_blocker_in_the_way_is_named() -> None:
    position = GAME.start().play("Sa1")
    assert why_not(position, ["R", "a1"]) == (
        "Not there: a roundel must not lie on an opponent's blocker, "
        "and on top of a1 is Light's single blocker."
    )
