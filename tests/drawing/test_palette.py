"""Roles have a colour in each theme, what carries meaning stands out, and only palettes name colours."""

import re
import zlib
from importlib import resources
from pathlib import Path

import pytest

import stylobate
from stylobate.colours import CLOTH, HOUSE
from stylobate.drawing import picture, png
from stylobate.errors import BadOption
from stylobate.guide import figures
from stylobate.palette import Palette, Theme, contrast, painted, too_close
from stylobate.sheet import pdf
from stylobate.web.palette import PAGE, style_sheet
from tests.drawing.pixels import pixels

PACKAGE = Path(str(resources.files(stylobate)))
LITERAL = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=[\"';)])|\brgba?\(|\bhsla?\(|light-dark\(")


def test_a_role_is_written_as_a_variable_and_painted_in_a_theme() -> None:
    palette = Palette("example")
    felt = palette.role("felt", "#3f6b57", dark="#294539")
    chalk = palette.role("chalk", "#ffffff")
    drawn = f'<path fill="{felt}" stroke="{chalk}"/>'
    assert painted(drawn, "page", palette) == drawn
    assert painted(drawn, "light", palette) == '<path fill="#3f6b57" stroke="#ffffff"/>'
    assert painted(drawn, "dark", palette) == '<path fill="#294539" stroke="#ffffff"/>'
    assert palette.css() == "  --example-felt: light-dark(#3f6b57, #294539);\n  --example-chalk: #ffffff;\n"


def test_a_theme_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadOption, match="there is no theme called “sepia”; there are light and dark"):
        stylobate.load("colonnade").start().svg(theme="sepia")  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "light"), [("Felt", "#3f6b57"), ("felt", "green"), ("felt", "#3F6B57")])
def test_a_role_that_makes_no_sense_is_refused(name: str, light: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        Palette("example").role(name, light)


def test_a_role_has_one_meaning() -> None:
    palette = Palette("example")
    palette.role("felt", "#3f6b57")
    with pytest.raises(ValueError, match="is there already"):
        palette.role("felt", "#3f6b58")


def test_contrast_is_measured_as_wcag_has_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_what_is_too_close_is_told_for_each_theme() -> None:
    palette = Palette("example")
    felt, chalk = palette.role("felt", "#777777", dark="#222222"), palette.role("chalk", "#ffffff")
    palette.letters(chalk, felt)
    assert too_close(palette) == [
        "--example-chalk on --example-felt has 4.48 to 1 in the light theme, not 4.5"
    ]
    palette.pairs.clear()
    palette.shapes((felt, chalk), felt)
    assert too_close(palette) == []


def test_what_the_house_says_carries_meaning_stands_out() -> None:
    assert HOUSE.pairs
    assert too_close(HOUSE) == []


def test_what_the_pages_say_carries_meaning_stands_out() -> None:
    assert PAGE.pairs
    assert too_close(PAGE, HOUSE) == []


@pytest.mark.parametrize("id", stylobate.ids())
def test_what_a_game_says_carries_meaning_stands_out(id: str) -> None:
    house, *own = stylobate.load(id).palettes
    assert all(palette.pairs and palette.name == id for palette in own)
    assert too_close(house, *own) == []


@pytest.mark.parametrize("id", stylobate.ids())
def test_pictures_name_roles_and_every_role_has_a_colour(id: str) -> None:
    for figure in figures(stylobate.load(id)):
        for theme in ("light", "dark"):
            assert "var(" not in figure.svg(theme)
        assert not LITERAL.search(figure.svg("page"))
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', figure.svg("page"))) > {CLOTH}


def test_the_style_sheet_says_every_role_once() -> None:
    palettes = [palette for id in stylobate.ids() for palette in stylobate.load(id).palettes]
    declared = re.findall(r"^  (--[a-z0-9-]+): ", style_sheet(palettes), re.MULTILINE)
    assert len(declared) == len(set(declared))
    assert len(declared) == sum(len(palette.colours) for palette in {PAGE, *palettes})


def test_style_sheets_and_scripts_use_only_variables_that_there_are() -> None:
    palettes = [palette for id in stylobate.ids() for palette in stylobate.load(id).palettes]
    sheets = [file for kind in ("css", "svg", "js", "html") for file in PACKAGE.rglob(f"*.{kind}")]
    text = style_sheet(palettes) + "".join(file.read_text("utf-8") for file in sheets)
    there = set(re.findall(r"(--[a-z0-9-]+):", text)) | set(
        re.findall(r'setProperty\("(--[a-z0-9-]+)"', text)
    )
    assert set(re.findall(r"var\((--[a-z0-9-]+)", text)) - there == set()


def _may_name_colours(file: Path) -> bool:
    return file.name in ("colours.py", "palette.py", "icon.svg")  # a browser's tab knows no style sheet


def test_nothing_but_palettes_names_a_colour() -> None:
    kinds = ("py", "css", "js", "svg", "html")
    files = [file for kind in kinds for file in PACKAGE.rglob(f"*.{kind}") if not _may_name_colours(file)]
    assert len(files) > 100
    found = {
        file.relative_to(PACKAGE).as_posix(): match[0]
        for file in files
        if (match := LITERAL.search(file.read_text("utf-8")))
    }
    assert found == {}


def test_style_sheets_find_nothing_by_its_colour() -> None:
    for file in PACKAGE.rglob("*.css"):
        assert not re.search(r"\[(fill|stroke)[*^$~|]?=(?!\"none\")", file.read_text("utf-8")), file


@pytest.mark.parametrize("id", stylobate.ids())
def test_a_dark_png_is_dark(id: str) -> None:
    """The table cloth takes up its rim: there it is of one colour, and all of the rim is."""
    themes: dict[Theme, bool] = {"light": True, "dark": False}
    for theme, light in themes.items():
        rows = pixels(png(stylobate.load(id).start().svg(theme=theme), 0.2))
        middle = rows[len(rows) // 2]
        assert (sum(middle[1][:3]) > 384) == light
        assert (sum(rows[1][len(rows[1]) // 2][:3]) > 384) == light


@pytest.mark.parametrize("id", [id for id in stylobate.ids() if stylobate.load(id).brings("sheet")])
def test_a_dark_sheet_lies_on_dark_paper_and_one_to_print_on_none(id: str) -> None:
    light, dark = (_content(pdf(stylobate.load(id), theme=theme)) for theme in ("light", "dark"))
    assert " rg" not in light
    assert re.match(r"0\.11 0\.09 0\.07 rg 0 0 595\.28 841\.89 re f\n", dark)
    assert "0.95 0.91 0.84 RG" in dark


def _content(written: bytes) -> str:
    """All that the page draws."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", written, re.DOTALL)
    return "".join(zlib.decompress(stream).decode("ascii") for stream in streams)


def test_a_role_that_no_palette_has_is_named() -> None:
    with pytest.raises(BadOption, match="names the role --example-felt, which no palette has"):
        painted('<path fill="var(--example-felt)"/>', "light", HOUSE)


def test_a_notebook_shows_a_picture_in_its_theme() -> None:
    drawn = stylobate.load("colonnade").start().svg(theme="dark")
    assert drawn._repr_svg_() == drawn
    assert HOUSE.colours[CLOTH].dark in drawn


def test_a_card_for_a_page_leaves_its_colours_to_the_page() -> None:
    card = picture(80, 30, "A card", "A card.", class_="card")
    assert f'fill="{CLOTH}"' in card
    assert "#" not in painted(card, "page", HOUSE)
