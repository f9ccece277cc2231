"""Scratch memory: for as long as one call of a compiled function takes.

To ask for memory and give it back takes longer than to look through what Columba puts there, and while it is
used Numba counts who holds it, with writes that all threads wait for.  What is needed only until a function
returns can lie where its variables do.  So these arrays are for the function that makes them and for those
that it calls: never return one, nor part of one.  What they hold at first means nothing.

Of an array that a function was given Numba counts every part that it takes, too, though whoever gave it has
it until the function returns.  What is `lent`, and a `part` of it, nobody counts.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

import numpy as np
from numba import int16, int32, types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

_arrays: Any = import_module("numba.np.arrayobj")
_kinds: Any = import_module("llvmlite.ir")

Kind = TypeVar("Kind", bound=np.generic)

SHEETS = 8192  # numbers: for seven sheets of a territory that is not strewn far and wide
PLACES = 2560


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


def _part(typing: Any, whole: Any, begin: Any, length: Any) -> Any:
    """An intrinsic that lends part of an array."""

    def lend(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = _arrays.make_array(whole)(context, builder, arguments[0])
        made = _arrays.make_array(whole)(context, builder)
        _arrays.populate_array(
            made,
            data=builder.gep(array.data, [arguments[1]]),
            shape=[arguments[2]],
            strides=[context.get_constant(types.intp, whole.dtype.bitwidth // 8)],
            itemsize=context.get_constant(types.intp, whole.dtype.bitwidth // 8),
            meminfo=None,
        )
        return made._getvalue()

    return whole(whole, types.intp, types.intp), lend


_lend: Any = intrinsic(_part)


def for_sheets(numbers: int) -> NDArray[np.int16]:
    """Room for so many numbers of sheets; not compiled, it is asked for as ever."""
    return np.empty(numbers, dtype=np.int16)


def for_places(numbers: int) -> NDArray[np.int32]:
    """Room for so many places."""
    return np.empty(numbers, dtype=np.int32)


def part(whole: NDArray[Kind], begin: int, length: int) -> NDArray[Kind]:
    """So many numbers of an array from there on, which nobody counts: whoever gave the array has it still."""
    return whole[begin : begin + length]


def lent(whole: NDArray[Kind]) -> NDArray[Kind]:
    """All of an array in the same way."""
    return whole


# What a function makes is gone when it returns: so these become part of the function that calls them.


@overload(for_sheets, inline="always")
def _for_sheets(numbers: Any) -> Any:
    def make(numbers: Any) -> Any:
        return _sheets() if numbers <= SHEETS else np.empty(numbers, dtype=np.int16)

    return make


@overload(for_places, inline="always")
def _for_places(numbers: Any) -> Any:
    def make(numbers: Any) -> Any:
        return _places() if numbers <= PLACES else np.empty(numbers, dtype=np.int32)

    return make


@overload(part, inline="always")
def _part_of(whole: Any, begin: Any, length: Any) -> Any:
    def lend(whole: Any, begin: Any, length: Any) -> Any:
        return _lend(whole, begin, length)

    return lend


@overload(lent, inline="always")
def _lent(whole: Any) -> Any:
    def lend(whole: Any) -> Any:
        return _lend(whole, 0, len(whole))

    return lend
