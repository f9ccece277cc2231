"""Players with a taste of their own: by the same name everywhere, and as their games promise them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import stylobate
from stylobate.arena.entrants import entrant
from stylobate.conformance import BrokenPromise
from stylobate.conformance.beside import check_styles
from stylobate.engine import Engine
from stylobate.errors import BadPlayer, Refusal
from stylobate.game import Game
from stylobate.ladder import called, everyone, ladder, meant, names, plays
from stylobate.names import chosen
from stylobate.play.seat import Seat, level_in
from stylobate.players import player
from stylobate.players.wording import level_told
from stylobate.registry import ids
from stylobate.sitting import sit_down
from stylobate.style import styles
from tests.heap import GAME as HEAP


@pytest.mark.parametrize("id", ids())
def test_styles_are_as_promised_and_a_game_that_brings_none_shows_none(id: str) -> None:
    game = stylobate.load(id)
    check_styles(game)
    with_style = everyone(game)[len(names(game)) :]
    assert bool(with_style) == bool(styles(game))
    assert all(plays(game, name) for name in everyone(game))


def test_a_style_has_the_same_name_behind_every_door() -> None:
    game = stylobate.load("columbiz")
    assert player("hunter-3", game).name == "hunter-3"
    assert level_told(game, "hunter-3") == "hunter at level 3, captures your counters wherever it can"
    assert entrant("hunter-3@playouts=5", game).player == "hunter-3"
    engine = Engine(seed=1)
    assert engine.answer("new columbiz players=2") == ["ok"]
    assert engine.answer("styles") == ["styles hoarder builder hunter"]
    assert "hunter" not in engine.answer("levels")[0]  # whose last one is the strongest
    engine.answer("moves *12345566")
    assert " player=hunter-3 " in f"{engine.answer('go level hunter-3')[0]} "
    sitting = sit_down("columbiz", "Ada,hunter-3", {"players": "2"}, 1)
    assert (sitting.computers[1].name, sitting.called(1)) == ("hunter-3", "Blue (hunter at level 3)")
    assert ladder(game).is_quick("hunter-3")
    assert not ladder(game).is_quick("hunter-7")


def test_records_call_it_by_level_and_style_and_no_person_may_be_called_so() -> None:
    for name in ("3", "hunter-3", "random", "perfect"):
        assert meant(called(name)) == name
        assert level_in(Seat("Ada", level=name).called) == name
    assert level_in("Ada Lovelace") == "Ada Lovelace"
    for typed in ("hunter at level 3", "Hunter at leveI 3"):
        with pytest.raises(Refusal, match="taken for a computer's"):
            chosen(typed)
    assert chosen("Ada at sea level") == "Ada at sea level"


def test_who_names_a_style_or_level_that_there_is_not_is_told_those_there_are() -> None:
    for name in ("hunter-8", "knitter-1", "hunter"):
        with pytest.raises(BadPlayer, match=r"7 \(and hoarder-1, builder-1, hunter-1 at any level\)"):
            player(name, stylobate.load("columbiz"))
    with pytest.raises(BadPlayer, match="hunter-8"):
        sit_down("columbiz", "Ada,hunter-8", {"players": "2"})


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ([], "its styles.json cannot be read"),
        ({"hunter": {"says": "hunts"}}, "its styles.json cannot be read"),
        ({"hunter": {"says": "hunts", "likes": {"prey": 1}}}, "its styles need a mind with a value"),
    ],
)
def test_a_game_promises_styles_that_can_be_played(
    told: object, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrokenPromise, match=sentence):
        check_styles(bringing(json.dumps(told), HEAP, tmp_path, monkeypatch))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"Big-Hunter": {"says": "hunts", "likes": {"prisoners": 1}}}, "its style “Big-Hunter” is no word"),
        ({"hunter": {"says": " ", "likes": {"prisoners": 1}}}, "its hunter must say what it does"),
        ({"hunter": {"says": "hunts", "likes": {"prey": 1}}}, "likes “prey”, which its mind does not name"),
        ({"hunter": {"says": "hunts", "likes": {"prisoners": 0}}}, "its hunter likes nothing"),
    ],
)
def test_a_style_likes_what_its_mind_names(
    told: object, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mind = "from stylobate.games.columbiz.mind import MIND as MIND"
    game = bringing(json.dumps(told), HEAP, tmp_path, monkeypatch)
    (tmp_path / tmp_path.name / "mind.py").write_text(mind)
    with pytest.raises(BrokenPromise, match=sentence):
        check_styles(game)


def bringing(text: str, game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game with this file of styles."""
    package = folder / folder.name
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "styles.json").write_text(text)
    monkeypatch.syspath_prepend(folder)
    return replace(game, id=folder.name, package=folder.name)
