"""A game at the keyboard, with the keys pressed by a script."""

import io
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import stylobate
from stylobate.errors import BadOption, BadPlayer
from stylobate.record import Record, read
from stylobate.sitting import Sitting, sit_down
from stylobate.terminal import Keyboard


def sit(
    keys: list[str],
    seats: list[str] | None = None,
    options: dict[str, str] | None = None,
    record: Record | None = None,
) -> tuple[Sitting, str]:
    """Play until the keys run out, as if the person then closed the window."""
    pressed: Iterator[str] = iter(keys)

    def ask_for(prompt: str) -> str:
        out.write(prompt + "\n")
        try:
            return next(pressed)
        except StopIteration:
            raise EOFError from None

    out = io.StringIO()
    console = Console(file=out, width=100, force_terminal=False)
    record = record or Record("colonnade", options=options or {})
    sitting = Sitting(record, seats, 1)
    Keyboard(sitting, console, ask_for).play()
    return sitting, out.getvalue()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(
        "platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / "kept" / (appauthor or name))
    )


def test_two_people_play_by_token_and_by_number() -> None:
    sitting, told = sit(["b2a", "1"], ["Ada", "Bea"])
    assert sitting.line.tokens == ("b2a", "a1b")
    assert "Red (Ada), your move" in told
    assert "Blue (Bea), your move" in told


def test_a_game_begins_with_its_goal_and_says_how_it_is_played_when_asked() -> None:
    _, told = sit(["how"], ["Ada", "Bea"])
    game = stylobate.load("colonnade")
    assert told.index(game.byline) < told.index(game.minute.goal) < told.index("your move")
    asked = " ".join(told.split("your move", 1)[1].split())
    assert game.telling.how_to(game.start()) in asked
    assert game.minute.end in asked


def test_however_long_the_list_of_moves_its_words_are_in_it() -> None:
    sitting, told = sit([], ["Ada", "Bea"], record=Record("columbiz", tokens=("*12345566",)))
    assert sitting.position.legal.index("stop") >= 60
    assert " stop" in told
    assert "more; type any token" in told


def test_the_author_stands_above_the_board() -> None:
    assert "Colonnade, by Mark Steere, 2010" in sit([])[1]


def test_the_computer_answers() -> None:
    sitting, told = sit(["b2a"], ["you", "1"])
    assert len(sitting.line.tokens) == 2
    assert "Blue (level 1): " in told


def test_an_illegal_token_is_told_why_and_the_game_goes_on() -> None:
    sitting, told = sit(["b1a", "b2a"], ["Ada", "Bea"])
    assert "“b1a” is not legal here: checker 1 from the top of b is blue, not red" in " ".join(told.split())
    assert sitting.line.tokens == ("b2a",)


def test_what_others_do_is_told_in_words() -> None:
    _, told = sit(["b2a"], ["you", "1"])
    assert "Blue moves" in told


def test_a_person_is_told_what_is_asked() -> None:
    assert "Choose a red checker, then the square beside it" in sit([], ["Ada", "Bea"])[1]


def test_undo_takes_back_the_computers_answer_too() -> None:
    sitting, _ = sit(["b2a", "undo"], ["you", "1"])
    assert sitting.line.tokens == ()


def test_what_was_thrown_since_is_taken_back_with_the_move_and_a_throw_alone_is_not() -> None:
    sitting = Sitting(Record("columns-dice", ("*4", "A1", "*5")), ["Ada", "Bea"])
    assert sitting.undo() is True
    assert sitting.line.tokens == ("*4",)
    assert sitting.undo() is False
    assert sitting.line.tokens == ("*4",)


def test_a_throw_is_for_nobody_and_what_follows_for_whoever_is_to_move() -> None:
    sitting = Sitting(Record("columns-dice"), ["Ada", "1"])
    assert not sitting.is_for_a_person
    thrown = sitting.throw()
    assert sitting.line.tokens == (thrown,)
    assert sitting.is_for_a_person
    sitting.play("A1")
    sitting.throw()
    assert not sitting.is_for_a_person


def test_with_nothing_played_there_is_nothing_to_take_back() -> None:
    assert "nothing to take back" in sit(["undo"], ["Ada", "Bea"])[1]


def test_a_hint_names_a_legal_move() -> None:
    _, told = sit(["hint"], ["Ada", "Bea"], {"setup": "R3/B3/R2/B1/-/-/-/-_R"})
    assert "Perhaps " in told


def test_a_hint_is_thought_about_for_two_seconds_unless_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("stylobate.sitting.ask", lambda *given: asked.append(given))
    Sitting(Record("colonnade"), ["Ada", "Bea"]).hint()
    [(_, _, budget, stop)] = asked
    assert budget.seconds == 2.0
    assert not stop()


def test_the_winner_is_told() -> None:
    _, told = sit(["a1b"], ["Ada", "Bea"], {"setup": "R1/R1/-/-/-/-/-/-_R"})
    assert "Red (Ada) wins." in told
    assert "Blue (Bea) has no move left" in told


def test_resigning_ends_it_and_stands_in_the_record() -> None:
    sitting, told = sit(["b2a", "resign"], ["Ada", "Bea"])
    assert "Blue (Bea) resigns." in told
    record = sitting.written()
    assert (record.result, record.more["ending"]) == ((0,), "seat 1 resigned")


def test_who_resigns_is_told_at_once() -> None:
    sitting = Sitting(Record("colonnade"), ["Ada", "Bea"])
    assert [sitting.resign(0)] == sitting.result() == ["Red (Ada) resigns."]


def columba(seats: int) -> Record:
    """All cards are dealt, and seat 0 is to move."""
    return Record("columba", ("*RRTT", "*SSST"), {"players": str(seats)})


def test_a_partner_does_not_win_by_ones_resigning() -> None:
    sitting, told = sit(["resign"], ["Ada", "1", "2", "3"], record=columba(4))
    assert "Red (Ada) resigns." in told
    record = sitting.written()
    assert (record.result, record.more["ending"]) == ((1, 3), "seat 0 resigned")


def test_a_team_of_people_resigns_when_both_have_as_on_the_site() -> None:
    people = ["Ada", "Ben", "Cyd", "Dot"]
    until_it_is_cyds_turn = ["1"] * 6
    sitting, told = sit(["resign", *until_it_is_cyds_turn], people, record=columba(4))
    assert "Red (Ada) would resign; it goes on until Green (Cyd) resigns too." in " ".join(told.split())
    assert (sitting.position.turn, sitting.written().result) == (2, None)
    sitting, told = sit(["resign", *until_it_is_cyds_turn, "resign"], people, record=columba(4))
    assert "Green (Cyd) resigns." in told
    assert sitting.written().result == (1, 3)


def test_among_three_a_computer_plays_on_for_who_resigns_also_after_a_pause() -> None:
    sitting, told = sit(["resign"], ["Ada", "Ben", "Cyd"], record=columba(3))
    assert "Red (Ada) resigns; level 3 plays on." in told
    assert sitting.line.plays[2].seat == 0
    record = sitting.written()
    assert record.seats == ("Ada, then level 3", "Ben", "Cyd")
    assert record.result is None
    again, _ = sit([], list(record.seats), record=record)
    assert list(again.computers) == [0]


def test_computers_of_a_record_of_the_site_play_on_here() -> None:
    record = Record("colonnade", ("b2a",), seats=("Ada", "level 2"))
    assert sit([], list(record.seats), record=record)[0].line.plays[1].seat == 1


def test_a_computer_of_a_record_plays_on_though_there_are_no_longer_so_many_levels() -> None:
    record = Record("columns-dice", ("*4",), seats=("level 5", "Ada"))
    sitting, _ = sit([], list(record.seats), record=record)
    assert sitting.line.plays[1].seat == 0
    assert sitting.written().seats == ("level 5", "Ada")


@pytest.mark.parametrize("seats", ["5,Ada", "Ada, level 4", "perfect,Ada"])
def test_who_names_a_computer_that_there_is_not_is_told_those_there_are(seats: str) -> None:
    with pytest.raises(BadPlayer, match=r"there are random, 1, 2, 3$"):
        sit_down("columns-dice", seats, {}, 1)


def test_a_resigned_game_can_be_gone_on_with_and_is_then_not_resigned() -> None:
    record = sit(["b2a", "resign"], ["Ada", "Bea"])[0].written()
    again = sit(["a1b"], list(record.seats), record=record)[0].written()
    assert (again.tokens, again.result, dict(again.more)) == (("b2a", "a1b"), None, {})


def test_comments_beyond_what_is_taken_back_go_with_it() -> None:
    record = Record("colonnade", ("b2a", "a1b"), comments=((1, "bold"), (2, "bolder")))
    assert sit(["undo"], ["Ada", "Bea"], record=record)[0].written().comments == ((1, "bold"),)


def test_a_saved_game_can_be_read_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    sit(["b2a", f"save {file}"], ["Ada", "Bea"])
    record = read(file.read_text("utf-8"))
    assert (record.tokens, record.seats) == (("b2a",), ("Ada", "Bea"))
    again, _ = sit(["a1b"], list(record.seats), record=record)
    assert again.line.tokens == ("b2a", "a1b")


def test_saving_where_it_cannot_be_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    sitting, told = sit(["save", f"save {tmp_path}", "b2a"], ["Ada", "Bea"])
    assert "Say where" in told
    assert "Could not save" in told
    assert sitting.line.tokens == ("b2a",)


def test_a_game_left_in_the_middle_is_kept(tmp_path: Path) -> None:
    _, told = sit(["b2a", "quit"], ["Ada", "Bea"])
    assert "stylobate play --resume" in told
    (kept,) = (tmp_path / "kept" / "stylobate").iterdir()
    assert re.fullmatch(r"colonnade-\d{8}-\d{6}\.txt", kept.name)
    assert read(kept.read_text("utf-8")).tokens == ("b2a",)


def test_a_game_is_kept_as_often_as_one_likes_and_it_is_told_where() -> None:
    sitting = Sitting(Record("colonnade", ("b2a",)), ["Ada", "Bea"])
    for token in ("a1b", "d2c"):
        sitting.play(token)
        assert read(sitting.keep().read_text("utf-8")).tokens == sitting.line.tokens


def test_where_nothing_can_be_written_the_record_is_printed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where the folder should be")
    assert "stylobate record 1" in sit(["b2a"], ["Ada", "Bea"])[1]


def test_every_seat_must_be_named() -> None:
    with pytest.raises(BadOption, match="--seats names 3 seats; here 2 play"):
        sit([], ["a", "b", "c"])


@pytest.mark.parametrize("seats", [["Ada", " "], ["", "Bea"]])
def test_no_seat_is_named_with_nothing(seats: list[str]) -> None:
    with pytest.raises(BadOption, match="--seats names 2 seats; here 2 play: name each"):
        sit([], seats)


def test_a_name_that_no_record_could_hold_is_refused() -> None:
    with pytest.raises(BadOption, match="has a control character"):
        sit_down("colonnade", "A\tda,Bea", {})


def test_whoever_names_nobody_plays_against_computers_of_the_middle() -> None:
    sitting = sit_down("columba", None, {"players": "3"})
    assert sitting.names == ["you", "3", "3"]
    assert list(sitting.computers) == [1, 2]


def test_those_of_a_record_go_on_unless_others_are_named_and_its_day_stays() -> None:
    record = Record("colonnade", ("b2a",), seats=("Ada", "level 2"), date="2024-02-29")
    assert sit_down("colonnade", None, {}, record=record).names == ["Ada", "level 2"]
    others = sit_down("colonnade", " Cyd , 1", {}, record=record)
    assert others.names == ["Cyd", "1"]
    assert (others.written().tokens, others.written().date) == (("b2a",), "2024-02-29")
    assert Sitting(Record("colonnade")).written().date == date.today().isoformat()


def test_computers_can_play_each_other() -> None:
    sitting, _ = sit([], ["1", "random"])
    assert sitting.position.is_over


def test_the_same_seed_plays_the_same_game() -> None:
    assert sit([], ["1", "2"])[0].line.tokens == sit([], ["1", "2"])[0].line.tokens
