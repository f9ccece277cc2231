"""What is said of a placement and of the levels that decide, and the clicks that place a piece."""

import re

import pytest

from stylobate.games.columns import GAME
from stylobate.telling import offered, ways
from tests.games.columns.endings import ENDINGS
from tests.harness import Options, every_variant
from tests.test_telling import nodes, said

NOTATION = re.compile(r"\b[RSDT][a-l][123]")


@pytest.mark.parametrize(
    ("before", "token", "words"),
    [
        ((), "Ra1", "Light puts a roundel on a1, on level 1"),
        (("Ra1",), "Sa1", "Dark puts a single blocker on a1, on level 2"),
        ((), "Da1b1", "Light lays a double blocker over a1 and b1, on level 1"),
        (
            (),
            "Ta1b1^",
            "Light sets a triple blocker, thick end up, on levels 1 and 2 of a1 and level 1 of b1",
        ),
        (
            ("Rb1",),
            "Ta1b1v",
            "Dark sets a triple blocker, thick end down, on levels 1 and 2 of a1 and level 2 of b1",
        ),
    ],
)
def test_a_placement_in_words(before: tuple[str, ...], token: str, words: str) -> None:
    assert GAME.telling.words(GAME.start().play(*before), token) == words


def test_a_piece_is_chosen_before_its_pins_and_a_doubles_pins_in_any_order() -> None:
    position = GAME.start()
    assert [[step.key for step in way] for way in ways(position, "Da1b1")] == [
        ["D", "a1", "b1"],
        ["D", "b1", "a1"],
    ]
    assert [[step.key for step in way] for way in ways(position, "Tb1a1^")] == [["T", "b1", "a1"]]
    assert GAME.telling.steps(position, "Ra1")[0].label == "Roundel × 12"


def test_a_tie_is_followed_down_to_the_level_that_decides() -> None:
    position = GAME.position(ENDINGS["level 3 decides"])
    _, why, *levels = GAME.telling.result(position)
    assert "ends the game" in why
    assert [line.split(":")[0] for line in levels] == [
        "Level 5 is a tie",
        "Level 4 is a tie",
        "Level 3 decides",
    ]
    tally = GAME.telling.tally(position)
    assert tally is not None
    assert (tally.heads, tally.decided) == (("Level 5", "Level 4", "Level 3"), "level 3")
    assert [light == dark for light, dark in zip(*tally.rows, strict=True)] == [True, True, False]
    assert tally.why == (why, "Level 3 decides.")


def test_a_win_shared_on_all_levels_is_told() -> None:
    result = GAME.telling.result(GAME.position(ENDINGS["shared"]))
    assert result[0] == "Light and Dark share the win."
    assert len(result) == 8
    tally = GAME.telling.tally(GAME.position(ENDINGS["shared"]))
    assert tally is not None
    assert (len(tally.heads), tally.decided, tally.why[-1]) == (5, "", result[-1])


@every_variant(GAME)
def test_nobody_is_told_anything_in_notation(options: Options) -> None:
    for position in nodes(GAME, options):
        for sentence in said(position):
            assert not NOTATION.search(sentence), sentence


def test_pieces_are_offered_from_the_roundel_to_the_triple_blocker() -> None:
    assert list(dict.fromkeys(token[0] for token in offered(GAME.start()))) == list("RSDT")
