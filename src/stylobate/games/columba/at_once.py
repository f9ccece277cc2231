"""Several numbers written at once: what a short loop of Numba's writes one by one.

A list of ways to lay a card grows by up to four at a time, and what is seen of a square is two dozen ones and
noughts.  Processors write so many with an instruction or two, if they are told to.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from stylobate.kernel import Actions
from stylobate.space import Observation

_arrays: Any = import_module("numba.np.arrayobj")
_kinds: Any = import_module("llvmlite.ir")

FLAGS = 24


def write_flags(out: Observation, at: int, bits: int) -> None:
    """Write 1 for each of 24 bits that is set, and 0 for the others, from there on."""
    for k in range(FLAGS):
        out[at + k] = bits >> k & 1


def write_four(out: Actions, at: int, number: int, more: Actions) -> None:
    """Write what is by four others more than a number, from there on."""
    for k in range(4):
        out[at + k] = number + more[k]


def _flags(typing: Any, out: Any, at: Any, bits: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _arrays.make_array(out)(context, builder, arguments[0]).data
        for first, many in ((0, 16), (16, 8)):
            shifted = builder.lshr(arguments[2], context.get_constant(types.int64, first))
            mask = builder.trunc(shifted, _kinds.IntType(many))
            ones = builder.bitcast(mask, _kinds.VectorType(_kinds.IntType(1), many))
            floats = _kinds.VectorType(_kinds.FloatType(), many)
            place = builder.add(arguments[1], context.get_constant(types.intp, first))
            there = builder.bitcast(builder.gep(data, [place]), floats.as_pointer())
            builder.store(builder.uitofp(ones, floats), there, align=4)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.int64), write


def _four(typing: Any, out: Any, at: Any, number: Any, more: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        four = _kinds.VectorType(_kinds.IntType(64), 4)
        data = _arrays.make_array(out)(context, builder, arguments[0]).data
        others = _arrays.make_array(more)(context, builder, arguments[3]).data
        given = builder.load(builder.bitcast(others, four.as_pointer()), align=8)
        number = builder.insert_element(
            _kinds.Constant(four, _kinds.Undefined), arguments[2], context.get_constant(types.int32, 0)
        )
        number = builder.shuffle_vector(
            number, number, _kinds.Constant(_kinds.VectorType(_kinds.IntType(32), 4), [0] * 4)
        )
        there = builder.bitcast(builder.gep(data, [arguments[1]]), four.as_pointer())
        builder.store(builder.add(number, given), there, align=8)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.int64, more), write


_write_flags: Any = intrinsic(_flags)
_write_four: Any = intrinsic(_four)


@overload(write_flags, inline="always")
def _for_flags(out: Any, at: Any, bits: Any) -> Any:
    def write(out: Any, at: Any, bits: Any) -> None:
        _write_flags(out, at, bits)

    return write


@overload(write_four, inline="always")
def _for_four(out: Any, at: Any, number: Any, more: Any) -> Any:
    def write(out: Any, at: Any, number: Any, more: Any) -> None:
        _write_four(out, at, number, more)

    return write
