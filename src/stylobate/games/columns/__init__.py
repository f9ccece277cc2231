"""Columns, the stacking game: what it is called, who made it, how it is sat down to."""

from stylobate.game import Game, Option

GAME = Game(
    id="columns",
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
)
