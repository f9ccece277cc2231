"""Games and positions, as a program meets them.

    >>> import stylobate
    >>> position = stylobate.load("colonnade").start()
    >>> position.legal
    ('b2a', 'b2c', 'd2c', 'd2e', 'f2e', 'f2g', 'h2g')
    >>> str(position.play("b2a"))
    'B4/B1/R3/B3/R3/B3/R3/B3 B'

A `Game` is what it is called and how to begin it; a `Position` is one moment of it, never changed once made.
Nothing here knows any single game: each brings its parts (`stylobate.parts`).  Those are imported when first
needed, so that asking what games there are costs no compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from stylobate.colours import HOUSE
from stylobate.drawing import silent
from stylobate.errors import BadGame, BadOption, BadPosition, BadToken
from stylobate.minute import Minute, read
from stylobate.palette import Palette, Picture, Theme, painted
from stylobate.parts import Part, filled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from stylobate.chance import Rng
    from stylobate.kernel import Kernel, State
    from stylobate.mind import Mind
    from stylobate.page import Page
    from stylobate.parts import Drawing, Key, Notation, Paper, Portrait, Rules, Solver, Starts, Telling
    from stylobate.space import Space

CHANCE = -1
OVER = -2


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Options as people write them, `key=value` each."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadOption(f"“{word}” is not an option; options are written key=value")
        if name in options:
            raise BadOption(f"the option “{name}” is given twice")
        options[name] = value
    return options


@dataclass(frozen=True)
class Option:
    """A choice made before the game: its name, what it may be, what it changes.

    `choices` lists all values with a line each on what they change.  Where it is empty any text may be given:
    `expand` then checks it and gives what a record keeps, such as the contents in place of a file's name.
    """

    name: str
    default: str
    summary: str
    choices: Mapping[str, str]
    expand: Callable[[str], str] | None = None

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True)
class Game:
    """One of the games: its names, its options, its parts, and the way to its positions.

    `package` is the folder that it lives in, as Python calls it: a game's `__init__.py` says `__name__`.
    `shelf` is its place on the front page: lower numbers stand first, equal ones by title.  Where chance
    `draws_cards` and throws no dice, pages say so.
    """

    id: str
    package: str
    title: str
    author: str
    year: int | None
    rules_version: int
    players: tuple[int, ...]
    seat_names: tuple[str, ...]
    has_chance: bool
    minutes: int
    summary: str
    options: tuple[Option, ...] = ()
    credits: str = ""
    starts: Starts = "lot"
    has_points: bool = True
    portrait: Portrait | None = None
    keys: tuple[Key, ...] = ()
    shelf: int = 100
    draws_cards: bool = False

    def __hash__(self) -> int:
        return hash(self.id)

    def start(self, **options: object) -> Position:
        """The first position, under these options; `setup="…"` starts from a position text instead."""
        return self.begin({name: str(value) for name, value in options.items()})

    def begin(self, options: Mapping[str, str]) -> Position:
        """The first position, under options given as text."""
        chosen = self.complete(options)
        setup = chosen.pop("setup", None)
        if setup is None:
            return Position(self, self.rules.start(chosen))
        position = self.position(setup.replace("_", " "))
        shown = self.notation.options(position.state)
        for name, value in options.items():
            if name != "setup" and name not in shown:
                raise BadOption(f"{name}= cannot stand beside setup=, which says it all")
            if shown.get(name, value) != value:
                raise BadOption(f"{name}={value} does not agree with setup=, where {name}={shown[name]}")
        return position

    def complete(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values: those given, checked, and the defaults of the others."""
        return {option.name: option.default for option in self.options} | self.expand(options)

    def expand(self, options: Mapping[str, str]) -> dict[str, str]:
        """The options given, checked, as a record keeps them."""
        known = {option.name: option for option in self.options}
        kept: dict[str, str] = {}
        for name, value in options.items():
            if name != "setup" and name not in known:
                names = ", ".join([*known, "setup"])
                raise BadOption(f"{self.title} has no option “{name}”; it has {names}")
            option = known.get(name)
            if option and option.choices and value not in option.choices:
                raise BadOption(f"{name}={value} cannot be; {name} is one of {', '.join(option.choices)}")
            kept[name] = option.expand(value) if option and option.expand else value
        if "setup" in kept:
            kept["setup"] = "_".join(kept["setup"].split())
        return kept

    def position(self, text: str) -> Position:
        """The position written as a line of text, the form that `str(position)` gives."""
        if len(text) > 20_000:
            raise BadPosition(f"a position text of {len(text)} characters is too long to be one")
        return Position(self, self.notation.read(text))

    def seat_name(self, seat: int) -> str:
        """The game's own name for a seat: Red, Light, Ink …"""
        return self.seat_names[seat]

    @property
    def byline(self) -> str:
        """Title and author, as they are shown together everywhere."""
        year = f", {self.year}" if self.year else ""
        return f"{self.title}, by {self.author}{year}" if self.author else f"{self.title} (author unnamed)"

    @cached_property
    def rules(self) -> Rules:
        """The game itself: its kernel, its start, its seats."""
        from stylobate.plain.rules import PlainRules

        return self._filled("rules", PlainRules(self))

    @cached_property
    def notation(self) -> Notation:
        """How its tokens and positions are written as text."""
        from stylobate.plain.notation import PlainNotation

        return self._filled("notation", PlainNotation(self))

    @cached_property
    def drawing(self) -> Drawing:
        """Its pictures."""
        from stylobate.plain.drawing import PlainDrawing

        return self._filled("drawing", PlainDrawing(self))

    @cached_property
    def palettes(self) -> tuple[Palette, ...]:
        """The colours of the roles in its pictures: the house's and, if it has any, its own."""
        if not self.brings("colours"):
            return (HOUSE,)
        own = getattr(self._module("colours"), "PALETTE", None)
        if not isinstance(own, Palette):
            raise BadGame(f"{self.package}.colours must hold a Palette under the name PALETTE")
        return HOUSE, own

    @cached_property
    def telling(self) -> Telling:
        """Words for its moves and positions, and the clicks that make a move."""
        from stylobate.plain.telling import PlainTelling

        return self._filled("telling", PlainTelling(self))

    @cached_property
    def guide(self) -> str:
        """How the game is played, in our own words, as Markdown."""
        plain = f"# {self.title}\n\n{self.byline}.\n\n{self.summary}\n\n```figure\ncaption: The start.\n```\n"
        return self._text("guide.md") or plain

    @cached_property
    def lesson(self) -> str:
        """A first game in steps, as Markdown; empty where the game brings none."""
        return self._text("lesson.md")

    @cached_property
    def minute(self) -> Minute:
        """The game in a minute, as its guide tells it; without that, its summary is the goal."""
        try:
            return read(self.guide) or Minute(self.summary)
        except BadGame as error:
            raise BadGame(f"{self.title}'s guide: {error}") from None

    @cached_property
    def page(self) -> Page:
        """The files and pictures that a browser gets."""
        from stylobate.page import Page

        return Page(self)

    @property
    def sheet(self) -> Paper | None:
        """Its blank score sheet, if it is a game that players write down."""
        return cast("Paper", self._module("sheet")) if self.brings("sheet") else None

    @property
    def solver(self) -> Solver | None:
        """Perfect play, where the game is solved."""
        if not self.brings("solver"):
            return None
        solver: Solver = self._module("solver").solver()
        return solver

    @property
    def mind(self) -> Mind | None:
        """What it knows beyond its rules, if anything was taught to it."""
        if not self.brings("mind"):
            return None
        mind: Mind = self._module("mind").MIND
        return mind

    @cached_property
    def space(self) -> Space:
        """Its bounded numbers for actions and its observations, as learners want them."""
        from stylobate.plain.space import plain

        if not self.brings("space"):
            return plain(self.kernel)
        space: Space = self._module("space").SPACE
        return space

    @property
    def kernel(self) -> Kernel:
        """The rules as compiled functions."""
        return self.rules.KERNEL

    def brings(self, part: str) -> bool:
        """Whether the game's folder has a part of this name; does not import it."""
        return _is_there(f"{self.package}.{part}")

    def _text(self, name: str) -> str:
        """What a file of the game's folder says; empty where there is no such file."""
        from importlib import resources  # brings a good deal along

        file = resources.files(self.package).joinpath(name)
        return file.read_text("utf-8") if file.is_file() else ""

    def _filled(self, name: str, plain: Part) -> Part:
        return filled(self._module(name) if self.brings(name) else None, plain)

    def _module(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.package,)


@cache
def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what should be the folder is none
        return False


def _game_of(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


class Position:
    """One moment of a game.  It never changes: playing gives a new position."""

    __slots__ = ("__dict__", "_state", "game")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self._state = state

    @property
    def state(self) -> State:
        """A copy of the array that the kernel works on."""
        return self._state.copy()

    @cached_property
    def turn(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        return int(self.game.kernel.turn(self._state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == OVER

    @property
    def is_chance(self) -> bool:
        """Whether this is a chance node: dice are to be thrown or a card is to be drawn."""
        return self.turn == CHANCE

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.game.rules.seats(self._state))

    @property
    def sides(self) -> tuple[int, ...]:
        """The side that each seat plays for: partners have the same, all others one of their own."""
        return tuple(self.game.rules.sides(self._state))

    @cached_property
    def actions(self) -> dict[str, int]:
        """Every legal token with the kernel's number for it, tokens in ASCII order."""
        token, state = self.game.notation.token, self._state
        return dict(sorted((token(state, action), action) for action in self._legal_actions().tolist()))

    @property
    def legal(self) -> tuple[str, ...]:
        """Every legal token, in ASCII order; at a chance node its outcomes; none when it is over."""
        return tuple(self.actions)

    @cached_property
    def chance(self) -> dict[str, Fraction]:
        """Every outcome of chance with its exact probability; empty where this is no chance node."""
        if not self.is_chance:
            return {}
        import numpy as np

        actions = self._legal_actions().tolist()
        weights = np.empty(self.game.kernel.width, dtype=np.int64)
        total = int(self.game.kernel.weights(self._state, weights))
        weight_of = dict(zip(actions, weights[: len(actions)].tolist(), strict=True))
        share = {weight: Fraction(weight, total) for weight in set(weight_of.values())}
        return {token: share[weight_of[action]] for token, action in self.actions.items()}

    def play(self, *tokens: str) -> Position:
        """The position after these tokens; refuses the first that is not legal."""
        position = self
        for token in tokens:
            position = position._after(token)
        return position

    def sample(self, rng: Rng) -> str:
        """One outcome of chance, drawn with its exact probability from a `stylobate.chance.stream`."""
        if not self.is_chance:
            raise BadToken("it is not for chance to speak here")
        return self.token(int(self.game.kernel.sample(self._state, rng)))

    def token(self, action: int) -> str:
        """The token of an action of the kernel, in this position."""
        return self.game.notation.token(self._state, action)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat, as if the game were scored now."""
        import numpy as np

        out = np.empty(self.seats, dtype=np.int64)
        self.game.kernel.scores(self._state, out)
        return tuple(out.tolist())

    @cached_property
    def payoff(self) -> tuple[float, ...]:
        """What the end is worth to each seat: 1 for a win, divided if it is shared; empty before the end."""
        if not self.is_over:
            return ()
        import numpy as np

        out = np.empty(self.seats, dtype=np.float64)
        self.game.kernel.payoff(self._state, out)
        return tuple(float(share) for share in out)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several where they share it; none while the game goes on."""
        return tuple(seat for seat, share in enumerate(self.payoff) if share > 0)

    def text(self, last: str | None = None) -> str:
        """The board as lines of text; `last` is the token that led here, to be marked."""
        return self.game.drawing.text(self, last)

    def svg(
        self,
        last: str | None = None,
        hints: bool = False,
        controls: bool = False,
        earlier: Sequence[str] = (),
        theme: Theme = "light",
    ) -> Picture:
        """The board as a picture.

        `last` marks the token that led here, and `earlier` more faintly those before it, so that a throw does
        not wipe out what was done before it.  `hints` shows the legal moves, and `controls` lays over every
        square something for a page to make a control of (see `stylobate.telling`).  `theme` is light or dark;
        a page that has the palette's style sheet asks for `page`.
        """
        drawn = self.game.drawing.svg(self, last, hints, controls, earlier)
        return painted(drawn if controls else silent(drawn), theme, *self.game.palettes)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _after(self, token: str) -> Position:
        if self.is_over:
            raise BadToken(f"“{token}” cannot be played: the game is over")
        after = self.state
        self.game.kernel.apply(after, self.action(token))
        return Position(self.game, after)

    def action(self, token: str) -> int:
        """The kernel's action that a token means here, if it is legal.

        Where all tokens are written already it is looked up.  Else it is read, which costs less than to write
        all others: most positions are only passed through.
        """
        written: dict[str, int] = self.__dict__.get("actions", {})
        if token in written:
            return written[token]
        action = self.game.notation.action(self._state, token)
        legal = self._legal_actions()
        place = legal.searchsorted(action)
        if place == len(legal) or legal[place] != action or self.token(action) != token:
            raise BadToken(self._refusal(token, action))
        return action

    def _legal_actions(self) -> NDArray[np.int64]:
        """The kernel's numbers for all that is legal."""
        import numpy as np

        out = np.empty(self.game.kernel.width, dtype=np.int64)
        return out[: self.game.kernel.legal(self._state, out)]

    def _refusal(self, token: str, action: int) -> str:
        why = self.game.notation.explain(self._state, action)
        shown = ", ".join(self.legal[:12])
        more = f" and {len(self.legal) - 12} more" if len(self.legal) > 12 else ""
        return f"“{token}” is not legal here: {why}; legal: {shown}{more}"

    def __str__(self) -> str:
        return self.game.notation.write(self._state)

    def __repr__(self) -> str:
        return f"<{self.game.title} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.id == other.game.id and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.game.id, self._state.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self._state.tobytes())


def _restore(game: Game, state: bytes) -> Position:
    import numpy as np

    return Position(game, np.frombuffer(state, dtype=np.int16).copy())
