"""Columns, the stacking game: its names, its author, its seats and options."""

from stylobate.game import Game, Option
from stylobate.parts import Portrait

GAME = Game(
    id="columns",
    package=__name__,
    title="Columns",
    author="David Ward",
    year=2001,
    rules_version=1,
    players=(2,),
    seat_names=("Light", "Dark"),
    has_chance=False,
    minutes=20,
    summary="Wooden roundels and blockers on twelve pins; most roundels on the fifth level win.",
    options=(
        Option(
            name="layout",
            default="4x3",
            summary="how the twelve pins stand, files × ranks",
            choices={
                "4x3": "four files of three, as on the wooden board",
                "6x2": "six files of two",
                "12x1": "one long row",
            },
        ),
    ),
    credits="Pin International; Out of the Box Publishing, 2001",
    portrait=Portrait(
        position=(
            "4x3 da2a3,sb1,Db2b3,dc1d1,Rc2,Dc3d3,sd2,Ta1a2v,sb1,Rb2,Sc1,Sc3,td2d1^,tb3b2v,Ra1,rb1,Td1c1^,"
            "tc3b3v,Sb1,Td2d1v,Rb1,rb3,rc3 D"
        ),
        last="Ra1",
        part="30 37 522 347",
    ),
    shelf=2,
)
