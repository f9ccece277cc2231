"""The line protocol, driven from outside as another program would drive it."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from stylobate import ids
from stylobate.engine import Engine


class Driver:
    """A running `stylobate engine` and the two pipes to it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stylobate", "engine", "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def say(self, line: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self) -> tuple[str, str]:
        return self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def engine() -> Iterator[Driver]:
    driver = Driver()
    yield driver
    driver.close()


def test_levels_are_those_of_a_game_that_has_begun() -> None:
    fresh = Engine()
    assert fresh.answer("levels") == ["error no game has been begun; say new GAME first"]
    fresh.answer("new columns-dice")
    assert fresh.answer("levels") == ["levels random 1 2 3"]


def test_a_game_of_colonnade_is_driven_from_the_first_word_to_the_last(engine: Driver) -> None:
    assert engine.say("games") == "games " + " ".join(sorted(ids()))
    assert engine.say("new colonnade") == "ok"
    assert engine.say("turn") == "turn 0"
    assert engine.say("legal") == "legal b2a b2c d2c d2e f2e f2g h2g"
    assert engine.say("moves b2a b1a") == "ok"
    assert engine.say("position") == "position B4/-/R3/B3/R3/B3/R3/B3 R"
    assert engine.say("undo") == "ok"
    assert engine.say("position") == "position B4/B1/R3/B3/R3/B3/R3/B3 B"
    assert engine.say("undo 1") == "ok"
    assert engine.say("perft 3") == "perft 594"
    assert engine.say("perft 0") == "perft 1"
    assert engine.say("result") == "result none"
    assert engine.say("scores") == "scores 0 0"
    assert engine.say("setup R1/R1/-/-/-/-/-/- R") == "ok"
    assert engine.say("moves a1b") == "ok"
    assert engine.say("turn") == "turn over"
    assert engine.say("legal") == "legal"
    assert engine.say("result") == "result 0"
    assert engine.say("scores") == "scores 1 0"
    assert engine.say("perft 1") == "perft 0"


def test_show_is_the_board_and_a_line_with_a_full_stop(engine: Driver) -> None:
    engine.say("new colonnade")
    lines = [engine.say("show")]
    while lines[-1] != ".":
        assert engine.process.stdout
        lines.append(engine.process.stdout.readline().rstrip("\n"))
    assert len(lines) > 4
    assert engine.say("turn") == "turn 0"


def test_playouts_count_every_token(engine: Driver) -> None:
    engine.say("new colonnade")
    words = engine.say("playouts 1000 1").split()
    assert words[:2] + words[2:3] + words[4:5] == ["playouts", "1000", "plies", "ms"]
    assert engine.say("playouts 1000 1").split()[:4] == words[:4]


def test_go_answers_with_a_legal_move_at_every_level(engine: Driver) -> None:
    engine.say("new colonnade")
    assert engine.say("levels") == "levels random 1 2 3 4 5 perfect"
    legal = engine.say("legal").split()[1:]
    for request in (
        "go level random",
        "go level 1",
        "go playouts 50 level 3",
        "go movetime 100",
        "go movetime 0",
    ):
        words = engine.say(request).split()
        assert words[0] == "bestmove"
        assert words[1] in legal
        assert all("=" in word for word in words[2:])


def test_go_alone_plays_perfectly(engine: Driver) -> None:
    engine.say("new colonnade setup=R3/B3/R3/B2/-/-/-/-_B")
    move = engine.say("go").split()
    assert move[0] == "bestmove"
    assert "player=perfect" in move
    engine.say(f"moves {move[1]}")
    assert engine.say("go").split()[0] == "bestmove"


REFUSED = {
    "": "an empty line is no command",
    "fly": "“fly” is no command; there are games, new",
    "games now": "games stands alone",
    "new": "new needs the name of a game",
    "new chess": "there is no game called “chess”",
    "new colonnade size=9": "Colonnade has no option “size”",
    "new colonnade setup": "“setup” is not an option; options are written key=value",
    "new colonnade setup=x setup=y": "the option “setup” is given twice",
    "new colonnade setup=R3/R3": "should be eight stacks",
    "new colonnade setup=R0/-/-/-/-/-/-/-_R": "square a reads “R0”",
    "new colonnade setup=R03/-/-/-/-/-/-/-_R": "square a reads “R03”",
    "new colonnade setup=r3/-/-/-/-/-/-/-_R": "square a reads “r3”",
    "new colonnade setup=R9/B9/R9/-/-/-/-/-_R": "has 27 checkers; there are only 24",
    "moves b2a c9b": "token 2: “c9b” is not legal here: c holds only 3",
    "moves b02a": "token 1: “b02a” is not a Colonnade move",
    "moves B2A": "token 1: “B2A” is not a Colonnade move",
    "undo 1": "cannot take back 1: only 0 tokens",
    "undo -1": "undo needs one whole number",
    "undo 99999999999999999999": "undo needs one whole number",
    "chance": "it is not for chance to speak here",
    "setup": "setup needs a position text",
    "setup nonsense": "should be eight stacks",
    "perft": "perft needs one whole number",
    "perft x": "perft needs one whole number up to 1000000000000000, not “x”",
    "perft 100000": "perft 100000 is too long",
    "playouts": "playouts needs a number of games",
    "playouts 5 6 7": "playouts needs a number of games",
    "go level 9": "nobody called “9” plays Colonnade; there are random, 1, 2, 3, 4, 5, perfect",
    "levels all": "levels stands alone",
    "styles all": "styles stands alone",
    "go fast": "go takes pairs",
    "go depth 5": "go does not know “depth”",
    "go movetime soon": "movetime needs one whole number",
    "go level 1 level 2": "go was given level twice",
    "turn 1": "turn stands alone",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_not_understood_gets_one_error_line_and_changes_nothing(engine: Driver, line: str) -> None:
    engine.say("new colonnade")
    answer = engine.say(line)
    assert answer.startswith("error ")
    assert REFUSED[line] in answer
    assert engine.say("position") == "position R3/B3/R3/B3/R3/B3/R3/B3 R"


def test_go_is_refused_where_nobody_is_to_move(engine: Driver) -> None:
    engine.say("new colonnade setup=R1/B1/-/-/-/-/-/-_R")
    assert engine.say("go") == "error no seat is to move here: the game is over"


@pytest.mark.parametrize("line", ["legal", "turn", "moves b2a", "undo", "show", "go", "perft 1", "setup x"])
def test_before_a_game_is_begun_it_says_so(line: str) -> None:
    assert Engine().answer(line) == ["error no game has been begun; say new GAME first"]


def test_bytes_that_are_no_text_get_an_error_line() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "stylobate", "engine"],
        input=b"\xff\xfe\x00\ngames\nquit\ngames\n",
        capture_output=True,
        check=True,
    )
    first, second = process.stdout.decode().splitlines()
    assert first.startswith("error ")
    assert second.startswith("games ")


def test_quit_and_the_end_of_input_both_end_it_quietly() -> None:
    for program in ("quit\n", "games\n", ""):
        process = subprocess.run(
            [sys.executable, "-m", "stylobate", "engine"],
            input=program,
            capture_output=True,
            text=True,
            check=True,
        )
        assert process.stderr == ""


def test_asking_for_the_games_loads_no_compiler() -> None:
    program = (
        "import sys; from stylobate.engine import Engine; "
        "Engine().answer('games'); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
