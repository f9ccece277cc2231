"""`python -m bench regret columns-dice [GAMES]`: how much each decision of the dice game gives away.

In games of the strongest level against itself, two decisions are drawn from each: one in the ending, with few
squares left, and one before.  All are asked what they would do there.  What that is worth, beside the best:

- in an ending by going through everything to the end (`bench.dice_endings`): there the regret is exact;
- before that by looking one turn further than the strongest does that has time, at every way to write what
  was thrown, though early in a game not at every way to write later throws.  Its value is that of the
  strongest, which makes it lenient with those who think by the same value, and hard on others.

Told is the mean regret of a decision, in hundredths of a won game, with its standard error; it goes to
`docs/strength`.  The level 5 of before plays as a program, as in `bench.strength`.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

from bench.arena import SEED
from bench.dice_endings import exactly, squares_left
from bench.strength import BEFORE, started
from stylobate.arena.entrants import entrant
from stylobate.arena.plan import Patience
from stylobate.arena.program import Program
from stylobate.chance import Rng, below, stream
from stylobate.game import CHANCE, Game, Position
from stylobate.games.columns_dice.foresight import look_through
from stylobate.games.columns_dice.rules import SQUARES
from stylobate.ladder import names
from stylobate.players import Budget, ask, player
from stylobate.registry import load
from stylobate.search.turns import by_token

KEPT = Path(__file__).parent.parent / "docs" / "strength"
GAMES = 400
ENDING = 7  # squares left, at most: there everything can be gone through in about a second
MILLISECONDS = (1, 20, 200)
BEFORE_HAS = 200
EVERY_WAY = 2 * SQUARES

Who = Callable[["Decision"], str]


@dataclass(frozen=True)
class Decision:
    """A position of a game where there is something to choose, all that was played before, and its worth."""

    position: Position
    tokens: tuple[str, ...]
    worth: Mapping[str, float]

    @property
    def in_ending(self) -> bool:
        """Whether its worth is exact."""
        return squares_left(self.position) <= ENDING

    def regret(self, token: str) -> float:
        """What is given away by this token."""
        return max(self.worth.values()) - self.worth[token]


def main(words: Sequence[str]) -> int:
    """Measure all who play the dice game; returns the exit status."""
    if not 1 <= len(words) <= 2 or words[0] != "columns-dice":
        sys.exit(
            "bench: regret is measured in the dice game, as in `python -m bench regret columns-dice 400`"
        )
    game, games = load(words[0]), int(words[1]) if len(words) > 1 else GAMES
    decisions = list(drawn(game, games))
    told = {}
    for name, who in everybody(game):
        told[name] = summary(decisions, who)
        print(f"{name}: {json.dumps(told[name])}", flush=True)
    command = f"python -m bench regret {game.id} {games}"
    path = KEPT / f"{game.id}-2-regret.json"
    path.write_text(
        json.dumps({"command": command, "before": BEFORE, "players": told}, indent=1) + "\n", "utf-8"
    )
    return 0


def drawn(game: Game, games: int) -> Iterator[Decision]:
    """Two decisions of each game, one before its ending and one in it; of a few games only one."""
    for number in range(games):
        rng = stream(SEED + number)
        played = list(decisions_of(game, rng))
        for chosen in (
            [one for one in played if not one.in_ending],
            [one for one in played if one.in_ending],
        ):
            if chosen:
                one = chosen[below(rng, len(chosen))]
                yield Decision(one.position, one.tokens, judged(one.position))


def decisions_of(game: Game, rng: Rng) -> Iterator[Decision]:
    """Whatever there is to choose in a game of the strongest level against itself, nothing judged yet."""
    position, strongest = game.start(), player(names(game)[-1], game)
    tokens: tuple[str, ...] = ()
    while not position.is_over:
        if position.turn == CHANCE:
            token = position.token(game.kernel.sample(position.state, rng))
        else:
            if len(position.legal) > 1:
                yield Decision(position, tokens, {})
            token = ask(strongest, position, seed=0).token
        position, tokens = position.play(token), (*tokens, token)


def judged(position: Position) -> dict[str, float]:
    """What each token is worth to the mover: exactly in an ending, else as a longer look has it."""
    if squares_left(position) <= ENDING:
        return exactly(position)
    mind = position.game.mind
    assert mind is not None
    assert mind.value is not None
    turns = 1 + mind.value.turns_ahead(position.state, MILLISECONDS[-1] / 1000)
    expected = np.empty((position.game.kernel.width, position.seats))
    look_through(position.state, mind.value_weights(position.state), turns, EVERY_WAY, expected)
    return {token: worth[position.turn] for token, worth in by_token(position, expected).items()}


def everybody(game: Game) -> Iterator[tuple[str, Who]]:
    """All levels, the strongest with less and with more time, and the level 5 of before."""
    for name in names(game):
        yield name, ours(game, name, Budget())
    for limit in MILLISECONDS:
        yield f"{name}@movetime={limit}", ours(game, name, Budget(seconds=limit / 1000))
    one = entrant(f"before@movetime={BEFORE_HAS},level=5", game, {"before": started("before")})
    with closing(Program(one, Patience())) as program:

        def choose(decision: Decision) -> str:
            program.begin(game.id, {})
            return program.choose(decision.tokens)

        yield one.name, choose


def ours(game: Game, name: str, budget: Budget) -> Who:
    """A player of ours with this budget."""
    asked = player(name, game)
    return lambda decision: ask(asked, decision.position, budget, seed=len(decision.tokens)).token


def summary(decisions: Sequence[Decision], who: Who) -> dict[str, object]:
    """The mean regret of a player in endings and before, in hundredths of a game, and the time it took."""
    taken: list[float] = []
    found: dict[bool, list[float]] = {True: [], False: []}
    for decision in decisions:
        began = time.perf_counter()
        token = who(decision)
        taken.append(1000 * (time.perf_counter() - began))
        found[decision.in_ending].append(100 * decision.regret(token))
    return {
        "ending": mean(found[True]),
        "before": mean(found[False]),
        "milliseconds": {"mean": round(fmean(taken), 2), "most": round(max(taken), 1)},
    }


def mean(numbers: Sequence[float]) -> dict[str, float]:
    """The mean of so many numbers, with its standard error."""
    error = stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return {"mean": round(fmean(numbers), 4), "error": round(error, 4), "decisions": len(numbers)}
