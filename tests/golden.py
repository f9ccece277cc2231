"""Golden playthroughs: a game of every variant written out node by node, to be read and compared.

They stand in `tests/games/<game>/golden/`.

    python -m tests.golden              writes those that are missing
    python -m tests.golden --all        writes all of them anew: look at the difference before committing it
    python -m tests.golden columns      only this game's

Each file is one random game.  The test replays its tokens and compares every line, so a change in what is
legal, in a fraction of chance, in a score or in the position text shows at the node where it happens.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from stylobate import Game, Position
from stylobate.chance import below, stream
from tests.harness import Options, home, label, of_this_house, variants, whose_turn

SEED = 2010
LONGEST = 1_000
SHOWN_IN_FULL = 60


def playthroughs() -> Iterator[tuple[Game, Options, Path]]:
    """Every variant of every game, with the file that its playthrough belongs in."""
    for game in of_this_house():
        for options in variants(game):
            yield game, options, home(game) / "golden" / f"{label(options)}.txt"


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


def main() -> None:
    """Write the playthroughs that are asked for."""
    named = [argument for argument in sys.argv[1:] if argument != "--all"]
    for game, options, file in playthroughs():
        if (named and game.id not in named) or (file.exists() and "--all" not in sys.argv):
            continue
        lines = written(game, options, random_tokens(game, options))
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", "utf-8")
        print(f"wrote {shown(file)}")


def shown(file: Path) -> str:
    """The file as it is called from the root of the project."""
    return file.relative_to(Path(__file__).parents[1]).as_posix()


if __name__ == "__main__":
    main()
