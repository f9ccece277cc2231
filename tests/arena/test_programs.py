"""Programs as players: held to the protocol and to their time; who misbehaves loses, and play goes on."""

import os
import sys
import time
from pathlib import Path

import pytest

from stylobate import load
from stylobate.arena import Terms, match, play
from stylobate.arena.entrants import Entrant, entrant, read_commands, see_that_it_is_there
from stylobate.arena.plan import Patience, Plan
from stylobate.arena.playing import Floor
from stylobate.arena.program import Fault, Program
from stylobate.errors import BadPlayer
from stylobate.players import Budget
from tests.arena.programs import program

DICE = load("columns-dice")
ENGINE = f"cmd:{sys.executable} -m stylobate engine --seed 1"


def against_random(one: str, games: int = 2, grace: float = 5.0) -> Plan:
    return match(DICE, [one, "random"], Terms(games, seed=1, patience=Patience(30.0, grace)))


@pytest.mark.parametrize(
    ("go", "sentence"),
    [
        ("dies", "ended with status 3 (“out of cheese”) instead of answering “go movetime 100”"),
        ("illegal", "played “Z9”, which is not legal after 1 tokens"),
        ("rude", "answered “go” with “I will not”, not with “bestmove TOKEN”"),
        ("binary", "played “���”, which is not legal after 1 tokens"),
        ("endless", "talks without being asked, and without end"),
        ("empty", "answered “go” with “”, not with “bestmove TOKEN”"),
    ],
)
def test_whoever_misbehaves_loses_the_game_by_a_sentence(tmp_path: Path, go: str, sentence: str) -> None:
    with Floor(against_random(f"{program(tmp_path, go)}@movetime=100")) as floor:
        result = floor.play(1)
    assert result.fault == (0, sentence)
    assert result.payoff == (0.0, 1.0)
    assert len(result.tokens) == 1


def test_whoever_talks_without_end_loses_by_the_first_line_or_by_their_number(tmp_path: Path) -> None:
    with Floor(against_random(f"{program(tmp_path, 'floods')}@movetime=100")) as floor:
        fault = floor.play(1).fault
    assert fault in (
        (0, "answered “go” with “bestmove”, not with “bestmove TOKEN”"),
        (0, "talks without being asked, and without end"),
    )


def test_whoever_is_silent_loses_when_its_time_and_the_grace_are_over(tmp_path: Path) -> None:
    with Floor(against_random(f"{program(tmp_path, 'silent')}@movetime=100", grace=0.4)) as floor:
        result = floor.play(2)
    assert result.fault == (1, "did not answer “go movetime 100” within 0.5 seconds")
    assert result.payoff == (0.0, 1.0)  # by place: the program is the first of the two


def test_a_match_goes_on_after_every_fault_and_tells_of_them(tmp_path: Path) -> None:
    found = play(against_random(program(tmp_path, "illegal"), games=6))
    assert (found["won"], found["lost"], found["games"]) == (0, 6, 6)
    assert sum(fault["games"] for fault in found["faults"]) == 6


def test_among_three_whoever_fails_gets_nothing_and_the_others_share(tmp_path: Path) -> None:
    terms = Terms(3, seed=1, options={"players": "3"}, patience=Patience(30.0, 5.0))
    with Floor(match(load("columbiz"), [program(tmp_path, "illegal"), "random"], terms)) as floor:
        assert floor.play(1).payoff == (0.0, 0.5, 0.5)


def test_what_cannot_be_started_has_lost(tmp_path: Path) -> None:
    file = tmp_path / "rival"
    file.write_text("no program at all")
    with Floor(against_random(f"cmd:{file}")) as floor:
        assert floor.play(1).fault == (0, "could not be started: permission denied")


def test_a_program_that_refuses_the_game_has_lost(tmp_path: Path) -> None:
    file = tmp_path / "fussy.py"
    file.write_text("input(); print('error I only play chess', flush=True); input()")
    with Floor(against_random(f"cmd:{sys.executable} {file}")) as floor:
        fault = floor.play(1).fault
    assert fault == (0, "answered “new columns-dice” with “error I only play chess”, not with “ok”")


def test_a_program_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    file = tmp_path / "family.py"
    file.write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        "for line in sys.stdin: print('ok', flush=True)\n"
    )
    running = Program(Entrant("family", None, (sys.executable, str(file))), Patience(30.0, 5.0))
    running.begin("columns-dice", {})
    running.close()
    pid = int((tmp_path / "pid").read_text())
    while _runs(pid):  # a kill takes a moment to arrive
        time.sleep(0.01)


def test_a_program_that_does_not_read_is_not_waited_for_without_end(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text("import time; time.sleep(600)")
    running = Program(Entrant("deaf", None, (sys.executable, "-S", str(file))), Patience(0.3, 0.1))
    with pytest.raises(Fault, match="did not answer “new columns-dice setup=xxx"):
        running.begin("columns-dice", {"setup": "x" * 1_000_000})
    running.close()


@pytest.mark.slow
def test_our_own_engine_plays_as_a_program(tmp_path: Path) -> None:
    found = play(against_random(f"{ENGINE}@playouts=20,level=1", games=4, grace=60.0))
    assert found["faults"] == []
    assert found["games"] == 4


# Names


def test_players_are_read_with_their_budgets() -> None:
    assert entrant("3@movetime=200", DICE) == Entrant("3@movetime=200", "3", None, 200, None)
    assert entrant("3@playouts=10,movetime=9", DICE).budget == Budget(10, 0.009)
    assert entrant("cmd:./rival 'a b'@movetime=5", DICE).command == ("./rival", "a b")
    assert entrant("cmd:./rival@level=3", DICE).level == "3"
    assert entrant("3@heat=0.02,playouts=7", DICE) == Entrant(
        "3@heat=0.02,playouts=7", "3", None, None, 7, heat=0.02
    )
    assert entrant("rival@playouts=7", DICE, {"rival": "x --y=1@2"}).command == ("x", "--y=1@2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9", "nobody called “9” plays Columns .dice.; there are random, 1"),
        ("3@speed=9", "movetime=MILLISECONDS, playouts=N, level=NAME or heat=NUMBER, not speed="),
        ("3@level=2", "only a command has level="),
        ("3@movetime=", "nothing stands after movetime="),
        ("3@movetime=fast", "movetime=fast should be a whole number from 1"),
        ("3@heat=hot", "heat=hot should be a number from 0 on"),
        ("3@heat=-1", "heat=-1 should be a number from 0 on"),
        ("random@heat=1", "only levels slip and have heat=; random is none"),
        ("cmd:./rival@heat=1", "only a level of ours has heat="),
        ("3@movetime=0", "movetime=0 should be a whole number from 1"),
        ("3@playouts=1,playouts=2", "playouts is given twice"),
        ("cmd:", "a player's command is empty"),
        ("cmd:'x", "cannot be read as a command: no closing quotation"),
    ],
)
def test_a_player_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPlayer, match=sentence):
        entrant(text, DICE)


def test_names_for_commands_are_new_names() -> None:
    assert read_commands(["rival=./rival --a=b"], DICE) == {"rival": "./rival --a=b"}
    for wrong in (["rival"], ["=x"], ["random=x"], ["a=x", "a=y"], ["a b=x"]):
        with pytest.raises(BadPlayer):
            read_commands(wrong, DICE)


def test_a_program_that_is_nowhere_is_noticed_before_the_match() -> None:
    with pytest.raises(BadPlayer, match="there is no program “nowhere-to-be-found”"):
        see_that_it_is_there(entrant("cmd:nowhere-to-be-found x", DICE))


def _runs(pid: int) -> bool:
    """Whether a process still runs; one that waits to be buried does not."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
