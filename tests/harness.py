"""What every game's tests share: its variants, and random games played beside its reference.

Every game that is installed is tested in every variant by the test files beside this one, without a line of
its own.  Some of them need what only somebody who knows the game can write; that stands in the game's folder
here, `tests/games/<game>/`:

* `reference.py`: the same game told a second time (see `tests.reference`);
* `perft.txt`: counts from the start and from later positions (see `tests/test_perft.py`);
* `golden/<variant>.txt`: a playthrough a variant, written by `python -m tests.golden <game>`;
* `last_moves.txt`: positions near the end, to try everything from (see `tests/search/test_last_moves.py`);
* `short.txt`: options under which a whole game is short, where it would be long;
* `chances.py`: what chance may do, told from the tokens alone (see `tests/fair/test_chances.py`);
* `chances.json`: examples for its `page/chances.js`, where it has one (see `tests/scripts/fair.test.js`);
* `thrown.py`: what is special in its throws, for records to hold verifiers to (see `tests/fair/vectors.py`);
* `no_gpu.txt`: why it cannot be stepped on a GPU, where that is so (see `tests/test_vector_cuda.py`).

What is special to a game is tested there too, and may use all that is here:

    play_beside("columns-dice", {"order": "either"}, games=500, seed=1)
    play_beside("colonnade", {"setup": "R3/-/B9/-/-/-/-/- B"}, games=10, seed=1)

At every node of every game, whose turn it is, the legal tokens, the fractions of chance, the scores, the
result and (where the reference writes it) the position text must be the same.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from stylobate import CHANCE, OVER, Game, Position, ids, load
from stylobate.errors import BadToken, StylobateError
from stylobate.game import read_options
from tests.reference import Reference

GAMES = Path(__file__).parent / "games"

Options = dict[str, str]


class Disagreement(AssertionError):
    """The kernel and the reference tell different games."""


def home(game: Game) -> Path:
    """The folder that the game has among the tests, named like the one that the game itself lives in."""
    return GAMES / game.package.rpartition(".")[2]


def short(game: Game) -> Options:
    """Options under which a whole game is soon over; none where it is anyway."""
    file = home(game) / "short.txt"
    return read_options(file.read_text("utf-8").split()) if file.exists() else {}


def stays_on_the_processor(game: Game) -> bool:
    """Whether it is known that the game cannot be stepped on a GPU."""
    return (home(game) / "no_gpu.txt").exists()


def reference(game: Game) -> type[Reference]:
    """The game told a second time."""
    found: type[Reference] = importlib.import_module(f"tests.games.{home(game).name}.reference").REFERENCE
    return found


def of_this_house() -> list[Game]:
    """The games that have a folder among these tests; a game from elsewhere has its tests where it lives."""
    return [game for game in map(load, ids()) if game.package.startswith("stylobate.games.")]


def variants(game: Game) -> list[Options]:
    """Every combination of the options whose values are listed: seats, boards, rule variants."""
    listed = [option for option in game.options if option.choices]
    choices = product(*(option.choices for option in listed))
    return [{option.name: value for option, value in zip(listed, values, strict=True)} for values in choices]


def seating(seats: int, has_chance: bool) -> tuple[str, Options]:
    """The first game of this house for so many, with or without chance, and the options that seat them."""
    return next(
        (game.id, options)
        for game in of_this_house()
        if game.has_chance == has_chance and seats in game.players
        for options in variants(game)
        if options.get("players", str(game.players[0])) == str(seats)
    )


def label(options: Mapping[str, str]) -> str:
    """A short name for a variant: the values of its options, or “standard”."""
    return "-".join(options.values()) or "standard"


def every_game() -> pytest.MarkDecorator:
    """Runs a test that takes `game` for every game that is installed."""
    return pytest.mark.parametrize("game", [load(id) for id in ids()], ids=ids())


def every_game_and_variant(games: Iterable[Game] | None = None) -> pytest.MarkDecorator:
    """Runs a test that takes `game` and `options` for every variant of these games, or of all installed.

    All variants of a game but its first are marked slow: who saves a file sees each game once.
    """
    cases = [
        pytest.param(
            game, options, id=f"{game.id}-{label(options)}", marks=[pytest.mark.slow] if more else []
        )
        for game in (map(load, ids()) if games is None else games)
        for more, options in enumerate(variants(game))
    ]
    return pytest.mark.parametrize(("game", "options"), cases)


def every_variant(game: Game) -> pytest.MarkDecorator:
    """Runs a test that takes `options` for every variant of a game; all but the first are slow here, too."""
    cases = [
        pytest.param(options, id=label(options), marks=[pytest.mark.slow] if more else [])
        for more, options in enumerate(variants(game))
    ]
    return pytest.mark.parametrize("options", cases)


def whose_turn(position: Position) -> int | str:
    """The turn as the protocol and the references say it."""
    return {CHANCE: "chance", OVER: "over"}.get(position.turn, position.turn)


def compare(position: Position, beside: Reference, story: str = "") -> None:
    """Fail unless both tell the same moment of the same game."""
    pairs: dict[str, tuple[object, object]] = {
        "turn": (whose_turn(position), beside.turn()),
        "legal": (list(position.legal), beside.legal()),
        "chance": (position.chance, beside.chance()),
        "scores": (list(position.scores), list(beside.scores())),
        "result": (list(position.winners), list(beside.result())),
    }
    text = beside.position()
    if text is not None:
        pairs["position"] = (str(position), text)
    for what, (kernel, plain) in pairs.items():
        if kernel != plain:
            raise Disagreement(
                f"{position.game.id}: {what} is {kernel} by the kernel, {plain} by the reference, "
                f"at {position} after {story or 'nothing'}"
            )


def any_token(position: Position, rng: random.Random) -> str:
    """A token at random: a player's uniformly, chance's by its true weights."""
    if position.is_chance:
        chance = position.chance
        return rng.choices(list(chance), [float(share) for share in chance.values()])[0]
    return rng.choice(position.legal)


def random_game(position: Position, rng: random.Random, limit: int | None = None) -> Iterator[str]:
    """The tokens of one random game from here to its end, or of `limit` tokens."""
    played = 0
    while not position.is_over and (limit is None or played < limit):
        token = any_token(position, rng)
        yield token
        position = position.play(token)
        played += 1


@cache
def halfway(game: Game) -> int:
    """How many tokens are played by the middle of a game, at its fullest table."""
    players = {"players": str(max(game.players))} if has_choice_of_seats(game) else {}
    return len([*random_game(game.begin(players), random.Random(7))]) // 2


def has_choice_of_seats(game: Game) -> bool:
    """Whether it is asked how many play."""
    return any(option.name == "players" for option in game.options)


@contextmanager
def refused(error: type[StylobateError], sentence: str) -> Iterator[None]:
    """What is done inside is refused with a sentence that has these words in it."""
    with pytest.raises(error) as refusal:
        yield
    assert sentence in str(refusal.value)


def check_that_only_legal_tokens_are_played(position: Position, tokens: Iterable[str]) -> None:
    """Each is read and written as the same; those not legal here get a reason, and change nothing."""
    before = position.state
    for token in tokens:
        assert position.game.notation.token(before, position.game.notation.action(before, token)) == token
        if token not in position.legal:
            with pytest.raises(BadToken, match=r"“.*” (is not legal here|cannot be played): "):
                position.play(token)
    assert (position.state == before).all()


def walk_beside(
    position: Position, beside: Reference, rng: random.Random, limit: int | None = None, story: str = ""
) -> int:
    """One random game, compared at every node from this one on; returns how many nodes that were."""
    played = 0
    compare(position, beside, story)
    while not position.is_over and (limit is None or played < limit):
        token = any_token(position, rng)
        position = position.play(token)
        beside.play(token)
        story = f"{story} {token}".strip()
        compare(position, beside, story)
        played += 1
    return 1 + played


def play_beside(
    game: str, options: Mapping[str, str], *, games: int, seed: int, limit: int | None = None
) -> int:
    """Random games from the start (or from `setup`), kernel beside reference; returns the nodes compared."""
    rng = random.Random(f"{game} {sorted(options.items())} {seed}")
    start, plain = load(game).begin(options), reference(load(game))
    told = " ".join(f"{name}={value}" for name, value in options.items())
    return sum(walk_beside(start, plain.start(options), rng, limit, told) for _ in range(games))
