"""A board: what a page shows of a table, or of any line, after so many tokens, the same for all who look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from stylobate.game import Position
from stylobate.line import Line
from stylobate.parts import Item, Tally
from stylobate.play import Table
from stylobate.telling import Names, Step, offered, ways


class TokenInWords(TypedDict):
    """The nth token, whose it was (None: chance's), what it did, in words, and a computer's level."""

    n: int
    token: str
    seat: int | None
    words: str
    level: str | None


class Click(TypedDict):
    """One step of a move: an area of the board or a button; `then` is what is asked after it."""

    key: str
    label: str
    then: NotRequired[str]


class Legal(TypedDict):
    """A move that may be made, the clicks that make it, and what it `costs` if that should be asked about."""

    token: str
    steps: list[Click]
    words: str
    costs: str
    other_ways: NotRequired[list[list[Click]]]


class Piece(TypedDict):
    """Something beside the board: see `stylobate.parts.Item`."""

    says: str
    picture: str
    text: str
    key: str


class Tallied(TypedDict):
    """A result as a table: see `stylobate.parts.Tally`."""

    heads: list[str]
    rows: list[list[str]]
    why: list[str]


class Board(TypedDict):
    """A position as a page needs it: the picture, its squares in words, what may be done, step by step.

    `by_itself` is the only token that is left, where the page plays it a moment later.
    `svg` is the board by itself; what lies beside it, and of what kind it is: see `stylobate.parts.Spread`.
    """

    n: int
    position: str
    svg: str
    hand: list[Piece]
    trays: list[list[Piece]]
    aside: list[Piece]
    square: float | None
    chart: str
    squares: dict[str, str]
    text: str
    turn: int | None
    over: bool
    scores: list[int]
    points: list[str]
    last: TokenInWords | None
    legal: list[Legal]
    by_itself: str
    asks: str
    how_to: str
    result: list[str]
    tally: Tallied | None


def board(table: Table, n: int) -> Board:
    """What a table shows after n tokens."""
    return board_of(table.line, n, names_of(table))


def board_of(line: Line, n: int, names: Names = None) -> Board:
    """What a line shows after n tokens: the picture, its squares in words, what may be done, step by step."""
    telling, position = line.game.telling, _apart(line.after(n))
    played = line.trail(n)
    last = played[-1] if played else None
    moves = () if position.is_chance or position.is_over else offered(position)
    spread = line.game.drawing.spread(position, last, bool(moves), played[:-1])
    return {
        "n": n,
        "position": str(position),
        "svg": spread.board,
        "hand": _pieces(spread.hand),
        "trays": [_pieces(tray) for tray in spread.trays],
        "aside": _pieces(spread.aside),
        "square": spread.square,
        "chart": spread.chart,
        "squares": telling.squares(position, names),
        "text": position.text(last),
        "turn": position.turn if position.turn >= 0 else None,
        "over": position.is_over,
        "scores": list(position.scores),
        "points": [telling.points(position, seat) for seat in range(position.seats)],
        "last": in_words(line, n, names) if n else None,
        "legal": [_move(position, token, names) for token in moves],
        "by_itself": moves[0] if len(moves) == 1 and telling.goes_by_itself(position) else "",
        "asks": telling.asks(position, names),
        "how_to": telling.how_to(position),
        "result": telling.result(position, names) if position.is_over else [],
        "tally": _tallied(telling.tally(position, names)) if position.is_over else None,
    }


def _tallied(tally: Tally | None) -> Tallied | None:
    if tally is None:
        return None
    return {"heads": list(tally.heads), "rows": [list(row) for row in tally.rows], "why": list(tally.why)}


def _pieces(items: Sequence[Item]) -> list[Piece]:
    return [
        {"says": item.says, "picture": item.picture, "text": item.text, "key": item.key} for item in items
    ]


def log(table: Table, start: int, end: int | None = None) -> list[TokenInWords]:
    """The tokens from `start` on, in words."""
    names, played = names_of(table), range(len(table.plays))
    return [in_words(table.line, n + 1, names) for n in played[start:end]]


def in_words(line: Line, n: int, names: Names = None) -> TokenInWords:
    """The nth token of a line in words."""
    play = line.plays[n - 1]
    words = line.game.telling.words(_apart(line.after(n - 1)), play.token, names)
    return {"n": n, "token": play.token, "seat": play.seat, "words": words, "level": play.level}


def _apart(position: Position) -> Position:
    """A copy of the position, so that what is computed to draw it is not kept in memory with the table."""
    return Position(position.game, position.state)


def names_of(table: Table) -> list[str]:
    """The names to use in sentences; empty for a computer, which goes by the name of its seat."""
    return [seat.name for seat in table.seats]


def _move(position: Position, token: str, names: Names) -> Legal:
    telling = position.game.telling
    steps, *others = ([_click(step) for step in way] for way in ways(position, token))
    move: Legal = {
        "token": token,
        "steps": steps,
        "words": telling.words(position, token, names),
        "costs": telling.costs(position, token),
    }
    if others:
        move["other_ways"] = others
    return move


def _click(step: Step) -> Click:
    click: Click = {"key": step.key, "label": step.label}
    if step.then:
        click["then"] = step.then
    return click
