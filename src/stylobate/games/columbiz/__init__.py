"""Columbiz: what it is called, who made it, how it is sat down to."""

from stylobate.game import Game, Option

GAME = Game(
    id="columbiz",
    title="Columbiz",
    author="",
    year=None,
    rules_version=1,
    players=(2, 3, 4),
    seat_names=("Purple", "Blue", "Grey", "Black"),
    has_chance=True,
    minutes=30,
    summary="Eight dice, six columns: three 5s buy square 3 of column 5 and capture all below it.",
    options=(
        Option(
            "players",
            "2",
            "how many play",
            {"2": "eighteen counters each", "3": "thirteen counters each", "4": "ten counters each"},
        ),
    ),
    credits="The game's printed sheet names no author.",
)
