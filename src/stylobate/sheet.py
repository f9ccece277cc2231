"""Score sheets on paper, for playing at a table: as many as fit on a page, as PDF.

A game that is written down brings a module `sheet` with a function `blank()`: one empty sheet, as lines in
points (72 to the inch), y downwards.  Here sheets are laid out on a page and the page is written.

A page of lines is all we need of PDF, so we write it ourselves: a catalogue, one page, and the sheet as a
form that the page stamps several times.  Letters are our own strokes, as in the pictures: a page that names a
font is at the mercy of every printer that lacks it.  The same sheet gives the same bytes.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, pi, sin, sqrt, tan
from pathlib import Path

from stylobate import lettering
from stylobate.colours import HOUSE, PRINT, SHEET
from stylobate.drawing import number, path
from stylobate.errors import BadOption
from stylobate.game import Game
from stylobate.palette import light_or_dark
from stylobate.registry import ids, load

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN = 14.0  # at least, round every sheet: for the printer and the scissors

_STEP = re.compile(r"([MLHVQCAZ])([^MLHVQCAZ]*)")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 1}


@dataclass(frozen=True)
class Mark:
    """Something printed: a path as in SVG, drawn as a line of this width, or filled if the width is 0."""

    d: str
    width: float = 0.7
    grey: float = 0.0
    dashes: tuple[float, ...] = ()
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True)
class Sheet:
    """One blank sheet: its size and all that is printed on it."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def line(x: float, y: float, to_x: float, to_y: float, width: float = 0.7, grey: float = 0.0) -> Mark:
    """A straight line."""
    return Mark(path("M", x, y, "L", to_x, to_y), width, grey)


def box(x: float, y: float, width: float, height: float, line: float = 0.7, grey: float = 0.0) -> Mark:
    """An empty rectangle."""
    return Mark(path("M", x, y, "H", x + width, "V", y + height, "H", x, "Z"), line, grey)


def words(
    text: str,
    x: float,
    y: float,
    height: float,
    anchor: str = "start",
    weight: float = 1.2,
    grey: float = 0.0,
) -> Mark:
    """A line of text on the baseline y; `height` is that of capitals, `anchor` says which point x is."""
    scale = height / lettering.CAP
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * lettering.width(text) * scale
    return Mark(lettering.strokes(text), weight, grey, (), x - shift, y, scale)


def write(game: Game, out: Path, paper: str = "a4", theme: str = "light") -> None:
    """Write a page of the game's blank sheets."""
    out.write_bytes(pdf(game, paper, theme))


def blank(game: Game) -> Sheet:
    """One blank sheet of the game."""
    if game.sheet is None:
        others = ", ".join(id for id in ids() if load(id).brings("sheet")) or "none so far"
        raise BadOption(f"{game.title} is played without a score sheet; games with sheets: {others}")
    return game.sheet.blank()


def places(sheet: Sheet, paper: str) -> list[tuple[float, float]]:
    """The upper left corners of the sheets that fit on the paper, each in the middle of its share of it."""
    if paper not in PAPERS:
        raise BadOption(f"there is no paper called “{paper}”; there is {', '.join(PAPERS)}")
    (width, height), (across, down) = PAPERS[paper], _grid(sheet, paper)
    return [
        ((column + 0.5) * width / across - sheet.width / 2, (row + 0.5) * height / down - sheet.height / 2)
        for row in range(down)
        for column in range(across)
    ]


def _grid(sheet: Sheet, paper: str) -> tuple[int, int]:
    """How many sheets go across and down the page."""
    width, height = PAPERS[paper]
    return int(width // (sheet.width + 2 * MARGIN)), int(height // (sheet.height + 2 * MARGIN))


def pdf(game: Game, paper: str = "a4", theme: str = "light") -> bytes:
    """A page of blank sheets as PDF: light to be printed, or dark for a screen."""
    sheet, theme = blank(game), light_or_dark(theme)
    corners = places(sheet, paper)
    width, height = map(number, PAPERS[paper])
    stamped = "\n".join(f"q 1 0 0 1 {number(x)} {number(y)} cm /Sheet Do Q" for x, y in corners)
    ground = "" if theme == "light" else f"{_shade(1, theme)} 0 0 {width} {height} re f\n"
    page = f"{ground}1 0 0 -1 0 {height} cm\n{stamped}\n{_cuts(sheet, paper, theme)}"
    form = (
        f"/Type /XObject /Subtype /Form /BBox [-3 -3 {number(sheet.width + 3)} {number(sheet.height + 3)}] "
        "/Resources << >>"
    )
    return _file(
        "<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /PrintScaling /None >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R "
        "/Resources << /XObject << /Sheet 5 0 R >> >> >>",
        _stream("", page),
        _stream(form, "\n".join(_drawn(mark, theme) for mark in sheet.marks)),
        _described(game),
    )


def _cuts(sheet: Sheet, paper: str, theme: str) -> str:
    """Faint dotted lines between the sheets, from edge to edge."""
    (width, height), (across, down) = PAPERS[paper], _grid(sheet, paper)
    cuts = [path("M", width * place / across, 0, "V", height) for place in range(1, across)]
    cuts += [path("M", 0, height * place / down, "H", width) for place in range(1, down)]
    return "\n".join(_drawn(Mark(cut, 0.4, 0.6, (1, 4)), theme) for cut in cuts)


def _drawn(mark: Mark, theme: str) -> str:
    """A mark as operators of PDF."""
    place = f"{number(mark.scale)} 0 0 {number(mark.scale)} {number(mark.x)} {number(mark.y)} cm"
    ways = " ".join(_operators(mark.d))
    if not mark.width:
        return f"q {place} {_shade(mark.grey, theme)} {ways} f Q"
    dashes = " ".join(map(number, mark.dashes))
    pen = f"1 J 1 j {number(mark.width)} w {_shade(mark.grey, theme).upper()} [{dashes}] 0 d"
    return f"q {place} {pen} {ways} S Q"


def _shade(grey: float, theme: str) -> str:
    """The operator for a colour between the print's, 0, and the paper's, 1; in capitals, that for lines."""
    print_, paper = (
        [part / 255 for part in bytes.fromhex(getattr(HOUSE.colours[role], theme)[1:])]
        for role in (PRINT, SHEET)
    )
    mixed = [number(ink + (ground - ink) * grey) for ink, ground in zip(print_, paper, strict=True)]
    return f"{mixed[0]} g" if len(set(mixed)) == 1 else f"{' '.join(mixed)} rg"


def _operators(d: str) -> Iterator[str]:
    """A path of SVG with absolute coordinates, as operators of PDF."""
    x = y = 0.0
    for step in _STEP.finditer(d):
        command, values = step[1], [float(value) for value in step[2].split()]
        for start in range(0, max(1, len(values)), _ARITY[command]):
            v = values[start : start + _ARITY[command]]
            if command == "Z":
                yield "h"
                continue
            to_x = x if command == "V" else v[0] if command == "H" else v[-2]
            to_y = y if command == "H" else v[-1]
            if command == "C":
                yield _step("c", *v)
            elif command == "Q":
                yield _step("c", *_raised(x, y, *v))
            elif command == "A":
                yield from (_step("c", *curve) for curve in _arc(x, y, *v))
            else:
                yield _step("m" if command == "M" else "l", to_x, to_y)
            x, y = to_x, to_y


def _step(operator: str, *values: float) -> str:
    return f"{' '.join(map(number, values))} {operator}"


def _raised(x: float, y: float, mid_x: float, mid_y: float, to_x: float, to_y: float) -> tuple[float, ...]:
    """A quadratic Bézier curve as a cubic one, the only kind that PDF has."""
    first = (x + 2 * mid_x) / 3, (y + 2 * mid_y) / 3
    second = (to_x + 2 * mid_x) / 3, (to_y + 2 * mid_y) / 3
    return *first, *second, to_x, to_y


def _arc(
    x: float,
    y: float,
    rx: float,
    ry: float,
    tilt: float,
    large: float,
    sweep: float,
    to_x: float,
    to_y: float,
) -> Iterator[tuple[float, ...]]:
    """An arc of an untilted ellipse as curves of at most a quarter turn each."""
    half_x, half_y = (x - to_x) / 2 / rx, (y - to_y) / 2 / ry
    reach = sqrt(half_x**2 + half_y**2)
    if reach == 0:
        return
    if reach > 1:  # too small to reach: it grows until it does
        rx, ry, half_x, half_y, reach = rx * reach, ry * reach, half_x / reach, half_y / reach, 1.0
    root = sqrt(max(0.0, 1 / reach**2 - 1)) * (1 if large != sweep else -1)
    middle_x, middle_y = (x + to_x) / 2 / rx + root * half_y, (y + to_y) / 2 / ry - root * half_x
    start = atan2(y / ry - middle_y, x / rx - middle_x)
    turn = atan2(to_y / ry - middle_y, to_x / rx - middle_x) - start
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    pull = 4 / 3 * tan(turn / pieces / 4)
    for piece in range(pieces):
        a, b = start + turn * piece / pieces, start + turn * (piece + 1) / pieces
        yield (
            rx * (middle_x + cos(a) - pull * sin(a)),
            ry * (middle_y + sin(a) + pull * cos(a)),
            rx * (middle_x + cos(b) + pull * sin(b)),
            ry * (middle_y + sin(b) - pull * cos(b)),
            rx * (middle_x + cos(b)),
            ry * (middle_y + sin(b)),
        )


def _described(game: Game) -> str:
    author = f" /Author {_text(game.author)}" if game.author else ""
    return f"<< /Title {_text(f'Score sheets for {game.byline}')}{author} /Creator {_text('Stylobate')} >>"


def _text(text: str) -> str:
    return f"<feff{text.encode('utf-16-be').hex()}>"


def _stream(entries: str, content: str) -> bytes:
    packed = zlib.compress(content.encode("ascii"), 9)
    head = f"<< {entries} /Length {len(packed)} /Filter /FlateDecode >>\nstream\n"
    return head.encode("ascii") + packed + b"\nendstream"


def _file(*objects: str | bytes) -> bytes:
    """A PDF file of these objects, catalogue first and description last, with its cross-reference table."""
    written = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    begins = []
    for place, content in enumerate(objects, start=1):
        begins.append(len(written))
        body = content if isinstance(content, bytes) else content.encode("ascii")
        written += b"%d 0 obj\n%b\nendobj\n" % (place, body)
    table = len(written)
    rows = "".join(f"{begin:010d} 00000 n \n" for begin in begins)
    size = len(objects) + 1
    written += f"xref\n0 {size}\n0000000000 65535 f \n{rows}".encode("ascii")
    written += f"trailer\n<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>\n".encode("ascii")
    return bytes(written + f"startxref\n{table}\n%%EOF\n".encode("ascii"))
