"""Columba: what it is called, who made it, how it is sat down to."""

from stylobate.game import Game, Option
from stylobate.games.columba.deck import spelled

GAME = Game(
    id="columba",
    title="Columba",
    author="Laurent Escoffier",
    year=2012,
    rules_version=1,
    players=(2, 3, 4),
    seat_names=("Red", "Yellow", "Green", "Purple"),
    has_chance=True,
    minutes=45,
    summary="Lay cards, catch wild pigeons, build dovecotes: most pigeons on your estates win.",
    options=(
        Option(
            "players",
            "2",
            "how many play",
            {
                "2": "each with one large dovecote and three small ones",
                "3": "each with one large dovecote and two small ones",
                "4": "Red and Green against Yellow and Purple, each seat with a large and a small dovecote",
            },
        ),
        Option(
            "rules",
            "full",
            "the whole game, or the one for younger players",
            {
                "full": "objectives, tiles and falcons",
                "junior": "cards and dovecotes only",
            },
        ),
        Option(
            "deck",
            "standard",
            "the cards: names such as WWRS with commas between, or @ and a file with a card a line",
            {},
            spelled,
        ),
    ),
    credits="The printed game has pictures by Sylvie Eder; Ludocom, 2012.",
)
