"""Tables laid out by hand, for tests that need one.

    table(["WWRR", "WSRT"], things={(0, 0): "sr"}, phase="lay:WWRS")

Each block of two by two letters is a card (`..` over `..` for none); the upper left letter is the square
0,0 unless `left` and `top` say otherwise.  `tiles` says which squares show tiles, and whose: "r", "r!", ".".
As many cards are said to have been laid as it takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobate.errors import BadPosition
from stylobate.game import Position
from stylobate.games.columba import GAME
from stylobate.games.columba.territory import Territory

Place = tuple[int, int]

EMPTY = "-:-:-:-"
FRESH = "WRST:-:-:-"


def table(
    rows: Sequence[str],
    *,
    things: Mapping[Place, str] | None = None,
    tiles: Mapping[Place, str] | None = None,
    boards: str = f"{EMPTY}/{EMPTY}",
    seat: str = "R",
    phase: str = "options",
    deck: str = "WWWR",
    rules: str = "full",
    left: int = 0,
    top: int = 0,
) -> Position:
    """The position with that territory."""
    things, tiles = things or {}, tiles or {}
    squares = {}
    for y, row in enumerate(rows):
        for x, breed in enumerate(row):
            if breed != ".":
                place = x + left, y + top
                squares[place] = (
                    breed + tiles.get(place, str(1 + x % 2 + 2 * (y % 2))) + things.get(place, "")
                )
    told = []
    for y in range(len(rows)):
        row, gap = "", 0
        for x in range(max(map(len, rows))):
            square = squares.get((x + left, y + top))
            row += (f"({gap})" if gap and square else "") + (square or "")
            gap = 0 if square else gap + 1
        told.append(row)
    if rules == "junior":
        boards = "/".join("-" for _ in boards.split("/"))
    rest = f"{boards} {seat} {phase} {deck} {rules}"
    refusal = None
    for laid in range(2, 40):
        try:
            return GAME.position(f"{left},{top}:{'/'.join(told)} {laid} {rest}")
        except BadPosition as refused:
            if "cards" not in str(refused) and "finished" not in str(refused):
                raise
            refusal = refusal or refused
    raise refusal or AssertionError


def kinds(position: Position, kind: str) -> list[str]:
    """The legal tokens of that kind."""
    return [token for token in position.legal if token.split(":")[0] == kind]


def covering(position: Position, *places: Place) -> list[str]:
    """The legal ways to lay the card so that it covers exactly these squares."""
    squares = Territory(position.state).what
    found = []
    for token in kinds(position, "card"):
        x, y, _ = map(int, token.removeprefix("card:").split(","))
        covered = {(x + i % 2, y + i // 2) for i in range(4)} & set(squares)
        if covered == set(places):
            found.append(token)
    return found
