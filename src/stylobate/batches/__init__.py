"""Many games of one kind at once, for training and for experiments: `stylobate.vector`.

    >>> import stylobate
    >>> batch = stylobate.vector("colonnade", 1000, seed=1)
    >>> batch.step(batch.pick())
    >>> batch.turn[:3], batch.done.any()
    (array([1, 1, 1]), np.False_)

All games are stepped inside compiled code (`batches.stepping`), which takes the kernel as an argument and so
is compiled once for all games, those of other packages too; or on a GPU (`batches.cuda`), for which the same
functions are compiled once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from stylobate.batches.batch import Batch
from stylobate.errors import BadBatch
from stylobate.game import Game
from stylobate.registry import load

if TYPE_CHECKING:
    from stylobate.batches.cuda import CudaBatch

__all__ = ["Batch", "vector"]


@overload
def vector(
    game: str | Game,
    n: int,
    *,
    threads: int = 1,
    seed: int | None = None,
    masks: bool = False,
    observations: bool = False,
    device: Literal["cpu"] = "cpu",
    **options: Any,
) -> Batch: ...


@overload
def vector(
    game: str | Game,
    n: int,
    *,
    seed: int | None = None,
    masks: bool = False,
    observations: bool = False,
    device: Literal["cuda"],
    **options: Any,
) -> CudaBatch: ...


def vector(
    game: str | Game,
    n: int,
    *,
    threads: int = 1,
    seed: int | None = None,
    masks: bool = False,
    observations: bool = False,
    device: str = "cpu",
    **options: Any,
) -> Batch | CudaBatch:
    """So many games at once, of a game and its options, ready for their first step.

    The same seed gives the same games, however many threads step them, and on a GPU (`device="cuda"`) too;
    without one, chance is the operating system's.  `masks` and `observations` say whether those are written
    as well, which takes time.
    """
    found = load(game) if isinstance(game, str) else game
    if device == "cpu":
        return Batch(found, n, threads, seed, masks, observations, options)
    if device != "cuda":
        raise BadBatch(f"“{device}” is no device that games can be stepped on; there are cpu and cuda")
    if threads != 1:
        raise BadBatch("threads are the processor's; on a GPU every game has one of its own")
    from stylobate.batches.cuda import CudaBatch  # needs an extra, and is slow to load

    return CudaBatch(found, n, seed, masks, observations, options)
