"""Answers made of what was compressed once: all together are one gzip, as if they had been compressed so."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from stylobate.house.packing import joined, packed


def unpacked(gzip: bytes) -> bytes:
    """What is in a gzip, as a browser reads it: whatever stood behind its end would be lost."""
    reading = zlib.decompressobj(16 + zlib.MAX_WBITS)
    data = reading.decompress(gzip)
    assert reading.eof
    assert not reading.unused_data
    return data


LONG = st.integers(0, 100_000).map(lambda times: b"board" * times)


@given(st.lists(st.binary(max_size=300) | LONG, max_size=5))
def test_what_was_packed_one_by_one_is_one_gzip_together(parts: list[bytes]) -> None:
    together = joined(*map(packed, parts))
    assert unpacked(together) == b"".join(parts)
    assert unpacked(joined(together, packed(b"more"))) == b"".join(parts) + b"more"


def test_joining_compresses_nothing_again() -> None:
    board = packed(bytes(range(256)) * 40)
    assert board[10:-10] in joined(packed(b"{"), board, packed(b"}"))
