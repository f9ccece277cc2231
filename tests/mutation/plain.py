"""Kernels without a compiler: what Numba would compile stays Python, and only looks compiled from outside.

A compiled function takes its whole numbers as 64 bits wide, whatever they came from; so does this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numba
import numpy as np


def without_compiling() -> None:
    """From now on, whatever is decorated is left as it is; call it before any of our kernels is imported."""
    np.seterr(over="ignore")
    numba.njit = _plain  # type: ignore[assignment]


def _plain(signature: Any = None, **options: Any) -> Any:
    if callable(signature) and not hasattr(signature, "args"):
        return signature

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        whole = [isinstance(kind, numba.types.Integer | numba.types.Boolean) for kind in signature.args]

        @wraps(function)
        def call(*values: Any) -> Any:
            return function(*(int(v) if is_whole else v for v, is_whole in zip(values, whole, strict=True)))

        call.__dict__["nopython_signatures"] = [signature]
        return call

    return decorate
