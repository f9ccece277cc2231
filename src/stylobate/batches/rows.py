"""One row of an array of two dimensions, lent to compiled code.

Numba counts who holds an array, and every row of one anew: two writes to memory that all threads share, each
time, and a step of a small game takes hardly longer than ten of those.  A batch holds its arrays for as long
as it is stepped, so a row of theirs needs no counting.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import types
from numba.extending import intrinsic

_arrays: Any = import_module("numba.np.arrayobj")
_code: Any = import_module("numba.core.cgutils")


def _row(typing: Any, array: Any, number: Any) -> Any:
    """The row of that number; only as long as somebody else holds the array."""
    one = types.Array(array.dtype, 1, "C")

    def lend(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = _arrays.make_array(array)(context, builder, arguments[0])
        lent = _arrays.make_array(one)(context, builder)
        _, length = _code.unpack_tuple(builder, whole.shape)
        far, near = _code.unpack_tuple(builder, whole.strides)
        begin = _code.pointer_add(builder, whole.data, builder.mul(arguments[1], far))
        _arrays.populate_array(
            lent,
            data=builder.bitcast(begin, lent.data.type),
            shape=[length],
            strides=[near],
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return lent._getvalue()

    return one(array, types.intp), lend


row: Any = intrinsic(_row)
