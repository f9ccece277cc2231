"""One sitting: asks each seat in turn, plays, tells, keeps the record.

Nothing typed is ever lost: a game left in the middle is saved and the way back to it is told.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import platformdirs
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from stylobate.chance import stream
from stylobate.errors import BadOption, BadRecord, StylobateError
from stylobate.game import Game, Position
from stylobate.players import Budget, Player, ask, best, names, player
from stylobate.record import Record

HINT = Budget(seconds=2.0)
MOST_LISTED = 60
HELP = """\
  b2a or 3     play a token, or the move with that number
  moves        list the legal moves         board     show the board again
  undo         take back your last move     hint      ask the best player
  save FILE    write the record             resign    give the game up
  quit         leave; the game is kept      help      this list"""


class Sitting:
    """A game being played here and now."""

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
        self.line: list[Position] = list(record.positions())
        self.tokens: list[str] = list(record.tokens)
        self.names = _seated(game, seats, self.position.seats)
        self.computers: dict[int, Player] = {
            seat: player(name, game) for seat, name in enumerate(self.names) if name in names(game)
        }
        self.resigned: int | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line[-1]

    @property
    def last(self) -> str | None:
        """The token that led here."""
        return self.tokens[-1] if self.tokens else None

    def play(self) -> None:
        """Until the game is over, or everybody has left."""
        self.console.print(f"[bold]{self.game.byline}[/bold]")
        self.console.print("Type help for what you can say.", style="dim")
        self._board()
        try:
            while not self.position.is_over and self.resigned is None:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            self._leave()
            return
        self._end()

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
            seed = None if self.seed is None else self.seed + len(self.tokens)
            choice = ask(self.computers[seat], self.position, seed=seed)
        self._play(choice.token, self._who(seat))
        self._board_for_a_person()

    def _board_for_a_person(self) -> None:
        """Show where things stand, if somebody is here to look."""
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
            "undo": self._undo,
            "hint": self._hint,
            "save": lambda: self._save(rest.strip()),
            "resign": lambda: setattr(self, "resigned", seat),
        }
        if word == "quit":
            raise EOFError
        if word in commands:
            commands[word]()
            return
        try:
            self._play(self._meant(typed), None)
        except StylobateError as error:
            self.console.print(f"{error}", style="red", markup=False)
            return
        if not self.position.is_chance:
            self._board()

    def _meant(self, typed: str) -> str:
        """A number from the list stands for its token, unless it is a token itself."""
        legal = self.position.legal
        if typed.isdecimal() and typed not in legal and 1 <= int(typed) <= len(legal):
            return legal[int(typed) - 1]
        return typed

    def _play(self, token: str, who: str | None) -> None:
        before, after = self.position, self.position.play(token)
        self.line.append(after)
        self.tokens.append(token)
        if who is not None:
            said = Text.assemble(
                f"{who}: ", (token, "bold"), (f"  {self._words.words(before, token)}", "dim")
            )
            self.console.print(said)

    def _board(self) -> None:
        self.console.print()
        self.console.print(self.position.text(self.last), markup=False)
        if self._is_for_a_person():
            self._moves()
            self.console.print(self._words.asks(self.position), style="italic", markup=False)

    def _moves(self) -> None:
        """The first of them, and however long the list, those that are words: to stop, to end, to pass."""
        legal = self.position.legal
        listed = [
            Text(f"{number} {token}")
            for number, token in enumerate(legal, 1)
            if number <= MOST_LISTED or token.replace("-", "").isalpha()
        ]
        self.console.print(Columns(listed, padding=(0, 3)))
        if len(legal) > len(listed):
            self.console.print(f"… and {len(legal) - len(listed)} more; type any token", style="dim")

    def _undo(self) -> None:
        """Back to the last time a person chose."""
        for count in range(len(self.tokens), 0, -1):
            mover = self.line[count - 1].turn
            if mover >= 0 and mover not in self.computers:
                del self.line[count:]
                del self.tokens[count - 1 :]
                self._board()
                return
        self.console.print("There is nothing to take back.")

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
        more = {k: v for k, v in self.record.more.items() if k != "ending"}
        result = self.position.winners or None
        if self.resigned is not None:
            result = tuple(seat for seat in range(self.position.seats) if seat != self.resigned)
            more["ending"] = f"seat {self.resigned} resigned"
        comments = tuple(c for c in self.record.comments if c[0] <= len(self.tokens))
        return replace(
            self.record,
            tokens=tuple(self.tokens),
            seats=tuple(self.names),
            date=self.record.date or date.today().isoformat(),
            result=result,
            more=more,
            comments=comments,
        )

    def _leave(self) -> None:
        self.console.print()
        if not self.tokens:
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

    def _end(self) -> None:
        self.console.print()
        if self.resigned is not None:
            self.console.print(f"{self._who(self.resigned)} resigns.")
            return
        called = [self._who(seat) for seat in range(self.position.seats)]
        who, *why = self._words.result(self.position, called)
        self.console.print(who, style="bold", markup=False)
        for line in why:
            self.console.print(line, markup=False)

    def _who(self, seat: int) -> str:
        name = self.names[seat]
        called = f"level {name}" if name.isdecimal() else name
        return f"{self.game.seat_name(seat)} ({called})"


def _seated(game: Game, given: list[str] | None, seats: int) -> list[str]:
    if given is None:
        return ["you", *["3"] * (seats - 1)]
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
