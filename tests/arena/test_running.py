"""A plan is played to its end: alike on one core and on several, and after interruptions."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stylobate import load, record
from stylobate.arena import Terms, ladder, match, play
from stylobate.arena.journal import Journal
from stylobate.arena.plan import Plan
from stylobate.arena.result import Result
from stylobate.arena.running import run, run_in
from stylobate.arena.sequential import Sprt
from stylobate.arena.tally import Tally
from stylobate.arena.wording import lines
from stylobate.arena.workers import played
from stylobate.errors import BadFile

pytestmark = pytest.mark.slow

DICE = load("columns-dice")
TINY = match(DICE, ["1@playouts=4", "random"], Terms(games=8, seed=3))


def one_by_one(plan: Plan, numbers: Iterator[int]) -> Any:
    return played(plan, numbers, 1)


def two_at_once(plan: Plan, numbers: Iterator[int]) -> Any:
    return played(plan, numbers, 2)


def made_up(plan: Plan, numbers: Iterator[int]) -> Any:
    """Games that nobody plays: the first player wins three of four, in an order of their own."""
    waiting = list(numbers)
    while waiting:
        number = waiting.pop(1 if len(waiting) > 1 else 0)
        places = plan.fixture(number).seats
        payoff = (0.0, 1.0) if number % 4 == 0 else (1.0, 0.0)
        yield Result(number, places, payoff, (0, 0), (f"t{number}",), (0, 0))


def kept(folder: Path) -> dict[str, Any]:
    """All that is in a folder, without the time that players took."""
    found: dict[str, Any] = {
        str(file.relative_to(folder)): file.read_text("utf-8")
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != "games.jsonl"
    }
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text("utf-8").splitlines()]
    return {**found, "games": [{**line, "ms": None} for line in lines]}


def kept_of(folder: Path, plan: Plan, how: Any) -> dict[str, Any]:
    journal = Journal.create(folder, plan, "2026-11-15")
    run_in(journal, how)
    journal.close()
    return kept(folder)


@pytest.mark.slow
def test_one_process_and_two_keep_the_very_same(tmp_path: Path) -> None:
    alone = kept_of(tmp_path / "alone", TINY, one_by_one)
    assert alone == kept_of(tmp_path / "both", TINY, two_at_once)
    assert len(alone["games"]) == 8


def test_every_game_has_a_record_that_replays(tmp_path: Path) -> None:
    kept_of(tmp_path / "match", TINY, one_by_one)
    for line in (tmp_path / "match" / "games.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        read = record.read((tmp_path / "match" / "records" / f"{told['game']}.txt").read_text("utf-8"))
        assert read.final().is_over
        assert list(read.seats) == told["players"]
        assert list(read.final().payoff) == told["payoff"]


def test_whatever_is_missing_is_played_when_it_goes_on(tmp_path: Path) -> None:
    """Lines are lost, and one is torn in the middle, as by a kill; the end is the same."""
    whole = kept_of(tmp_path / "a", TINY, one_by_one)
    lines = (tmp_path / "a" / "games.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "a" / "games.jsonl").write_text("".join([lines[4], lines[0], lines[2][:40]]), "utf-8")
    journal = Journal.open(tmp_path / "a")
    assert set(journal.outcomes) == {5, 1}
    run_in(journal, one_by_one)
    journal.close()
    assert kept(tmp_path / "a") == whole


def test_a_match_that_an_earlier_version_began_goes_on(tmp_path: Path) -> None:
    """`stored` holds three of four games, as the arena's first version wrote them; never write it anew."""
    for file in (Path(__file__).parent / "stored").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    journal = Journal.open(tmp_path)
    assert [one.payoff for one in journal.outcomes.values()] == [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0)]
    assert run_in(journal, one_by_one).games == 4
    journal.close()


def test_an_interruption_keeps_what_was_played_and_sums_it_up(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a", TINY, "2026-11-15")

    def watch(tally: Tally) -> None:
        if tally.games == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_in(journal, one_by_one, watch)
    journal.close()
    assert len((tmp_path / "a" / "games.jsonl").read_text("utf-8").splitlines()) == 3
    assert json.loads((tmp_path / "a" / "summary.json").read_text("utf-8"))["games"] == 3


@pytest.mark.parametrize(
    "plan",
    [
        match(load("columbiz"), ["random", "random"], Terms(3, 1, {"players": "3"})),
        match(DICE, ["random", "1"], Terms(2, 1), Sprt(0, 10)),
        ladder(DICE, ["random", "1"], Terms(2, 1)),
    ],
    ids=["of three", "with a test", "a ladder"],
)
def test_a_summary_can_be_made_before_the_first_round_is_whole(tmp_path: Path, plan: Plan) -> None:
    def stop_at_once(tally: Tally) -> None:
        raise KeyboardInterrupt

    journal = Journal.create(tmp_path / "a", plan, "2026-11-15")
    with pytest.raises(KeyboardInterrupt):
        run_in(journal, one_by_one, stop_at_once)
    journal.close()
    assert lines(json.loads((tmp_path / "a" / "summary.json").read_text("utf-8")))
    assert (tmp_path / "a" / "chart.svg").read_text("utf-8").startswith("<svg")


def test_a_test_is_decided_in_the_order_of_the_plan(tmp_path: Path) -> None:
    plan = match(DICE, ["1", "random"], Terms(games=200, seed=1), Sprt(0, 200))
    journal = Journal.create(tmp_path / "a", plan, "2026-11-15")
    tally = run_in(journal, made_up)
    journal.close()
    in_order = run(
        plan, lambda plan, numbers: (r for r in sorted(made_up(plan, numbers), key=lambda r: r.game))
    )
    assert tally.verdict == "accepted"
    assert tally.llr == in_order.llr
    lines = [json.loads(line) for line in (tmp_path / "a" / "games.jsonl").read_text("utf-8").splitlines()]
    assert [line["game"] for line in lines] == list(range(1, tally.last + 1))
    assert len(list((tmp_path / "a" / "records").iterdir())) == tally.last < plan.games


def test_a_decided_test_goes_no_further(tmp_path: Path) -> None:
    plan = match(DICE, ["1", "random"], Terms(games=200, seed=1), Sprt(0, 200))
    whole = kept_of(tmp_path / "a", plan, made_up)
    journal = Journal.open(tmp_path / "a")
    run_in(journal, lambda plan, numbers: pytest.fail("nothing is left to be played"))
    journal.close()
    assert kept(tmp_path / "a") == whole


def test_two_programs_cannot_have_one_folder(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a", TINY, "2026-11-15")
    with pytest.raises(BadFile, match="another program is playing in"):
        Journal.open(tmp_path / "a")
    journal.close()
    Journal.open(tmp_path / "a").close()


def test_a_folder_that_is_in_use_is_not_begun_in(tmp_path: Path) -> None:
    Journal.create(tmp_path / "a", TINY, "2026-11-15").close()
    with pytest.raises(BadFile, match="holds a match already; go on with it by --resume"):
        Journal.create(tmp_path / "a", TINY, "2026-11-15")
    with pytest.raises(BadFile, match="is not an empty folder"):
        Journal.create(tmp_path, TINY, "2026-11-15")
    with pytest.raises(BadFile, match=r"there is no plan\.json in it"):
        Journal.open(tmp_path)


@pytest.mark.parametrize("damage", ["{", "[]", '{"format": "another"}'])
def test_a_damaged_plan_is_told_in_a_sentence(tmp_path: Path, damage: str) -> None:
    (tmp_path / "plan.json").write_text(damage)
    with pytest.raises(BadFile, match=r"plan\.json"):
        Journal.open(tmp_path)


def test_a_stronger_player_is_found_to_be_stronger() -> None:
    found = play(match(DICE, ["2@playouts=30", "random"], Terms(games=40, seed=2)))
    assert found["share"]["low"] > 0.5
    assert found["elo"]["value"] > 100


def test_a_level_of_another_heat_is_as_strong_as_that_makes_it() -> None:
    """The strongest level never slips; with any amount of heat it plays nearly as chance has it."""

    def share(one: str, other: str) -> float:
        found = play(match(DICE, [f"3@playouts=1{one}", f"3@playouts=1{other}"], Terms(games=40, seed=2)))
        return float(found["share"]["value"])

    assert share("", ",heat=0") == 0.5
    assert share(",heat=0", ",heat=9") > 0.6


def test_the_lines_of_python_in_the_document_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.S)
    exec(program, {})
    assert "'low'" in capsys.readouterr().out


def test_a_ladder_is_anchored_at_random() -> None:
    found = play(ladder(DICE, ["2@playouts=30", "random"], Terms(games=20, seed=2)))
    assert found["anchor"] == "random"
    assert found["ratings"][1]["rating"] == {"low": 0.0, "value": 0.0, "high": 0.0}
    assert found["ratings"][0]["rating"]["value"] > 50


def test_the_same_game_over_and_over_is_noticed() -> None:
    """One move is left here, and there are two of them."""
    setup = {"setup": "R1/R1/-/-/-/-/-/- R"}
    found = play(match(load("colonnade"), ["random", "random"], Terms(8, 1, setup)))
    assert (found["games"], found["different"]) == (8, 2)
    assert any(line.startswith("Only 2 of 8 games are different ones") for line in lines(found))
