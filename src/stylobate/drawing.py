"""What all our pictures share: a way to write SVG, and PNG.

A picture is one string that stands by itself: no script, no style, no font, no reference to anything outside
it, and no ids, so that a page of any policy may hold as many as it likes.  The same position gives the
same bytes.  It brings its own cloth to lie on.  Its colours are roles (see `stylobate.palette`); whoever
asks for the picture says in which theme they are to be painted.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from stylobate import lettering
from stylobate.colours import CLOTH, CLOTH_EDGE, MARK, MARK_LINE, ON_CLOTH
from stylobate.errors import BadOption

LARGEST_SCALE = 20.0
FINE = 1.3  # by how much a golden line's dark ground is wider

_NUMBER = r"(-?[0-9.]+)"
_AREA = re.compile(
    rf'data-key="([^"]+)"><rect class="area" x="{_NUMBER}" y="{_NUMBER}" width="{_NUMBER}" height="{_NUMBER}"'
)
_VIEW = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
_CLOTH = re.compile(r'(<rect class="cloth") x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*"( rx=)')
_TAG = re.compile("<[a-z]+")
_TOLD = re.compile(r' data-tells="[^"]*"')
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_QUOTED = _TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


class Svg(str):
    """A piece of SVG: what may stand inside an element as it is, while other text is escaped."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: str | float | None) -> Svg:
    """One element.  `class_` stands for class, `data_square` for data-square; None is left out."""
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    inside = "".join([child if isinstance(child, Svg) else child.translate(_TEXT) for child in children])
    return Svg(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


@lru_cache(maxsize=8192)
def _attribute(key: str, value: str | float) -> str:
    """One attribute; most of a board's are those of others, too."""
    if not isinstance(value, str):
        return f' {_name(key)}="{number(value)}"'
    return f' {_name(key)}="{value.translate(_QUOTED) if _is_special(value) else value}"'


def _is_special(text: str) -> bool:
    """Whether something in it must be escaped; asked sign by sign, which is fastest for long paths."""
    in_tags = '"' in text or "&" in text or "<" in text or ">" in text
    return in_tags or "\n" in text or "\r" in text or "\t" in text


@lru_cache(maxsize=1024)
def _name(key: str) -> str:
    """An attribute's name, as Python can write it, as SVG writes it."""
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A number as short as possible, rounded to two decimals; most numbers of a board are those of others."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path(*steps: str | float) -> str:
    """The `d` attribute of a path, from its letters and numbers."""
    written, is_after_letter = [], True
    for step in steps:
        if isinstance(step, str):
            written.append(step)
            is_after_letter = step[-1].isalpha()
        else:
            written.append(number(step) if is_after_letter else f" {number(step)}")
            is_after_letter = False
    return "".join(written)


def lettered(
    text: str,
    x: float,
    y: float,
    height: float,
    colour: str = ON_CLOTH,
    anchor: str = "start",
    weight: float = 1.35,
    class_: str | None = None,
) -> Svg:
    """A line of text on the baseline y; `height` is that of capitals, `anchor` says which point x is."""
    scale = height / lettering.CAP
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * lettering.width(text) * scale
    return element(
        "path",
        class_=class_,
        d=lettering.strokes(text),
        transform=f"translate({number(x - shift)} {number(y)}) scale({number(scale)})",
        fill="none",
        stroke=colour,
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def gilded(
    shape: str, line: float, fill: str = "none", class_: str | None = None, /, **where: str | float
) -> Svg:
    """The mark of the last move: a golden line between two fine dark ones, visible on any background."""
    under: dict[str, str | float] = {
        "fill": "none",
        "stroke": MARK_LINE,
        "stroke_width": line + FINE,
        "stroke_linejoin": "round",
    }
    over: dict[str, str | float] = {
        "fill": fill,
        "stroke": MARK,
        "stroke_width": line,
        "stroke_linejoin": "round",
    }
    return Svg(element(shape, **where, **under) + element(shape, class_=class_, **where, **over))


def hit(key: str, x: float, y: float, width: float, height: float, glow: str) -> Svg:
    """An area to click: a box large enough for a thumb, and the outline that is shown when it is chosen."""
    return element(
        "g",
        element("rect", class_="area", x=x, y=y, width=width, height=height),
        element("path", class_="glow", d=glow),
        class_="hit",
        data_key=key,
    )


def shelf(key: str, x: float, y: float, width: float, height: float) -> Svg:
    """A piece in the picture that can be clicked in place of its button."""
    return element(
        "g",
        element("rect", class_="area", x=x, y=y, width=width, height=height),
        element("path", class_="glow", d=rounded(x, y, width, height)),
        class_="shelf",
        data_also=key,
    )


def telling(words: str, part: Svg) -> Svg:
    """A part of a picture that says what it means, to whoever points at it on a page."""
    name = _TAG.match(part)
    assert name
    return Svg(name[0] + _attribute("data_tells", words) + part[name.end() :])


def silent(picture: str) -> str:
    """A picture whose marks say nothing: by itself, there is nobody to ask them."""
    return _TOLD.sub("", picture)


def hits(parts: Iterable[Svg]) -> Svg:
    """All areas to click, in the order in which a screen reader reads them.

    Nothing of it is seen in the picture; a page shows an outline, `glow`, under a pointer or the keyboard's
    focus, and says what stands there as the game's `telling.squares` has it.
    """
    return element("g", *parts, class_="hits", fill="none")


def rounded(x: float, y: float, width: float, height: float, r: float = 4.0) -> str:
    """The `d` attribute of a path: a rectangle with round corners."""
    return path("M", x + r, y) + _around(width, height, r)


@lru_cache(maxsize=1024)
def _around(width: float, height: float, r: float) -> str:
    """The way around such a rectangle; the squares of a board are all of one size."""
    across, down = width - 2 * r, height - 2 * r
    return path(
        *("h", across, "a", r, r, 0, 0, 1, r, r, "v", down, "a", r, r, 0, 0, 1, -r, r),
        *("h", -across, "a", r, r, 0, 0, 1, -r, -r, "v", -down, "a", r, r, 0, 0, 1, r, -r, "Z"),
    )


def picture(
    width: float,
    height: float,
    title: str,
    description: str,
    *parts: str,
    class_: str,
    left: float = 0.0,
    top: float = 0.0,
) -> str:
    """The whole picture on a piece of cloth, with title and description for screen readers.

    Its upper left corner is at `left`, `top`: so a part of a picture is drawn just as in the whole.
    """
    return element(
        "svg",
        element("title", title),
        element("desc", description),
        element(
            "rect",
            class_="cloth",
            x=left + 0.5,
            y=top + 0.5,
            width=width - 1,
            height=height - 1,
            rx=13.5,
            fill=CLOTH,
            stroke=CLOTH_EDGE,
        ),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"stylobate {class_}",
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
    )


def cropped(picture: str, keys: Sequence[str], margin: float = 0.1) -> str:
    """The part of a picture with controls that holds these squares, on a cloth of its own.

    `margin` is what is seen around them, measured in squares.
    """
    found = {key: tuple(map(float, box)) for key, *box in _AREA.findall(picture)}
    missing = sorted(set(keys) - set(found))
    if missing:
        raise BadOption(f"the picture has no square “{missing[0]}”")
    boxes = [found[key] for key in keys]
    around = margin * min(min(wide, high) for _, _, wide, high in boxes)
    left = min(x for x, _, _, _ in boxes) - around
    top = min(y for _, y, _, _ in boxes) - around
    width = max(x + wide for x, _, wide, _ in boxes) + around - left
    height = max(y + high for _, y, _, high in boxes) + around - top
    frame = {"x": left, "y": top, "width": width, "height": height}
    box = " ".join(map(number, frame.values()))
    size = f'viewBox="{box}" width="{number(width)}" height="{number(height)}"'
    part = _VIEW.sub(size, picture, count=1)
    edge = "".join(f' {name}="{number(value)}"' for name, value in frame.items())
    return _CLOTH.sub(rf"\1{edge}\2", part, count=1)


def small_picture(*parts: str, width: float = 24, height: float = 24) -> str:
    """A sign to stand in a line of words, with no cloth under it and no title."""
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
    )


def png(svg: str, scale: float = 2.0) -> bytes:
    """The picture as PNG; `scale` is in pixels per unit.  Outside the round corners it is transparent."""
    if not 0 < scale <= LARGEST_SCALE:
        raise BadOption(f"a scale of {scale:g} is not possible; it is above 0 and at most {LARGEST_SCALE:g}")
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, zoom=scale, skip_system_fonts=True))
