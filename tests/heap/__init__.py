"""A small game to break: a heap of seven; throw a coin, take one or as many as it shows; the last taker wins.

It brings nothing but what no game can do without.
"""

from stylobate.game import Game

GAME = Game(
    id="heap",
    package=__name__,
    title="Heap",
    author="",
    year=None,
    rules_version=1,
    players=(2,),
    seat_names=("One", "Two"),
    has_chance=True,
    minutes=1,
    summary="Take one, or as many as the coin shows; the last taker wins.",
)
