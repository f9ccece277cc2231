"""Tokens and position text of Columbiz: what is read, what is refused, and the sentence it gets."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.game import Position
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.rules import SHOWN
from tests.harness import check_that_only_legal_tokens_are_played, refused, variants

EMPTY = "------/------/------/------/------/------"
START = f"{EMPTY} 18,18 0,0 0,0 P throw1 -"
KEEPING = START.replace("throw1 -", "keep1 11233556")
PLACING = START.replace("throw1 -", "place0 11233556")
LATE = "BB----/PPP---/BP--B-/PPP---/BB----/BBP--- 8,9 1,2 5,0 P place0 12334466"
LAST = "PPP---/BPP---/BPB---/BB----/PP----/BPPP-P 1,5 4,2 4,1 P place0 12333336"
OVER = "BBBB--/PPPP--/BBBP--/PBP---/BP----/PB---- 0,0 3,3 7,7 - over -"


def moments(seed: int, games: int = 1) -> list[Position]:
    """All moments of some random games."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        position = GAME.begin(rng.choice(variants(GAME)))
        while not position.is_over:
            found.append(position)
            position = stepped(position, rng)
        found.append(position)
    return found


def stepped(position: Position, rng: random.Random) -> Position:
    """The next position of a random game; what else the dice might have shown is not listed."""
    if not position.is_chance:
        return position.play(rng.choice(position.legal))
    state = position.state
    dice = str(position).split(" ")[6].strip("-")
    shown = sorted(dice + "".join(rng.choices("123456", k=8 - len(dice))))
    GAME.kernel.apply(state, GAME.notation.action(state, "*" + "".join(shown)))
    return Position(GAME, state)


def test_the_start_as_text() -> None:
    assert str(GAME.start()) == START
    assert str(GAME.start(players=4)) == f"{EMPTY} 10,10,10,10 0,0,0,0 0,0,0,0 P throw1 -"


@pytest.mark.parametrize("text", [START, KEEPING, PLACING, LATE, LAST, OVER])
def test_a_position_reads_back_as_it_was_written(text: str) -> None:
    assert str(GAME.position(text)) == text


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_any_position_of_any_game_reads_back_as_the_same(seed: int) -> None:
    for position in moments(seed):
        assert GAME.position(str(position)) == position


def test_a_position_tells_how_many_play() -> None:
    assert GAME.notation.options(GAME.start(players=3).state) == {"players": "3"}


EVERY_TOKEN = [f"{c}:{n}" for c in range(1, 7) for n in range(1, 7)] + ["end", "give-up", "stop", "keep:-"]


@given(st.integers(0, 2**32))
def test_what_no_legal_token_says_is_refused_with_a_reason_and_changes_nothing(seed: int) -> None:
    position = random.Random(seed).choice(moments(seed % 50))
    rng = random.Random(seed)
    dice = ["".join(sorted(rng.choices("123456", k=k))) for k in range(1, 9)]
    tokens = EVERY_TOKEN + [f"keep:{some}" if len(some) < 8 else f"*{some}" for some in dice]
    check_that_only_legal_tokens_are_played(position, tokens)
    assert GAME.notation.action(position.state, tokens[-1]) < SHOWN + 3003


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("hello", "not a Columbiz token; write a throw as *11233556"),
        ("", "not a Columbiz token"),
        ("3-2", "not a Columbiz token"),
        ("Stop", "not a Columbiz token"),
        ("3:12", "not a Columbiz token"),
        ("３:2", "not a Columbiz token"),
        ("keep:--", "not a Columbiz token"),
        ("keep: 3", "not a Columbiz token"),
        ("7:1", "columns and squares are 1 to 6"),
        ("0:1", "columns and squares are 1 to 6"),
        ("1:7", "columns and squares are 1 to 6"),
        ("*", "shows 0 dice; a throw shows all eight"),
        ("*1123355", "shows 7 dice"),
        ("*112335566", "shows 9 dice"),
        ("*11233565", "the dice are out of order; write *11233556"),
        ("*01233556", "each shows 1 to 6"),
        ("*11233557", "each shows 1 to 6"),
        ("keep:", "none is written “keep:-”"),
        ("keep:5533", "the dice are out of order; write keep:3355"),
        ("keep:37", "each shows 1 to 6"),
        ("keep:11233556", "keeps all eight dice; that is written “stop”"),
        ("keep:112335566", "keeps 9 dice; up to seven can be kept"),
    ],
)
def test_what_is_no_token_is_refused(token: str, told: str) -> None:
    with refused(BadToken, told):
        GAME.start().play(token)


@pytest.mark.parametrize(
    ("text", "token", "told"),
    [
        (START, "stop", "the dice are to be thrown first"),
        (START, "keep:3", "the dice are to be thrown first"),
        (START, "1:1", "the dice are to be thrown first"),
        (START.replace("throw1 -", "throw2 3355"), "*11235556", "kept, 3355, must be among the eight"),
        (KEEPING, "*11233556", "the dice are thrown; say which to keep, or stop"),
        (KEEPING, "keep:333", "the dice show 11233556, with two 3s and not three 3s"),
        (KEEPING, "keep:4", "with no 4s and not one 4"),
        (KEEPING, "keep:22", "with one 2 and not two 2s"),
        (KEEPING, "1:1", "the dice come first"),
        (KEEPING, "end", "the dice come first"),
        (KEEPING, "give-up", "stop first"),
        (PLACING, "stop", "throwing is over, and it is time to place counters"),
        (PLACING, "keep:3", "throwing is over"),
        (PLACING, "*11233556", "throwing is over"),
        (PLACING, "end", "at least one counter must be placed before the turn may end"),
        (PLACING, "give-up", "a counter can be placed, at 1:1"),
        (PLACING, "3:3", "3:3 takes three 3s, and only two are left"),
        (PLACING, "2:2", "2:2 takes two 2s, and only one is left"),
        (PLACING, "4:1", "4:1 takes one 4, and none is left"),
        (LATE, "end", "no counter can be placed, so three are given up: give-up"),
        (LATE, "1:1", "there is a counter of Blue on 1:1"),
        (OVER, "stop", "the game is over"),
    ],
)
def test_an_illegal_token_is_told_why(text: str, token: str, told: str) -> None:
    position = GAME.position(text)
    with refused(BadToken, told):
        position.play(token)
    assert str(position) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "should be seven parts"),
        ("hello", "should be seven parts"),
        (START + " ", "should be seven parts"),
        (START.replace(" P", "  P"), "should be seven parts"),
        (START.replace("18,18", "18"), "the hands read “18”; write a number for each of two to four seats"),
        (START.replace("18,18", "18,018"), "the hands read “18,018”"),
        (START.replace("18,18", "9,9,9,9,9"), "the hands read “9,9,9,9,9”"),
        (START.replace("18,18", "13,13,13"), "there are 3 hands, but the prisoners read “0,0”"),
        (START.replace("0,0 P", "0,0,0 P"), "there are 2 hands, but the points for runs read “0,0,0”"),
        (START.replace("------/", "", 1), "has 5 columns; the board has 6"),
        (START.replace("------", "-----", 1), "column 1 reads “-----”; write six squares"),
        (START.replace("------", "--x---", 1), "each - or one of P, B"),
        (START.replace("------", "G-----", 1), "each - or one of P, B"),
        (START.replace(" P ", " G "), "the seat that has the turn reads “G”; write one of P, B"),
        (START.replace(" P ", " - "), "the seat that has the turn reads “-”"),
        (START.replace("throw1", "throw4"), "the moment reads “throw4”; it is one of throw1, keep1"),
        (OVER.replace("- over", "P over"), "when it is over nobody has the turn"),
        (KEEPING.replace("11233556", "11233565"), "write them in ascending order"),
        (KEEPING.replace("11233556", "11233557"), "write them in ascending order"),
        (KEEPING.replace("11233556", "1123355"), "at keep1 there are 8 of them"),
        (START.replace("throw1 -", "throw1 11"), "at throw1 there are 0 of them"),
        (START.replace("throw1 -", "throw2 11233556"), "at throw2 there are 0 to 7 of them"),
        (LATE.replace("place0", "place1"), "at place1 there are 1 to 7 of them"),
        (OVER.replace("over -", "over 6"), "at over there are 0 of them"),
        (
            START.replace("------", "P-----", 1),
            "Purple has 18 counters in hand and 1 on the board; with 2 players there are 18 each",
        ),
        (
            LATE.replace("8,9 1,2", "8,9 2,2"),
            "Purple has 2 prisoners, but of the opponents' counters only 1 are neither",
        ),
        (LATE.replace("8,9 1,2", "8,9 1,1"), "cannot have been given up three at a time"),
        (OVER.replace("7,7", "1,7"), "Purple has 1 points for runs; those on the board made"),
        (LATE.replace("5,0 P", "5,90 P"), "Blue has 90 points for runs, but 9 counters make 25 at most"),
        (
            "P-----/PP----/------/------/------/------ 15,18 0,0 2,0 B throw1 -",
            "Purple has 2 points for runs, but 3 counters make 1 at most",
        ),
        (LATE.replace("P place0 12334466", "- over -"), "it cannot be over while every seat has counters"),
        (
            "BB----/PPP---/BP--B-/PPP---/BB-B--/BBP--- 0,5 1,2 5,0 P throw1 -",
            "Purple has no counters in hand, so Purple cannot have the turn",
        ),
        (START.replace("P throw1", "B throw1"), "do not fit equally many turns"),
        (f"{EMPTY} 15,18 0,0 1,0 B throw1 -", "never empty again"),
        (f"{EMPTY} 12,12 0,0 0,0 P throw1 -", "never empty again"),
        ("PPPPP-/------/------/------/------/B----- 13,17 0,0 3,0 P throw1 -", "do not fit equally many"),
        ("-----P/-----P/------/------/------/------ 16,18 0,0 0,0 B throw1 -", "do not fit equally many"),
        ("PBPB--/P-----/------/------/------/------ 15,16 0,0 0,0 P throw1 -", "do not fit equally many"),
        (
            "P-----/------/------/------/------/------ 17,18 0,0 0,0 P place1 556666",
            "Purple has placed 1 this turn with 2 dice, but no 1 of the counters",
        ),
        (
            "-P----/------/------/------/------/------ 17,18 0,0 0,0 P place1 5566",
            "Purple has placed 1 this turn with 4 dice",
        ),
        (
            "BP----/------/------/------/------/------ 17,17 0,0 0,0 P place1 556666",
            "Purple has placed 1 this turn with 2 dice",
        ),
        (
            "P----P/------/------/------/------/------ 16,18 0,0 0,0 P place2 1",
            "Purple can place no more, so the turn is over",
        ),
    ],
)
def test_a_position_that_no_play_could_have_made_is_refused(text: str, told: str) -> None:
    with refused(BadPosition, told):
        GAME.position(text)


@pytest.mark.parametrize(
    "text",
    [
        "BPBP--/------/------/------/------/------ 16,16 0,0 0,0 P throw1 -",
        "PBP---/------/------/------/------/------ 16,17 0,0 0,0 B throw1 -",
        "-----P/------/------/------/------/------ 17,18 0,0 0,0 P place1 44",
        "P-----/P-----/P-----/P-----/------/------ 14,18 0,0 2,0 B throw1 -",
    ],
)
def test_of_two_counters_in_a_column_the_lower_may_be_later_and_a_run_may_score_only_when_joined(
    text: str,
) -> None:
    assert str(GAME.position(text)) == text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": "1"}, "players is one of 2, 3, 4"),
        ({"players": "5"}, "players is one of 2, 3, 4"),
        ({"players": "two"}, "players is one of 2, 3, 4"),
        ({"dice": "8"}, "Columbiz has no option “dice”"),
        ({"players": "3", "setup": START.replace(" ", "_")}, "does not agree with setup="),
    ],
)
def test_a_wrong_option_is_refused(options: Mapping[str, str], told: str) -> None:
    with refused(BadOption, told):
        GAME.start(**options)


E = "------"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{E}/{E}/{E}/{E}/{E}/{E} 17,17 1,1 0,0 P throw1 -", "never empty again"),
        (f"P-----/B-----/{E}/{E}/{E}/{E} 17,16 1,0 0,0 P throw1 -", "no counter stands above square 1"),
        (f"P-----/-B----/{E}/{E}/{E}/{E} 17,16 1,0 0,0 P throw1 -", "Purple has prisoners, but has lost no"),
        (f"-P----/B-----/{E}/{E}/{E}/{E} 17,16 1,0 0,0 P throw1 -", "Purple began on an empty board"),
        (f"P-----/{E}/P-----/{E}/{E}/P----- 15,18 0,0 1,0 B throw1 -", "those on the board made 0 at most"),
        (f"PPP---/BBB---/{E}/{E}/{E}/{E} 12,15 0,0 1,1 B throw1 -", "do not fit equally many turns"),
    ],
)
def test_what_took_prisoners_has_left_its_mark(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        GAME.position(text)
