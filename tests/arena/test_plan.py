"""Who sits where in which game, and what chance does to them: all of it known from the plan."""

from collections import Counter

import pytest

from stylobate import load
from stylobate.arena import Terms, ladder, match
from stylobate.arena.plan import Plan, from_json
from stylobate.arena.playing import Floor
from stylobate.arena.sequential import Sprt
from stylobate.arena.throws import Throws
from stylobate.errors import BadFile, BadOption, BadPlayer, StylobateError
from stylobate.line import Line
from stylobate.players import names

DICE, COLUMBIZ, COLUMBA = load("columns-dice"), load("columbiz"), load("columba")


def seatings(plan: Plan, games: int) -> list[tuple[str, ...]]:
    return [plan.names(plan.fixture(number)) for number in range(1, games + 1)]


def test_two_exchange_seats_in_every_pair() -> None:
    plan = match(DICE, ["3", "1"], Terms(games=4, seed=1))
    assert seatings(plan, 4) == [("3", "1"), ("1", "3")] * 2
    assert plan.games == 4


def test_games_are_made_up_to_whole_rounds() -> None:
    assert match(DICE, ["3", "1"], Terms(games=5, seed=1)).games == 6
    assert match(COLUMBIZ, ["3", "1"], Terms(games=4, seed=1, options={"players": "3"})).games == 6


def test_one_against_a_field_sits_in_every_seat_once_a_round() -> None:
    plan = match(COLUMBIZ, ["3", "1"], Terms(games=4, seed=1, options={"players": "4"}))
    assert [names.index("3") for names in seatings(plan, 4)] == [0, 3, 2, 1]
    assert all(Counter(names) == {"3": 1, "1": 3} for names in seatings(plan, 4))


def test_neighbours_change_from_round_to_round() -> None:
    plan = match(COLUMBIZ, ["3", "2", "1"], Terms(games=6, seed=1, options={"players": "3"}))
    assert seatings(plan, 6) == [
        ("3", "2", "1"),
        ("2", "1", "3"),
        ("1", "3", "2"),
        ("3", "1", "2"),
        ("1", "2", "3"),
        ("2", "3", "1"),
    ]


def test_partners_are_one_player() -> None:
    plan = match(COLUMBA, ["3", "1"], Terms(games=2, seed=1, options={"players": "4"}))
    assert seatings(plan, 2) == [("3", "1", "3", "1"), ("1", "3", "1", "3")]


def test_a_ladder_lets_neighbours_meet_or_everybody() -> None:
    terms = Terms(games=2, seed=1)
    assert ladder(DICE, ["random", "1", "2"], terms).meetings == ((1, 0), (2, 1))
    assert ladder(DICE, ["random", "1", "2"], terms, everybody=True).meetings == ((1, 0), (2, 0), (2, 1))
    assert [one.name for one in ladder(DICE, [], terms).entrants] == list(names(DICE))


def test_on_a_ladder_of_three_seats_each_of_two_sits_among_the_others_in_turn() -> None:
    plan = ladder(COLUMBIZ, ["random", "1"], Terms(games=3, seed=1, options={"players": "3"}))
    assert plan.meetings == ((1, 0, 0), (0, 1, 1))
    assert [plan.fixture(number).meeting for number in range(1, 7)] == [0, 0, 0, 1, 1, 1]


def test_a_plan_is_read_back_as_it_was_written() -> None:
    plan = match(DICE, ["3@playouts=9", "cmd:x y"], Terms(2, 1, {"order": "either"}), Sprt(0, 10))
    assert from_json(plan.json()) == plan
    with pytest.raises(BadFile, match="the plan does not say what it should"):
        from_json({"kind": "match"})


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["1"], {}, "has 2 sides here; name 2 players, not 1"),
        (["1", "2", "3"], {}, "has 2 sides here; name 2 players, not 3"),
        (["1", "2"], {"order": "none"}, "order=none cannot be"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    players: list[str], options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(StylobateError, match=sentence):
        match(DICE, players, Terms(2, 1, options))


def test_a_match_from_an_end_is_refused() -> None:
    with pytest.raises(BadOption, match="nothing can be played from a position where the game is over"):
        match(load("colonnade"), ["1", "2"], Terms(2, 1, {"setup": "R1/B1/-/-/-/-/-/- R"}))


def test_three_names_in_a_game_of_four_sides_are_refused() -> None:
    with pytest.raises(
        BadOption, match=r"name 2 players \(the first against a field of the second\) or 4, not 3"
    ):
        match(COLUMBIZ, ["1", "2", "3"], Terms(2, 1, {"players": "4"}))


def test_a_ladder_has_everybody_once() -> None:
    with pytest.raises(BadPlayer, match="every player once"):
        ladder(DICE, ["1", "1"], Terms(2, 1))


# Chance


def test_the_same_throws_meet_both_in_a_pair() -> None:
    with Floor(match(DICE, ["random", "1@playouts=2"], Terms(games=2, seed=5))) as floor:
        first, second = floor.play(1), floor.play(2)
    thrown = [[token for token in game.tokens if token.startswith("*")] for game in (first, second)]
    both = min(map(len, thrown))
    assert thrown[0][:both] == thrown[1][:both]
    assert first.tokens != second.tokens


def test_another_round_has_other_throws() -> None:
    with Floor(match(DICE, ["random", "random"], Terms(games=4, seed=5))) as floor:
        assert floor.play(1).tokens[0::2][:9] != floor.play(3).tokens[0::2][:9]


def test_a_turn_begins_with_the_same_throw_however_often_was_thrown_before() -> None:
    """Columbiz: whether the first seat throws once or thrice, the second begins its turn alike."""
    begun = []
    for keep_all in (True, False):
        line, throws = Line(COLUMBIZ), Throws(7)
        seen: list[tuple[int, str]] = []
        while len(seen) < 2:
            if line.is_chance:
                token = throws.throw(line.position)
                if not seen or throws_for(line) != seen[-1][0]:
                    seen.append((throws_for(line), token))
                line.play(token)
            else:
                assert line.turn is not None
                throws.moved(line.turn)
                legal = line.position.legal
                line.play(max(legal, key=len) if keep_all else min(legal, key=len))
        begun.append([token for _, token in seen])
    assert begun[0] == begun[1]


def throws_for(line: Line) -> int:
    """Whose throw it is at this chance node: whoever moves after it."""
    return line.position.play(line.position.legal[0]).turn


def test_in_a_pair_the_same_cards_are_drawn() -> None:
    with Floor(match(COLUMBA, ["random", "random"], Terms(2, 3, {"rules": "junior"}))) as floor:
        drawn = [[t for t in floor.play(number).tokens if t.startswith("*")] for number in (1, 2)]
    assert drawn[0] == drawn[1]


def test_a_random_start_is_the_same_in_all_games_of_a_round() -> None:
    plan = match(load("colonnade"), ["random", "random"], Terms(4, 1, random_start=4))
    with Floor(plan) as floor:
        games = [floor.play(number).tokens for number in (1, 2, 3)]
    assert games[0][:4] == games[1][:4] != games[2][:4]
    assert games[0] != games[1]
