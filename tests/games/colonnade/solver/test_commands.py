"""`stylobate solve` and `stylobate probe`, as somebody types them."""

from collections.abc import Callable
from pathlib import Path
from typing import Never

import pytest
import typer
from typer.testing import CliRunner, Result

from stylobate.cli import solving
from stylobate.errors import BadFile, BadOption, BadPosition, UnknownGame

Run = Callable[..., Result]

app = typer.Typer()
app.command()(solving.solve)
app.command(context_settings={"ignore_unknown_options": True})(solving.probe)  # a position may begin with -


@pytest.fixture
def stylobate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("STYLOBATE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("STYLOBATE_COLONNADE", raising=False)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, arguments, catch_exceptions=False)

    return run


def test_solving_tells_each_number_of_checkers_and_where_the_file_is(stylobate: Run, tmp_path: Path) -> None:
    told = stylobate("solve", "colonnade", "--checkers", "7", "--verify", "3", "--seed", "1").output
    lines = [line.split() for line in told.splitlines()]
    assert ["1", "16", "0", "16", "0.00", "0"] in [line[:6] for line in lines]
    assert ["2", "128", "15", "113", "11.72", "1"] in [line[:6] for line in lines]
    assert ["3", "688", "184", "504", "26.74", "3", "-/-/-/R3/-/-/-/-", "R"] in lines
    assert ["all", "108,545", "44,777", "63,768", "41.25", "9"] in lines
    assert str(tmp_path / "cache" / "colonnade-7.solution") in told
    assert "3 random positions valued again by plain search: all agree" in told


def test_solving_again_takes_the_file_that_is_there(stylobate: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "five.solution")
    first = stylobate("solve", "colonnade", "--checkers", "5", "--out", file, "--threads", "1").output
    again = stylobate("solve", "colonnade", "--checkers", "5", "--out", file).output
    assert first.splitlines()[:-1] == again.splitlines()[:-1]
    with pytest.raises(BadFile, match="holds positions with up to 5 checkers, not all up to 6"):
        stylobate("solve", "colonnade", "--checkers", "6", "--out", file)


def test_ctrl_c_ends_solving_with_a_word_and_not_a_traceback(
    stylobate: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stylobate.games.colonnade.solver import solution

    def interrupted(*arguments: object) -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr(solution, "everything", interrupted)
    stopped = stylobate("solve", "colonnade", "--checkers", "5")
    assert stopped.exit_code == 130
    assert "the same command goes on from there" in stopped.output


def test_only_colonnade_is_solved(stylobate: Run) -> None:
    with pytest.raises(UnknownGame, match="there is no game called “chess”"):
        stylobate("solve", "chess")


def test_probing_tells_the_winner_the_moves_and_the_line(stylobate: Run) -> None:
    told = stylobate("probe", "-/-/-/R3/-/-/-/- R").output
    assert told.splitlines() == [
        "-/-/-/R3/-/-/-/- R",
        "Red wins in 3 moves",
        "",
        "  d1c   wins  in 3",
        "  d1e   wins  in 3",
        "",
        "perfect play: d1c d1e c1d",
    ]


def test_probing_a_game_that_is_over(stylobate: Run) -> None:
    assert stylobate("probe", "B1/-/-/-/-/-/-/- R").output.splitlines()[1] == (
        "Blue wins. It is Red's turn, and Red has no move left: that loses."
    )


def test_a_game_need_not_be_named_as_long_as_no_other_is_solved(stylobate: Run) -> None:
    position = "-/-/-/R3/-/-/-/- R"
    assert stylobate("probe", "colonnade", position).output == stylobate("probe", position).output


def test_a_game_that_is_not_solved_says_so(stylobate: Run) -> None:
    for command in ("solve", "probe"):
        with pytest.raises(BadOption, match="Columns is not solved; games that are: colonnade"):
            stylobate(command, "columns")
    with pytest.raises(UnknownGame, match="there is no game called “chess”"):
        stylobate("probe", "chess")


def test_no_more_can_be_solved_than_there_is(stylobate: Run) -> None:
    with pytest.raises(BadOption, match="--size 25 is too large: all of Colonnade is 24"):
        stylobate("solve", "colonnade", "--checkers", "25")


def test_a_position_may_be_typed_without_quotes_or_with_an_underscore(stylobate: Run) -> None:
    quoted = stylobate("probe", "R2/B2/-/-/-/-/-/- B").output
    assert stylobate("probe", "R2/B2/-/-/-/-/-/-", "B").output == quoted
    assert stylobate("probe", "R2/B2/-/-/-/-/-/-_B").output == quoted


def test_probing_looks_into_the_solution_that_is_named(stylobate: Run, tmp_path: Path) -> None:
    file = tmp_path / "five.solution"
    stylobate("solve", "colonnade", "--checkers", "5", "--out", str(file))
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    assert "Blue" in stylobate("probe", "R2/B2/-/-/-/-/-/- B", "--solution", str(file)).output
    file.write_bytes(content)
    with pytest.raises(BadFile, match="does not match its checksum"):
        stylobate("probe", "R2/B2/-/-/-/-/-/- B", "--table", str(file))


def test_a_position_that_cannot_be_read_is_refused(stylobate: Run) -> None:
    with pytest.raises(BadPosition, match="has 2 squares"):
        stylobate("probe", "R3/B3 R")
