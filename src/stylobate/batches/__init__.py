"""Many games of one kind at once, for training and for experiments: `stylobate.vector`.

    >>> import stylobate
    >>> batch = stylobate.vector("colonnade", 1000, seed=1)
    >>> batch.step(batch.pick())
    >>> batch.turn[:3], batch.done.any()
    (array([1, 1, 1]), np.False_)

All games are stepped inside compiled code (`batches.stepping`), which takes the kernel as an argument and so
is compiled once for all games, those of other packages too.
"""

from stylobate.batches.batch import Batch, vector

__all__ = ["Batch", "vector"]
