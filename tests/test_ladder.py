"""The computer players of a game, from the gentlest to the strongest."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import stylobate
from stylobate.conformance import BrokenPromise
from stylobate.conformance.beside import check_ladder
from stylobate.errors import BadPlayer
from stylobate.game import Game
from stylobate.ladder import PLAIN, Ladder, Level, ladder
from stylobate.players import names, player
from stylobate.players.wording import level_told, levels_told, often
from stylobate.registry import ids
from tests.heap import GAME as HEAP

THREE = Ladder((Level("1", 0, 0.5), Level("2", 10), Level("3", 90)), {2: (100, 250, 600)})


@pytest.mark.parametrize("game", [stylobate.load(id) for id in ids()], ids=ids())
def test_the_ladder_of_every_game_goes_up(game: Game) -> None:
    check_ladder(game)
    levels = ladder(game).levels
    assert names(game)[1 : 1 + len(levels)] == tuple(level.name for level in levels)


def test_a_game_without_a_ladder_gets_the_plain_one() -> None:
    assert ladder(HEAP) is PLAIN
    assert names(HEAP) == ("random", "1", "2", "3", "4", "5")


def test_a_level_of_an_old_game_that_is_no_more_is_played_by_the_strongest() -> None:
    assert THREE.level("5") == THREE.strongest
    assert THREE.level("2") == Level("2", 10)
    assert THREE.level("6") is None
    assert [THREE.now_called(name) for name in ("2", "5", "perfect")] == ["2", "3", "perfect"]


def test_who_had_a_style_that_is_gone_plays_on_without_it() -> None:
    tables = ladder(stylobate.load("columba"))
    assert [tables.now_called(name) for name in ("hunter-7", "hoarder-2", "builder-2")] == [
        "7",
        "2",
        "builder-2",
    ]


def test_who_names_a_level_that_there_is_not_is_told_those_there_are() -> None:
    with pytest.raises(BadPlayer, match=r"nobody called “5” plays .*; there are random, 1, 2, 3$"):
        player("5", stylobate.load("columns-dice"))


def test_what_is_usually_chosen_is_there_in_every_game() -> None:
    for game in (HEAP, *map(stylobate.load, ids())):
        assert {ladder(game).gentle, ladder(game).middling} <= {*names(game)}
    one = Ladder((Level("1", 10),))
    assert (one.gentle, one.middling) == ("1", "1")


def test_ratings_are_of_the_seats_that_were_measured() -> None:
    assert THREE.rating("2", 2) == 250
    assert THREE.rating("2", 3) is None
    assert THREE.rating("perfect", 2) is None


def test_all_but_the_two_strongest_answer_at_once() -> None:
    assert [name for name in names(HEAP) if ladder(HEAP).is_quick(name)] == ["random", "1", "2", "3"]
    assert not PLAIN.is_quick("perfect")


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.64, "six times in ten"),
        (0.9, "nine times in ten"),
        (0.96, "nineteen times in twenty"),
        (0.99, "nearly always"),
    ],
)
def test_how_often_one_beats_another_is_told_in_words(share: float, words: str) -> None:
    assert often(share) == words


def test_a_player_is_told_by_its_name_and_its_strength() -> None:
    assert level_told(HEAP, "random") == "random moves"
    assert level_told(HEAP, "4") == "level 4, 4 of 5"
    assert level_told(stylobate.load("colonnade"), "perfect") == "perfect, never errs"
    assert level_told(stylobate.load("columns-dice"), "5") == "level 5, as strong as any"
    columns = stylobate.load("columns")
    assert [level["told"] for level in levels_told(columns, 2)] == [
        level_told(columns, name) for name in names(columns)
    ]
    assert level_told(columns, "1").startswith("level 1, beats random moves ")
    assert level_told(columns, "3").startswith("level 3, beats level 2 ")


@pytest.fixture
def bringing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Game]]:
    """A game whose folder has this ladder."""

    def bring(text: str) -> Game:
        (tmp_path / "climbing").mkdir()
        (tmp_path / "climbing" / "__init__.py").touch()
        (tmp_path / "climbing" / "ladder.json").write_text(text)
        return replace(HEAP, id=tmp_path.name, package="climbing")

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "climbing", raising=False)
    yield bring
    sys.modules.pop("climbing", None)


def test_a_level_may_slip_otherwise_among_more_seats(bringing: Callable[[str], Game]) -> None:
    told = {"levels": [{"playouts": 1, "heat": 0.5, "among": {"4": 0.25}}]}
    level = ladder(bringing(json.dumps(told))).strongest
    assert [level.heat_among(seats) for seats in (2, 3, 4)] == [0.5, 0.5, 0.25]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"levels": []}, "its ladder.json has no levels"),
        ({"levels": [{"playouts": 1, "heat": -1.0}]}, "less than no playouts or heat"),
        (
            {"levels": [{"playouts": 1, "heat": 0.0, "among": {"2": -1.0}}]},
            "less than no playouts or heat",
        ),
        (
            {"levels": [{"playouts": 1, "heat": 0.0, "among": {"9": 0.1}}]},
            "level 1 of its ladder has a heat among 9, who cannot play",
        ),
        ({"levels": [{"playouts": 1}]}, "its ladder.json cannot be read"),
        (
            {"levels": [{"playouts": 1, "heat": 0.0}], "ratings": {"9": [1]}},
            "ratings for 9, who cannot play",
        ),
        (
            {"levels": [{"playouts": 1, "heat": 0.0}], "ratings": {"2": [1, 2]}},
            "a rating for each level among 2",
        ),
        (
            {"levels": [{"playouts": 1, "heat": 0.0}] * 2, "ratings": {"2": [9, 5]}},
            "not stronger than the one before among 2",
        ),
    ],
)
def test_a_ladder_that_does_not_hold_is_found_out(
    bringing: Callable[[str], Game], told: object, sentence: str
) -> None:
    with pytest.raises(BrokenPromise, match=sentence):
        check_ladder(bringing(json.dumps(told)))


def test_a_ladder_that_is_no_json_is_found_out(bringing: Callable[[str], Game]) -> None:
    with pytest.raises(BrokenPromise, match=r"ladder\.json cannot be read"):
        check_ladder(bringing("{"))
