"""Columella, “little column”: its names, its author, its seats and options."""

from stylobate.game import Game, Option
from stylobate.parts import Portrait

GAME = Game(
    id="columella",
    package=__name__,
    title="Columella",
    author="the Stylobate project",
    year=2026,
    rules_version=1,
    players=(2, 3),
    seat_names=("Marble", "Granite", "Tuff"),
    has_chance=True,
    minutes=5,
    summary="Build the heaviest column from drums that grow no wider; what you leave, the next may take.",
    options=(Option("players", "2", "How many play.", {"2": "ten turns in all", "3": "fifteen"}),),
    portrait=Portrait("6543/665 3 6 9", last="*6"),
)
