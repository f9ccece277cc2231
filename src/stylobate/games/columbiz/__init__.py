"""Columbiz: its names, its seats and options."""

from stylobate.game import Game, Option
from stylobate.parts import Portrait

GAME = Game(
    id="columbiz",
    package=__name__,
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
    starts="dice",
    portrait=Portrait(
        position="B-----/G-G-P-/BP----/GGBP--/B----B/PBBGB- 6,4,6 2,2,2 0,0,1 P keep2 11112466",
        last="*11112466",
        part="-30 106 516 344",
    ),
    shelf=4,
)
