"""Colours by what they are for.

A drawing names roles (the cloth, ink on paper, the rim of a blue checker), and a palette gives every role a
colour for each theme.  A role is written as a CSS variable, `var(--board-cloth)`: a page that has the
palette's style sheet shows a drawing in the theme of the moment, and changes it without drawing anew.  What
knows no style sheet (a file, PNG, a notebook) gets the colours themselves: see `painted`.

A palette also says which roles carry meaning and have to stand out from what, by the measure of WCAG 2.2:
letters 4.5 to 1, shapes 3 to 1.  Tests hold every palette to that, in both themes.

    >>> palette = Palette("example")
    >>> felt = palette.role("felt", "#3f6b57", dark="#294539")
    >>> felt
    'var(--example-felt)'
    >>> painted(f'<path fill="{felt}"/>', "dark", palette)
    '<path fill="#294539"/>'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from stylobate.errors import BadOption

Theme = Literal["light", "dark", "page"]
"""How a picture is painted: for a light or a dark room; `page` leaves that to the page it will be part of."""

LETTERS, SHAPES = 4.5, 3.0

_ROLE = re.compile(r"var\(--[a-z0-9-]+\)")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?")


@dataclass(frozen=True)
class Colour:
    """A role's colour in each theme, as #rrggbb, or as #rrggbbaa where it is to be seen through."""

    light: str
    dark: str

    def css(self) -> str:
        """The colour as CSS, for both themes."""
        return self.light if self.light == self.dark else f"light-dark({self.light}, {self.dark})"


@dataclass(frozen=True)
class Pair:
    """Something that has to be seen, and what it lies on.

    One of its roles is enough: a dark piece with a light rim is seen on light and dark alike.
    """

    seen: tuple[str, ...]
    ground: str
    least: float


@dataclass(eq=False)
class Palette:
    """The roles of a game, of all drawings or of the site, and what has to stand out from what.

    Its name comes before the names of its roles, so that no two palettes can mean different things by one.
    """

    name: str = ""
    colours: dict[str, Colour] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)

    def role(self, name: str, light: str, dark: str | None = None) -> str:
        """A new role, as drawings write it.  Without a colour of its own for dark it has the same in both."""
        role = f"var(--{self.name}-{name})" if self.name else f"var(--{name})"
        colour = Colour(light, dark or light)
        if role in self.colours:
            raise ValueError(f"the role “{name}” is there already")
        if not _NAME.fullmatch(name):
            raise ValueError(f"“{name}” is no name for a role: small letters, digits and hyphens")
        for value in (colour.light, colour.dark):
            if not _COLOUR.fullmatch(value):
                raise ValueError(
                    f"“{value}” is no colour: they are written #rrggbb or #rrggbbaa, in small letters"
                )
        self.colours[role] = colour
        return role

    def letters(self, role: str, *grounds: str) -> None:
        """Require that text in this role can be read on each of these grounds."""
        self.pairs += [Pair((role,), ground, LETTERS) for ground in grounds]

    def shapes(self, seen: str | tuple[str, ...], *grounds: str) -> None:
        """Require that a shape is visible on these grounds; of several roles (body, rim) one is enough."""
        roles = (seen,) if isinstance(seen, str) else seen
        self.pairs += [Pair(roles, ground, SHAPES) for ground in grounds]

    def css(self) -> str:
        """The roles as the declarations of a style sheet."""
        return "".join(f"  {name(role)}: {colour.css()};\n" for role, colour in self.colours.items())


def name(role: str) -> str:
    """The CSS variable of a role."""
    return role.removeprefix("var(").removesuffix(")")


def light_or_dark(theme: str) -> Literal["light", "dark"]:
    """The theme of this name; refuses any other name."""
    if theme == "light":
        return "light"
    if theme == "dark":
        return "dark"
    raise BadOption(f"there is no theme called “{theme}”; there are light and dark")


class Picture(str):
    """A picture as SVG.  A notebook shows it drawn."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


def painted(picture: str, theme: Theme, *palettes: Palette) -> Picture:
    """The picture with colours in place of its roles; for a page it stays as it is."""
    if theme == "page":
        return Picture(picture)
    dark = light_or_dark(theme) == "dark"
    values = {
        role: colour.dark if dark else colour.light
        for palette in palettes
        for role, colour in palette.colours.items()
    }

    def colour(role: re.Match[str]) -> str:
        if role[0] not in values:
            raise BadOption(f"the picture names the role {name(role[0])}, which no palette has")
        return values[role[0]]

    return Picture(_ROLE.sub(colour, picture))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in bytes.fromhex(colour[1:7]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def too_close(*palettes: Palette) -> list[str]:
    """The pairs of roles whose contrast is too low, as sentences."""
    colours = {role: colour for palette in palettes for role, colour in palette.colours.items()}
    found = []
    for pair in (pair for palette in palettes for pair in palette.pairs):
        seen, ground = [colours[role] for role in pair.seen], colours[pair.ground]
        by_theme = {
            "light": max(contrast(colour.light, ground.light) for colour in seen),
            "dark": max(contrast(colour.dark, ground.dark) for colour in seen),
        }
        what = f"{' or '.join(map(name, pair.seen))} on {name(pair.ground)}"
        found += [
            f"{what} has {reached:.2f} to 1 in the {theme} theme, not {pair.least:g}"
            for theme, reached in by_theme.items()
            if reached < pair.least
        ]
    return found
