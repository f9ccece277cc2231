"""A picture of each game for its card: a game under way, pleasant to look at, always the same one.

Of the drawing only the part that makes one want to play is shown, without the edge of its table, so that all
five lie on the same cloth.  Beside them there is a sign for every seat of a game: the piece it plays with.
`python -m stylobate.web.pictures` draws them anew into static/pictures and static/seats: they are files,
because a front page must be whole at once, and a game's rules may still be compiling.
"""

from __future__ import annotations

import re
from pathlib import Path

from stylobate.registry import load

STATIC = Path(__file__).parent / "static"
UNDER_WAY: dict[str, tuple[str, str | None, str]] = {
    "colonnade": ("228 8.5 348 232", None, "R3/B1/R1/B1/B6/R4/R1/B3 R"),
    "columns": (
        "30 37 522 347",
        "Ra1",
        "4x3 da2a3,sb1,Db2b3,dc1d1,Rc2,Dc3d3,sd2,Ta1a2v,sb1,Rb2,Sc1,Sc3,td2d1^,tb3b2v,Ra1,rb1,Td1c1"
        "^,tc3b3v,Sb1,Td2d1v,Rb1,rb3,rc3 D",
    ),
    "columns-dice": ("8 44 452 301", "*5", "1555P/6---/2234I/-2-3/-26-/--13 - P *5 11:16 ascending"),
    "columbiz": (
        "-30 106 516 344",
        "*11112466",
        "B-----/G-G-P-/BP----/GGBP--/B----B/PBBGB- 6,4,6 2,2,2 0,0,1 P keep2 11112466",
    ),
    "columba": (
        "54 190 480 320",
        "card:2,2,0",
        "-6,-2:(6)R1W2/T1W2(4)R3R4/S3S4W2sg(3)T1T2W1S2/(1)R3R4W2syR2(1)T3W4W3lgR4/(2)W3W4T4R1syW2(1"
        ")S1S2/(3)R3R4T3lrT4(1)W3R4/(5)R1srR2/(5)T3T4/(6)S1W2/(6)T3W4 12 WRST:RS:-:-/WRST:RS:-:-/WR"
        "ST:ST:-:- Y options WWWR,WWWS,WWRR,WWRT,WWSS,WWTT,RRWT,RRRT,RRSS,SSRT,SSSW,SSSR,SSST,SSTT,"
        "TTWS,TTRS,TTTR,TTTS full",
    ),
}
"""The part to show (x, y, width, height), the last token, the position."""

_TABLE = re.compile(r'<rect class="table"[^>]*/>')
_FRAME = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')


def picture(id: str) -> str:
    """The game as SVG."""
    part, last, text = UNDER_WAY[id]
    drawn = load(id).position(text).svg(last)
    width, height = part.split()[2:]
    frame = f'viewBox="{part}" width="{width}" height="{height}"'
    return _FRAME.sub(frame, _TABLE.sub("", drawn, count=1), count=1)


def signs(id: str) -> list[str]:
    """Every seat's sign as SVG."""
    game = load(id)
    return [game.drawing.sign(seat) for seat in range(max(game.players))]


def main() -> None:
    """Draw all of them anew."""
    for id in UNDER_WAY:
        _keep(STATIC / "pictures" / f"{id}.svg", picture(id))
        for seat, sign in enumerate(signs(id)):
            _keep(STATIC / "seats" / f"{id}-{seat}.svg", sign)


def _keep(file: Path, drawn: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
