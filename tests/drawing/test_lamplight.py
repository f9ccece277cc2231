"""By lamplight the site gives some colours of the drawings another shade, and finds them by what they are."""

import re
from importlib import resources
from pathlib import Path

import stylobate

STYLE = resources.files(stylobate).joinpath("web/static/site.css").read_text("utf-8")
PAINTED = re.findall(r'\[(?:fill|stroke)="(#[0-9a-f]{6})"\]', STYLE)
BY_DAY = re.findall(r'\[fill="(#[0-9a-f]{6})"\] \{ fill: light-dark\((#[0-9a-f]{6}),', STYLE)


def test_every_colour_that_the_site_looks_for_is_one_that_is_drawn() -> None:
    package = Path(stylobate.__file__).parent
    drawn = "".join(file.read_text("utf-8") for file in package.rglob("*.py"))
    assert PAINTED
    assert [colour for colour in PAINTED if f'"{colour}"' not in drawn] == []


def test_by_day_a_colour_is_as_it_is_drawn() -> None:
    assert BY_DAY
    assert all(painted == shown for painted, shown in BY_DAY)
