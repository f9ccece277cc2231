"""What Columba's pictures are made of: four grounds, four birds, dovecotes, falcons.

Nobody needs to see hues to tell the breeds apart.  Wood pigeons sit plump among leaves; rock doves look the
other way, over crags; stock doves peck in furrows; turtle doves, slim and long-tailed, sit among blossoms.
Everything is drawn in a box of 100 by 100 and written as it is needed, at whatever size.
"""

import re
from dataclasses import dataclass
from functools import cache

from stylobate.colours import INK, INLAY, SHADOW
from stylobate.drawing import Svg, element, number
from stylobate.games.columba import colours
from stylobate.games.columba.colours import DOWN, SEATS, Feather

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?[0-9.]+")


@dataclass(frozen=True)
class Breed:
    """A ground with its pattern, and a bird with what it wears."""

    look: Feather
    pattern: str
    bird: str
    wears: str
    outlined: bool  # whether what it wears is lines, not patches


WOOD = Breed(
    look=colours.WOOD,
    pattern=(
        "M12 30Q12 18 24 16Q25 29 12 30ZM78 88Q78 76 90 74Q91 87 78 88Z"
        "M10 90Q18 82 28 88Q20 96 10 90ZM70 12Q78 4 88 10Q80 18 70 12Z"
    ),
    bird=(
        "M9 66L31 55C35 38 50 30 63 34C63 24 71 18 79 20C86 22 89 28 88 34L96 38L88 41C88 54 84 64 76 70"
        "C66 78 46 78 37 71L12 77ZM54 76L54 86M63 75L63 86"
    ),
    wears=(
        "M70 38C76 40 82 40 86 38C86 46 82 50 76 50C72 48 70 44 70 38Z"
        "M34 62C44 54 54 52 64 56C56 62 44 66 34 62Z"
    ),
    outlined=False,
)
ROCK = Breed(
    look=colours.ROCK,
    pattern="M4 26L13 12L20 20L27 9L36 26M64 95L73 81L80 89L87 78L96 95",
    bird=(
        "M89 68L68 56C64 41 52 34 41 37C40 27 33 22 25 24C18 26 15 31 16 37L7 41L16 44C17 54 21 62 27 67"
        "C36 75 52 76 61 71L87 78ZM40 74L40 85M49 75L49 85"
    ),
    wears="M50 46Q58 54 60 68M61 50Q68 57 70 69",
    outlined=True,
)
STOCK = Breed(
    look=colours.STOCK,
    pattern="M3 14H97M3 92H97M3 30H22M78 30H97",
    bird=(
        "M8 40L34 42C41 30 57 29 68 37C74 41 78 47 80 53C89 52 94 60 91 68C90 71 88 73 86 74L84 85L77 76"
        "C70 75 67 69 68 63C59 69 46 67 38 58L11 54ZM48 66L46 79M57 67L57 80"
    ),
    wears="M70 60C72 54 77 52 81 54C82 60 76 64 70 60ZM40 46C48 42 57 45 61 52C54 55 45 53 40 46Z",
    outlined=False,
)
TURTLE = Breed(
    look=colours.TURTLE,
    pattern=(
        "M9 14a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM81 88a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z"
        "M29 90a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM63 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"
    ),
    bird=(
        "M3 80L37 51C43 40 55 36 63 39C62 30 69 25 76 27C82 29 84 34 83 39L91 42L83 45C82 54 77 62 70 66"
        "C62 71 50 71 42 67L9 87ZM54 70L54 82M62 69L62 81"
    ),
    wears="M66 42L73 48M70 38L77 45M42 54L48 60M50 48L58 57M46 62L52 66M58 62L63 58",
    outlined=True,
)
BREEDS = (WOOD, ROCK, STOCK, TURTLE)

FALCON = (
    "M50 30C56 24 64 28 62 36C76 32 90 22 97 10C98 32 88 52 66 60L60 62L66 84L50 74L34 84L40 62L34 60"
    "C12 52 2 32 3 10C10 22 24 32 38 36C36 28 44 24 50 30Z"
)
EYAS = "M50 18C62 18 68 27 66 37L74 41L66 45C74 56 72 74 62 82L38 82C28 74 26 56 34 47C30 32 38 18 50 18Z"

DASHES = (None, "7 3.5", "1.2 4.2", "9 3 1.5 3")  # how each seat's estates are outlined


def scaled(d: str, x: float, y: float, size: float) -> str:
    """A path drawn in a box of 100 by 100, moved to x, y and scaled to `size`."""
    fx, fy, steps = _relative(d, size)
    return f"M{number(x + fx)} {number(y + fy)}{steps}"


@cache
def _relative(d: str, size: float) -> tuple[float, float, str]:
    """Where the path begins and its steps from there, each from where the last one ended.

    So a hundred birds of one breed are the same few letters.  Steps are rounded to tenths; what one of them
    loses the next makes up for.
    """
    begin: tuple[float, float] = (0.0, 0.0)
    here, subpath, drawn = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    out = ""
    for command, numbers in _COMMAND.findall(d):
        values = [float(value) for value in _NUMBER.findall(numbers)]
        if command == "Z":
            out += "z"
            here = drawn = subpath
            continue
        points, arc = _points(command, values, here, size)
        here = points[-1]
        if not out and command == "M":
            begin = subpath = drawn = here
            continue
        steps = [
            _tenths(value - start) for point in points for value, start in zip(point, drawn, strict=True)
        ]
        out += {"M": "m", "C": "c", "Q": "q", "A": "a", "a": "a"}.get(command, "l")
        out += _joined([*arc, *steps])
        drawn = drawn[0] + steps[-2], drawn[1] + steps[-1]
        if command == "M":
            subpath = here = drawn
    return *begin, out


def _points(
    command: str, values: list[float], here: tuple[float, float], size: float
) -> tuple[list[tuple[float, float]], list[float]]:
    """The points that a command names, to scale, and what an arc says besides."""
    unit = size / 100
    if command in "Aa":
        rx, ry, turn, large, sweep, x, y = values
        end = (x * unit, y * unit) if command == "A" else (here[0] + x * unit, here[1] + y * unit)
        return [end], [_tenths(rx * unit), _tenths(ry * unit), turn, large, sweep]
    if command == "H":
        return [(values[0] * unit, here[1])], []
    if command == "V":
        return [(here[0], values[0] * unit)], []
    pairs = zip(values[::2], values[1::2], strict=True)
    return [(x * unit, y * unit) for x, y in pairs], []


def _tenths(value: float) -> float:
    return round(value, 1)


def _joined(values: list[float]) -> str:
    out = ""
    for value in values:
        text = number(value)
        out += text if not out or text.startswith("-") else f" {text}"
    return out


def birds(breed: int, places: list[tuple[float, float]], size: float, faint: bool = False) -> Svg:
    """Birds of a breed, one at each of these upper left corners."""
    kind = BREEDS[breed]
    look = kind.look
    body = "".join(scaled(kind.bird, x, y, size) for x, y in places)
    worn = "".join(scaled(kind.wears, x, y, size) for x, y in places)
    width = size * (0.055 if kind.outlined else 0.0)
    return element(
        "g",
        element(
            "path",
            d=body,
            fill=look.plumage,
            stroke=look.plumage,
            stroke_width=size * 0.035,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        element(
            "path",
            d=worn,
            fill="none" if kind.outlined else look.worn,
            stroke=look.worn if kind.outlined else None,
            stroke_width=width or None,
            stroke_linecap="round" if kind.outlined else None,
        ),
        opacity=0.38 if faint else None,
    )


def grounds(breed: int, places: list[tuple[float, float]], size: float, inset: float = 0.0) -> Svg:
    """Ground of a breed, square by square."""
    look = BREEDS[breed].look
    side = number(size - 2 * inset)
    floor = "".join(f"M{number(x + inset)} {number(y + inset)}h{side}v{side}h-{side}Z" for x, y in places)
    grown = "".join(scaled(BREEDS[breed].pattern, x, y, size) for x, y in places)
    filled = breed in (0, 3)
    return element(
        "g",
        element("path", d=floor, fill=look.ground),
        element(
            "path",
            d=grown,
            fill=look.growth if filled else "none",
            stroke=None if filled else look.growth,
            stroke_width=None if filled else size * 0.03,
            stroke_linejoin=None if filled else "round",
        ),
    )


def card(pigeons: str, x: float, y: float, size: float, faint: tuple[int, ...] = ()) -> Svg:
    """A card by itself, of this width; the birds in the corners `faint` are drawn faintly."""
    half = size / 2
    parts = [
        element("rect", x=x + 1.5, y=y + 2, width=size, height=size, rx=2, fill=SHADOW, fill_opacity=0.18),
    ]
    for corner, letter in enumerate(pigeons):
        breed = "WRST".index(letter)
        place = (x + corner % 2 * half, y + corner // 2 * half)
        parts.append(grounds(breed, [place], half))
        bird = (place[0] + half * 0.08, place[1] + half * 0.08)
        parts.append(birds(breed, [bird], half * 0.84, corner in faint))
    parts.append(
        element("rect", x=x, y=y, width=size, height=size, rx=2, fill="none", stroke=INK, stroke_width=1.1)
    )
    return element("g", *parts, class_="card", data_card=pigeons)


def dovecote(seat: int, large: bool, x: float, y: float, size: float) -> Svg:
    """A tower with the owner's colour on its roof: a small one round, the large one on arcades."""
    colour = SEATS[seat].colour
    if large:
        walls = "M14 40H86V94H74V74A8 9 0 0 0 58 74V94H42V74A8 9 0 0 0 26 74V94H14Z"
        roof = "M6 42L28 18H72L94 42ZM40 18V8L50 2L60 8V18Z"
        holes = "M26 50H34V59H26ZM46 50H54V59H46ZM66 50H74V59H66Z"
    else:
        walls = "M30 44H70L74 94H26Z"
        roof = "M22 46Q36 34 50 8Q64 34 78 46Z"
        holes = "M40 54H47V62H40ZM53 54H60V62H53ZM44 94V80A6 6 0 0 1 56 80V94Z"
    line: dict[str, str | float] = {"stroke": INK, "stroke_width": max(size * 0.03, 0.7)}
    line["stroke_linejoin"] = "round"
    return element(
        "g",
        element("path", d=scaled(walls, x, y, size), fill=INLAY, **line),
        element("path", d=scaled(holes, x, y, size), fill=INK),
        element("path", d=scaled(roof, x, y, size), fill=colour, **line),
        class_=f"dovecote {'large' if large else 'small'}",
    )


def falcon(x: float, y: float, size: float, adult: bool = True) -> Svg:
    """A falcon with spread wings, or a downy eyas."""
    if adult:
        return element(
            "path",
            class_="falcon",
            d=scaled(FALCON, x, y, size),
            fill=INK,
            stroke=INLAY,
            stroke_width=max(size * 0.03, 0.6),
            stroke_linejoin="round",
        )
    face = "M44 32a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M40 60L46 66L52 60M50 70L56 76L62 70"
    return element(
        "g",
        element("path", d=scaled(EYAS, x, y, size), fill=DOWN, stroke=INK, stroke_width=size * 0.035),
        element("path", d=scaled(face, x, y, size), fill="none", stroke=INK, stroke_width=size * 0.035),
        class_="eyas",
    )
