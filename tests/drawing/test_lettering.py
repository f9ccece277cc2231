"""All that is written on a board can be read: it stands out from what really lies under it, in both themes.

Palettes say what is written on what.  Here it is looked up in the pictures themselves: they are drawn without
their letters, and where the strokes would be, the colour of the ground is measured.
"""

import re
import xml.etree.ElementTree as ET
from statistics import median

import pytest

import stylobate
from stylobate.drawing import png
from stylobate.guide import figures
from stylobate.palette import LETTERS, Theme, contrast
from tests.drawing.pixels import Pixel, pixels

pytestmark = pytest.mark.slow

SCALE = 0.45
BROAD = 4  # a stroke as wide as that is a patch to write on
WRITTEN = re.compile(
    r'<path(?: class="[^"]*")? d="(?P<d>[^"]*)" '
    r'transform="translate\((?P<x>[-0-9.]+) (?P<y>[-0-9.]+)\) scale\((?P<scale>[0-9.]+)\)" fill="none" '
    r'stroke="(?P<colour>#[0-9a-f]{6})" stroke-width="(?P<weight>[0-9.]+)" stroke-linecap="round" '
    r'stroke-linejoin="round"/>'
)
SVG = "http://www.w3.org/2000/svg"


def _without_what_is_faint(drawn: str) -> str:
    """The picture without pieces of which nobody has any left: those need not be read."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(drawn)
    for parent in list(root.iter()):
        for part in [part for part in parent if part.get("opacity")]:
            parent.remove(part)
    return ET.tostring(root, "unicode").replace(" />", "/>")


def _ground(rows: list[list[Pixel]], written: re.Match[str]) -> str:
    """The colour under the letters: the middle one of all places where a stroke begins or ends."""
    x, y, scale = (float(written[name]) for name in ("x", "y", "scale"))
    found = []
    for place in re.findall(r"(-?[0-9.]+) (-?[0-9.]+)(?=[A-Z]|$)", written["d"]):
        across, down = x + float(place[0]) * scale, y + float(place[1]) * scale
        found.append(rows[int(down * SCALE)][int(across * SCALE)][:3])
    return "#" + bytes(int(median(part)) for part in zip(*found, strict=True)).hex()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("id", stylobate.ids())
def test_everything_written_on_a_board_can_be_read(id: str, theme: Theme) -> None:
    shown = figures(stylobate.load(id))
    whole = [figure.position.svg(figure.last, figure.hints, theme=theme) for figure in shown]
    richest = sorted(whole, key=len)
    for picture in (richest[-1], richest[len(richest) // 2]):
        drawn = _without_what_is_faint(picture)
        letters = [found for found in WRITTEN.finditer(drawn) if float(found["weight"]) < BROAD]
        bare = drawn
        for found in letters:
            bare = bare.replace(found[0], "")
        rows = pixels(png(bare, SCALE))
        assert len(letters) > 4
        for found in letters:
            ground = _ground(rows, found)
            reached = contrast(found["colour"], ground)
            assert reached >= LETTERS - 0.05, f"{found['colour']} on {ground}, {reached:.2f}: {found[0]}"
