"""A picture as an array of pixels, as tools show it or film it."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numba import int64, types, uint8, void

from stylobate.compiled import compiled
from stylobate.drawing import png

Pixels = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]
Lines = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

SCALE = 1.0  # pixels per unit of our drawings
CHANNELS = 4  # red, green, blue, and how opaque
PAPER = 255  # what shows through where the picture is transparent

LINES = types.Array(uint8, 2, "C")
_HEAD = struct.Struct(">II2B")
_CHUNK = struct.Struct(">I4s")


def pixels(svg: str) -> Pixels:
    """The picture, row by row: red, green and blue, from 0 to 255."""
    drawn = png(svg, SCALE)
    width = height = 0
    packed = b""
    at = 8  # after the signature
    while at < len(drawn):
        length, kind = _CHUNK.unpack_from(drawn, at)
        told = drawn[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = _HEAD.unpack_from(told)
            assert (depth, colours) == (8, 6), "our PNG has eight bits a channel, and four channels"
        elif kind == b"IDAT":
            packed += told
        at += length + 12
    lines = (
        np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(height, 1 + CHANNELS * width).copy()
    )
    unfilter(lines, CHANNELS)
    seen = lines[:, 1:].reshape(height, width, CHANNELS).astype(np.uint16)
    opaque = seen[:, :, 3:]
    mixed: Pixels = ((seen[:, :, :3] * opaque + PAPER * (255 - opaque)) // 255).astype(np.uint8)
    return mixed


@compiled(void(LINES, int64))
def unfilter(lines: Lines, step: int) -> None:
    """Undo what PNG does to each line so that it packs well; the first byte of a line says what that was."""
    height, width = lines.shape
    for row in range(height):
        filtered = lines[row, 0]
        for column in range(1, width):
            left = int64(lines[row, column - step]) if column > step else 0
            up = int64(lines[row - 1, column]) if row else 0
            corner = int64(lines[row - 1, column - step]) if row and column > step else 0
            guess = 0
            if filtered == 1:
                guess = left
            elif filtered == 2:
                guess = up
            elif filtered == 3:
                guess = (left + up) // 2
            elif filtered == 4:
                by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                guess = left if by_left <= min(by_up, by_corner) else up if by_up <= by_corner else corner
            lines[row, column] = (int64(lines[row, column]) + guess) & 255
