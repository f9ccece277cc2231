"""`stylobate match` and `stylobate ladder` as people type them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stylobate.cli import app
from stylobate.errors import StylobateError
from tests.arena.programs import program

TINY = ["columns-dice", "1@playouts=3", "random", "--games", "4", "--seed", "1", "--workers", "1"]


def typed(*words: str) -> str:
    """What the command prints; raises what it refuses, as `main` turns it into a sentence."""
    ran = CliRunner().invoke(app, words, catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.output


def refused(*words: str) -> str:
    with pytest.raises(StylobateError) as caught:
        typed(*words)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena") / "match"
    typed("match", *TINY, "--out", str(folder))
    return folder


def summary(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text("utf-8"))
    return found


def test_a_match_tells_what_it_came_to_and_where_it_is_kept(folder: Path) -> None:
    told = typed("match", "--resume", str(folder), "--workers", "1")
    assert "1@playouts=3 against random: won" in told
    assert "in 2 pairs" in told
    assert str(folder) in told.replace("\n", "")
    names = {"plan.json", "games.jsonl", "records", "summary.json", "chart.svg", "chart.dark.svg"}
    assert {file.name for file in folder.iterdir() if file.name != ".lock"} == names


def test_a_match_goes_on_when_nothing_else_is_asked(folder: Path) -> None:
    for words in (["--resume", str(folder)], [*TINY, "--resume", str(folder)]):
        assert "in 2 pairs" in typed("match", *words, "--workers", "1")


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        (["columns-dice", "2@playouts=3", "random", "--games", "4"], "entrants"),
        (["columns-dice", "1@playouts=3", "random", "--games", "6"], "rounds"),
        (["columns-dice", "1@playouts=3", "random", "--games", "4", "--seed", "2"], "seed"),
        (["columns-dice", "1@playouts=3", "random", "--games", "4", "-o", "order=either"], "options"),
        (["columns-dice", "1@playouts=3", "random", "--games", "4", "--sprt", "0", "9"], "sprt"),
        (["columns-dice", "1@playouts=3", "random", "--games", "4", "--luck"], "luck"),
    ],
)
def test_a_changed_command_is_refused_when_it_goes_on(folder: Path, changed: list[str], what: str) -> None:
    sentence = refused("match", *changed, "--resume", str(folder))
    assert f"was begun otherwise (its {what} would change)" in sentence


def test_a_ladder_is_not_a_match(folder: Path) -> None:
    assert "holds a match; say stylobate match --resume" in refused("ladder", "--resume", str(folder))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match"], "say who plays what"),
        (["match", "columns-dice"], "say who plays what"),
        (["match", "chess", "1", "2"], "chess"),
        (["match", "columns-dice", "1", "9"], "nobody called “9”"),
        (["match", "columns-dice", "1", "2", "-o", "players=3"], "has no option “players”"),
        (["match", "columns-dice", "1", "2", "--sprt", "9"], "--sprt takes elo0 elo1"),
        (["match", "columns-dice", "1", "2", "--sprt", "9", "1"], "must be the smaller one"),
        (["match", "columns-dice", "1", "cmd:nowhere-at-all"], "there is no program “nowhere-at-all”"),
        (["match", "columns-dice", "1", "2", "--player", "x"], "names no player"),
        (["match", "columns", "1", "2", "--luck"], "nothing in Columns is luck"),
        (["match", "--resume", "nowhere/at/all"], "holds no match and no ladder"),
        (["match", "--resume", "a", "--out", "b"], "--out has no place beside it"),
        (["ladder"], "say which game"),
        (["ladder", "columns-dice", "1"], "at least two players"),
        (["ladder", "columns-dice", "--seats", "3"], "is not for 3; it is for 2"),
        (["ladder", "columns", "1", "2", "--luck"], "nothing in Columns is luck"),
    ],
)
def test_a_mistake_gets_one_sentence(words: list[str], sentence: str) -> None:
    assert sentence in refused(*words)


def test_luck_is_told_of_every_game_and_taken_out_of_the_match(tmp_path: Path) -> None:
    told = typed("match", *TINY, "--luck", "--out", str(tmp_path / "match"))
    assert "less luck" in told
    lines = (tmp_path / "match" / "games.jsonl").read_text("utf-8").splitlines()
    assert all(sum(json.loads(line)["luck"]) == pytest.approx(0, abs=1e-5) for line in lines)
    assert summary(tmp_path / "match")["without_luck"]["share"]["low"] is not None


def test_luck_is_taken_out_of_a_ladder_too(tmp_path: Path) -> None:
    words = ["columns-dice", "random", "1@playouts=2", "2@playouts=2", "--games", "4", "--seed", "1"]
    told = typed("ladder", *words, "--luck", "--out", str(tmp_path / "ladder"))
    assert "These ratings are less luck." in told
    found = summary(tmp_path / "ladder")
    assert [one["player"] for one in found["ratings_without_luck"]] == found["players"]
    assert all("without_luck" in met for met in found["meetings"])


def test_a_ladder_of_three_seats(tmp_path: Path) -> None:
    words = [
        "columbiz",
        "random",
        "1@playouts=2",
        "--seats",
        "3",
        "--games",
        "3",
        "--seed",
        "1",
        "--workers",
        "1",
    ]
    told = typed("ladder", *words, "--out", str(tmp_path / "ladder"))
    assert "random, random" in told
    found = summary(tmp_path / "ladder")
    assert [one["player"] for one in found["ratings"]] == ["random", "1@playouts=2"]
    assert found["options"] == {"players": "3"}
    assert found["sides"] == 3


def test_three_seats_are_told_by_openskill_too(tmp_path: Path) -> None:
    words = ["columbiz", "1@playouts=2", "random", "-o", "players=3", "--games", "3", "--seed", "1"]
    told = typed("match", *words, "--workers", "1", "--out", str(tmp_path / "match"))
    assert "OpenSkill of random" in told
    assert "even would be 33.3 %" in told


def test_a_sequential_test_ends_early_and_says_what_it_found(tmp_path: Path) -> None:
    words = ["columns-dice", "1@playouts=10", "random", "--games", "400", "--seed", "1", "--workers", "1"]
    told = typed("match", *words, "--sprt", "-300", "0", "0.2", "0.2", "--out", str(tmp_path / "match"))
    assert "accepted: 1@playouts=10 leads by 0 points rather than by -300" in told
    assert summary(tmp_path / "match")["games"] < 400


def test_a_program_plays_under_its_name_and_its_faults_are_told(tmp_path: Path) -> None:
    rival = program(tmp_path, "illegal").removeprefix("cmd:")
    words = ["columns-dice", "rival", "random", "--player", f"rival={rival}", "--games", "2", "--seed", "1"]
    told = typed("match", *words, "--workers", "1", "--out", str(tmp_path / "match"))
    assert "rival against random: won 0, shared 0, lost 2 in 1 pair" in told
    assert "rival lost 1 game: it played “Z9”, which is not legal after 1 tokens." in told
    record = (tmp_path / "match" / "records" / "1.txt").read_text("utf-8")
    assert "ending: seat 0 played “Z9”, which is not legal after 1 tokens" in record


def test_a_level_after_the_points_of_a_test_is_a_player(tmp_path: Path) -> None:
    words = ["columns-dice", "--sprt", "0", "400", "1", "random", "--games", "2", "--seed", "1"]
    typed("match", *words, "--workers", "1", "--out", str(tmp_path / "match"))
    assert summary(tmp_path / "match")["players"] == ["1", "random"]


def test_a_drawn_chart_stands_by_itself_in_both_themes(folder: Path) -> None:
    light, dark = ((folder / name).read_text("utf-8") for name in ("chart.svg", "chart.dark.svg"))
    assert light.startswith("<svg")
    assert "var(" not in light + dark
    assert light != dark
    assert "Columns (dice): 1@playouts=3 against random" in light


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for words in (["--ray"], ["--ray", "10.0.0.1:6379"]):
        sentence = refused("match", *TINY, *words)
        assert (
            sentence == "--ray needs Ray, which is not installed; pip install 'stylobate[cluster]' brings it"
        )
