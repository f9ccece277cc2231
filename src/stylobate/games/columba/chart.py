"""A chart of Columba's land: where it lies, whose estates are where, what was laid last."""

from stylobate.colours import MARK
from stylobate.drawing import Svg, element, number
from stylobate.games.columba.colours import MEADOW, SEATS
from stylobate.games.columba.pigeons import BREEDS
from stylobate.games.columba.view import Land, Place


def chart(land: Land) -> str:
    """The land small, in the coordinates of the large one."""
    x, y, wide, tall = land.frame
    kinds = [
        (BREEDS[breed].look.ground, [place for place, what in land.what.items() if what & 3 == breed])
        for breed in range(4)
    ]
    owned = [(SEATS[land.territory.owner(squares[0])].colour, squares) for squares in land.estates.values()]
    return element(
        "svg",
        element("rect", x=x, y=y, width=wide, height=tall, fill=MEADOW),
        *(_squares(land, colour, places, 0) for colour, places in kinds if places),
        *(_squares(land, colour, places, 0.14) for colour, places in owned),
        _squares(land, MARK, [place for place in land.marked if place in land.what], 0.3),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (x, y, wide, tall))),
    )


def _squares(land: Land, colour: str, places: list[Place], inset: float) -> Svg:
    side, shift = number(land.cell * (1 - 2 * inset)), land.cell * inset
    corners = (land.at(*place) for place in places)
    d = "".join(f"M{number(x + shift)} {number(y + shift)}h{side}v{side}h-{side}Z" for x, y in corners)
    return element("path", d=d, fill=colour)
