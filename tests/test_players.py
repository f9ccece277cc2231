"""Opponents: known by name, legal always, and each level a bit harder than the last."""

import random

import pytest

import stylobate
from stylobate.errors import BadPlayer
from stylobate.game import Position
from stylobate.ladder import PATIENCE, Level
from stylobate.players import Budget, Choice, Stop, ask, best, levels, names, player
from stylobate.search.tree import SearchResult

COLONNADE = stylobate.load("colonnade")


def test_everybody_has_a_name_from_the_gentlest_to_the_strongest() -> None:
    assert names(COLONNADE) == ("random", "1", "2", "3", "4", "5", "perfect")
    assert best(COLONNADE).name == "perfect"


@pytest.mark.parametrize("name", names(COLONNADE))
def test_everybody_plays_a_legal_token(name: str) -> None:
    position = COLONNADE.position("R3/B3/R2/B1/-/-/-/- R")
    assert ask(player(name, COLONNADE), position, seed=1).token in position.legal


@pytest.mark.parametrize("name", ["random", "1", "4"])
def test_the_same_seed_chooses_the_same_token(name: str) -> None:
    position = COLONNADE.start()
    choices = {ask(player(name, COLONNADE), position, Budget(playouts=200), seed=9).token for _ in range(3)}
    assert len(choices) == 1


def test_a_stranger_is_refused_with_the_names_of_those_who_play() -> None:
    with pytest.raises(BadPlayer, match=r"nobody called “Deep Blue” plays Colonnade; there are random, 1"):
        player("Deep Blue", COLONNADE)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    with pytest.raises(BadPlayer, match="no seat is to move here: the game is over"):
        ask(best(COLONNADE), COLONNADE.position("R1/B1/-/-/-/-/-/- R"))


def test_the_gentlest_level_of_columns_never_lets_a_win_in_one_move_go() -> None:
    columns = stylobate.load("columns")
    gentlest, met, rng = player("1", columns), 0, random.Random(1)
    for game in range(40):
        position = columns.start()
        while not position.is_over:
            ends = {token: after for token in position.legal if (after := position.play(token)).is_over}
            wins = [token for token, after in ends.items() if after.payoff[position.turn] == 1.0]
            if wins:
                met += 1
                assert ask(gentlest, position, seed=game).token in wins
            position = position.play(rng.choice(position.legal))
    assert met > 10


class NeverAsked:
    """A player who would be told apart by having thought."""

    name = "never asked"

    def choose(self, position: Position, budget: Budget, stop: Stop, seed: int | None) -> Choice:
        raise AssertionError("there was nothing to think about")


def test_nobody_thinks_about_the_only_token_there_is() -> None:
    columba, rng = stylobate.load("columba"), random.Random(1)
    forced = columba.start()
    while forced.is_chance or len(forced.legal) > 1:
        forced = forced.play(rng.choice(forced.legal))
    assert ask(NeverAsked(), forced).token == forced.legal[0]


def test_a_level_has_one_budget_for_a_whole_turn_also_where_the_game_has_no_mind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    columba = stylobate.load("columba")
    monkeypatch.setattr(type(columba), "mind", None)
    given: list[Budget] = []

    def think(position: Position, seed: int | None, budget: Budget, *more: object) -> SearchResult:
        given.append(budget)
        return SearchResult(position.legal[0], (0.5, 0.5), False, 0, 0, 0.0, ())

    monkeypatch.setattr(levels, "think", think)
    laying = columba.start().play("*RRTT", "*RRSS")
    thinker = levels.LevelPlayer(Level("9", 1000), is_strongest=True)
    for before in range(3):
        ask(thinker, laying, Budget(before=before))
    assert [budget.playouts for budget in given] == [500, 250, 125]
    assert [budget.seconds for budget in given] == [PATIENCE / 2, PATIENCE / 4, PATIENCE / 8]
    ask(thinker, COLONNADE.start())
    assert given[-1].playouts == 1000, "a turn of a single token has all of it"
    ask(thinker, laying, Budget(playouts=70, before=2))
    assert given[-1].playouts == 70, "who asks for so much gets it"


@pytest.mark.slow
def test_the_perfect_player_beats_the_strongest_search_from_a_won_position() -> None:
    position = COLONNADE.position("R3/B3/R3/B3/-/-/-/- R")
    solver = COLONNADE.solver
    assert solver is not None
    if not solver.answer(position).wins:
        position = position.play(solver.answer(position).best)
    winner = position.turn
    perfect, level = best(COLONNADE), player("5", COLONNADE)
    while not position.is_over:
        mover = perfect if position.turn == winner else level
        position = position.play(ask(mover, position, seed=1).token)
    assert position.winners == (winner,)


@pytest.mark.slow
def test_more_thinking_wins_more_games() -> None:
    """Level 4 against level 1 from both sides, seeded: the stronger takes most."""
    strong, weak = player("4", COLONNADE), player("1", COLONNADE)
    wins = 0
    for game in range(10):
        position = COLONNADE.start()
        while not position.is_over:
            mover = strong if position.turn == game % 2 else weak
            position = position.play(
                ask(mover, position, Budget(playouts=LIMITS[mover.name]), seed=game).token
            )
        wins += position.winners == (game % 2,)
    assert wins >= 8


LIMITS = {"4": 5000, "1": 20}


def test_what_a_player_thought_before_does_not_change_what_so_many_playouts_find() -> None:
    start = stylobate.load("columns").start()
    old, fresh = player("9", start.game), player("9", start.game)
    ask(old, start, Budget(seconds=0.05), seed=4)
    found, expected = (ask(one, start, Budget(playouts=300), seed=5) for one in (old, fresh))
    assert found.token == expected.token
    assert found.about["nodes"] == expected.about["nodes"]


def test_with_time_a_player_goes_on_with_what_it_thought_before() -> None:
    start = stylobate.load("columns").start()
    one = player("9", start.game)
    first = ask(one, start, Budget(seconds=0.3), seed=4)
    again = ask(one, start, Budget(seconds=0.0), seed=4)
    assert (first.about["playouts"], again.about["playouts"]) != ("0", "0")
    assert int(again.about["nodes"]) >= int(first.about["nodes"]) > 1
    fresh = ask(player("9", start.game), start, Budget(seconds=0.0), seed=4)
    assert int(fresh.about["nodes"]) < int(first.about["nodes"])
