"""The line protocol for other programs: what UCI is to chess.

One command a line on standard input, one line of answer on standard output (but `show`, which ends with a
line `.`), flushed at once.  A mistake is answered `error …` and changes nothing.  An `Engine` is one such
session without the pipes, so that a program can hold one in its hand.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from stylobate.errors import StylobateError
from stylobate.game import Position, read_options
from stylobate.line import Line
from stylobate.registry import ids, load

if TYPE_CHECKING:
    from stylobate.players import Player

LONGEST_PERFT = 1000
HEADSTART = 0.02


class Misunderstood(StylobateError):
    """A line that is no command, or one at the wrong moment."""


class Engine:
    """A session of the protocol; once `new` has begun a game, it always has exactly one under way."""

    def __init__(self, seed: int | None = None, threads: int = 1) -> None:
        self.seed = seed
        self.threads = threads
        self._line: Line | None = None
        self._players: dict[str, Player] = {}  # each remembers what it has thought in this game
        self._commands: dict[str, Callable[[list[str]], str | list[str]]] = {
            "games": self._games,
            "new": self._new,
            "levels": self._levels,
            "styles": self._styles,
            "moves": self._moves,
            "undo": self._undo,
            "legal": self._legal,
            "chance": self._chance,
            "turn": self._turn,
            "scores": self._scores,
            "result": self._result,
            "position": self._position,
            "setup": self._setup,
            "perft": self._perft,
            "playouts": self._playouts,
            "go": self._go,
            "show": self._show,
        }

    def answer(self, line: str) -> list[str]:
        """The lines that answer one command."""
        words = line.split()
        try:
            if not words:
                raise Misunderstood(
                    f"an empty line is no command; there are {', '.join(self._commands)}, quit"
                )
            if words[0] not in self._commands:
                raise Misunderstood(
                    f"“{words[0]}” is no command; there are {', '.join(self._commands)}, quit"
                )
            answer = self._commands[words[0]](words[1:])
        except StylobateError as error:
            answer = "error " + " ".join(str(error).split())
        return [answer] if isinstance(answer, str) else answer

    @property
    def line(self) -> Line:
        """The game under way; refuses where there is none."""
        if self._line is None:
            raise Misunderstood("no game has been begun; say new GAME first")
        return self._line

    @property
    def position(self) -> Position:
        """The current position."""
        return self.line.position

    def _games(self, words: list[str]) -> str:
        _none("games", words)
        return " ".join(["games", *sorted(ids())])

    def _new(self, words: list[str]) -> str:
        if not words:
            raise Misunderstood(f"new needs the name of a game: {', '.join(sorted(ids()))}")
        from stylobate.players import warm

        game = load(words[0])
        line = Line(game, read_options(words[1:]))
        warm(game)
        self._line = line
        self._players.clear()
        return "ok"

    def _levels(self, words: list[str]) -> str:
        from stylobate.ladder import names

        _none("levels", words)
        return " ".join(["levels", *names(self.line.game)])

    def _styles(self, words: list[str]) -> str:
        from stylobate.style import styles

        _none("styles", words)
        return " ".join(["styles", *(style.name for style in styles(self.line.game))])

    def _moves(self, words: list[str]) -> str:
        line = self.line.copy()
        for number, token in enumerate(words, 1):
            try:
                line.play(token)
            except StylobateError as error:
                raise Misunderstood(f"token {number}: {error}") from None
        self._line = line
        return "ok"

    def _undo(self, words: list[str]) -> str:
        count = _whole("undo", words) if words else 1
        played = len(self.line.plays)
        if count > played:
            raise Misunderstood(f"cannot take back {count}: only {played} tokens have been played")
        self.line.cut(played - count)
        return "ok"

    def _legal(self, words: list[str]) -> str:
        _none("legal", words)
        return " ".join(["legal", *self.position.legal])

    def _chance(self, words: list[str]) -> str:
        _none("chance", words)
        outcomes = self.position.chance
        if not outcomes:
            raise Misunderstood("it is not for chance to speak here; turn says whose turn it is")
        shares = (f"{token}={share.numerator}/{share.denominator}" for token, share in outcomes.items())
        return " ".join(["chance", *shares])

    def _turn(self, words: list[str]) -> str:
        _none("turn", words)
        position = self.position
        return f"turn {'over' if position.is_over else 'chance' if position.is_chance else position.turn}"

    def _scores(self, words: list[str]) -> str:
        _none("scores", words)
        return " ".join(["scores", *map(str, self.position.scores)])

    def _result(self, words: list[str]) -> str:
        _none("result", words)
        winners = self.position.winners
        return " ".join(["result", *map(str, winners)]) if winners else "result none"

    def _position(self, words: list[str]) -> str:
        _none("position", words)
        return f"position {self.position}"

    def _setup(self, words: list[str]) -> str:
        if not words:
            raise Misunderstood("setup needs a position text, such as position gives")
        self._line = Line(self.line.game, {"setup": " ".join(words)})
        return "ok"

    def _perft(self, words: list[str]) -> str:
        from stylobate.search.perft import perft

        length = _whole("perft", words)
        if length > LONGEST_PERFT:
            raise Misunderstood(f"perft {length} is too long; {LONGEST_PERFT} is the most")
        return f"perft {perft(self.position, length)}"

    def _playouts(self, words: list[str]) -> str:
        from stylobate.search.playouts import playouts

        if len(words) not in (1, 2):
            raise Misunderstood("playouts needs a number of games, and may have a seed after it")
        games = _whole("playouts", words[:1])
        seed = _whole("playouts", words[1:], 2**64 - 1) if len(words) == 2 else self.seed
        done = playouts(self.position, games, seed)
        return f"playouts {done.games} plies {done.plies} ms {round(done.seconds * 1000)}"

    def _go(self, words: list[str]) -> str:
        from stylobate.players import Budget, ask, names, player

        asked = _go_words(words)
        game = self.position.game
        seconds = None
        if "movetime" in asked:
            seconds = max(0.0, _whole("movetime", [asked["movetime"]]) / 1000 - HEADSTART)
        playouts = _whole("playouts", [asked["playouts"]]) if "playouts" in asked else None
        name = asked.get("level", names(game)[-1])
        chosen = self._players.setdefault(name, player(name, game))
        budget = Budget(playouts, seconds, self.threads, self.line.chosen)
        choice = ask(chosen, self.position, budget, seed=self.seed)
        about = (f"{name}={value}" for name, value in {"player": chosen.name, **choice.about}.items())
        return " ".join(["bestmove", choice.token, *about])

    def _show(self, words: list[str]) -> list[str]:
        _none("show", words)
        return [*self.position.text().splitlines(), "."]


def serve(source: Iterable[str], sink: TextIO, engine: Engine) -> None:
    """Read commands and write answers until `quit` or the end of the input."""
    for line in source:
        if line.split()[:1] == ["quit"]:
            return
        for answer in engine.answer(line):
            sink.write(answer + "\n")
        sink.flush()


def main(seed: int | None = None, threads: int = 1) -> None:
    """Run the protocol on standard input and output."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    try:
        serve(_lines(sys.stdin), sys.stdout, Engine(seed, threads))
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()


def _lines(source: TextIO) -> Iterator[str]:
    while line := source.readline():
        yield line


def _go_words(words: list[str]) -> dict[str, str]:
    asked: dict[str, str] = {}
    if len(words) % 2:
        raise Misunderstood("go takes pairs: movetime MS, playouts N, level NAME")
    for name, value in zip(words[::2], words[1::2], strict=True):
        if name not in ("movetime", "playouts", "level"):
            raise Misunderstood(f"go does not know “{name}”; it takes movetime MS, playouts N, level NAME")
        if name in asked:
            raise Misunderstood(f"go was given {name} twice")
        asked[name] = value
    return asked


def _whole(command: str, words: list[str], most: int = 10**15) -> int:
    if len(words) != 1 or not re.fullmatch(r"[0-9]{1,20}", words[0]) or int(words[0]) > most:
        raise Misunderstood(f"{command} needs one whole number up to {most}, not “{' '.join(words)[:60]}”")
    return int(words[0])


def _none(command: str, words: list[str]) -> None:
    if words:
        raise Misunderstood(f"{command} stands alone on its line; “{' '.join(words)}” is too much")
