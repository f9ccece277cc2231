"""Golden playthroughs: a game of every variant written out node by node, to be read and compared.

    python -m tests.golden              writes those that are missing
    python -m tests.golden --all        writes all of them anew: look at the difference before committing it
    python -m tests.golden columns      only this game's

Each file is one random game.  The test replays its tokens and compares every line, so a change in what is
legal, in a fraction of chance, in a score or in the position text shows at the node where it happens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from stylobate import IDS, Game, Position, load
from stylobate.chance import below, stream
from tests.harness import Options, label, variants, whose_turn

FOLDER = Path(__file__).parent
SEED = 2010
LONGEST = 1_000
SHOWN_IN_FULL = 60


def playthroughs() -> Iterator[tuple[Game, Options, Path]]:
    """Every variant of every game, with the file that its playthrough belongs in."""
    for game in map(load, IDS):
        for options in variants(game):
            name = f"{game.id}-{label(options)}" if options else game.id
            yield game, options, FOLDER / f"{name}.txt"


def random_tokens(game: Game, options: Mapping[str, str]) -> Iterator[str]:
    """One random game, the same on every machine."""
    rng = stream(SEED)
    position = game.begin(options)
    for _ in range(LONGEST):
        if position.is_over:
            return
        legal = position.legal
        token = position.sample(rng) if position.is_chance else legal[below(rng, len(legal))]
        yield token
        position = position.play(token)


def tokens_of(lines: Iterable[str]) -> list[str]:
    """The tokens that a playthrough plays."""
    return [line.removeprefix("play ") for line in lines if line.startswith("play ")]


def written(game: Game, options: Mapping[str, str], tokens: Iterable[str]) -> Iterator[str]:
    """The lines of the playthrough with these tokens."""
    yield f"# {game.byline}"
    yield f"# rules version {game.rules_version}"
    yield f"# options: {' '.join(f'{name}={value}' for name, value in options.items()) or 'none'}"
    yield ""
    position = game.begin(options)
    yield from _node(position)
    for number, token in enumerate(tokens, 1):
        yield f"play {token}"
        yield ""
        yield f"# {number}"
        position = position.play(token)
        yield from _node(position)


def _node(position: Position) -> Iterator[str]:
    yield f"position {position}"
    yield f"turn {whose_turn(position)}"
    yield f"scores {' '.join(map(str, position.scores))}"
    if position.is_over:
        yield f"result {' '.join(map(str, position.winners))}"
    elif position.is_chance:
        yield f"chance {_listed([f'{token}={share}' for token, share in position.chance.items()])}"
    else:
        yield f"legal {_listed(position.legal)}"


def _listed(words: Iterable[str]) -> str:
    """All of them, or where there are too many to read their ends, number and digest."""
    words = list(words)
    if len(words) <= SHOWN_IN_FULL:
        return " ".join(words)
    digest = hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
    return f"{' '.join(words[:12])} … {words[-1]} ({len(words)} in all, sha256 {digest})"
