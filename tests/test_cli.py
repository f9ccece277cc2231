"""The command line as people type it: helpful, plain when piped, and one sentence for a mistake.

A few commands are typed to a program of their own.  The others are typed here: what they print goes the same
way, and nobody waits for forty programs to start.
"""

import io
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from stylobate import ids
from stylobate.cli import main

RECORD = """\
stylobate record 1
game: colonnade
seat 0: Ada
seat 1: Bea
result: 1
ending: seat 0 resigned

b2a b1a
"""


Typed = Callable[..., subprocess.CompletedProcess[str]]


def program(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What the program does with these words, run as people run it."""
    return subprocess.run(
        [sys.executable, "-m", "stylobate", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def stylobate(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What the program does with these words, without a process of its own."""

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["stylobate", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code: object = 0
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            try:
                main()
            except SystemExit as ending:
                code = ending.code
        return subprocess.CompletedProcess(words, int(str(code or 0)), out.getvalue(), err.getvalue())

    return run


def test_games_names_every_game_and_its_author() -> None:
    told = program("games").stdout
    assert "Mark Steere" in told
    assert "\x1b" not in told  # piped output has no colour codes
    for name in ids():
        assert name in told
    for computers in ("random 1-5 perfect", "random 1-9", "random 1-3"):
        assert computers in told


@pytest.mark.slow
@pytest.mark.parametrize("name", ids())
def test_rules_tells_every_game_in_words_and_boards(stylobate: Typed, name: str) -> None:
    told = stylobate("rules", name)
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) > 30


@pytest.mark.slow
def test_perft_counts(stylobate: Typed) -> None:
    assert stylobate("perft", "colonnade", "3").stdout == "perft 3 594\n"
    divided = stylobate("perft", "colonnade", "2", "--divide").stdout.splitlines()
    assert sum(int(line.split()[1]) for line in divided[:-1]) == 81


def test_playouts_tell_how_they_went(stylobate: Typed) -> None:
    told = stylobate("playouts", "colonnade", "1000", "--seed", "1").stdout
    assert "games     1000" in told
    assert "Blue" in told


@pytest.mark.slow
def test_draw_writes_what_the_ending_says(stylobate: Typed, tmp_path: Path) -> None:
    for name, beginning in {"a.svg": b"<svg", "a.png": b"\x89PNG", "a.txt": b""}.items():
        assert stylobate("draw", "colonnade", "--moves", "b2a", "--out", str(tmp_path / name)).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(beginning)
    assert stylobate("draw", "colonnade", "--moves", "b2a").stdout == (tmp_path / "a.txt").read_text("utf-8")


@pytest.mark.slow
def test_luck_tells_what_each_seat_was_given_and_by_which_throws(stylobate: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("stylobate record 1\ngame: columns-dice\nseat 0: Ada\nseat 1: Bea\n\n*4 C1 *2 A1 *6 F4\n")
    told = stylobate("luck", str(file), "--most", "2").stdout.splitlines()
    given = {line.split(": ")[0]: float(line.split(": ")[1]) for line in told[1:3]}
    assert list(given) == ["Ink (Ada)", "Pencil (Bea)"]
    assert sum(given.values()) == 0
    assert told[4].split() == ["after", "token", "Ink", "(Ada)", "Pencil", "(Bea)"]
    assert {line.split()[1] for line in told[5:]} < {"*4", "*2", "*6"}
    assert len(told) == 7


@pytest.mark.slow
def test_luck_takes_names_as_they_are_and_seats_without_one(stylobate: Typed) -> None:
    head = "stylobate record 1\ngame: columbiz\noptions: players=3\nseat 0: a[/b] [bold]\nseat 1: Bea\n\n"
    told = stylobate("luck", "-", typed=f"{head}*11233556\n").stdout.splitlines()
    assert [line.split(": ")[0] for line in told[1:4]] == ["Purple (a[/b] [bold])", "Blue (Bea)", "Grey"]
    assert "a[/b] [bold]" in told[5]


@pytest.mark.slow
def test_replay_checks_shows_and_converts(stylobate: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    told = stylobate("replay", str(file)).stdout
    assert "Colonnade, by Mark Steere, 2010" in told
    assert "Blue won (seat 0 resigned)." in told
    assert stylobate("replay", str(file), "--boards").stdout.count("to move") == 3
    assert "Blue to move" in stylobate("replay", str(file), "--at", "1").stdout
    as_json = stylobate("replay", str(file), "--as", "json").stdout
    assert stylobate("replay", "-", "--as", "text", typed=as_json).stdout.startswith("stylobate record 1\n")


def test_play_can_be_piped() -> None:
    told = program("play", "colonnade", "--seats", "Ada,Bea", typed="b2a\nresign\n")
    assert told.returncode == 0
    assert "Blue (Bea) resigns." in told.stdout


def test_completion_can_be_had(stylobate: Typed) -> None:
    assert "--show-completion" in stylobate("--help").stdout


@pytest.mark.slow
def test_every_command_has_help_with_an_example(stylobate: Typed) -> None:
    for command in (
        "rules",
        "draw",
        "play",
        "replay",
        "perft",
        "playouts",
        "engine",
        "solve",
        "probe",
        "doctor",
    ):
        told = stylobate(command, "--help").stdout
        assert f"stylobate {command}" in told
        assert "Example" in told


MISTAKES = {
    ("rules", "chess"): "there is no game called “chess”",
    ("draw", "colonnade", "R3"): "should be eight stacks",
    ("draw", "colonnade", "--moves", "b1a"): "“b1a” is not legal here",
    ("draw", "colonnade", "--out", "board.gif"): "should end in .svg, .png, .txt",
    ("draw", "colonnade", "--out", "/no/such/folder/board.svg"): "no such file or directory",
    ("draw", "colonnade", "--hintz"): "there is no option “--hintz”",
    ("probe", "--tabel", "x"): "there is no option “--tabel x”",
    ("draw", "colonnade", "-o", "size"): "“size” is not an option",
    ("perft", "colonnade", "2", "-o", "size=9"): "has no option “size”",
    ("replay", "/no/such/file"): "no such file or directory (/no/such/file)",
    ("luck", "/no/such/file"): "no such file or directory (/no/such/file)",
    ("replay", "-"): "a record begins with “stylobate record 1”",
    ("play", "colonnade", "--seats", "a,b,c"): "--seats names 3 seats; here 2 play",
}


@pytest.mark.slow
@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_gets_one_sentence_and_no_traceback(stylobate: Typed, words: tuple[str, ...]) -> None:
    told = stylobate(*words)
    assert told.returncode == 2
    assert told.stderr.startswith("stylobate: ")
    assert MISTAKES[words] in told.stderr
    assert len(told.stderr.splitlines()) == 1
    assert told.stdout == ""


def test_the_program_itself_ends_with_that_sentence_and_its_exit_code() -> None:
    told = program("rules", "chess")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("stylobate: there is no game called “chess”")
    assert len(told.stderr.splitlines()) == 1


def test_piped_output_has_no_colour_codes() -> None:
    assert "\x1b" not in program("rules", "colonnade").stdout
