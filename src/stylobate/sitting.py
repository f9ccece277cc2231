"""One sitting: a game at one keyboard, with people and computers in any seat.

    sitting = sit_down("colonnade", "Ada,3", {}, seed=1)
    sitting.play("b2a")               # Ada's
    choice = sitting.think()          # what level 3 would play; the same seed gives the same game
    sitting.play(choice.token)
    sitting.undo()                    # back to when a person last chose
    sitting.written(), sitting.keep() # its record; the same as a file, so that nothing played is ever lost

It knows what happens and neither prints nor draws: the plain terminal and the one with a mouse do.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from stylobate.chance import stream
from stylobate.errors import BadOption, BadRecord
from stylobate.folders import data_folder
from stylobate.game import Game, Position
from stylobate.ladder import called, ladder, plays
from stylobate.play.seat import Seat, level_in
from stylobate.players import Budget, Choice, Player, Stop, ask, best, player
from stylobate.record import Record
from stylobate.registry import load
from stylobate.style import style

HINT = Budget(seconds=2.0)


def sit_down(
    game: str,
    seats: str | None,
    options: Mapping[str, str],
    seed: int | None = None,
    record: Record | None = None,
) -> Sitting:
    """A sitting at this game, or where a record leaves off.

    `seats` names who sits where, with commas between; else those of the record play, or you and computers.
    """
    if record is None:
        record = Record(game, options=load(game).expand(options))
    sitters = list(record.seats) or None
    if seats is not None:
        sitters = [name.strip() for name in seats.split(",")]
        _check_computers(sitters, load(record.game))
    return Sitting(record, sitters, seed)


class Sitting:
    """Who sits where, the line they play on, and what chance and computers do there."""

    def __init__(self, record: Record, seats: list[str] | None = None, seed: int | None = None) -> None:
        self.game = load(record.game)
        self.record = record
        self.seed = seed
        self.line = record.line()
        self.names = _seated(self.game, seats, self.position.seats)
        self.computers: dict[int, Player] = {
            seat: player(level, self.game)
            for seat, name in enumerate(self.names)
            if plays(self.game, level := ladder(self.game).now_called(level_in(name)))
        }
        self._rng = stream(seed)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.line.position

    @property
    def is_for_a_person(self) -> bool:
        """Whether a person is to move."""
        return self.line.turn is not None and self.line.turn not in self.computers

    def play(self, token: str) -> None:
        """One token more; refuses one that is not legal."""
        self.line.play(token)

    def throw(self) -> str:
        """Let chance speak, and tell what it said."""
        token = self.position.sample(self._rng)
        self.line.play(token)
        return token

    def think(self, stop: Stop = lambda: False) -> Choice:
        """What the computer that is to move would play."""
        seed = None if self.seed is None else self.seed + len(self.line.plays)
        mover = self.computers[self.position.turn]
        return ask(mover, self.position, Budget(before=self.line.chosen), stop, seed)

    def hint(self, stop: Stop = lambda: False) -> Choice:
        """What the best player would play here."""
        return ask(best(self.game), self.position, HINT, stop)

    def undo(self) -> bool:
        """Take tokens back to the last time that a person chose one; False where there is no such time."""
        plays = self.line.plays
        for count in range(len(plays) - 1, -1, -1):
            if plays[count].seat is not None and plays[count].seat not in self.computers:
                self.line.cut(count)
                return True
        return False

    def resign(self, seat: int) -> str:
        """Give up, as at a table of the site: a side resigns when all its people have.  Tells what comes."""
        self.line.resign(seat)
        who = self.called(seat)
        if not self.line.is_between_two:
            level = ladder(self.game).middling
            self.names[seat] = Seat(self.names[seat], level=level).called
            self.computers[seat] = player(level, self.game)
            return f"{who} resigns; level {level} plays on."
        people = [one for one in range(self.position.seats) if one not in self.computers]
        ending = self.line.loss(seat, people)
        if ending is not None:
            self.line.end(ending)
            return f"{who} resigns."
        waits = [one for one in self.line.side_of(seat) if one in people and one not in self.line.resigned]
        partners = " and ".join(self.called(one) for one in waits)
        return f"{who} would resign; it goes on until {partners} resigns too."

    def result(self) -> list[str]:
        """Once it is over: who has won, then line by line why."""
        ending = self.line.ending
        if ending is not None and ending.seat is not None:
            return [f"{self.called(ending.seat)} resigns."]
        return self.game.telling.result(self.position, [*map(self.called, range(self.position.seats))])

    def called(self, seat: int) -> str:
        """A seat as people read it: the game's own name for it, and who sits there."""
        return f"{self.game.seat_name(seat)} ({called(self.names[seat])})"

    def written(self) -> Record:
        """The game so far, as a record."""
        day = self.record.date or date.today().isoformat()
        return Record.of(self.line, self.names, day, self.record.more, self.record.comments)

    def keep(self) -> Path:
        """Write the record into the user's own folder, to go on with it another day; tells where."""
        folder = data_folder()
        kept = folder / f"{self.game.id}-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        folder.mkdir(parents=True, exist_ok=True)
        kept.write_text(self.written().text(), "utf-8")
        return kept


def _check_computers(names: list[str], game: Game) -> None:
    """Refuse a computer that does not play this game: it would be taken for a person."""
    for level in map(level_in, names):
        if level.isdecimal() or level == "perfect" or style(game, level):
            player(level, game)


def _seated(game: Game, given: list[str] | None, seats: int) -> list[str]:
    if given is None:
        return ["you", *[ladder(game).middling] * (seats - 1)]
    found = [name.strip() for name in given]
    if len(found) != seats or not all(found):
        raise BadOption(
            f"--seats names {len(found)} seats; here {seats} play: name each, with commas between"
        )
    try:
        Record(game.id, seats=tuple(found))
    except BadRecord as error:
        raise BadOption(str(error)) from None
    return found
