"""What a phone needs to keep the site beside its other apps: a manifest, and icons made of the one we have.

An icon that may be cut to any shape (maskable) has its ground to the edge and its columns well inside; of a
phone's own making are the corners.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Xml

from stylobate.drawing import png
from stylobate.web.palette import LINEN, PAGE, PAPER

ICON = Path(__file__).parent / "static" / "icon.svg"
SIDE = 32  # of the icon, in its own units
SAFE = 0.75  # so much of it stays in sight, whatever shape it is cut to
SVG = "http://www.w3.org/2000/svg"
ICONS = {
    "icon-192.png": (192, "any"),
    "icon-512.png": (512, "any"),
    "icon-maskable-512.png": (512, "maskable"),
    "icon-touch-180.png": (180, "maskable"),
}
LISTED = tuple(name for name in ICONS if "touch" not in name)  # that one is named by the pages


def files() -> dict[str, bytes]:
    """The manifest and the icons, by their names; they lie side by side."""
    return {"site.webmanifest": _manifest(), **{name: _icon(*how) for name, how in ICONS.items()}}


def _manifest() -> bytes:
    manifest = {
        "id": "/",
        "name": "Stylobate",
        "short_name": "Stylobate",
        "description": "Games to play with friends or against the computer.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE.colours[PAPER].light,
        "theme_color": PAGE.colours[LINEN].light,
        "icons": [
            {"src": name, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for name in LISTED
            for side, purpose in [ICONS[name]]
        ],
    }
    return json.dumps(manifest, indent=2).encode()


@cache
def _icon(side: int, purpose: str) -> bytes:
    Xml.register_namespace("", SVG)
    icon = Xml.fromstring(ICON.read_text("utf-8"))
    if purpose == "maskable":
        ground, columns = icon
        del ground.attrib["rx"]
        middle = SIDE / 2
        columns.set("transform", f"translate({middle} {middle}) scale({SAFE}) translate({-middle} {-middle})")
    return png(Xml.tostring(icon, "unicode"), side / SIDE)
