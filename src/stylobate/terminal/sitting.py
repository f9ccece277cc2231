"""One sitting: asks each seat in turn, plays its token, shows the board and keeps the record.

Nothing typed is ever lost: a game left in the middle is saved and the way back to it is told.
"""

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.text import Text

from stylobate.chance import stream
from stylobate.errors import BadOption, BadRecord, StylobateError
from stylobate.game import Game, Position
from stylobate.ladder import called, ladder
from stylobate.line import Ending
from stylobate.play.seat import Seat, level_in
from stylobate.players import Budget, Player, ask, best, names, player
from stylobate.record import Record
from stylobate.terminal.choices import meant, show_choices

HINT = Budget(seconds=2.0)
HELP = """\
  b2a or 3     play a token, or the move with that number
  moves        list the legal moves         board     show the board again
  undo         take back your last move     hint      ask the best player
  save FILE    write the record             resign    give the game up
  how          how this is played           quit      leave; the game is kept
  help         this list"""


class Sitting:
    """A game at one keyboard."""

    def __init__(
        self,
        game: Game,
        seats: list[str] | None,
        record: Record,
        seed: int | None,
        console: Console,
        ask_for: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self.record = record
        self.seed = seed
        self.console = console
        self._rng = stream(seed)
        self._words = game.telling
        self._ask_for = ask_for or console.input
        self.line = record.line()
        self.names = _seated(game, seats, self.position.seats)
        self.computers: dict[int, Player] = {
            seat: player(level, game)
            for seat, name in enumerate(self.names)
            if (level := ladder(game).now_called(level_in(name))) in names(game)
        }

    @property
    def position(self) -> Position:
        """The current position."""
        return self.line.position

    def play(self) -> None:
        """Play until the game is over, or everybody has left."""
        self.console.print(f"[bold]{self.game.byline}[/bold]")
        self.console.print(self.game.minute.goal, markup=False)
        self.console.print("Type help for what you can say.", style="dim")
        self._board()
        try:
            while (ending := self.line.ending) is None:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            self._leave()
            return
        self._end(ending)

    def _turn(self) -> None:
        position = self.position
        if position.is_chance:
            self._play(position.sample(self._rng), "Chance")
            self._board_for_a_person()
        elif position.turn in self.computers:
            self._computer(position.turn)
        else:
            self._person(position.turn)

    def _computer(self, seat: int) -> None:
        with self.console.status(f"{self._who(seat)} is thinking …"):
            seed = None if self.seed is None else self.seed + len(self.line.plays)
            choice = ask(self.computers[seat], self.position, Budget(before=self.line.chosen), seed=seed)
        self._play(choice.token, self._who(seat))
        self._board_for_a_person()

    def _board_for_a_person(self) -> None:
        """Show the board, unless only computers play."""
        if self.position.is_over or self._is_for_a_person():
            self._board()

    def _is_for_a_person(self) -> bool:
        return self.position.turn >= 0 and self.position.turn not in self.computers

    def _person(self, seat: int) -> None:
        typed = self._ask_for(f"{self._who(seat)}, your move: ").strip()
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": self._board,
            "help": lambda: self.console.print(HELP, markup=False),
            "moves": self._moves,
            "board": self._board,
            "how": self._how,
            "undo": self._undo,
            "hint": self._hint,
            "save": lambda: self._save(rest.strip()),
            "resign": lambda: self._resign(seat),
        }
        if word == "quit":
            raise EOFError
        if word in commands:
            commands[word]()
            return
        try:
            self._play(meant(self.position, typed), None)
        except StylobateError as error:
            self.console.print(f"{error}", style="red", markup=False)
            return
        if not self.position.is_chance:
            self._board()

    def _play(self, token: str, who: str | None) -> None:
        before = self.position
        self.line.play(token)
        if who is not None:
            said = Text.assemble(
                f"{who}: ", (token, "bold"), (f"  {self._words.words(before, token)}", "dim")
            )
            self.console.print(said)

    def _board(self) -> None:
        self.console.print()
        last = self.line.plays[-1].token if self.line.plays else None
        self.console.print(self.position.text(last), markup=False)
        if self._is_for_a_person():
            self._moves()
            self.console.print(self._words.asks(self.position), style="italic", markup=False)

    def _moves(self) -> None:
        show_choices(self.position, self.console)

    def _how(self) -> None:
        """What one can do now, how one scores, how it ends."""
        told = self.game.minute
        for said in filter(None, (self._words.how_to(self.position), told.scoring, told.end)):
            self.console.print(said, markup=False)

    def _undo(self) -> None:
        """Take tokens back to the last time that a person chose one."""
        plays = self.line.plays
        for count in range(len(plays) - 1, -1, -1):
            if plays[count].seat is not None and plays[count].seat not in self.computers:
                self.line.cut(count)
                self._board()
                return
        self.console.print("There is nothing to take back.")

    def _resign(self, seat: int) -> None:
        """Give up, as at a table of the site: a side resigns when all its people have."""
        self.line.resign(seat)
        if not self.line.is_between_two:
            level = ladder(self.game).middling
            self.console.print(f"{self._who(seat)} resigns; level {level} plays on.", markup=False)
            self.names[seat] = Seat(self.names[seat], level=level).called
            self.computers[seat] = player(level, self.game)
            return
        people = [one for one in range(self.position.seats) if one not in self.computers]
        ending = self.line.loss(seat, people)
        if ending is not None:
            self.line.end(ending)
            return
        waits = [one for one in self.line.side_of(seat) if one in people and one not in self.line.resigned]
        partners = " and ".join(self._who(one) for one in waits)
        self.console.print(
            f"{self._who(seat)} would resign; it goes on until {partners} resigns too.", markup=False
        )

    def _hint(self) -> None:
        with self.console.status("thinking …"):
            choice = ask(best(self.game), self.position, HINT)
        about = ", ".join(f"{name} {value}" for name, value in choice.about.items())
        self.console.print(f"Perhaps [bold]{choice.token}[/bold]" + (f" ({about})" if about else ""))

    def _save(self, name: str) -> None:
        if not name:
            self.console.print("Say where: save FILE")
            return
        try:
            Path(name).expanduser().write_text(self.written().text(), "utf-8")
        except OSError as error:
            self.console.print(f"Could not save: {error.strerror}: {name}", style="red", markup=False)
            return
        self.console.print(f"Saved as {name}.", markup=False)

    def written(self) -> Record:
        """The game so far, as a record."""
        day = self.record.date or date.today().isoformat()
        return Record.of(self.line, self.names, day, self.record.more, self.record.comments)

    def _leave(self) -> None:
        self.console.print()
        if not self.line.plays:
            return
        folder = Path(platformdirs.user_data_dir("stylobate", appauthor=False))
        kept = folder / f"{self.game.id}-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            kept.write_text(self.written().text(), "utf-8")
        except OSError:
            self.console.print("The game could not be kept as a file; here it is:")
            self.console.print(self.written().text(), markup=False)
            return
        self.console.print("Your game is kept; go on with it by", markup=False)
        self.console.print(f"  stylobate play --resume {kept}", markup=False, soft_wrap=True)

    def _end(self, ending: Ending) -> None:
        self.console.print()
        if ending.seat is not None:
            self.console.print(f"{self._who(ending.seat)} resigns.", markup=False)
            return
        everybody = [self._who(seat) for seat in range(self.position.seats)]
        who, *why = self._words.result(self.position, everybody)
        self.console.print(who, style="bold", markup=False)
        for line in why:
            self.console.print(line, markup=False)

    def _who(self, seat: int) -> str:
        return f"{self.game.seat_name(seat)} ({called(self.names[seat])})"


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
