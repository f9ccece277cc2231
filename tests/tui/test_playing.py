"""A game in the terminal: clicks, keys, the list of moves, hints, undo, leaving."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input, OptionList

from stylobate.players import Budget, Choice, Stop
from stylobate.record import read
from stylobate.tui.history import History
from tests.tui.sitting_down import Driven, drive, sitting

TOGETHER = {"setup": "R1/R1/-/-/-/-/-/-_R"}  # Red joins them, and Blue cannot move
LAST_SQUARES = {"setup": "1122P/3344I/1234P/2345I/-345/1-56_-_I_-_28:16_ascending"}


@pytest.mark.slow
def test_a_move_is_chosen_with_arrows_or_clicked_or_found_by_typing() -> None:
    async def play(driven: Driven) -> None:
        await driven.press("right", "enter")
        assert driven.screen.clicks.chosen == ("b2",)  # the first that may be picked
        await driven.press("escape")
        assert driven.screen.clicks.chosen == ()
        await driven.point("b", "b2")
        assert driven.said() == "Now choose where it goes."
        await driven.point("a")
        assert driven.tokens == ("b2a",)
        await driven.press("slash", *"onto a")
        listed = driven.screen.query_one("#moves", OptionList)
        assert [option.id for option in listed.options] == ["b1a"]
        await driven.press("enter")
        assert driven.tokens == ("b2a", "b1a")
        await driven.press("slash", *"zz", "enter", "escape")  # nothing is like that
        assert len(driven.tokens) == 2
        assert driven.screen.query_one("#find", Input).value == ""

    drive(sitting("colonnade"), play)


def test_what_gives_something_away_is_asked_once_more() -> None:
    async def play(driven: Driven) -> None:
        await driven.choose("keep:-")
        assert driven.said() == "You would keep none of the dice. Choose it again if you mean it."
        assert len(driven.tokens) == 1
        await driven.choose("keep:-")
        assert driven.tokens[1:2] == ("keep:-",)

    drive(sitting("columbiz", "*12345566"), play)


@pytest.mark.slow
def test_each_die_is_clicked_or_chosen_by_its_number_and_the_others_are_thrown_again() -> None:
    async def play(driven: Driven) -> None:
        for die in ("die-8", "die-1", "die-7", "die-1"):
            await driven.point(die)
        assert driven.said() == "Keep 6 6, throw six again?"
        await driven.press("6", "1", "6", "1")  # on and off again
        await driven.point("throw")
        assert driven.tokens[1:2] == ("keep:66",)
        await driven.point("throw")
        assert driven.said() == "You would keep none of the dice. Choose it again if you mean it."
        await driven.point("die-1")  # that is not meant
        await driven.press("1")
        await driven.point("throw")
        assert len(driven.tokens) == 3
        await driven.point("throw")
        assert driven.tokens[3:4] == ("keep:-",)
        square = next(token for token in driven.sitting.position.legal if ":" in token)
        await driven.point(square)
        assert driven.tokens[5:] == (square,)

    drive(sitting("columbiz", "*12345566"), play)


def test_dice_are_kept_and_thrown_by_keys_alone_and_the_hint_chooses_them() -> None:
    async def play(driven: Driven) -> None:
        listed = driven.screen.query_one("#moves", OptionList)
        await driven.press("7", "8", "0")
        assert driven.tokens[1:2] == ("keep:66",)
        await driven.press("h")
        while not driven.said().startswith("Perhaps"):
            await asyncio.sleep(0.005)
        assert driven.said().startswith(f"Perhaps {driven.screen.clicks.left[0]}: ")
        assert listed.options[listed.highlighted or 0].id == driven.screen.clicks.left[0]
        await driven.press("escape", "slash", *"keep:6", "escape")
        assert [option.id for option in listed.options] == ["keep:-", "stop"]
        await driven.press("a")
        assert driven.said() == "Stop and place counters?"
        await driven.press("0")
        assert driven.tokens[3:4] == ("stop",)

    drive(sitting("columbiz", "*12345566"), play)


def test_the_few_moves_that_are_left_after_a_click_are_played_by_their_numbers() -> None:
    async def play(driven: Driven) -> None:
        await driven.press("1")  # nothing is clicked yet
        await driven.point("b", "b2")
        assert "2  b2c  Red moves" in driven.shown()
        await driven.press("9", "2")
        assert driven.tokens == ("b2c",)

    drive(sitting("colonnade"), play)


@pytest.mark.slow
def test_undo_takes_back_the_computers_answer_too_and_interrupts_it_while_it_thinks() -> None:
    interrupted = Event()

    class Thinker:
        name = "thinker"

        def choose(self, position: object, budget: Budget, stop: Stop, seed: int | None) -> Choice:
            while not stop():
                interrupted.wait(0.001)
            interrupted.set()
            return Choice("a1b")

    async def play(driven: Driven) -> None:
        history = driven.screen.query_one(History)
        await driven.choose("b2a")
        await driven.pilot.pause()
        assert (len(driven.tokens), history.option_count, history.highlighted) == (2, 3, 2)
        await driven.press("u")
        assert (driven.tokens, history.option_count) == ((), 1)
        driven.sitting.computers[1] = Thinker()
        driven.screen.play("b2a")
        assert driven.said() == "Blue (level 1) is thinking …"
        await driven.press("home", "end", "u")  # the screen stays alive
        while not interrupted.is_set():
            await asyncio.sleep(0.001)
        assert driven.tokens == ()
        assert "Choose a red checker" in driven.said()

    drive(sitting("colonnade", seats=("Ada", "1")), play)


@pytest.mark.slow
def test_a_hint_is_told_and_help_and_resigning_is_asked_once_more() -> None:
    async def play(driven: Driven) -> None:
        await driven.press("h")
        while not driven.said().startswith("Perhaps"):
            await asyncio.sleep(0.005)
        listed = driven.screen.query_one("#moves", OptionList)
        token = listed.options[listed.highlighted or 0].id
        assert driven.said().startswith(f"Perhaps {token}: Red moves")
        game = driven.sitting.game
        await driven.press("question_mark")
        told = driven.shown()
        assert game.byline in told
        assert game.minute.goal in told
        await driven.press("escape", "r")
        assert not driven.sitting.line.is_over
        await driven.press("r")
        assert driven.said() == "Red (Ada) resigns."
        assert driven.sitting.written().result == (1,)

    drive(sitting("colonnade", options={"setup": "R1/B2/R1/-/-/-/-/-_R"}), play)


def test_the_end_is_told_and_what_is_over_is_not_kept(kept: Path) -> None:
    async def play(driven: Driven) -> None:
        await driven.choose("a1b")
        await driven.pilot.pause()
        assert driven.said().startswith("Red (Ada) wins.")
        assert not driven.screen.query_one("#choices").display
        assert "★ Red (Ada)" in driven.shown()
        await driven.press("ctrl+q")

    assert drive(sitting("colonnade", options=TOGETHER), play).kept == []
    assert not kept.exists()


def test_a_game_left_in_the_middle_is_kept_and_the_way_back_is_told(kept: Path) -> None:
    async def play(driven: Driven) -> None:
        await driven.choose("b2a")
        kept.write_text("a file where the folder should be")
        driven.screen.keep()
        kept.unlink()
        await driven.press("ctrl+q")

    told = drive(sitting("colonnade"), play).kept
    (file,) = kept.iterdir()
    assert read(told[0]).tokens == ("b2a",)  # what could not be written
    assert told[1:] == [f"Your game is kept; go on with it by\n  stylobate tui {file}"]
    assert read(file.read_text("utf-8")).tokens == ("b2a",)


@pytest.mark.slow
def test_a_record_is_saved_where_one_says_or_it_is_told_why_not(tmp_path: Path, kept: Path) -> None:
    nowhere, file = tmp_path / "nowhere" / "game.txt", tmp_path / "game.txt"

    async def play(driven: Driven) -> None:
        await driven.choose("b2a")
        for name in (nowhere, file):
            await driven.press("s")
            driven.terminal.screen.query_one("#file", Input).value = str(name)
            await driven.press("enter")
        said = [notice.message for notice in driven.terminal._notifications]
        assert said == [f"Could not save: no such file or directory: {nowhere}", f"Saved as {file}."]
        await driven.press("ctrl+q")

    drive(sitting("colonnade"), play)
    assert read(file.read_text("utf-8")).tokens == ("b2a",)
    assert not kept.exists()  # it is saved already


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    async def wait(driven: Driven) -> None:
        while not driven.sitting.line.is_over:
            await asyncio.sleep(0.001)

    played = []
    for _ in range(2):
        at = sitting("columns-dice", seats=("1", "1"), seed=7, options=LAST_SQUARES)
        drive(at, wait)
        played.append(at.line.tokens)
    assert played[0] == played[1]


@pytest.mark.slow
def test_any_window_shows_the_board_the_seats_and_what_is_asked() -> None:
    async def look(driven: Driven) -> None:
        for size in ((60, 16), (200, 60)):
            await driven.pilot.resize_terminal(*size)
            await driven.pilot.pause()
            shown = driven.shown()
            for wanted in ("Red (Ada)", "Choose a red checker", "◆", "b2a"):
                assert wanted in shown

    drive(sitting("colonnade"), look)
