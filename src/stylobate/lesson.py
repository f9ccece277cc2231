"""Lessons: a first game in a few stages, played by the learner's own hand and checked by the rules.

A game may bring a `lesson.md`.  It is Markdown: a heading and a word of welcome, and then the stages, each
with a heading, what there is to do, and a fenced block called `try`:

    ## Two alike never touch

    Pick the red checker under the top of b, and bring it to c.

    ```try
    position: B4/B1/R3/-/-/-/-/- R    without it, where the stage before has led; first of all, the start
    options: key=value …              what the game is played under
    played: *5                        tokens that lead from there to what the learner sees: chance is fixed
    goal: b2c d?c                     what reaches it, see below
    then: c1d *4                      what the others and chance do after that
    praise: What is said once it is reached.
    otherwise: What is said of a legal move that does not reach it.
    otherwise b1a b1c: What is said of these.
    hint: What helps.
    ```

A goal is one of these:

    b2a c?d keep:44*    tokens, in which ? stands for any sign and * for any signs
    gains 2             a move that brings at least so many points
    wins                a move that wins the game
    any                 whatever is legal

`check` (and with it `stylobate.conformance`) sees to it that every goal can be reached, that not every move
does unless the goal is `any`, that every move is answered, and that whatever follows is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

from stylobate.errors import BadPosition, BadToken, StylobateError
from stylobate.game import Game, Position
from stylobate.guide import lines, opened
from stylobate.line import Line

KEYS = ("position", "options", "played", "goal", "then", "praise", "otherwise", "hint")
NEEDED = ("goal", "praise", "hint")

_STAGE = re.compile(
    r"^## (?P<title>.+)\n(?P<text>(?:(?!## |```).*\n)*)"
    r"```try[ \t]*\n(?P<block>(?:(?!```).*\n)*)```[ \t]*$",
    re.MULTILINE,
)
_START = re.compile(r"# (?P<title>.+)\n(?P<text>(?:(?!^## ).*\n)*)", re.MULTILINE)
_GAINS = re.compile(r"gains ([1-9][0-9]?)")


@dataclass(frozen=True)
class Answer:
    """What a learner's move has led to: the line with it and what followed, and what is said of it."""

    line: Line
    reached: bool
    says: str


@dataclass(frozen=True)
class Stage:
    """One stage: what there is to do, on which line, what reaches it and what is said then, or otherwise."""

    number: int
    title: str
    text: str
    line: Line
    goal: str
    then: tuple[str, ...]
    praise: str
    otherwise: Mapping[str, str]
    hint: str

    def __hash__(self) -> int:
        return hash((self.line.game.id, self.number))

    @property
    def position(self) -> Position:
        """What the learner sees."""
        return self.line.position

    def reaches(self, token: str) -> bool:
        """Whether this legal token reaches the goal."""
        if self.goal == "any":
            return True
        if self.goal == "wins":
            return self.position.turn in self.position.play(token).winners
        if gains := _GAINS.fullmatch(self.goal):
            seat = self.position.turn
            return self.position.play(token).scores[seat] - self.position.scores[seat] >= int(gains[1])
        return _is_among(token, self.goal)

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """All legal tokens that reach the goal."""
        return tuple(token for token in self.position.legal if self.reaches(token))

    def answer(self, token: str) -> Answer:
        """What comes of a move; one that is not legal is refused, as at a table."""
        line = self.line.copy()
        line.play(token)
        if not self.reaches(token):
            own = (says for tokens, says in self.otherwise.items() if tokens and _is_among(token, tokens))
            return Answer(line, False, next(own, self.otherwise.get("", "")))
        for following in self.then:
            line.play(following)
        return Answer(line, True, self.praise)


@dataclass(frozen=True)
class Lesson:
    """A game's lesson: its heading, its word of welcome, its stages."""

    title: str
    text: str
    stages: tuple[Stage, ...]


def lesson(game: Game) -> Lesson | None:
    """The game's lesson; None if it brings none."""
    if not game.lesson:
        return None
    start = _START.match(game.lesson)
    if start is None:
        raise BadPosition(f"{game.title}'s lesson must begin with a heading, “# …”")
    stages = tuple(_stages(game, game.lesson))
    if len(stages) != len(re.findall("^## ", game.lesson, re.MULTILINE)) or not stages:
        raise BadPosition(f"every part of {game.title}'s lesson needs a heading, a text, and a block to try")
    return Lesson(start["title"].strip(), _plain(start["text"]), stages)


def check(game: Game) -> None:
    """Refuse a lesson with a stage that cannot be done, or cannot be done wrongly."""
    found = lesson(game)
    for stage in found.stages if found else ():
        where = _where(game, stage.number)
        if not stage.goals:
            raise BadPosition(f"{where}: no legal move reaches its goal, “{stage.goal}”")
        if len(stage.goals) == len(stage.position.legal) and stage.goal != "any":
            raise BadPosition(f"{where}: every legal move reaches its goal; then it should say “goal: any”")
        _check_answers(stage, where)


def _check_answers(stage: Stage, where: str) -> None:
    """Whatever may be played is answered, and whatever the block names can be played."""
    for token in stage.position.legal:
        try:
            answer = stage.answer(token)
        except BadToken as refused:
            raise BadPosition(f"{where}: after {token}, {refused}") from None
        if not answer.says:
            raise BadPosition(f"{where}: it has no answer to {token}; it should say “otherwise: …”")
    named = [] if _is_a_rule(stage.goal) else stage.goal.split()
    for pattern in (*named, *" ".join(stage.otherwise).split()):
        if not any(fnmatchcase(token, pattern) for token in stage.position.legal):
            raise BadPosition(f"{where}: no legal move is like “{pattern}”")


def _stages(game: Game, text: str) -> Iterator[Stage]:
    before: Stage | None = None
    for number, found in enumerate(_STAGE.finditer(text), start=1):
        before = _stage(game, number, found, before)
        yield before


def _stage(game: Game, number: int, found: re.Match[str], before: Stage | None) -> Stage:
    where = _where(game, number)
    said = lines(where, found["block"], KEYS)
    for key in NEEDED:
        if not said.get(key):
            raise BadPosition(f"{where}: it does not say its {key}")
    try:
        line = _line(game, where, said, before)
        for token in said.get("played", "").split():
            line.play(token)
    except StylobateError as refused:
        raise BadPosition(f"{where}: {str(refused).removeprefix(f'{where}: ')}") from None
    if line.turn is None:
        raise BadPosition(f"{where}: there is nobody to move")
    otherwise = {
        key.removeprefix("otherwise").strip(): says
        for key, says in said.items()
        if key.split(" ")[0] == "otherwise"
    }
    then = tuple(said.get("then", "").split())
    title, told = found["title"].strip(), _plain(found["text"])
    return Stage(number, title, told, line, said["goal"], then, said["praise"], otherwise, said["hint"])


def _line(game: Game, where: str, said: Mapping[str, str], before: Stage | None) -> Line:
    """The line on which a stage is played: one of its own, or that of the stage before, played on."""
    if before is None or "position" in said or "options" in said:
        return opened(game, where, said)
    if len(before.goals) != 1:
        raise BadPosition("it goes on from the stage before, which must have one way to be done, not several")
    return before.answer(before.goals[0]).line


def _is_among(token: str, patterns: str) -> bool:
    return any(fnmatchcase(token, pattern) for pattern in patterns.split())


def _is_a_rule(goal: str) -> bool:
    return goal in ("any", "wins") or _GAINS.fullmatch(goal) is not None


def _where(game: Game, number: int) -> str:
    return f"stage {number} of {game.title}'s lesson"


def _plain(text: str) -> str:
    """A text as one paragraph."""
    return " ".join(text.split())
