"""Many games of one kind at once, for training and for experiments: `stylobate.vector`.

    >>> import stylobate
    >>> batch = stylobate.vector("colonnade", 1000, seed=1)
    >>> batch.step(batch.pick())
    >>> batch.turn[:3], batch.done.any()
    (array([1, 1, 1]), np.False_)

All games are stepped inside compiled code (`batches.stepping`), which takes the kernel as an argument and so
is compiled once for all games, those of other packages too.
"""

from stylobate.batches.batch import Batch
from stylobate.game import Game
from stylobate.registry import load

__all__ = ["Batch", "vector"]


def vector(
    game: str | Game,
    n: int,
    *,
    threads: int = 1,
    seed: int | None = None,
    masks: bool = False,
    observations: bool = False,
    **options: object,
) -> Batch:
    """So many games at once, of a game and its options, ready for their first step.

    The same seed gives the same games, however many threads step them; without one, chance is the operating
    system's.  `masks` and `observations` say whether those are written too, which takes time.
    """
    found = load(game) if isinstance(game, str) else game
    return Batch(found, n, threads, seed, masks, observations, options)
