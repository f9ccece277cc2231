"""A game under way: played, taken back, left and ended."""

import pytest

from stylobate import load
from stylobate.errors import BadToken
from stylobate.game import Position
from stylobate.line import Ending, Line
from stylobate.record import Record, read


def line(game: str = "colonnade", *tokens: str, **options: str) -> Line:
    played = Line(load(game), options)
    for token in tokens:
        played.play(token)
    return played


def players(count: int) -> Line:
    """Columba for so many; four play in two teams, seats 0 and 2 against 1 and 3."""
    return line("columba", players=str(count))


# Playing and taking back


def test_a_line_stands_where_its_tokens_lead() -> None:
    played = line("colonnade", "b2a", "a1b")
    assert played.tokens == ("b2a", "a1b")
    assert played.position == played.start.play("b2a", "a1b")
    assert [str(played.after(n)) for n in range(3)] == [
        str(played.start),
        str(played.start.play("b2a")),
        str(played.position),
    ]
    assert (played.turn, played.ending) == (0, None)


def test_every_token_has_its_seat_and_those_of_chance_have_none() -> None:
    played = line("columns-dice", "*3", "A1", "*4", "B1")
    assert [play.seat for play in played.plays] == [None, 0, None, 1]
    assert played.turn is None
    assert played.ending is None


def test_a_turn_begins_after_the_last_token_of_another_and_what_chance_did_is_part_of_it() -> None:
    dice = line("columns-dice", "*3", "A1", "*4")
    assert (dice.turn_began, dice.chosen) == (2, 0)
    placing = line("columbiz", "*11112345", "keep:1111", "*11112234", "stop")
    assert (placing.turn_began, placing.chosen) == (0, 2)


def test_whoever_has_no_clock_notes_no_time() -> None:
    assert [(play.at, play.throw) for play in line("colonnade", "b2a").plays] == [(0, None)]


@pytest.mark.parametrize(
    ("count", "sides"), [(2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3)))]
)
def test_who_plays_together_is_one_side(count: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert players(count).sides == sides


def test_chance_is_silent_once_it_is_over() -> None:
    dice = line("columns-dice")
    assert dice.is_chance
    dice.end(Ending((1,), "resigned", 0))
    assert not dice.is_chance


def test_what_was_said_of_the_end_counts_even_where_the_rules_would_say_something_else() -> None:
    over = line("colonnade", "a1b", setup="R1/R1/-/-/-/-/-/-_R")
    assert over.is_over
    assert over.ending == Ending((0,), "played")
    assert over.ending.words == ""
    over.end(Ending((1,), "time", 0))
    assert over.ending == Ending((1,), "time", 0)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    played = line("colonnade", "b2a")
    with pytest.raises(BadToken, match="is not legal here"):
        played.play("b2a")
    assert (played.tokens, played.turn) == (("b2a",), 1)


def test_the_last_token_can_be_taken_back_and_all_of_them() -> None:
    played = line("colonnade", "b2a", "a1b", "d2c")
    assert played.undo().token == "d2c"
    assert (played.tokens, played.turn) == (("b2a", "a1b"), 0)
    assert [play.token for play in played.cut(0)] == ["b2a", "a1b"]
    assert (played.position, played.turn) == (played.start, 0)
    with pytest.raises(BadToken, match="nothing to take back"):
        played.undo()


def test_a_copy_is_played_on_apart() -> None:
    played = line("colonnade", "b2a")
    other = played.copy()
    other.play("a1b")
    other.resign(0)
    played.undo()
    assert (played.tokens, other.tokens) == ((), ("b2a", "a1b"))
    assert (played.turn, other.turn) == (0, 0)
    assert (played.resigned, other.resigned) == (frozenset(), {0})


def test_the_past_keeps_nothing_that_can_be_computed_again() -> None:
    played = line("columba", "*RRTT", "*SSST", players="4")
    assert played.position.legal
    played.play(played.position.legal[0])
    assert not any(vars(played.after(n)) for n in range(len(played.plays)))
    assert played.after(2).legal


# Ending


def test_the_rules_end_it() -> None:
    played = line("colonnade", "a1b", setup="R1/R1/-/-/-/-/-/-_R")
    assert played.ending == Ending((0,), "played")
    assert played.turn is None
    with pytest.raises(BadToken, match="the game is over"):
        played.play("b1a")
    played.undo()
    assert (played.ending, played.turn) == (None, 0)


def test_between_two_the_other_wins_when_one_resigns() -> None:
    played = line("colonnade", "b2a")
    played.resign(1)
    assert played.loss(1, people=[0, 1]) == Ending((0,), "resigned", 1)


def test_a_team_resigns_when_all_its_people_have_and_the_partner_does_not_win() -> None:
    played = players(4)
    played.resign(0)
    assert played.loss(0, people=[0, 1, 2, 3]) is None
    played.resign(2)
    assert played.loss(2, people=[0, 1, 2, 3]) == Ending((1, 3), "resigned", 2)


def test_a_computer_as_a_partner_is_not_asked() -> None:
    played = players(4)
    played.resign(2)
    assert played.loss(2, people=[1, 2]) == Ending((1, 3), "resigned", 2)


def test_a_time_that_runs_out_is_the_whole_sides() -> None:
    played = players(4)
    played.flag(1)
    assert played.loss(1, people=[0, 1, 2, 3]) == Ending((0, 2), "time", 1)


@pytest.mark.parametrize(("game", "count"), [("columba", "3"), ("columbiz", "3"), ("columbiz", "4")])
def test_among_more_sides_nobody_wins_by_anothers_leaving(game: str, count: str) -> None:
    played = line(game, players=count)
    played.resign(0)
    assert not played.is_between_two
    assert played.loss(0, people=[0]) is None


def test_an_ended_game_is_over_until_something_is_taken_back() -> None:
    played = line("colonnade", "b2a", "a1b")
    played.resign(0)
    played.end(Ending((1,), "resigned", 0))
    assert played.turn is None
    with pytest.raises(BadToken, match="the game is over"):
        played.play(played.position.legal[0])
    played.undo()
    assert (played.ending, played.resigned, played.turn) == (None, frozenset(), 1)


def test_who_resigned_without_ending_the_game_has_still_resigned_after_a_step_back() -> None:
    played = players(4)
    played.play("*RRTT")
    played.resign(0)
    played.undo()
    assert played.resigned == {0}


# On paper


@pytest.mark.parametrize(
    ("ending", "result", "words"),
    [
        (Ending((1, 3), "resigned", 0), (1, 3), "seat 0 resigned"),
        (Ending((0, 2), "time", 3), (0, 2), "seat 3 ran out of time"),
        (Ending((), "cancelled", 1), None, "cancelled by seat 1 before everybody had moved"),
        (Ending((), "put-away", 2), None, "put away by seat 2"),
        (Ending((), "closed"), None, "never begun"),
    ],
)
def test_a_record_says_how_it_ended(ending: Ending, result: tuple[int, ...] | None, words: str) -> None:
    played = players(4)
    played.end(ending)
    paper = Record.of(played, ["a", "b", "c", "d"], "2026-11-15", {"ending": "otherwise", "place": "here"})
    assert (paper.result, paper.more) == (result, {"ending": words, "place": "here"})
    assert read(paper.text()) == paper


def test_a_record_of_a_game_played_to_its_end_has_no_more_to_say_than_who_won() -> None:
    played = line("colonnade", "a1b", setup="R1/R1/-/-/-/-/-/-_R")
    paper = Record.of(played, ["a", "b"], "2026-11-15", {})
    assert (paper.result, dict(paper.more)) == ((0,), {})


def test_comments_go_with_the_tokens_they_stand_behind() -> None:
    played = line("colonnade", "b2a", "a1b")
    comments = [(0, "well"), (2, "oh"), (3, "gone")]
    paper = Record.of(played, ["a", "b"], "2026-11-15", {}, comments)
    assert paper.comments == ((0, "well"), (2, "oh"))
    played.undo()
    assert Record.of(played, ["a", "b"], "2026-11-15", {}, comments).comments == ((0, "well"),)


def test_a_record_is_a_game_that_can_be_gone_on_with() -> None:
    played = Record("colonnade", ("b2a",), result=(0,), more={"ending": "seat 1 resigned"}).line()
    assert (played.tokens, played.turn, played.ending) == (("b2a",), 1, None)
    played.play("a1b")
    assert isinstance(played.position, Position)
