"""Whether there is a GPU to test batches on."""

from importlib.util import find_spec

MISSING = "GPU TESTS SKIPPED: there is no GPU here that Numba can use, or stylobate[gpu] is not installed"


def is_there() -> bool:
    """Whether Numba can play on a GPU here."""
    if find_spec("numba_cuda") is None:
        return False
    from numba import cuda

    return bool(cuda.is_available())
