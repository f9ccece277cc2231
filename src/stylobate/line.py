"""One game under way: its tokens, the position after each, who has left it, and how it ended.

    line = Line(load("columba"), {"players": "4"})
    line.play("*RRTT")                        # refuses what is not legal, and then nothing has changed
    line.position, line.turn, line.tokens     # where it stands
    line.undo(), line.cut(0)                  # one token back; back to the start
    line.resign(0)
    line.end(line.loss(0, people={0, 1}))     # seat 2 is a computer's: seats 1 and 3 have won
    line.ending                               # also where the rules themselves ended it

What is played anywhere (at a table on the site, at the keyboard, through the line protocol, in a record that
is replayed) is played on a line.  It knows the rules of the game and of leaving it, and neither people nor
clocks nor dice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from stylobate.errors import BadToken
from stylobate.game import CHANCE, OVER, Game, Position

How = Literal["played", "resigned", "time", "cancelled", "put-away", "closed"]
"""What ends a game: its rules, a side that gave up, a time that ran out, somebody who left before all
had moved, or who put away what they played against computers; or nobody ever began it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A token that was played: whose (None: chance's) and where it led.

    Whoever has a clock notes `at`, the time it was played; whoever proves the dice notes `throw`, its number;
    whoever lets computers play notes the `level` of the one that did.
    """

    token: str
    seat: int | None
    after: Position
    at: int
    throw: int | None
    level: str | None


@dataclass(frozen=True)
class Ending:
    """How it ended: who won, by what, and which seat brought it about (None: the rules)."""

    winners: tuple[int, ...]
    how: How
    seat: int | None = None

    @property
    def words(self) -> str:
        """What a record says of it; nothing where the game was simply played to its end."""
        match self.how:
            case "resigned":
                return f"seat {self.seat} resigned"
            case "time":
                return f"seat {self.seat} ran out of time"
            case "cancelled":
                return f"cancelled by seat {self.seat} before everybody had moved"
            case "put-away":
                return f"put away by seat {self.seat}"
            case "closed":
                return "never begun"
        return ""


class Line:
    """A game from its start to now.

    `plays` grows at its end alone and is read-only to others.  `sides` are the seats that win and lose
    together.
    """

    __slots__ = ("_ending", "_turn", "flagged", "game", "options", "plays", "resigned", "sides", "start")

    def __init__(self, game: Game, options: Mapping[str, str] = MappingProxyType({})) -> None:
        self.game = game
        self.options = dict(options)
        self.start = game.begin(options)
        self.sides = _sides(self.start)
        self.plays: list[Played] = []
        self.resigned: frozenset[int] = frozenset()
        self.flagged: frozenset[int] = frozenset()
        self._ending: Ending | None = None
        self._turn = self.start.turn

    def copy(self) -> Line:
        """A copy that can be played on without changing this line; the positions are shared."""
        twin = object.__new__(Line)
        twin.game, twin.options, twin.start, twin.sides = self.game, self.options, self.start, self.sides
        twin.plays = self.plays.copy()
        twin.resigned, twin.flagged = self.resigned, self.flagged
        twin._ending, twin._turn = self._ending, self._turn
        return twin

    @property
    def position(self) -> Position:
        """The current position."""
        return self.plays[-1].after if self.plays else self.start

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens that were played."""
        return tuple(play.token for play in self.plays)

    def after(self, count: int) -> Position:
        """The position after the first `count` tokens."""
        return self.plays[count - 1].after if count else self.start

    @property
    def is_over(self) -> bool:
        """Whether it has ended, by the rules or otherwise."""
        return self._turn == OVER or self._ending is not None

    @property
    def is_chance(self) -> bool:
        """Whether it is for chance to speak."""
        return self._turn == CHANCE and self._ending is None

    @property
    def ending(self) -> Ending | None:
        """How it ended; None while it goes on."""
        if self._ending is None and self._turn == OVER:
            return Ending(self.position.winners, "played")
        return self._ending

    @property
    def turn(self) -> int | None:
        """The seat to move; None where it is for chance to speak, and once it is over."""
        return self._turn if self._turn >= 0 and self._ending is None else None

    @property
    def turn_began(self) -> int:
        """How many tokens had been played when the turn of whoever is to move began.

        Only other seats end a turn: what chance did meanwhile is part of it.
        """
        mover, began = self.turn, len(self.plays)
        while began and self.plays[began - 1].seat in (None, mover):
            began -= 1
        return began

    @property
    def chosen(self) -> int:
        """How many tokens of this turn whoever is to move has played already."""
        return sum(play.seat is not None for play in self.plays[self.turn_began :])

    def trail(self, count: int) -> list[str]:
        """The tokens that a board after so many of them shows to have been played, oldest first.

        They are what was done since the turn of whoever moved before began: a throw, or the first move of
        one's own turn, leaves it to be seen what the other did.
        """
        later = (play.seat for play in self.plays[count:] if play.seat is not None)
        mover = next(later, self.position.turn)
        found: list[str] = []
        other = None
        for play in reversed(self.plays[:count]):
            if play.seat not in (None, other):
                if other is not None:
                    break
                other = play.seat if play.seat != mover else None
            found.append(play.token)
        return found[::-1]

    def play(self, token: str, at: int = 0, throw: int | None = None, level: str | None = None) -> None:
        """One token more; refuses one that is not legal."""
        if self._ending is not None:
            raise BadToken(f"“{token}” cannot be played: the game is over")
        before = self.position
        after = before.play(token)
        seat = None if self._turn == CHANCE else self._turn
        self.plays.append(Played(token, seat, after, at, throw, level))
        self._turn = after.turn
        vars(before).clear()  # of the past only what cannot be computed again: lists of moves are large

    def undo(self) -> Played:
        """Take back the last token."""
        if not self.plays:
            raise BadToken("there is nothing to take back")
        return self.cut(len(self.plays) - 1)[0]

    def cut(self, count: int) -> list[Played]:
        """Back to so many tokens; gives those taken back.

        Where somebody's leaving had ended the game, it has not, and they are back in it.
        """
        gone = self.plays[count:]
        del self.plays[count:]
        self._turn = self.position.turn
        if self._ending is not None:
            self.resigned = self.flagged = frozenset()
            self._ending = None
        return gone

    def resign(self, seat: int) -> None:
        """This seat gives up; `loss` says what follows from that."""
        self.resigned |= {seat}

    def flag(self, seat: int) -> None:
        """This seat's time has run out; `loss` says what follows from that."""
        self.flagged |= {seat}

    @property
    def is_between_two(self) -> bool:
        """Whether two sides play, so that one of them wins if the other leaves.

        Among more nobody wins by that: somebody else, such as a computer, plays on for whoever has left.
        """
        return len(self.sides) <= 2

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats of this seat's side: itself and its partners."""
        return next(side for side in self.sides if seat in side)

    def loss(self, seat: int, people: Collection[int]) -> Ending | None:
        """How the game ends by the leaving of this seat; None: it goes on.

        It ends only between two sides: at once where a time has run out, and otherwise when every one of
        `people`, the seats that computers do not play, has resigned on that side.
        """
        if not self.is_between_two:
            return None
        side = self.side_of(seat)
        by_time = seat in self.flagged
        if not by_time and any(one in people and one not in self.resigned for one in side):
            return None
        winners = tuple(sorted(one for other in self.sides if other != side for one in other))
        return Ending(winners, "time" if by_time else "resigned", seat)

    def end(self, ending: Ending) -> None:
        """End the game this way, even if the position is not over."""
        self._ending = ending


def _sides(position: Position) -> tuple[tuple[int, ...], ...]:
    of = position.sides
    return tuple(tuple(seat for seat, side in enumerate(of) if side == one) for one in dict.fromkeys(of))
