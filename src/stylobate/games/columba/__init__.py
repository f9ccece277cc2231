"""Columba: its names, its author, its seats and options."""

from stylobate.game import Game, Option
from stylobate.games.columba.deck import spelled
from stylobate.parts import Key, Portrait

GAME = Game(
    id="columba",
    package=__name__,
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
            "the cards, by their letters, row by row, as in WWRS; commas or lines between",
            {},
            spelled,
        ),
    ),
    credits="The printed game has pictures by Sylvie Eder; Ludocom, 2012.",
    portrait=Portrait(
        position=(
            "-6,-2:(6)R1W2/T1W2(4)R3R4/S3S4W2sg(3)T1T2W1S2/(1)R3R4W2syR2(1)T3W4W3lgR4/(2)W3W4T4R1syW2(1)S"
            "1S2/(3)R3R4T3lrT4(1)W3R4/(5)R1srR2/(5)T3T4/(6)S1W2/(6)T3W4 12 WRST:RS:-:-/WRST:RS:-:-/WRST:S"
            "T:-:- Y options WWWR,WWWS,WWRR,WWRT,WWSS,WWTT,RRWT,RRRT,RRSS,SSRT,SSSW,SSSR,SSST,SSTT,TTWS,T"
            "TRS,TTTR,TTTS full"
        ),
        last="card:2,2,0",
        part="54 190 480 320",
    ),
    keys=(Key("R", "to turn the card"),),
    shelf=5,
    draws_cards=True,
)
