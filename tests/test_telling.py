"""Every game in words, and by clicks: whatever may happen in it can be said, and built from steps.

A game gets all of this by having a `telling.py`; it need not stand in `stylobate.IDS` yet.
"""

import importlib
import random
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

import stylobate
from stylobate import Game, Position
from stylobate.telling import counted, listed, offered, place_word, telling, verdict, ways
from tests.games.columns.endings import ENDINGS
from tests.harness import Options, any_token, label, variants

FOLDERS = sorted(
    file.parent.name
    for file in Path(stylobate.__file__).parent.joinpath("games").glob("*/telling.py")
    if file.with_name("drawing.py").exists()
)
GAMES: list[Game] = [importlib.import_module(f"stylobate.games.{name}").GAME for name in FOLDERS]
CASES = [
    pytest.param(game, options, id=f"{game.id}-{label(options)}")
    for game in GAMES
    for options in variants(game)
]

every_variant = pytest.mark.parametrize(("game", "options"), CASES)

SYNTAX = re.compile(
    r"\*|[a-z]:[A-Z0-9-]|\b[RSDT][a-l][123]|\b[a-h][0-9]+[a-h]\b|[_{}\[\]<>]|None|[WRST]{4}|\b\d:\d\b"
)


def nodes(game: Game, options: Options, games: int = 2) -> Iterator[Position]:
    """Every node of a few random games."""
    rng = random.Random(f"{game.id} {options} telling")
    for _ in range(games):
        position = game.begin(options)
        yield position
        while not position.is_over:
            position = position.play(any_token(position, rng))
            yield position


def some(position: Position, most: int = 40) -> list[str]:
    """Legal tokens here: all of them, or, of very many, a few from everywhere."""
    return list(position.legal[:: 1 + len(position.legal) // most])


def hits(position: Position) -> dict[str, ElementTree.Element]:
    """What can be clicked on the board, by key."""
    drawn = ElementTree.fromstring(position.svg(controls=True))
    found = [part for part in drawn.iter() if part.get("data-key")]
    keyed = {part.get("data-key") or "": part for part in found}
    assert len(keyed) == len(found)
    return keyed


def test_every_game_that_is_offered_has_its_words():
    for name in stylobate.IDS:
        assert find_spec(f"stylobate.games.{name.replace('-', '_')}.telling"), name


@every_variant
def test_every_legal_token_has_words(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options):
        for token in some(position):
            words = told.words(position, token)
            assert words == words.strip()
            assert words[0].isupper()
            assert not words.endswith(".")
            assert not SYNTAX.search(words), words


@every_variant
def test_people_are_called_by_their_names(game: Game, options: Options):
    told = telling(game)
    names = ["Ada Lovelace", "Bea", "Cy", "Di"]
    for position in nodes(game, options, games=1):
        sentences = [told.words(position, token, names) for token in some(position, 10)]
        sentences += [told.asks(position, names), *(told.result(position, names) if position.is_over else ())]
        sentences += told.squares(position, names).values()
        for sentence in sentences:
            assert not re.search(rf"\b({'|'.join(game.seat_names)})\b", sentence), sentence
        if position.turn >= 0:
            assert all(names[position.turn] in sentence for sentence in sentences[: len(some(position, 10))])


@every_variant
def test_whoever_is_to_move_is_told_what_is_asked(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options):
        asks = told.asks(position)
        assert bool(asks) != position.is_over
        assert not SYNTAX.search(asks), asks
        if asks:
            assert asks[0].isupper()
            assert asks[-1] in ".?"
            assert told.how_to(position).endswith(".")
            assert not SYNTAX.search(told.how_to(position))


@every_variant
def test_the_steps_of_all_legal_tokens_are_a_tree(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options, games=1):
        if position.turn < 0:
            continue
        paths = [tuple(step.key for step in way) for token in position.legal for way in ways(position, token)]
        assert len(set(paths)) == len(paths)
        begun = {path[:length] for path in paths for length in range(1, len(path))}
        assert not begun & set(paths)
        for token in some(position):
            for key, about, _ in told.steps(position, token):
                assert key
                assert " " not in key
                assert about == about.strip() != ""


@every_variant
def test_a_key_is_on_the_board_or_fit_for_a_button(game: Game, options: Options):
    rng = random.Random(f"{game.id} {options} keys")
    told = telling(game)
    for position in nodes(game, options, games=1):
        if position.turn < 0 or rng.random() > 0.4:
            continue
        on_board = hits(position)
        for token in position.legal:
            for step in told.steps(position, token):
                assert step.key in on_board or is_fit_for_a_button(step.label), step
        used = {step.key for token in position.legal for way in ways(position, token) for step in way}
        assert set(on_board) <= used | set(told.squares(position))


def is_fit_for_a_button(text: str) -> bool:
    return text[0].isupper() and len(text) <= 60 and not SYNTAX.search(text)


@every_variant
def test_where_no_seat_is_to_move_the_squares_are_all_there_is_on_the_board(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options, games=1):
        if position.is_over:
            assert set(hits(position)) == set(told.squares(position))


@every_variant
def test_the_end_is_explained(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options, games=4):
        if not position.is_over:
            continue
        lines = told.result(position)
        assert lines[0] == verdict(position)
        assert len(lines) > 1
        for line in lines:
            assert line[0].isupper()
            assert line.endswith(".")
            assert not SYNTAX.search(line), line
        for seat in position.winners:
            assert game.seat_name(seat) in lines[0]
            assert any(game.seat_name(seat) in line for line in lines[1:]) or len(position.winners) == 1


@every_variant
def test_after_each_step_but_the_last_the_next_is_asked_for(game: Game, options: Options):
    for position in nodes(game, options, games=1):
        for token in some(position) if position.turn >= 0 else ():
            for *before, last in ways(position, token):
                assert last.then == ""
                for step in before:
                    assert re.fullmatch(r"[A-Z].*[.?]", step.then), step
                    assert not SYNTAX.search(step.then), step


def test_choices_are_offered_in_the_order_of_the_game():
    start = stylobate.load("columns").start()
    assert list(dict.fromkeys(token[0] for token in offered(start))) == list("RSDT")
    assert set(offered(start)) == set(start.legal)
    options = stylobate.load("columba").start(rules="junior").play("*WWRS", "*WWWT", "card:2,0,0")
    assert list(dict.fromkeys(token[:6] for token in offered(options))) == ["cote:L", "cote:S", "end"]


@every_variant
def test_only_a_choice_can_be_costly(game: Game, options: Options):
    told = telling(game)
    for position in nodes(game, options, games=1):
        costly = [token for token in some(position) if told.costs(position, token)]
        assert len(position.legal) > 1 or not costly
        if position.turn < 0:
            assert not costly


def test_lists_and_numbers_read_well():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b"], "or") == "a or b"
    assert [counted(n, "die", "dice") for n in (0, 1, 2, 11)] == ["no dice", "one die", "two dice", "11 dice"]
    assert [place_word(n) for n in (1, 3, 10, 11, 12, 21, 22)] == [
        *("first", "third", "tenth", "11th", "12th", "21st", "22nd")
    ]


# Colonnade


COLONNADE = stylobate.load("colonnade")


@pytest.mark.parametrize(
    ("position", "token", "words"),
    [
        (
            "R3/B3/R3/B3/R3/B3/R3/B3 R",
            "b2a",
            "Red moves two checkers from b onto a; one red checker is discarded",
        ),
        ("-/R3/-/B3/-/-/-/- R", "b1a", "Red moves one checker from b down to the empty square a"),
        (
            "B1/R2/B1/-/-/-/-/- B",
            "b2a",
            "Blue moves the whole stack of b onto a; one blue checker is discarded",
        ),
        (
            "B1/B1/-/-/-/-/-/- B",
            "b1a",
            "Blue moves the only checker of b onto a; one blue checker is discarded",
        ),
    ],
)
def test_a_colonnade_move_in_words(position: str, token: str, words: str):
    assert telling(COLONNADE).words(COLONNADE.position(position), token) == words


def test_a_checker_is_clicked_before_its_square():
    steps = telling(COLONNADE).steps(COLONNADE.start(), "b2a")
    assert [step.key for step in steps] == ["b2", "a"]
    assert steps[0].label == "b, second from the top, red, with one checker on it"


def test_who_cannot_move_is_told_to_have_lost():
    assert telling(COLONNADE).result(COLONNADE.position("-/R1/-/B1/-/-/-/- R"), ["Ada", "Bea"]) == [
        "Bea wins.",
        "It is Ada's turn, and Ada has no move left: that loses.",
    ]


# Columns, the dice game


DICE = stylobate.load("columns-dice")
SHEET = "3-4-/44--/556-/1223P/6---/1-12 {wild} P *{die} 0:8 ascending"


def test_a_completed_column_is_told_with_its_worth():
    position = DICE.position("3-4-/44--/556-/-223/6---/1-12 - P *1 0:0 ascending")
    assert telling(DICE).words(position, "D1") == "Pencil writes 1 in D1 and completes column D for 8 points"


def test_a_throw_names_who_threw():
    assert telling(DICE).words(DICE.start(), "*4", ["Ada", "Bea"]) == "Ada throws a 4"


def test_a_wild_number_asks_for_a_cross():
    position = DICE.position(SHEET.format(wild=2, die=2))
    told = telling(DICE)
    assert told.asks(position) == "The 2 is wild: choose an empty square for a cross."
    assert [tuple(step) for step in told.steps(position, "C4x")] == [("C4", "C4, a cross", "")]


def test_where_a_square_takes_a_number_or_a_cross_it_is_asked_which():
    from stylobate.games.columns_dice.rules import DIE, WILD

    state = DICE.start().state
    state[DIE], state[WILD] = 4, 1 << 4
    position = Position(DICE, state)
    told = telling(DICE)
    assert [step.key for step in told.steps(position, "A1")] == ["A1", "number"]
    assert [step.key for step in told.steps(position, "A1x")] == ["A1", "cross"]
    assert "may also be a cross" in told.asks(position)


def test_the_sheet_explains_who_completed_what():
    position = DICE.position("1111I/1111I/1111I/1111I/1111P/1112P - - - 16:9 ascending")
    assert telling(DICE).result(position) == [
        "Ink wins.",
        "Ink completed columns A (4), B (4), C (4) and D (4): 16 points.",
        "Pencil completed columns E (4) and F (5): 9 points.",
    ]


# Columns, the stacking game


COLUMNS = stylobate.load("columns")


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
def test_a_placement_in_words(before: tuple[str, ...], token: str, words: str):
    assert telling(COLUMNS).words(COLUMNS.start().play(*before), token) == words


def test_a_piece_is_chosen_before_its_pins_and_a_doubles_pins_in_any_order():
    position = COLUMNS.start()
    assert [[step.key for step in way] for way in ways(position, "Da1b1")] == [
        ["D", "a1", "b1"],
        ["D", "b1", "a1"],
    ]
    assert [[step.key for step in way] for way in ways(position, "Tb1a1^")] == [["T", "b1", "a1"]]
    assert telling(COLUMNS).steps(position, "Ra1")[0].label == "Roundel × 12"


def test_a_tie_is_followed_down_to_the_level_that_decides():
    position = COLUMNS.position(ENDINGS["level 3 decides"])
    _, why, *levels = telling(COLUMNS).result(position)
    assert "ends the game" in why
    assert [line.split(":")[0] for line in levels] == [
        "Level 5 is a tie",
        "Level 4 is a tie",
        "Level 3 decides",
    ]


def test_a_win_shared_on_all_levels_is_told():
    result = telling(COLUMNS).result(COLUMNS.position(ENDINGS["shared"]))
    assert result[0] == "Light and Dark share the win."
    assert len(result) == 8


# Columbiz


def columbiz(*tokens: str) -> Position:
    from stylobate.games.columbiz import GAME

    return GAME.start().play(*tokens)


def test_dice_are_told_as_they_lie_and_as_they_are_kept():
    told = telling(columbiz().game)
    names = ["Ada", "Bea"]
    assert told.words(columbiz(), "*11233556", names) == "Ada throws 1 1 2 3 3 5 5 6"
    kept = told.words(columbiz("*11233556"), "keep:3355", names)
    assert kept == "Ada keeps 3 3 5 5 and throws four dice again"
    none = told.words(columbiz("*11233556"), "keep:-", names)
    assert none == "Ada keeps nothing and throws all eight dice again"
    again = told.words(columbiz("*11233556", "keep:3355"), "*33335566", names)
    assert again == "Ada throws four dice again and has 3 3 3 3 5 5 6 6"


def test_columbiz_says_which_throw_it_is_and_how_many_counters_are_left_to_place():
    told = telling(columbiz().game)
    first = columbiz("*11233556")
    assert told.asks(first).startswith("First throw of three: keep any dice and throw the others again")
    second = first.play("keep:3355", "*33335566")
    assert told.asks(second).startswith("Second throw of three")
    third = second.play("keep:3333", "*33335566")
    assert told.asks(third).startswith("Place a counter: up to four this turn.")
    assert told.asks(third.play("3:2")).startswith(
        "One counter placed: place up to three more, or end the turn."
    )
    assert "ends by itself" in told.how_to(third)


def test_captures_and_runs_are_told_with_the_counter_that_makes_them():
    position = columbiz("*11223344", "stop", "1:1", "2:1", "end", "*11122233", "stop")
    told = telling(position.game)
    assert told.words(position, "1:2") == (
        "Blue places a counter on square 2 of column 1 and captures one of Purple's counters"
    )
    run = columbiz("*11223344", "stop", "1:1", "2:1")
    assert told.words(run, "3:1") == "Purple places a counter on square 1 of column 3 and scores 1 for a run"


def test_columbiz_asks_twice_only_where_something_is_lost_for_good():
    told = telling(columbiz().game)
    first = columbiz("*11233556")
    assert [token for token in first.legal if told.costs(first, token)] == ["keep:-"]
    placing = first.play("stop", "1:1")
    assert [token for token in placing.legal if told.costs(placing, token)] == ["end"]
    stuck = first.game.position("PB----/BBB---/PP----/BBP---/BPB---/PP---P 5,6 4,5 2,3 P keep1 22335556")
    assert "give up three counters" in told.costs(stuck, "stop")
    assert "To stop now would cost three counters" in told.asks(stuck)


# Columba


def columba(*tokens: str, **options: str) -> Position:
    from stylobate.games.columba import GAME

    return GAME.start(**options).play(*tokens)


def test_a_card_is_told_by_its_pigeons_and_by_what_it_captures():
    told = telling(columba().game)
    assert told.words(columba(), "*WWRS") == (
        "The first card lies on the table: two wood pigeons, a rock dove and a stock dove"
    )
    position = columba("*WWRS", "*WWWT")
    assert told.words(position, "card:1,1,1") == (
        "Red lays the card at 1,1, turned a quarter clockwise, capturing a stock dove"
    )
    assert told.words(position, "card:2,0,0") == "Red lays the card at 2,0, covering nothing"
    assert [step.key for step in told.steps(position, "card:1,1,1")] == ["1,1", "1"]


def test_columba_says_what_is_left_to_do():
    told = telling(columba().game)
    position = columba("*WWRS", "*WWWT")
    needed = "(a wood pigeon, a rock dove, a stock dove and a turtle dove)"
    assert told.asks(position) == (
        "Lay the card in hand, three wood pigeons and a turtle dove: against the territory, or over pigeons "
        f"that you still need {needed}."
    )
    options = position.play("card:2,0,0")
    assert told.asks(options) == (
        "You may place a dovecote (one large and three small left); then end the turn."
    )
    assert told.asks(options.play("cote:L,0,0")) == "Nothing is left to do: end the turn."
    assert [tuple(step) for step in told.steps(options, "cote:S,0,0")] == [
        ("cote:S", "Small dovecote × 3", "Now choose the group for the small dovecote."),
        ("0,0", "0,0, wood pigeon", ""),
    ]


def test_columbas_estates_are_counted_one_by_one():
    position = columba("*WWWW", "*RRRR", "card:2,0,0", "cote:L,0,0", "end", deck="WWWW,RRRR")
    assert telling(position.game).result(position) == [
        "Red wins.",
        "The last card has been drawn, and that turn is over.",
        "Red: four wood pigeons with the large dovecote, 8; an unfinished objective, minus 4: 4 points.",
        "Yellow: an unfinished objective, minus 4: minus 4 points.",
    ]


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
def test_equal_points_are_settled_by_the_largest_estate_or_shared(cote: str, why: str):
    second = "RRSS" if cote.startswith("cote:L") else "RRRR"
    tokens = ("*WWWW", f"*{second}", "card:2,0,0", cote, "end", "*TTTT", "card:0,2,0", "cote:S,0,0", "end")
    position = columba(*tokens, deck=f"WWWW,{second},TTTT", rules="junior")
    assert position.scores == (4, 4)
    lines = telling(position.game).result(position)
    assert lines[0] == ("Yellow wins." if second == "RRSS" else "Red and Yellow share the win.")
    assert lines[-1] == why


def test_the_last_turn_is_not_ended_by_a_slip_while_a_dovecote_could_bring_points():
    last = columba("*WWWW", "*RRRR", "card:2,0,0", deck="WWWW,RRRR", rules="junior")
    told = telling(last.game)
    assert told.costs(last, "end")
    assert not told.costs(last.play("cote:L,0,0"), "end")
    assert not told.costs(columba("*WWRS", "*WWWT", "card:2,0,0"), "end")


def test_partners_win_together():
    tokens = ("*WWRR", "*SSST", "card:2,0,0", "cote:L,0,0", "end", "*WRTT", "card:0,2,2", "end")
    position = columba(*tokens, deck="WWRR,SSST,WRTT", rules="junior", players="4")
    assert telling(position.game).result(position, ["Ada", "Bea", "Cy", "Di"]) == [
        "Ada and Cy win together.",
        "The last card has been drawn, and that turn is over.",
        "Ada: two wood pigeons with the large dovecote, 4: 4 points.",
        "Bea: no estate: 0 points.",
        "Cy: no estate: 0 points.",
        "Di: no estate: 0 points.",
        "Ada and Cy together: 4 points.",
        "Bea and Di together: 0 points.",
    ]
