"""Games and positions, as a program meets them."""

from __future__ import annotations

from fractions import Fraction

import pytest

import stylobate
from stylobate import CHANCE, OVER, Game, StylobateError, ids, load
from stylobate.chance import stream
from stylobate.errors import BadOption, BadPosition, BadToken, UnknownGame

every_game = pytest.mark.parametrize("game", [load(name) for name in ids()], ids=ids())


def test_a_game_is_loaded_by_its_name() -> None:
    assert load("colonnade").title == "Colonnade"
    assert load("colonnade") is load("colonnade")


@pytest.mark.parametrize("name", ["", "chess", "Colonnade", "colonnade ", "os", "..rules", "columns_dice"])
def test_a_game_that_does_not_exist_is_refused_with_the_names_of_those_that_do(name: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        load(name)
    assert str(refused.value) == f"there is no game called “{name}”; there are {', '.join(ids())}"


def test_all_errors_are_errors_of_ours_and_of_value() -> None:
    for error in (BadOption, BadPosition, BadToken, UnknownGame):
        assert issubclass(error, StylobateError)
    assert issubclass(StylobateError, ValueError)


@every_game
def test_a_game_says_what_it_is_called_and_by_whom(game: Game) -> None:
    assert game.id in ids()
    assert game.title in game.byline
    assert game.author in game.byline
    assert game.summary.endswith(".")
    assert game.rules_version >= 1
    assert len(game.seat_names) >= max(game.players)
    assert [game.seat_name(seat) for seat in range(max(game.players))] == list(
        game.seat_names[: max(game.players)]
    )


@every_game
def test_a_game_brings_a_guide_that_names_its_author(game: Game) -> None:
    assert game.guide.startswith("# ")
    assert game.author in game.guide


@every_game
def test_the_constants_of_the_package_are_those_of_the_kernels(game: Game) -> None:
    from stylobate import kernel

    assert (kernel.CHANCE, kernel.OVER) == (CHANCE, OVER)
    assert game.kernel.width > 0


@every_game
def test_an_unknown_option_is_refused_with_the_names_of_those_that_there_are(game: Game) -> None:
    with pytest.raises(BadOption) as refused:
        game.start(colour="green")
    assert str(refused.value).startswith(f"{game.title} has no option “colour”; it has ")
    for name in [*(option.name for option in game.options), "setup"]:
        assert name in str(refused.value)


@every_game
def test_options_not_given_have_their_defaults(game: Game) -> None:
    assert game.complete({}) == {option.name: option.default for option in game.options}
    assert game.begin({}) == game.begin(
        {option.name: option.default for option in game.options if option.choices}
    )


def test_an_option_may_be_given_as_any_value_that_reads_like_one() -> None:
    assert load("colonnade").start(setup="R1/R1/-/-/-/-/-/-_R") == load("colonnade").position(
        "R1/R1/-/-/-/-/-/- R"
    )


def test_a_setup_that_is_no_position_is_refused() -> None:
    with pytest.raises(BadPosition):
        load("colonnade").start(setup="R3")


def test_a_position_text_that_is_far_too_long_is_not_even_read() -> None:
    with pytest.raises(BadPosition, match="a position text of 1000000 characters is too long to be one"):
        load("colonnade").position("R3/" * 333_333 + "x")


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    start = load("colonnade").start()
    after = start.play("b2a")
    assert str(after) == "B4/B1/R3/B3/R3/B3/R3/B3 B"
    assert str(start) == "R3/B3/R3/B3/R3/B3/R3/B3 R"
    assert (start.turn, after.turn) == (0, 1)


def test_playing_several_tokens_is_playing_one_after_the_other() -> None:
    start = load("colonnade").start()
    assert start.play("b2a", "c2b") == start.play("b2a").play("c2b")
    assert start.play() == start


def test_positions_of_different_games_are_different() -> None:
    starts = [load(name).start() for name in ids()]
    assert len(set(starts)) == len(ids())


def test_where_chance_does_not_speak_it_cannot_be_sampled() -> None:
    start = load("colonnade").start()
    assert start.chance == {}
    with pytest.raises(BadToken, match="not for chance to speak"):
        start.sample(stream(1))


@every_game
def test_a_sample_is_a_legal_token_and_the_same_for_the_same_seed(game: Game) -> None:
    position = game.start()
    if position.is_chance:
        assert position.sample(stream(9)) == position.sample(stream(9))
        assert position.sample(stream(9)) in position.legal
        assert all(isinstance(share, Fraction) for share in position.chance.values())


def test_a_position_shows_itself_in_a_notebook() -> None:
    start = load("colonnade").start()
    assert repr(start) == "<Colonnade R3/B3/R3/B3/R3/B3/R3/B3 R>"
    assert start._repr_svg_().startswith("<svg")


def test_a_position_is_not_equal_to_something_else() -> None:
    start = load("colonnade").start()
    assert start != "R3/B3/R3/B3/R3/B3/R3/B3 R"
    assert start != start.play("b2a")


def test_the_version_is_the_one_that_is_installed() -> None:
    from importlib.metadata import version

    assert stylobate.__version__ == version("stylobate")
