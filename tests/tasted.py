"""Whether a style shows: games of the strongest level with it against the same without, seats in turn."""

from __future__ import annotations

from collections.abc import Callable

from stylobate.chance import stream
from stylobate.game import Game, Position
from stylobate.ladder import ladder
from stylobate.players import Budget, ask, player

Much = Callable[[Position, int, list[str]], float]  # how much a seat has or did, by the end and its tokens


def does_more(game: Game, style: str, much: Much, games: int) -> bool:
    """Whether all games together have more of it with the style than without."""
    strongest = ladder(game).strongest.name
    with_style = plain = 0.0
    for seed in range(1, games + 1):
        seat = (seed + 1) % 2
        sitters = [strongest, strongest]
        sitters[seat] = f"{style}-{strongest}"
        end, tokens = _played(game, sitters, seed)
        with_style += much(end, seat, tokens[seat])
        plain += much(end, 1 - seat, tokens[1 - seat])
    return with_style > plain


def _played(game: Game, sitters: list[str], seed: int) -> tuple[Position, list[list[str]]]:
    """A whole game of two, with what each of them played."""
    position, rng = game.begin({"players": "2"}), stream(seed)
    tokens: list[list[str]] = [[], []]
    players = [player(name, game) for name in sitters]
    briefly = Budget(playouts=min(1, ladder(game).strongest.playouts))  # a taste shows at first sight
    while not position.is_over:
        if position.is_chance:
            position = position.play(position.sample(rng))
        else:
            token = ask(players[position.turn], position, briefly, seed=seed).token
            tokens[position.turn].append(token)
            position = position.play(token)
    return position, tokens
