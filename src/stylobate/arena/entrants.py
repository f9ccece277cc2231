"""Who competes: a computer player of ours, or any command that speaks the line protocol, with its budget.

    5                          level 5, thinking as long as it likes
    5@movetime=200             level 5, with 200 milliseconds a move
    3@playouts=1000            level 3, with 1,000 playouts a move: plays alike on every machine
    3@heat=0.02                level 3, slipping as readily as that: so heats are chosen for a ladder
    cmd:./rival --fast         another program, as it is started
    rival@movetime=200         one that was given a name by `--player rival="./rival --fast"`
    rival@level=3              one that is asked for a level of its own, by `go level 3`

After the last `@` stands how it plays, mostly its budget; several are written `movetime=200,level=3`.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stylobate.errors import BadPlayer
from stylobate.game import Game
from stylobate.ladder import plays, slips
from stylobate.players import Budget, there_are

COMMAND = "cmd:"
LONGEST = 10**9 - 1

_BUDGET = re.compile(r"@([a-z]+=[^@\s]*(?:,[a-z]+=[^@\s]*)*)$")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


@dataclass(frozen=True)
class Entrant:
    """One competitor: its name as it was typed, and either the player or the command behind it."""

    name: str
    player: str | None
    command: tuple[str, ...] | None
    movetime: int | None = None
    playouts: int | None = None
    level: str | None = None
    heat: float | None = None

    @property
    def budget(self) -> Budget:
        """How much it may think about a move."""
        return Budget(self.playouts, None if self.movetime is None else self.movetime / 1000)


def entrant(text: str, game: Game, commands: Mapping[str, str] | None = None) -> Entrant:
    """The competitor that somebody means by this text; `commands` are the programs that have names."""
    found = _BUDGET.search(text)
    who, words = (text[: found.start()], _pairs(text, found[1])) if found else (text, {})
    known = commands or {}
    level, heat = words.pop("level", None), _heat(text, words.pop("heat", None))
    movetime, playouts = (_whole(text, name, words.get(name)) for name in ("movetime", "playouts"))
    if who.startswith(COMMAND) or who in known:
        if heat is not None:
            raise BadPlayer(f"“{text}”: only a level of ours has heat=; a command slips as it likes")
        command = known[who] if who in known else who.removeprefix(COMMAND)
        return Entrant(text, None, _words(command), movetime, playouts, level)
    if not plays(game, who):
        there = ", ".join([there_are(game), *known])
        raise BadPlayer(
            f"nobody called “{who}” plays {game.title}; there are {there}, and {COMMAND} and a command"
        )
    if level is not None:
        raise BadPlayer(f"“{text}”: only a command has level=; a player of ours is one by its name")
    if heat is not None and not slips(who):
        raise BadPlayer(f"“{text}”: only levels slip and have heat=; {who} is none")
    return Entrant(text, who, None, movetime, playouts, heat=heat)


def read_commands(texts: Iterable[str], game: Game) -> dict[str, str]:
    """The programs that were given names, `NAME=COMMAND` each."""
    commands: dict[str, str] = {}
    for text in texts:
        name, equals, command = text.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise BadPlayer(f"“{text}” names no player; it is written NAME=COMMAND, as in rival=./rival")
        if plays(game, name) or name in commands:
            raise BadPlayer(f"there is a player called “{name}” already; choose another name")
        commands[name] = command
    return commands


def see_that_it_is_there(one: Entrant) -> None:
    """Refuse a command whose program cannot be found on this machine."""
    if one.command is not None and shutil.which(one.command[0]) is None:
        raise BadPlayer(f"{one.name}: there is no program “{one.command[0]}” that could be started")


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadPlayer(f"“{command}” cannot be read as a command: {str(error).lower()}") from None
    if not words:
        raise BadPlayer(f"a player's command is empty; write {COMMAND}PROGRAM, or NAME=PROGRAM")
    return words


def _pairs(text: str, budget: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in budget.split(","):
        name, _, value = part.partition("=")
        if name not in ("movetime", "playouts", "level", "heat"):
            raise BadPlayer(
                f"“{text}”: after @ stands movetime=MILLISECONDS, playouts=N, level=NAME or heat=NUMBER, "
                f"not {name}="
            )
        if name in given:
            raise BadPlayer(f"“{text}”: {name} is given twice")
        if not value:
            raise BadPlayer(f"“{text}”: nothing stands after {name}=")
        given[name] = value
    return given


def _whole(text: str, name: str, value: str | None) -> int | None:
    if value is not None and (not re.fullmatch(r"[0-9]{1,9}", value) or int(value) == 0):
        raise BadPlayer(f"“{text}”: {name}={value} should be a whole number from 1 to {LONGEST:,}")
    return None if value is None else int(value)


def _heat(text: str, value: str | None) -> float | None:
    if value is not None and not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,9})?", value):
        raise BadPlayer(f"“{text}”: heat={value} should be a number from 0 on, such as 0.02")
    return None if value is None else float(value)
