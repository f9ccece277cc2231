"""Tokens and position text of Columba: what is read, what is refused, and the sentence it gets."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.game import Position
from stylobate.games.columba import GAME
from stylobate.games.columba.position import write
from stylobate.games.columba.territory import put
from tests.games.columba.reference import Columba
from tests.games.columba.tables import EMPTY, FRESH, table
from tests.games.columba.walks import MANNERS, pick
from tests.harness import check_that_only_legal_tokens_are_played, refused, variants

DECK = (
    "WWWR,WWWS,WWWT,WWRR,WWRS,WWRT,WWSS,WWST,WWTT,RRWS,RRWT,RRRW,RRRS,RRRT,RRSS,RRST,RRTT,"
    "SSWR,SSWT,SSRT,SSSW,SSSR,SSST,SSTT,TTWR,TTWS,TTRS,TTTW,TTTR,TTTS"
)
START = f"- 0 WRST:-:-:-/WRST:-:-:- R first {DECK} full"
LATER = "0,0:W1srW2Rr!R2sy/S3S4T3T4ly 6 WRST:W:WT:eyas/SSTT:SST:-:- R options:cote:bred WWWR,TTTS full"


def moment(seed: int) -> Position:
    """Some moment of some game in some manner."""
    rng = random.Random(seed)
    options = rng.choice(variants(GAME))
    position, beside = GAME.begin(options), Columba.start(options)
    manner = rng.choice(list(MANNERS.values()))
    for _ in range(rng.randrange(130)):
        if position.is_over:
            break
        token = pick(position, beside, manner, rng)
        position = position.play(token)
        beside.play(token)
    return position


def test_the_start_as_text() -> None:
    assert str(GAME.start()) == START
    junior = str(GAME.start(rules="junior", players=3, deck="WRST,WWRR"))
    assert junior == "- 0 -/-/- R first WWRR,WRST junior"


def test_between_squares_far_apart_it_is_told_how_many_are_bare() -> None:
    state = GAME.start().state
    for x in (-1, 1, 11, 112, 1113):
        put(state, x, 0, 0)
    put(state, 99, 1, 0)
    assert write(state).startswith("-1,0:W1(1)W1(9)W1(100)W1(1000)W1/(100)W1 ")


def test_a_position_with_everything_in_it_reads_back() -> None:
    position = GAME.position(LATER)
    assert str(position) == LATER
    assert position.scores == (2 - 4, 2 + 4 - 4)
    assert "end" in position.legal


@given(st.integers(0, 2**32))
def test_any_position_of_any_game_reads_back_as_the_same(seed: int) -> None:
    position = moment(seed)
    assert GAME.position(str(position)) == position
    assert len(str(position)) < 2_000


@given(st.integers(0, 2**32))
def test_what_no_legal_token_says_is_refused_with_a_reason_and_changes_nothing(seed: int) -> None:
    position = moment(seed)
    rng = random.Random(seed)
    x, y = rng.randint(-4, 8), rng.randint(-4, 8)
    tokens = [f"card:{x},{y},{q}" for q in range(4)] + [f"cote:{kind},{x},{y}" for kind in "LS"]
    tokens += [f"tile:{breed},{x},{y}" for breed in "WRST"] + [f"falcon:{x},{y}", "goal", "nogoal", "end"]
    tokens += [f"{kind}:{a}{b}" for kind in ("eyas", "adult") for a, b in ("WW", "WR", "RT")] + ["*WWRS"]
    check_that_only_legal_tokens_are_played(position, tokens)


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("hello", "is not a Columba token; write a draw as *WWRS"),
        ("", "is not a Columba token"),
        ("card:0,0", "is not a Columba token"),
        ("card:00,0,0", "is not a Columba token"),
        ("card:0,0,４", "is not a Columba token"),
        ("card:0,0,4", "it may be turned 0 to 3 quarters"),
        ("card:-0,0,0", "has a -0 in it"),
        ("card:99999,0,0", "is too far away"),
        ("*", "is no draw"),
        ("*WWRX", "is no draw; a card is four of W, R, S and T"),
        ("*wwrs", "is no draw"),
        ("cote:M,0,0", "write L for a large one or S for a small one"),
        ("tile:X,0,0", "the breeds are W, R, S and T"),
        ("eyas:RW", "in the order W, R, S, T: eyas:WR"),
        ("adult:XW", "the breeds are W, R, S and T"),
        ("falcon:1", "is not a Columba token"),
        ("END", "is not a Columba token"),
    ],
)
def test_what_is_no_token_is_refused(token: str, told: str) -> None:
    with refused(BadToken, told):
        GAME.start().play(token)


@pytest.mark.parametrize(
    ("position", "token", "told"),
    [
        (GAME.start(), "card:0,0,0", "a card is to be drawn first"),
        (GAME.start(), "*WRST", "there is no WRST left in the deck"),
        (GAME.start().play("*WWRS", "*WWRR"), "*WWWR", "no card is to be drawn now"),
        (GAME.start().play("*WWRS", "*WWRR"), "end", "the card WWRR is to be laid first"),
        (table(["WWRR", "SSTT"]), "card:0,2,0", "there is no card in hand"),
        (table(["WWRR", "SSTT"]), "goal", "no objective has just been finished"),
        (table(["WWRR", "SSTT"]), "cote:L,9,9", "there is no square at 9,9"),
        (table(["WWRR", "SSTT"]), "eyas:WR", "Red does not have a wood pigeon and a rock dove in stock"),
        (
            table(["WWRR", "SSTT"], boards=f"-:-:WRST:-/{EMPTY}", phase="choose:WRST"),
            "end",
            "goal or nogoal",
        ),
        (
            table(["WWRR", "SSTT"], boards=f"-:-:-:adult/{EMPTY}"),
            "falcon:7,7",
            "there is no square at 7,7",
        ),
    ],
)
def test_an_illegal_token_is_told_why(position: Position, token: str, told: str) -> None:
    before = str(position)
    with refused(BadToken, told):
        position.play(token)
    assert str(position) == before


def laid_out(territory: str, laid: int = 5, rest: str = f"{EMPTY}/{EMPTY} R options WWWR full") -> str:
    return f"{territory} {laid} {rest}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "should be seven parts"),
        (START + " ", "should be seven parts"),
        (START.replace("full", "half"), "one of full, junior"),
        (START.replace(" 0 ", " 00 "), "write how many there are"),
        (START.replace(" 0 ", " -1 "), "write how many there are"),
        (START.replace("WRST:-:-:-/WRST:-:-:-", FRESH), "there are 1 boards"),
        (START.replace("WRST:-:-:-/", "WRST:-:-/"), "Red's board reads “WRST:-:-”"),
        (START.replace("WRST:-:-:-/", "WRST:RW:-:-/"), "pigeons in the order W, R, S, T"),
        (START.replace("WRST:-:-:-/", "WWRR:S:-:-/"), "has caught S, which the objective WWRR does not need"),
        (START.replace("WRST:-:-:-/", "-:W:-:-/"), "has caught W, which the objective - does not need"),
        (START.replace(" R ", " G "), "write R for Red, Y for Yellow"),
        (START.replace(" R ", " - "), "the seat to play reads “-”"),
        (START.replace("first", "second"), "the phase reads “second”"),
        (START.replace("first", "draw"), "no card has been laid"),
        (START.replace(" R first", " R lay:WWRX"), "the phase reads “lay:WWRX”"),
        (START.replace("WWWR,", "WWXR,"), "“WWXR” in the deck is no card"),
        (START.replace("WWWR,WWWS", "WWWS,WWWR"), "in the order of breeds"),
        (START.replace(DECK, ",".join(["WWWW"] * 201)), "the deck has 201 cards"),
        (START.replace(DECK, "WWWW"), "there are 3 cards; a game has 2 to 200 and 2 starting objectives"),
        (START.replace("WRST:-:-:-/", "WWRR:-:-:-/"), "each objective is WRST"),
        (laid_out("0,0:W1W2/R3S4", 5).replace("options", "over"), "the game is over, and the seat"),
        (laid_out("0,0:W1W2/R3S4").replace("R options", "- over"), "there are cards in the deck"),
        (laid_out("0,0:W1W2/R3S4").replace("options WWWR", "draw -"), "but the deck is empty"),
        (laid_out("0,0:W1W2/R3S4", 1).replace(EMPTY, FRESH), "options come after a card was laid"),
        (laid_out("0;0:W1W2/R3S4"), "the territory reads “0;0:W1W2/R3S4”"),
        (laid_out("-0,0:W1W2/R3S4"), "the territory reads “-0,0:W1W2/R3S4”"),
        (laid_out("0,0:W1W2/R3X4"), "row 1 reads “…X4”"),
        (laid_out("0,0:W1W2(2)/R3S4"), "row 0 reads “…(2)”"),
        (laid_out("0,0:W1W2(1)(1)W1/R3S4"), "two gaps follow each other"),
        (laid_out("0,0:W1W2/R3S4/"), "row 2 is empty"),
        (laid_out("-1,0:(1)W1W2/(1)R3S4"), "some row must begin there"),
        (laid_out("1,0:W1W2/R3S4"), "the first card lies at 0,0"),
        (laid_out("0,0:W1W2/R3"), "the first card covers 1,1"),
        (laid_out("0,0:W1W2(1)W./R3S4"), "the square at 3,0 is not joined"),
        (laid_out("0,0:W1W2W1/R3S4"), "corner 1 of a card at 2,0, but that card has no square at 3,0"),
        (
            laid_out("0,0:W1W2T1T2S1S2/R3S4T3T4T3T4", 2).replace(EMPTY, FRESH),
            "squares of 3 cards can be seen, but 2 were laid",
        ),
        (laid_out("0,0:W1W2T1T2/R3S4T3T4", 2, f"-:-:W:-/{FRESH} R lay:WWRR WWWR full"), "1 in stock"),
        (laid_out("0,0:W1W2/R3S4", 2).replace(EMPTY, FRESH), "cannot come of 2 cards"),
        (laid_out("0,0:W1srW2sr/R3S4"), "the dovecotes at 0,0 and 1,0 stand in one group"),
        (laid_out("0,0:W1lrR2lr/R3S4"), "Red has too many large dovecotes"),
        (laid_out("0,0:W1sgR2/R3S4"), "Green does not play"),
        (laid_out("0,0:WpR2/R3S4"), "Purple does not play"),
        (laid_out("0,0:WrR2/R3S4"), "the domesticated pigeon at 0,0 stands in no estate"),
        (laid_out("0,0:WrfR2/R3S4"), "the domesticated pigeon at 0,0 stands in no estate"),
        (laid_out("0,0:Wy!srR2/R3S4"), "the tile at 0,0 cannot have been laid this turn, by Red"),
        (laid_out("0,0:Wr!R2/R3Sr!"), "must all stand in one group"),
        (laid_out("0,0:Wr!R2/R3S4sr").replace("options", "options:cote"), "must all stand in one group"),
        (
            laid_out("0,0:W1R2/R3S4").replace("options", "options:cote"),
            "placed a dovecote, but there is none",
        ),
        (laid_out("0,0:W1R2/R3S4").replace("options", "options:bred"), "bred a falcon, but there is none"),
        (laid_out("0,0:W1srR2/R3S4sr", 2).replace(EMPTY, FRESH), "there are 2 dovecotes"),
        (laid_out("0,0:W1R2/R3S4").replace("options", "choose:WWRS"), "has just finished WWRS"),
        (laid_out("0,0:W1.R2/R3S4"), "row 0 reads “….R2”"),
        (laid_out("0,0:W.R2/R3S4", 5, "-/- R options WWWR junior"), "the junior game has none"),
        (laid_out("0,0:W1fR2/R3S4", 5, "-/- R options WWWR junior"), "the junior game has none"),
        (laid_out("0,0:W1R2/R3S4", 5, f"{EMPTY}/- R options WWWR junior"), "in the junior game it is -"),
        (laid_out("0,0:W1R2/R3S4", 5, "-/- R choose:WWRR WWWR junior"), "no objectives to draw"),
    ],
)
def test_a_position_that_no_play_could_have_made_is_refused(text: str, told: str) -> None:
    with refused(BadPosition, told):
        GAME.position(text)


def test_a_position_tells_its_options_and_contradicts_others() -> None:
    position = GAME.start(players=3, rules="junior")
    assert GAME.notation.options(position.state) == {"players": "3", "rules": "junior"}
    setup = str(position).replace(" ", "_")
    assert GAME.start(setup=setup, players=3) == position
    with pytest.raises(BadOption, match="does not agree with setup="):
        GAME.start(setup=setup, players=4)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 5}, "players is one of 2, 3, 4"),
        ({"rules": "senior"}, "rules is one of full, junior"),
    ],
)
def test_a_wrong_option_is_refused(options: Mapping[str, str], told: str) -> None:
    with refused(BadOption, told):
        GAME.start(**options)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "0,0:W1srW2R1R2/S3S4T3T4 2 WRST:-:-:-/WRST:-:-:- R options WWWR full",
            "there are 1 dovecotes, but 2 cards leave time for 0",
        ),
        (
            "0,0:W1srW2R1srR2/S3srS4T3lrT4 5 -/- R draw WWWR junior",
            "Red has placed 4 dovecotes, but with 5 cards laid has had no more than 2 turns",
        ),
    ],
)
def test_nobody_has_placed_more_dovecotes_than_there_were_turns(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        GAME.position(text)
