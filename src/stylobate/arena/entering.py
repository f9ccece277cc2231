"""From what somebody asks for to a plan: who meets whom, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from stylobate.arena.entrants import Entrant, entrant, read_commands
from stylobate.arena.plan import Kind, Patience, Plan, rounds_for, sides_of
from stylobate.arena.sequential import Sprt
from stylobate.errors import BadOption, BadPlayer
from stylobate.game import Game
from stylobate.players import names
from stylobate.search.luck import see_that_it_can_be_told


@dataclass(frozen=True)
class Terms:
    """Under what a match or a ladder is played."""

    games: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    commands: Sequence[str] = ()
    random_start: int = 0
    patience: Patience = field(default_factory=Patience)


def match(
    game: Game, players: Sequence[str], terms: Terms, sprt: Sprt | None = None, luck: bool = False
) -> Plan:
    """A match of the first player against the others; with `luck`, what chance gave them is told as well.

    Of two players in a game of more sides, the second plays all sides but one.
    """
    if luck:
        see_that_it_can_be_told(game)
    sides = _count(game, terms)
    if len(players) == 2:
        seated = (0, *[1] * (sides - 1))
    elif len(players) == sides:
        seated = tuple(range(sides))
    else:
        more = "" if sides == 2 else f" (the first against a field of the second) or {sides}"
        raise BadOption(f"{game.title} has {sides} sides here; name 2 players{more}, not {len(players)}")
    return _plan("match", game, players, (seated,), terms, sprt, luck)


def ladder(
    game: Game, players: Sequence[str], terms: Terms, everybody: bool = False, luck: bool = False
) -> Plan:
    """A ladder of these players, or of all that the game has, from the weakest to the strongest.

    Each meets the next one, or everybody.  With more than two sides, each of two sits among the others in
    turn.  With `luck`, what chance gave them is told as well.
    """
    if luck:
        see_that_it_can_be_told(game)
    players = players or names(game)
    if len(players) < 2:
        raise BadPlayer("a ladder needs at least two players")
    if len(set(players)) < len(players):
        raise BadPlayer("a ladder has every player once; two of these are the same")
    numbers = range(len(players))
    pairs = combinations(numbers, 2) if everybody else pairwise(numbers)
    sides = _count(game, terms)
    meetings: list[tuple[int, ...]] = []
    for one, other in pairs:
        meetings.append((other, *[one] * (sides - 1)))
        if sides > 2:
            meetings.append((one, *[other] * (sides - 1)))
    return _plan("ladder", game, players, tuple(meetings), terms, luck=luck)


def _count(game: Game, terms: Terms) -> int:
    sides = max(sides_of(game, terms.options)) + 1
    if sides < 2:
        raise BadOption(f"{game.title} has one side here, and nobody to play against")
    return sides


def _plan(
    kind: Kind,
    game: Game,
    players: Sequence[str],
    meetings: tuple[tuple[int, ...], ...],
    terms: Terms,
    sprt: Sprt | None = None,
    luck: bool = False,
) -> Plan:
    commands = read_commands(terms.commands, game)
    entrants: tuple[Entrant, ...] = tuple(entrant(text, game, commands) for text in players)
    options = {name: "_".join(value.split(" ")) for name, value in game.expand(terms.options).items()}
    if terms.random_start < 0:
        raise BadOption("--random-start takes a number of moves, from 0")
    return Plan(
        kind,
        game.id,
        options,
        entrants,
        meetings,
        rounds_for(terms.games, _count(game, terms)),
        terms.seed,
        terms.random_start,
        sprt,
        terms.patience,
        luck,
    )
