"""Colonnade: its names, its author, its seats and options."""

from stylobate.game import Game
from stylobate.parts import Portrait

GAME = Game(
    id="colonnade",
    package=__name__,
    title="Colonnade",
    author="Mark Steere",
    year=2010,
    rules_version=1,
    players=(2,),
    seat_names=("Red", "Blue"),
    has_chance=False,
    minutes=10,
    summary="Stacks of two colours on a row of eight squares; who cannot move loses.",
    has_points=False,
    portrait=Portrait(
        position="R3/B1/R1/B1/B6/R4/R1/B3 R",
        part="228 8.5 348 232",
    ),
    shelf=1,
)
