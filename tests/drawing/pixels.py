"""PNG taken apart with nothing but zlib; only the kind that our rasteriser writes, eight bits RGBA."""

import struct
import zlib
from collections.abc import Callable

Pixel = tuple[int, int, int, int]


def pixels(png: bytes) -> list[list[Pixel]]:
    """Row by row, every pixel."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, stride = zlib.decompress(data), 4 * width
    rows, above = [], bytes(stride)
    for y in range(height):
        line = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        _unfilter(raw[y * (stride + 1)], line, above)
        above = bytes(line)
        rows.append([(line[i], line[i + 1], line[i + 2], line[i + 3]) for i in range(0, stride, 4)])
    return rows


def _unfilter(kind: int, line: bytearray, above: bytes) -> None:
    guess = _GUESSES[kind]
    for i in range(len(line)) if kind else ():
        left, corner = (line[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        line[i] = line[i] + guess(left, above[i], corner) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    """Whichever of the three is nearest to what they lead one to expect."""
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


_GUESSES: list[Callable[[int, int, int], int]] = [
    lambda left, up, corner: 0,
    lambda left, up, corner: left,
    lambda left, up, corner: up,
    lambda left, up, corner: (left + up) // 2,
    _paeth,
]
