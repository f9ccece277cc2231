"""Colonnade: what the game is called, who made it, how it is sat down to."""

from stylobate.game import Game

GAME = Game(
    id="colonnade",
    title="Colonnade",
    author="Mark Steere",
    year=2010,
    rules_version=1,
    players=(2,),
    seat_names=("Red", "Blue"),
    has_chance=False,
    minutes=10,
    summary="Stacks of two colours on a row of eight squares; who cannot move loses.",
)
