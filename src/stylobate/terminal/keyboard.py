"""A sitting as lines of text: asks each seat in turn, plays what is typed, shows the board.

Nothing typed is ever lost: a game left in the middle is kept, and the way back to it is told.
"""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stylobate.errors import StylobateError
from stylobate.sitting import Sitting
from stylobate.terminal.choices import meant, show_choices

HELP = """\
  b2a or 3     play a token, or the move with that number
  moves        list the legal moves         board     show the board again
  undo         take back your last move     hint      ask the best player
  save FILE    write the record             resign    give the game up
  how          how this is played           quit      leave; the game is kept
  help         this list"""


class Keyboard:
    """Where a sitting is typed and printed."""

    def __init__(
        self, sitting: Sitting, console: Console, ask_for: Callable[[str], str] | None = None
    ) -> None:
        self.sitting = sitting
        self.console = console
        self._words = sitting.game.telling
        self._ask_for = ask_for or console.input

    def play(self) -> None:
        """Play until the game is over, or everybody has left."""
        game = self.sitting.game
        self.console.print(f"[bold]{game.byline}[/bold]")
        self.console.print(game.minute.goal, markup=False)
        self.console.print("Type help for what you can say.", style="dim")
        self._board()
        try:
            while not self.sitting.line.is_over:
                self._turn()
        except (EOFError, KeyboardInterrupt):
            self._leave()
            return
        self._end()

    def _turn(self) -> None:
        line = self.sitting.line
        if line.turn is None:
            before, token = line.position, self.sitting.throw()
            self._tell("Chance", self._words.words(before, token), token)
            self._board_for_a_person()
        elif self.sitting.is_for_a_person:
            self._person(line.turn)
        else:
            self._computer(line.turn)

    def _computer(self, seat: int) -> None:
        who, before = self.sitting.called(seat), self.sitting.position
        with self.console.status(f"{who} is thinking …"):
            token = self.sitting.think().token
        self.sitting.play(token)
        self._tell(who, self._words.words(before, token), token)
        self._board_for_a_person()

    def _tell(self, who: str, words: str, token: str) -> None:
        self.console.print(Text.assemble(f"{who}: ", (token, "bold"), (f"  {words}", "dim")))

    def _board_for_a_person(self) -> None:
        """Show the board, unless only computers play."""
        if self.sitting.line.is_over or self.sitting.is_for_a_person:
            self._board()

    def _person(self, seat: int) -> None:
        typed = self._ask_for(f"{self.sitting.called(seat)}, your move: ").strip()
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
            self.sitting.play(meant(self.sitting.position, typed))
        except StylobateError as error:
            self.console.print(f"{error}", style="red", markup=False)
            return
        if not self.sitting.position.is_chance:
            self._board()

    def _board(self) -> None:
        self.console.print()
        plays, position = self.sitting.line.plays, self.sitting.position
        self.console.print(position.text(plays[-1].token if plays else None), markup=False)
        if self.sitting.is_for_a_person:
            self._moves()
            self.console.print(self._words.asks(position), style="italic", markup=False)

    def _moves(self) -> None:
        show_choices(self.sitting.position, self.console)

    def _how(self) -> None:
        """What one can do now, how one scores, how it ends."""
        told = self.sitting.game.minute
        for said in filter(None, (self._words.how_to(self.sitting.position), told.scoring, told.end)):
            self.console.print(said, markup=False)

    def _undo(self) -> None:
        if self.sitting.undo():
            self._board()
        else:
            self.console.print("There is nothing to take back.")

    def _resign(self, seat: int) -> None:
        told = self.sitting.resign(seat)
        if not self.sitting.line.is_over:
            self.console.print(told, markup=False)

    def _hint(self) -> None:
        with self.console.status("thinking …"):
            choice = self.sitting.hint()
        about = ", ".join(f"{name} {value}" for name, value in choice.about.items())
        self.console.print(f"Perhaps [bold]{choice.token}[/bold]" + (f" ({about})" if about else ""))

    def _save(self, name: str) -> None:
        if not name:
            self.console.print("Say where: save FILE")
            return
        try:
            Path(name).expanduser().write_text(self.sitting.written().text(), "utf-8")
        except OSError as error:
            self.console.print(f"Could not save: {error.strerror}: {name}", style="red", markup=False)
            return
        self.console.print(f"Saved as {name}.", markup=False)

    def _leave(self) -> None:
        self.console.print()
        if not self.sitting.line.plays:
            return
        try:
            kept = self.sitting.keep()
        except OSError:
            self.console.print("The game could not be kept as a file; here it is:")
            self.console.print(self.sitting.written().text(), markup=False)
            return
        self.console.print("Your game is kept; go on with it by", markup=False)
        self.console.print(f"  stylobate play --resume {kept}", markup=False, soft_wrap=True)

    def _end(self) -> None:
        self.console.print()
        who, *why = self.sitting.result()
        self.console.print(who, style="bold", markup=False)
        for line in why:
            self.console.print(line, markup=False)
