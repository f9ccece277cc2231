"""Scratch memory: for as long as one call of a compiled function takes.

To ask for memory and give it back takes longer than to look through what Columba puts there, and while it is
used Numba counts who holds it, with writes that all threads wait for.  What is needed only until a function
returns can lie where its variables do.  So these arrays are for the function that makes them and for those
that it calls: never return one, nor part of one.  What they hold at first means nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numba import int16, int32, types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

_arrays: Any = import_module("numba.np.arrayobj")
_kinds: Any = import_module("llvmlite.ir")

SHEETS = 8192  # numbers: for seven sheets of a territory that is not strewn far and wide
PLACES = 1536


def _memory(kind: Any, length: int) -> Any:
    """An intrinsic that makes an array of that kind of numbers."""
    array = types.Array(kind, 1, "C")

    def make(typing: Any) -> Any:
        def lay_out(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = context.get_value_type(kind)
            with builder.goto_entry_block():
                data = builder.alloca(_kinds.ArrayType(number, length))
            made = _arrays.make_array(array)(context, builder)
            _arrays.populate_array(
                made,
                data=builder.bitcast(data, made.data.type),
                shape=[context.get_constant(types.intp, length)],
                strides=[context.get_constant(types.intp, kind.bitwidth // 8)],
                itemsize=context.get_constant(types.intp, kind.bitwidth // 8),
                meminfo=None,
            )
            return made._getvalue()

        return array(), lay_out

    return intrinsic(make)


_sheets, _places = _memory(int16, SHEETS), _memory(int32, PLACES)


def for_sheets() -> NDArray[np.int16]:
    """Room for sheets; not compiled, it is asked for as ever."""
    return np.empty(SHEETS, dtype=np.int16)


def for_places() -> NDArray[np.int32]:
    """Room for places."""
    return np.empty(PLACES, dtype=np.int32)


# What a function makes is gone when it returns: so these become part of the function that calls them.


@overload(for_sheets, inline="always")
def _for_sheets() -> Any:
    return lambda: _sheets()


@overload(for_places, inline="always")
def _for_places() -> Any:
    return lambda: _places()
