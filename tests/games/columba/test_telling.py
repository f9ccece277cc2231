"""What is said of cards, dovecotes and estates, and of what would be lost."""

import re

import pytest

from stylobate import Position
from stylobate.games.columba import GAME
from stylobate.telling import offered
from tests.harness import Options, every_variant
from tests.test_telling import nodes, said

NOTATION = re.compile(r"[WRST]{4}")


def columba(*tokens: str, **options: str) -> Position:
    return GAME.start(**options).play(*tokens)


def test_a_card_is_told_by_its_pigeons_and_by_what_it_captures() -> None:
    telling = columba().game.telling
    assert telling.words(columba(), "*WWRS") == (
        "The first card lies on the table: two wood pigeons, a rock dove and a stock dove"
    )
    position = columba("*WWRS", "*WWWT")
    assert telling.words(position, "card:1,1,1") == (
        "Red lays the card at 1,1, turned a quarter clockwise, capturing a stock dove"
    )
    assert telling.words(position, "card:2,0,0") == "Red lays the card at 2,0, covering nothing"
    assert [step.key for step in telling.steps(position, "card:1,1,1")] == ["1,1", "1"]


def test_columba_says_what_is_left_to_do() -> None:
    telling = columba().game.telling
    position = columba("*WWRS", "*WWWT")
    needed = "(a wood pigeon, a rock dove, a stock dove and a turtle dove)"
    assert telling.asks(position) == (
        "Lay the card in hand, three wood pigeons and a turtle dove: against the territory, or over pigeons "
        f"that you still need {needed}."
    )
    options = position.play("card:2,0,0")
    assert telling.asks(options) == (
        "You may place a dovecote (one large and three small left); then end the turn."
    )
    done = options.play("cote:L,0,0")
    assert telling.asks(done) == "Nothing is left to do but to end the turn."
    assert telling.goes_by_itself(done)
    assert not telling.goes_by_itself(options)
    assert [tuple(step) for step in telling.steps(options, "cote:S,0,0")] == [
        ("cote:S", "Small dovecote × 3", "Now choose the group for the small dovecote."),
        ("0,0", "0,0, wood pigeon", ""),
    ]


def test_columbas_estates_are_counted_one_by_one() -> None:
    position = columba("*WWWW", "*RRRR", "card:2,0,0", "cote:L,0,0", "end", deck="WWWW,RRRR")
    assert position.game.telling.result(position) == [
        "Red wins.",
        "The last card has been drawn, and that turn is over.",
        "Red: four wood pigeons with the large dovecote, 8; an unfinished objective, minus 4: 4 points.",
        "Yellow: an unfinished objective, minus 4: minus 4 points.",
    ]
    tally = position.game.telling.tally(position)
    assert tally is not None
    assert tally.heads == ("Estates", "Objective", "Points")
    assert tally.rows == (("4 × 2", "−4", "4"), ("none", "−4", "-4"))


@pytest.mark.parametrize(
    ("cote", "why"),
    [
        (
            "cote:L,2,0",
            "Equal points: the largest single estate decides, "
            "two pigeons for Red and four pigeons for Yellow.",
        ),
        (
            "cote:S,2,0",
            "Equal points, and equal largest estates, four pigeons: the win is shared.",
        ),
    ],
)
def test_equal_points_are_settled_by_the_largest_estate_or_shared(cote: str, why: str) -> None:
    second = "RRSS" if cote.startswith("cote:L") else "RRRR"
    tokens = ("*WWWW", f"*{second}", "card:2,0,0", cote, "end", "*TTTT", "card:0,2,0", "cote:S,0,0", "end")
    position = columba(*tokens, deck=f"WWWW,{second},TTTT", rules="junior")
    assert position.scores == (4, 4)
    lines = position.game.telling.result(position)
    assert lines[0] == ("Yellow wins." if second == "RRSS" else "Red and Yellow share the win.")
    assert lines[-1] == why
    tally = position.game.telling.tally(position)
    assert tally is not None
    assert (tally.why[-1], tally.decided) == (why, "the largest estate" if second == "RRSS" else "")


def test_the_last_turn_is_not_ended_by_a_slip_while_a_dovecote_could_bring_points() -> None:
    last = columba("*WWWW", "*RRRR", "card:2,0,0", deck="WWWW,RRRR", rules="junior")
    telling = last.game.telling
    assert telling.costs(last, "end")
    assert not telling.costs(last.play("cote:L,0,0"), "end")
    assert not telling.costs(columba("*WWRS", "*WWWT", "card:2,0,0"), "end")


def test_partners_win_together() -> None:
    tokens = ("*WWRR", "*SSST", "card:2,0,0", "cote:L,0,0", "end", "*WRTT", "card:0,2,2", "end")
    position = columba(*tokens, deck="WWRR,SSST,WRTT", rules="junior", players="4")
    assert position.game.telling.result(position, ["Ada", "Bea", "Cy", "Di"]) == [
        "Ada and Cy win together.",
        "The last card has been drawn, and that turn is over.",
        "Ada: two wood pigeons with the large dovecote, 4: 4 points.",
        "Bea: no estate: 0 points.",
        "Cy: no estate: 0 points.",
        "Di: no estate: 0 points.",
        "Ada and Cy together: 4 points.",
        "Bea and Di together: 0 points.",
    ]


@every_variant(GAME)
def test_nobody_is_told_anything_in_notation(options: Options) -> None:
    for position in nodes(GAME, options):
        for sentence in said(position):
            assert not NOTATION.search(sentence), sentence


def test_the_large_dovecote_is_offered_before_the_small_and_ending_the_turn_last() -> None:
    options = columba("*WWRS", "*WWWT", "card:2,0,0", rules="junior")
    assert list(dict.fromkeys(token[:6] for token in offered(options))) == ["cote:L", "cote:S", "end"]


def test_minus_four_at_the_start_is_an_unfinished_objective() -> None:
    assert GAME.start().scores[0] == -4
    assert "an unfinished objective, minus 4" in GAME.telling.points(GAME.start(), 0)
