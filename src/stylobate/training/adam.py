"""Steps of learning that are as long for what is seldom seen as for what is seen always: Adam's.

Each weight moves by about the same, whichever way it was pushed most of late (Kingma and Ba, 2015).
"""

from __future__ import annotations

from typing import Any

FORGETS = (0.9, 0.999)  # how slowly Adam forgets which way the weights went, and how far

Array = Any
"""An array of NumPy's or of CuPy's."""


class Adam:
    """Moves weights, and remembers how they went; `xp` is NumPy, or CuPy on a GPU."""

    def __init__(self, xp: Any, weights: Array) -> None:
        self.weights = weights
        self._xp = xp
        self._mean, self._square = xp.zeros_like(weights), xp.zeros_like(weights)
        self._steps = 0

    def step(self, gradient: Array, size: float) -> None:
        """Move the weights against the gradient, in place."""
        self._steps += 1
        mean, square = FORGETS
        self._mean += (1.0 - mean) * (gradient - self._mean)
        self._square += (1.0 - square) * (gradient**2 - self._square)
        way = self._mean / (1.0 - mean**self._steps)
        far = self._xp.sqrt(self._square / (1.0 - square**self._steps)) + 1e-8
        self.weights -= size * way / far
