"""Printed sheets: a PDF that is well made, as many sheets as fit, and refusals."""

import re
import zlib
from math import hypot
from pathlib import Path

import pytest

from stylobate import load
from stylobate.errors import BadOption
from stylobate.games.columns_dice import GAME
from stylobate.sheet import MARGIN, PAPERS, Sheet, _operators, blank, pdf, places, words, write


def found(pattern: bytes, content: bytes) -> re.Match[bytes]:
    """Where that stands; it must."""
    there = re.search(pattern, content)
    assert there
    return there


class Pdf:
    """As much of a PDF reader as these tests need; it trusts nothing but the table at the end."""

    def __init__(self, content: bytes) -> None:
        assert content.startswith(b"%PDF-1.4\n")
        assert content.endswith(b"%%EOF\n")
        table = int(found(rb"startxref\n(\d+)\n%%EOF\n$", content)[1])
        head = found(rb"\Axref\n0 (\d+)\n", content[table:])
        self.size = int(head[1])
        rows = content[table + head.end() :][: 20 * self.size]
        assert rows[:20] == b"0000000000 65535 f \n"
        self.objects: dict[int, bytes] = {}
        for place in range(1, self.size):
            row = rows[20 * place : 20 * place + 20]
            assert re.fullmatch(rb"\d{10} 00000 n \n", row)
            begin = int(row[:10])
            label = b"%d 0 obj\n" % place
            assert content[begin:].startswith(label)
            end = content.index(b"\nendobj\n", begin)
            self.objects[place] = content[begin + len(label) : end]
        self.trailer = content[table + head.end() + 20 * self.size :]

    def follow(self, source: bytes, key: str) -> bytes:
        return self.objects[int(found(rb"/%b \[?(\d+) 0 R" % key.encode(), source)[1])]

    @property
    def page(self) -> bytes:
        return self.follow(self.follow(self.follow(self.trailer, "Root"), "Pages"), "Kids")

    def unpacked(self, stream: bytes) -> str:
        head, _, packed = stream.partition(b"\nstream\n")
        packed = packed.removesuffix(b"\nendstream")
        assert int(found(rb"/Length (\d+)", head)[1]) == len(packed)
        return zlib.decompress(packed).decode("ascii")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_file_is_well_made_and_its_page_has_the_papers_size(paper: str) -> None:
    file = Pdf(pdf(GAME, paper))
    assert int(found(rb"/Size (\d+)", file.trailer)[1]) == file.size
    box = found(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file.page)
    assert (float(box[1]), float(box[2])) == PAPERS[paper]


@pytest.mark.parametrize("paper", PAPERS)
def test_six_sheets_go_on_a_page(paper: str) -> None:
    file = Pdf(pdf(GAME, paper))
    assert file.unpacked(file.follow(file.page, "Contents")).count("/Sheet Do") == 6
    assert len(places(blank(GAME), paper)) == 6


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_keeps_its_distance_from_the_edge_and_the_others(paper: str) -> None:
    sheet, (width, height) = blank(GAME), PAPERS[paper]
    corners = places(sheet, paper)
    for x, y in corners:
        assert MARGIN <= x <= width - MARGIN - sheet.width
        assert MARGIN <= y <= height - MARGIN - sheet.height
        for other_x, other_y in corners:
            if (x, y) != (other_x, other_y):
                apart_x, apart_y = abs(x - other_x) - sheet.width, abs(y - other_y) - sheet.height
                assert max(apart_x, apart_y) >= 2 * MARGIN


def test_a_small_sheet_is_printed_more_often() -> None:
    assert len(places(Sheet(100, 100, ()), "a4")) > len(places(blank(GAME), "a4"))


def test_nothing_is_drawn_outside_the_sheet() -> None:
    sheet = blank(GAME)
    for mark in sheet.marks:
        for operator in _operators(mark.d):
            numbers = [float(value) for value in operator.split()[:-1]]
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                assert 0 <= mark.x + mark.scale * x <= sheet.width
                assert 0 <= mark.y + mark.scale * y <= sheet.height


def test_the_sheet_has_a_box_for_every_square_and_total_and_names_its_author() -> None:
    marks = blank(GAME).marks
    boxes = [mark for mark in marks if mark.d.endswith("Z") and mark.d.count("H") == 2]
    assert len(boxes) == 24 + 6 + 4 + 2 + 2
    assert any(mark.d == words("a dice game by Stephen Tallevi", 0, 0, 1).d for mark in marks)


def test_the_file_says_whose_game_it_is() -> None:
    file = Pdf(pdf(GAME))
    info = file.follow(file.trailer, "Info").decode("ascii")
    told = {key: bytes.fromhex(text).decode("utf-16") for key, text in re.findall(r"/(\w+) <(\w+)>", info)}
    assert told == {
        "Title": "Score sheets for Columns (dice), by Stephen Tallevi, 2004",
        "Author": "Stephen Tallevi",
        "Creator": "Stylobate",
    }


def test_the_same_sheet_gives_the_same_bytes(tmp_path: Path) -> None:
    write(GAME, tmp_path / "sheet.pdf", "letter")
    assert (tmp_path / "sheet.pdf").read_bytes() == pdf(GAME, "letter")


def test_a_circle_stays_round() -> None:
    around = list(_operators("M10 0A10 10 0 1 0 -10 0A10 10 0 1 0 10 0"))
    assert around[0] == "10 0 m"
    assert len(around) == 5
    for operator in around[1:]:
        x1, y1, x2, y2, x, y = (float(value) for value in operator.split()[:-1])
        assert hypot(x, y) == pytest.approx(10, abs=0.02)
        assert hypot(x1, y1) == pytest.approx(hypot(x2, y2), abs=0.02)


@pytest.mark.parametrize(
    ("large", "sweep", "ends"),
    [
        (0, 1, ["0 10"]),
        (0, 0, ["0 10"]),
        (1, 1, ["20 10", "10 20", "0 10"]),
        (1, 0, ["0 -10", "-10 0", "0 10"]),
    ],
)
def test_an_arc_goes_the_way_it_is_told(large: int, sweep: int, ends: list[str]) -> None:
    curves = list(_operators(f"M10 0A10 10 0 {large} {sweep} 0 10"))[1:]
    assert [" ".join(curve.split()[4:6]) for curve in curves] == ends


def test_a_curve_with_one_control_point_and_straight_steps() -> None:
    assert list(_operators("M0 0Q3 3 6 0H9V4Z")) == ["0 0 m", "2 2 4 2 6 0 c", "9 0 l", "9 4 l", "h"]


def test_a_game_without_a_score_sheet_is_refused() -> None:
    with pytest.raises(BadOption, match="Colonnade is played without a score sheet; games with sheets: "):
        pdf(load("colonnade"))


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(BadOption, match="there is no paper called “a5”; there is a4, letter"):
        pdf(GAME, "a5")
