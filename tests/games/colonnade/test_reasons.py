"""Why a click does nothing in Colonnade: whatever is said of a square is so."""

import stylobate
from stylobate import Position
from stylobate.telling import why_not
from tests.games.colonnade.reference import Colonnade
from tests.reasons import Facts, check_truth, positions

GAME = stylobate.load("colonnade")
FILES = "abcdefgh"


def facts(position: Position) -> Facts:
    plain = Colonnade.from_text(str(position))
    stacks = dict(zip(FILES, plain.stacks, strict=True))
    mine = "red" if plain.mover == "R" else "blue"
    colour = {"red": "R", "blue": "B"}

    def beside(one: str) -> list[str]:
        return [file for file in FILES if abs(ord(file) - ord(one)) == 1]

    def top(file: str, name: str) -> bool:
        return bool(stacks[file]) and stacks[file][-1] == colour[name]

    bottoms_only = {file for file in FILES if plain.mover not in stacks[file][1:]}
    return {
        r"There is nothing on (.)": lambda keys, file: keys == [file] and not stacks[file],
        r"Choose one of the checkers on (.), rather than the whole square": (
            lambda keys, file: keys == [file] and any(token.startswith(file) for token in plain.legal())
        ),
        r"There is no (\w+) checker on (.)": (
            lambda keys, name, file: keys == [file] and name == mine and colour[name] not in stacks[file]
        ),
        r"(.) cannot move: both neighbours have a (\w+) top": (
            lambda keys, file, name: (
                keys == [file]
                and name != mine
                and len(beside(file)) == 2
                and all(top(one, name) for one in beside(file))
            )
        ),
        r"(?:(.) cannot move: )?(.) has a (\w+) top": (
            lambda keys, file, other, name: (
                keys == [file] and name != mine and other in beside(file) and top(other, name)
            )
        ),
        r"(?:(.) cannot move: )?(.(?: and .)?) (?:is|are) empty, and the bottom checker never slides to an "
        r"empty square": (
            lambda keys, _, others: (
                keys[0] in bottoms_only
                and all(not stacks[one] and one in beside(keys[0]) for one in others.split(" and "))
            )
        ),
        r"The checker stands on (.) already: .*": lambda keys, file: keys[0][0] == keys[1] == file,
        r"(.) is not beside (.): a checker goes to a neighbouring square": (
            lambda keys, file, origin: keys[1] == file and keys[0][0] == origin and file not in beside(origin)
        ),
        r"(.) is empty, and the bottom checker of (.) never slides to an empty square": (
            lambda keys, file, origin: (
                keys[1] == file
                and not stacks[file]
                and keys[0] == f"{origin}{len(stacks[origin])}"
                and file in beside(origin)
            )
        ),
        r"The top of (.) is (\w+): a (\w+) checker goes only onto a (\w+) top": (
            lambda keys, file, name, own, same: (
                keys[1] == file and top(file, name) and own == same == mine != name
            )
        ),
    }


def test_whatever_is_said_is_so() -> None:
    met: set[str] = set()
    for position in positions(GAME, {}, games=12):
        met |= check_truth(position, facts(position))
    assert met == set(facts(GAME.start()))


def test_a_stack_between_two_tops_of_the_other_colour_cannot_move() -> None:
    position = GAME.position("B1/R3/B1/-/-/-/-/R2 R")
    assert why_not(position, ["b"]) == "b cannot move: both neighbours have a blue top."
