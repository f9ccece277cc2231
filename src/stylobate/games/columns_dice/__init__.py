"""Columns, the dice game: its names, its author, its seats and options."""

from stylobate.game import Game, Option
from stylobate.parts import Portrait

GAME = Game(
    id="columns-dice",
    package=__name__,
    title="Columns (dice)",
    author="Stephen Tallevi",
    year=2004,
    rules_version=1,
    players=(2,),
    seat_names=("Ink", "Pencil"),
    has_chance=True,
    minutes=10,
    summary="One die, one sheet for both: fill six columns in order; who completes a column scores it.",
    options=(
        Option(
            "order",
            "ascending",
            "which way the numbers of a column may run",
            {
                "ascending": "from top to bottom they never fall",
                "either": "each column may run up or down: they never fall, or they never rise",
            },
        ),
    ),
    portrait=Portrait(
        position="1555P/6---/2234I/-2-3/-26-/--13 - P *5 11:16 ascending",
        last="*5",
        part="8 44 452 301",
    ),
    shelf=3,
)
