"""Numbers that several threads read and write at once, from compiled code that holds no lock.

Each of these is one instruction of the processor that no other thread can come between, and all threads see
them in the same order.  To `stand_back` lets another thread have the core, if one wants it.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from numba import types
from numba.extending import intrinsic

_arrays: Any = import_module("numba.np.arrayobj")
_code: Any = import_module("numba.core.cgutils")
_kinds: Any = import_module("llvmlite.ir")

ORDER = "seq_cst"
BYTES = 8


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where in memory the number is that an array has at an index."""
    array = _arrays.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


def _look(typing: Any, array: Any, place: Any) -> Any:
    """What stands there now."""

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, arguments), ORDER, BYTES)

    return types.int64(array, types.intp), load


def _change(operation: str) -> Any:
    """An intrinsic that changes a number by another, and tells what stood there before."""

    def change(typing: Any, array: Any, place: Any, number: Any) -> Any:
        def apply(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _place(context, builder, signature, arguments)
            return builder.atomic_rmw(operation, where, arguments[2], ORDER)

        return types.int64(array, types.intp, types.int64), apply

    return intrinsic(change)


def _stand_back(typing: Any) -> Any:
    """Let another thread have the core."""

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if hasattr(os, "sched_yield"):
            kind = _kinds.FunctionType(_kinds.IntType(32), [])
            builder.call(_code.get_or_insert_function(builder.module, kind, "sched_yield"), [])
        return context.get_dummy_value()

    return types.void(), call


look: Any = intrinsic(_look)
exchange: Any = _change("xchg")
add: Any = _change("add")
stand_back: Any = intrinsic(_stand_back)
