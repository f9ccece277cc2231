"""Why a click does nothing in Columba: whatever is said of a square is so."""

import re

import stylobate
from stylobate import Position
from stylobate.telling import why_not
from tests.games.columba.reference import Columba, Place, footprint
from tests.reasons import Facts, check_truth, positions

GAME = stylobate.load("columba")
SEATS = ("Red", "Yellow", "Green", "Purple")
BREEDS = {"wood pigeon": "W", "rock dove": "R", "stock dove": "S", "turtle dove": "T"}
NUMBERS = ("no", "one", "two", "three", "four")


def facts(position: Position) -> Facts:
    plain = Columba.from_text(str(position))
    land = plain.table

    def at(text: str) -> Place:
        x, y = text.split(",")
        return int(x), int(y)

    def covered(keys: list[str]) -> list[Place]:
        return [place for place in footprint(at(keys[-1])) if place in land.squares]

    def about(keys: list[str], text: str) -> bool:
        """The sentence is about the square clicked, or one that the card would cover."""
        return at(text) in (covered(keys) if plain.phase == "lay" else [at(keys[-1])])

    def caught(keys: list[str], breed: str) -> int:
        return [land.squares[place].breed for place in covered(keys)].count(BREEDS[breed])

    def wanted(breed: str) -> int:
        return plain.board.missing().count(BREEDS[breed])

    return {
        r"there is a (dovecote|falcon) at (-?\d+,-?\d+)(?:, and it is never covered)?": (
            lambda keys, what, text: (
                about(keys, text)
                and bool(
                    land.squares[at(text)].falcon if what == "falcon" else land.squares[at(text)].dovecote
                )
            )
        ),
        r"(-?\d+,-?\d+) is in (\w+)'s estate": (
            lambda keys, text, name: (
                about(keys, text)
                and land.estate_owner(at(text)) == SEATS.index(name)
                and plain.is_foreign(SEATS.index(name))
            )
        ),
        r"the card would capture an? ([a-z ]+), which the objective does not need": (
            lambda keys, breed: caught(keys, breed) > 0 == wanted(breed)
        ),
        r"the card would capture (\w+) ([a-z ]+)s, and the objective needs (\w+)": (
            lambda keys, many, breed, needs: (
                caught(keys, breed) == NUMBERS.index(many) > NUMBERS.index(needs) == wanted(breed)
            )
        ),
        r"there is a dovecote in the group of (-?\d+,-?\d+) already": (
            lambda keys, text: keys[-1] == text and land.estate_owner(at(text)) is not None
        ),
        r"the pigeon at (-?\d+,-?\d+) is domesticated, and (?:(\w+) laid it|a tile covers wild ones only)": (
            lambda keys, text, name: (
                about(keys, text)
                and land.squares[at(text)].laid_by is not None
                and (not name or land.squares[at(text)].laid_by == SEATS.index(name))
            )
        ),
        r"without an objective nothing may be covered": (
            lambda keys: bool(covered(keys)) and plain.rules == "full" and not plain.board.objective
        ),
        r"it would bring two dovecotes into one group": (
            lambda keys: plain.phase == "options" or not plain.keeps_estates_apart(at(keys[-1]), plain.hand)
        ),
        r"(-?\d+,-?\d+) is in no foreign estate": (
            lambda keys, text: keys == ["falcon", text] and not plain.is_foreign(land.estate_owner(at(text)))
        ),
        r"(?:a tile|the tiles) laid this turn .*": lambda keys: plain.phase == "options" and len(keys) == 2,
        r"First say whether you take a new objective": lambda keys: plain.phase == "choose",
        r"Choose the two tiles that the falcon costs": lambda keys: keys[0] in ("eyas", "adult"),
        r"First choose what to place: (.*)": lambda keys, _: len(keys) == 1 and plain.phase == "options",
        r"Nothing can be placed any more this turn": (
            lambda keys: not any(re.match("cote|tile|falcon", token) for token in plain.legal())
        ),
    }


def test_whatever_is_said_is_so() -> None:
    met: set[str] = set()
    for options in ({"rules": "full"}, {"rules": "junior"}, {"players": "4"}):
        played = list(positions(GAME, options, games=1))
        for position in played[3 :: 1 + len(played) // 10]:
            met |= check_truth(position, facts(position))
    assert len(met) >= 5


def test_a_card_that_would_touch_nothing_is_told_so() -> None:
    position = GAME.position("0,0:W1W2/R3S4 1 WRST:-:-:-/WRST:-:-:- R lay:SSTT WWWR,RRRT full")
    assert why_not(position, ["5,5"]).startswith("Not there: the card would touch nothing")
