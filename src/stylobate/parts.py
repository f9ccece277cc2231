"""What a game brings, part by part.

A game is one folder, a Python package, whose `__init__.py` holds `GAME`, a `stylobate.game.Game`.  Beside it
lie its parts, each a module (or a folder) of the name below with the functions that its protocol lists:

    rules      the kernel, the start, how many sit       `Rules`      needed
    notation   tokens and positions as text              `Notation`   needed
    drawing    the board in letters and as a picture     `Drawing`
    telling    what happens, in words; the clicks        `Telling`
    colours    the roles of its pictures, with colours   (`stylobate.palette`)
    sheet      a blank score sheet to print              `Paper`
    solver     perfect play                              `Solver`
    mind       what a good player sees                   (`stylobate.mind`)
    space      numbers and observations for learners     (`stylobate.space`)
    ladder.json  its computers, weakest first (`stylobate.ladder`)
    guide.md   how it is played (`stylobate.guide`)
    lesson.md  a guided first game (`stylobate.lesson`)
    page/      what a browser gets (`stylobate.page`)

What a game does not bring, a whole part or one function of it, `stylobate.plain` has; only lessons, sheets,
solvers and minds have no plain ones.  `Game.rules`, `Game.notation` … are the parts with that filled in:
whoever uses them need not ask what is there.  They are loaded when first used, because rules bring the
compiler along.

`python -m stylobate.conformance NAME` says in sentences what of all this is missing or wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from pathlib import Path

    from _typeshed import SupportsRichComparison

    from stylobate.game import Position
    from stylobate.kernel import Kernel, State
    from stylobate.sheet import Sheet
    from stylobate.telling import Names, Step, Switches

Part = TypeVar("Part")

Starts = Literal["lot", "dice", "host"]
"""How the first seat is found: by lot, by a throw that all see, or as the host has seated them."""

Stop = Callable[[], bool]
"""Asked again and again by whatever takes long: whether it should end now."""

Progress = Callable[[int, int], None]
"""Told again and again by whatever takes long: so much is done, of so much."""


class Rules(Protocol):
    """`rules.py`: the game itself."""

    @property
    def KERNEL(self) -> Kernel:  # noqa: N802
        """The rules as seven compiled functions (`stylobate.kernel`)."""

    def start(self, options: Mapping[str, str]) -> State:
        """The first state under these options, all of which are given."""

    def seats(self, s: State) -> int:
        """How many play; plain: the only number that `Game.players` has."""

    def sides(self, s: State) -> Sequence[int]:
        """The side that each seat plays for, partners the same; plain: everybody for themselves."""

    def longest(self, s: State) -> tuple[int, int]:
        """The most tokens that can follow here: of seats, and of chance; plain: 10,000 of each."""


class Notation(Protocol):
    """`notation.py`: tokens and positions as text that people can read and type."""

    def token(self, s: State, action: int) -> str:
        """How a legal action is written: printable ASCII without spaces or `#`; chance's begin with `*`."""

    def action(self, s: State, text: str) -> int:
        """The action that a token means, legal or not; raises `BadToken` for what is none of this game."""

    def write(self, s: State) -> str:
        """The position as one line of text without `_` or `#`."""

    def read(self, text: str) -> State:
        """The position that such a line tells; raises `BadPosition` for what no play could have made."""

    def explain(self, s: State, action: int) -> str:
        """Why this action is not legal here; plain: that it is not."""

    def options(self, s: State) -> Mapping[str, str]:
        """The options that a position shows by itself to be played under; plain: none."""


class Drawing(Protocol):
    """`drawing.py`: the board to look at."""

    def text(self, position: Position, last: str | None = None) -> str:
        """The board as lines of letters, `last`, the token that led here, marked; plain: its notation."""

    def svg(
        self,
        position: Position,
        last: str | None = None,
        hints: bool = False,
        controls: bool = False,
        earlier: Sequence[str] = (),
    ) -> str:
        """The board as a picture (see `Position.svg`).

        Marks that a newcomer would not know say what they mean (`stylobate.drawing.telling`).
        plain: the lines of letters, in our own lettering."""

    def spread(
        self,
        position: Position,
        last: str | None = None,
        hints: bool = False,
        earlier: Sequence[str] = (),
    ) -> Spread:
        """The same taken apart, with controls, for a page to lay out; plain: the whole as the board."""

    def cells(
        self, position: Position, last: str | None = None, large: bool = False
    ) -> Sequence[Sequence[Cell]]:
        """The board in letters and colours, line by line, for a terminal with a mouse.

        Best at most 51 columns wide and 13 lines high; `large` where a window has room for larger squares.
        plain: `text`."""

    def beside(self, position: Position) -> Beside:
        """What a terminal keeps in sight beside these cells, which may outgrow its window; plain: nothing."""

    def sign(self, seat: int) -> str:
        """A small picture of the piece that a seat plays with; plain: a disc of a colour of its own."""


class Telling(Protocol):
    """`telling.py`: what happens, in words, and the clicks that build a move (see `stylobate.telling`).

    `names` are people's, a seat each, in place of the seats' own.
    """

    def words(self, position: Position, token: str, names: Names = None) -> str:
        """A legal token in words, played from here: “Red moves two checkers from b onto a …”."""

    def asks(self, position: Position, names: Names = None) -> str:
        """What is asked of whoever is to move; at a throw or draw what is about to happen; else nothing."""

    def how_to(self, position: Position) -> str:
        """What one can do in the phase one is in, in two or three sentences.

        How it is scored and how it ends is in the guide already (`stylobate.minute`).
        plain: what the guide says of a turn."""

    def steps(self, position: Position, token: str) -> tuple[Step, ...]:
        """The clicks that build a legal token; plain: one, on a button that bears the token."""

    def other_ways(self, position: Position, token: str) -> Sequence[tuple[Step, ...]]:
        """Other orders of clicks that build the same token; plain: none."""

    def switches(self, position: Position) -> Switches | None:
        """What may be clicked singly, in any number and order, to choose a token together; plain: nothing."""

    def order(self, token: str) -> SupportsRichComparison:
        """A key to sort tokens by, as the game would list its choices; plain: the token, so ASCII order."""

    def squares(self, position: Position, names: Names = None) -> dict[str, str]:
        """Every square of the board by its key, with its name and what stands there; plain: none."""

    def why_not(self, position: Position, chosen: Sequence[str], key: str) -> str:
        """Why a square is no choice after the clicks chosen so far; any word may come as its key.

        `stylobate.telling.why_not` asks it where it is none.  plain: what is asked is said again."""

    def result(self, position: Position, names: Names = None) -> list[str]:
        """Once it is over: who has won, then line by line why."""

    def tally(self, position: Position, names: Names = None) -> Tally | None:
        """The same as a table, for a page; plain: the points, where there are any."""

    def points(self, position: Position, seat: int) -> str:
        """How a seat's points come about, in a sentence; plain: nothing."""

    def costs(self, position: Position, token: str) -> str:
        """What this token would give away for good, so that a page asks first; plain: nothing."""

    def goes_by_itself(self, position: Position) -> bool:
        """Whether the only legal token may be played by itself, a moment later; plain: never."""


@dataclass(frozen=True)
class Tally:
    """A result as a table: a heading for each column, and a row for each seat.

    `why` tells in sentences what the numbers do not: why it ended, what decided.  If something else than the
    points did, `decided` names it in few words, such as “level 3”.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    why: tuple[str, ...] = ()
    decided: str = ""


@dataclass(frozen=True)
class Item:
    """Something to be seen beside the board: a small picture, a few letters, or both.

    The picture is shown as large as it says, in pixels; it has no lettering, for `text` is real text.  `says`
    is all of it in words, for who cannot see it and for who wonders what it is.  What may be chosen by a step
    can be taken from here as well: `key` is that step's.
    """

    says: str
    picture: str = ""
    text: str = ""
    key: str = ""


@dataclass(frozen=True)
class Spread:
    """A drawing taken apart: the board by itself, and what a page lays beside it as it has room.

    `board` is a picture with controls: nothing on it but what is played on, so that it can be large.  `hand`
    is what the one to move holds, a card or dice; `trays` are what each seat has, in the seats' order;
    `aside` is what belongs to nobody.  The page has names and points without them.

    A board that may outgrow any window names the side of its `square` and brings a small `chart` of itself in
    the same coordinates: pages never show its squares smaller than a thumb needs, and show a part instead.
    """

    board: str
    hand: Sequence[Item] = ()
    trays: Sequence[Sequence[Item]] = ()
    aside: Sequence[Item] = ()
    square: float | None = None
    chart: str = ""


@dataclass(frozen=True)
class Cell:
    """A few letters in a line of a board: in which role, on which, and what a click there means.

    Without roles it is written as usual on cloth.  A letter is one column wide.  `keys` are squares or steps
    (`stylobate.telling`), and the first that leads on is meant: a checker may be picked, or lies on a square.
    """

    text: str
    ink: str = ""
    ground: str = ""
    keys: tuple[str, ...] = ()


WIDEST_HAND, WIDEST_TRAY = 51, 23  # columns, in a terminal that has 80


@dataclass(frozen=True)
class Beside:
    """What stays in sight where a terminal shows only a part of a board, in cells.

    `hand` are lines above the board: what the one to move holds.  `trays` are what each seat has, a line for
    each in the seats' order, below its name.  `rulers` are how many lines at the top of the board and columns
    at its left stay while the rest is moved.
    """

    hand: Sequence[Sequence[Cell]] = ()
    trays: Sequence[Sequence[Cell]] = ()
    rulers: tuple[int, int] = (0, 0)


class Paper(Protocol):
    """`sheet.py`: for a game that is written down while it is played."""

    def blank(self) -> Sheet:
        """One empty score sheet."""


@dataclass(frozen=True)
class Outcome:
    """What the seat to move gets when all play their best: a share of the win, and after how many moves.

    `payoff` is 1 for a win and 0 for a loss.  `distance` counts the moves of all, the one in question
    included; it is None where the solver does not know it.
    """

    payoff: float
    distance: int | None = None

    @property
    def wins(self) -> bool:
        """Whether it is a win for certain."""
        return self.payoff == 1.0

    @property
    def word(self) -> str:
        """“win”, “loss”, or the share of the win that is to be expected."""
        return {1.0: "win", 0.0: "loss"}.get(self.payoff, f"{self.payoff:.3f}")

    @property
    def worth(self) -> tuple[float, int]:
        """A sort key: a larger share of the win is better, then winning soon, or losing late."""
        late = self.distance or 0
        return self.payoff, -late if self.payoff > 0.5 else late


@dataclass(frozen=True)
class Answer:
    """What a position is worth to the seat to move, what each of its moves leads to, and the best of them.

    Of moves that are equally good the best is the first in ASCII order.  It is empty where nobody is to move.
    """

    outcome: Outcome
    moves: Mapping[str, Outcome]
    best: str

    @property
    def wins(self) -> bool:
        """Whether the seat to move wins for certain."""
        return self.outcome.wins

    @property
    def distance(self) -> int | None:
        """After how many moves, of all seats together, the game ends."""
        return self.outcome.distance


class Solved(Protocol):
    """What `Solver.solve` has made: a file, and what there is to tell about it."""

    @property
    def path(self) -> Path:
        """The file that the solution was written into."""

    def report(self) -> Sequence[str]:
        """What was found, as lines of a table; the first is its heading."""

    def verify(self, positions: int, seed: int | None, progress: Progress) -> None:
        """Value so many random positions again by other means; raises `BadFile` at the first wrong one."""


class Solver(Protocol):
    """What `solver()` in a game's `solver` gives: perfect play.  Many threads may ask at once."""

    @property
    def largest(self) -> int:
        """The size of the whole game, whatever the game counts by: checkers, say."""

    @property
    def troubles(self) -> Mapping[Path, str]:
        """Files of its own that it found damaged and did without, each with what was wrong."""

    def ready(self, position: Position) -> bool:
        """Whether an answer about this position would come at once."""

    def prepare(self, position: Position, stop: Stop) -> bool:
        """Compute what answers about this position need; False if `stop` ended that early."""

    def answer(self, position: Position) -> Answer:
        """The value of a position and of each of its moves; prepares first what it needs."""

    def using(self, solution: Path) -> Solver:
        """A solver that answers from this file; raises `BadFile` if it is none of `solve`."""

    def solve(self, size: int, threads: int, out: Path | None, progress: Progress) -> Solved:
        """Value all positions up to this size and keep that in a file, else in the user's cache folder.

        It may be interrupted at any time, and then goes on from there when it is called again.  `threads` 0
        means as many as there are cores.
        """


def best_line(solver: Solver, position: Position) -> list[str]:
    """The moves from here to the end, or to the next throw, when all play their best."""
    line = []
    while position.turn >= 0:
        line.append(solver.answer(position).best)
        position = position.play(line[-1])
    return line


@dataclass(frozen=True)
class Portrait:
    """A position that shows what the game is like, for its card on the front page.

    `last` is the token that led there.  `part` is what to show of the drawing, as SVG writes a view box; best
    three wide to two high.
    """

    position: str
    last: str | None = None
    part: str | None = None


@dataclass(frozen=True)
class Key:
    """A key that the game's widget listens to besides those of the house: what is on it, what it does."""

    cap: str
    does: str


def filled(brought: ModuleType | None, plain: Part) -> Part:
    """The part that a game brings, with what it lacks from the plain one."""
    return cast(Part, _Filled(brought, plain)) if brought else plain


class _Filled:
    """Looks a function up once, in the game's module or else in the plain part, and keeps it."""

    def __init__(self, brought: ModuleType, plain: object) -> None:
        self._brought = brought
        self._plain = plain

    def __getattr__(self, name: str) -> Any:
        own = vars(self._brought)
        found = own[name] if name in own else getattr(self._plain, name)
        self.__dict__[name] = found
        return found
