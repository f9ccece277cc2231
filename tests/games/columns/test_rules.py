"""The rules of Columns one by one: what the printed sheet allows, and every “NOT allowed” of it."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from stylobate import Position
from stylobate.errors import BadOption, BadToken
from stylobate.games.columns import GAME, rules
from stylobate.games.columns.notation import pieces
from stylobate.games.columns.rules import HAND
from tests.games.columns.endings import ENDINGS
from tests.harness import every_variant, random_game


def after(*tokens: str, **options: str) -> Position:
    return GAME.start(**options).play(*tokens)


def placed(position: Position, *tokens: str) -> set[str]:
    """Those of the tokens that are legal there."""
    return set(tokens) & set(position.legal)


def test_light_starts_with_seventy_five_placements() -> None:
    start = GAME.start()
    assert start.turn == 0
    assert GAME.seat_name(start.turn) == "Light"
    assert Counter(token[0] for token in start.legal) == {"R": 12, "S": 12, "D": 17, "T": 34}


@pytest.mark.parametrize(("layout", "pairs"), [("4x3", 17), ("6x2", 16), ("12x1", 11)])
def test_pins_next_to_each_other_in_a_file_or_rank_are_neighbours(layout: str, pairs: int) -> None:
    assert sum(token[0] == "D" for token in GAME.start(layout=layout).legal) == pairs


def test_a_roundel_may_start_a_column() -> None:
    assert "Rc2" in GAME.start().legal


def test_a_roundel_may_lie_on_a_roundel_of_either_player() -> None:
    assert "Ra1" in after("Ra1").legal
    assert "Ra1" in after("Ra1", "Rb1").legal


@pytest.mark.parametrize(
    ("blocker", "pin"), [("Sa1", "a1"), ("Da1b1", "a1"), ("Da1b1", "b1"), ("Ta1b1^", "b1")]
)
def test_a_roundel_may_lie_on_a_blocker_of_ones_own(blocker: str, pin: str) -> None:
    assert f"R{pin}" in after(blocker, "Rd3").legal


@pytest.mark.parametrize(
    ("blocker", "pin"),
    [("Sa1", "a1"), ("Da1b1", "a1"), ("Da1b1", "b1"), ("Ta1b1^", "a1"), ("Ta1b1^", "b1")],
)
def test_a_roundel_must_not_be_placed_on_an_opponents_blocker(blocker: str, pin: str) -> None:
    position = after(blocker)
    assert f"R{pin}" not in position.legal
    with pytest.raises(BadToken, match="a roundel must not lie on an opponent's blocker"):
        position.play(f"R{pin}")


def test_a_blocker_that_is_covered_bars_no_roundel() -> None:
    assert "Ra1" not in after("Sa1").legal
    assert "Ra1" in after("Sa1", "Sa1", "Rb1").legal, "Dark's single lies between"


def test_a_single_may_lie_on_any_piece() -> None:
    for first in ("Ra1", "Sa1", "Da1b1", "Ta1b1^", "Tb1a1^"):
        assert "Sa1" in after(first).legal
        assert "Sa1" in after(first, "Rd3").legal


def test_a_double_may_lie_on_any_two_pieces_side_by_side_on_one_level() -> None:
    for first in ("Ra1", "Sa1", "Da1a2", "Ta1a2^"):
        for second in ("Rb1", "Sb1", "Db1b2"):
            position = after(first, second)
            assert ("Da1b1" in position.legal) == (first != "Ta1a2^")
    assert "Da1b1" in after("Ta1a2^", "Tb1b2^").legal


def test_a_double_goes_over_two_neighbouring_pins_only() -> None:
    for token in ("Da1c1", "Da1b2", "Da3b1", "Dd1d3"):
        with pytest.raises(BadToken, match="not neighbours"):
            GAME.start().play(token)


def test_both_ends_of_a_double_must_be_supported_without_a_gap() -> None:
    position = after("Ra1")
    assert "Da1b1" not in position.legal
    with pytest.raises(
        BadToken, match="a1 stands 1 high and b1 0, so a double blocker lying flat would leave a gap"
    ):
        position.play("Da1b1")


def test_a_triple_may_rest_flat_on_the_board() -> None:
    assert placed(GAME.start(), "Ta1b1^", "Tb1a1^", "Ta1a2^", "Ta2a1^") == {
        "Ta1b1^",
        "Tb1a1^",
        "Ta1a2^",
        "Ta2a1^",
    }


def test_a_triple_may_rest_with_its_thick_end_on_the_board_and_its_thin_end_on_a_piece() -> None:
    position = after("Rb1")
    assert placed(position, "Ta1b1v", "Tb1a1v", "Ta1b1^", "Tb1a1^") == {"Ta1b1v"}
    assert "Ta1b1v" in after("Sb1").legal
    assert "Ta1b1v" in after("Db1c1").legal


def test_a_triple_may_rest_on_two_pieces_on_different_levels() -> None:
    assert "Ta1b1v" in after("Rb1", "Sb1", "Ra1").legal


@pytest.mark.parametrize(
    ("tokens", "hanging"),
    [
        ((), "Ta1b1v"),
        (("Ra1",), "Ta1b1v"),
        (("Ra1",), "Ta1b1^"),
        (("Ra1",), "Tb1a1^"),
        (("Rb1", "Rb1"), "Ta1b1v"),
        (("Rb1", "Rb1"), "Ta1b1^"),
    ],
)
def test_both_ends_of_a_triple_must_be_supported_without_a_gap(tokens: tuple[str, ...], hanging: str) -> None:
    position = after(*tokens)
    assert hanging not in position.legal
    with pytest.raises(BadToken, match=r"gap|must be one higher"):
        position.play(hanging)


@pytest.mark.parametrize(
    ("below", "above"),
    [
        (("Da1b1",), "Da1b1"),
        (("Da1b1",), "Ta1b1^"),
        (("Da1b1",), "Tb1a1^"),
        (("Ta1b1^",), "Tb1a1v"),
        (("Rb1", "Ta1b1v"), "Da1b1"),
        (("Rb1", "Ta1b1v"), "Ta1b1^"),
        (("Rb1", "Ta1b1v"), "Tb1a1^"),
        (("Da1a2",), "Da1a2"),
        (("Ta2a1^",), "Ta1a2v"),
    ],
)
def test_doubles_and_triples_must_not_be_placed_exactly_back_to_back(
    below: tuple[str, ...], above: str
) -> None:
    position = after(*below)
    assert above not in position.legal
    with pytest.raises(BadToken, match="both its ends would rest on one piece"):
        position.play(above)
    assert above not in after(*below, "Rd3").legal, "whose piece it is does not matter"


def test_a_double_may_lie_across_one_end_of_a_double_and_another_piece() -> None:
    assert placed(after("Da1b1", "Rc1", "Sa2"), "Db1c1", "Da1a2", "Da1b1") == {"Db1c1", "Da1a2"}


def test_with_a_piece_between_nothing_is_back_to_back() -> None:
    assert "Da1b1" in after("Da1b1", "Sa1", "Rb1").legal
    assert "Tb1a1v" not in after("Ta1b1^", "Sb1").legal
    assert "Da1b1" in after("Ta1b1^", "Sb1").legal
    assert "Ta1b1^" in after("Da1b1", "Sa1", "Rb1").legal


def test_two_pieces_of_one_kind_are_still_two_pieces() -> None:
    assert "Da1b1" in after("Da1a2", "Db1b2").legal
    assert "Ta1b1^" in after("Da1a2", "Db1b2").legal
    assert "Tb2c2v" in after("Tc2c1^", "Da2b2").legal


def test_supports_may_belong_to_either_player() -> None:
    for first, second in (("Ra1", "Rb1"), ("Sa1", "Sb1")):
        assert "Da1b1" in after(first, second).legal
        assert "Da1b1" in after(first, second, "Rd3").legal


def test_nothing_reaches_above_level_five() -> None:
    four = after("Ra1", "Ra1", "Ra1", "Ra1", "Rb1", "Rb1", "Rb1", "Rb1")
    assert placed(four, "Ra1", "Sa1", "Da1b1", "Ta1b1^", "Tb1a1^") == {"Ra1", "Sa1", "Da1b1"}
    with pytest.raises(BadToken, match="its thick end would reach level 6 on a1, and a pin has only 5"):
        four.play("Ta1b1^")
    full = four.play("Ra1")
    assert not any("a1" in token for token in full.legal)
    for token in ("Ra1", "Sa1", "Da1b1", "Tb1a1v"):
        with pytest.raises(BadToken, match="a1 is full"):
            full.play(token)


def test_a_triple_with_its_thick_end_down_may_just_reach_level_five() -> None:
    assert "Ta1b1v" in after("Ra1", "Ra1", "Ra1", "Rb1", "Rb1", "Rb1", "Rb1").legal


def test_a_piece_that_is_used_up_cannot_be_placed() -> None:
    position = after("Sa1", "Sa1", "Sa1", "Sb1", "Sb1", "Sb1")
    assert not any(token[0] == "S" for token in position.legal)
    with pytest.raises(BadToken, match="Light has no single blocker left"):
        position.play("Sc1")


def test_the_same_pieces_in_the_same_places_are_one_position_in_whatever_order_they_came() -> None:
    one = after("Ra1", "Sb1", "Dc1d1", "Tc2c3^")
    other = after("Dc1d1", "Tc2c3^", "Ra1", "Sb1")
    assert one == other
    assert hash(one) == hash(other)


def test_a_player_who_can_place_nothing_ends_the_game_even_if_the_other_still_could() -> None:
    ending = ENDINGS["the other still could"]
    position = GAME.position(ending)
    assert position.is_over
    assert position.legal == ()
    other = position.state
    other[1] = 1 - other[1]
    assert Position(GAME, other).legal


@every_variant(GAME)
def test_no_game_is_longer_than_forty_two_moves_and_no_piece_is_lost(options: Mapping[str, str]) -> None:
    rng = random.Random(1)
    for _ in range(40):
        position = GAME.begin(options)
        for number, token in enumerate(random_game(position, rng), 1):
            position = position.play(token)
            assert number <= 42
            on_board = Counter((piece.seat, piece.shape.kind) for piece in pieces(position.state))
            for seat in (0, 1):
                for kind, size in enumerate((12, 3, 3, 3)):
                    assert on_board[seat, kind] + position.state[HAND + 4 * seat + kind] == size


def test_the_two_sets_fill_the_board_exactly() -> None:
    position = GAME.position(ENDINGS["a full board"])
    assert position.is_over
    assert len(pieces(position.state)) == 42
    assert sum(len(piece.places) for piece in pieces(position.state)) == 60


def test_roundels_on_level_five_are_scored_as_the_game_goes_on() -> None:
    position = after("Ra1", "Ra1", "Ra1", "Ra1", "Ra1", "Sb1")
    assert position.scores == (1, 0)
    assert not position.is_over


def test_blockers_on_level_five_are_not_scored() -> None:
    assert after("Ra1", "Ra1", "Ra1", "Ra1", "Sa1").scores == (0, 0)


def test_more_roundels_on_level_five_win() -> None:
    position = GAME.position(ENDINGS["level 5 decides"])
    assert position.is_over
    assert position.winners == (max((0, 1), key=lambda seat: position.scores[seat]),)


@pytest.mark.parametrize("level", [4, 3, 2, 1])
def test_a_tie_is_broken_level_by_level(level: int) -> None:
    position = GAME.position(ENDINGS[f"level {level} decides"])
    assert position.is_over
    assert position.scores[0] == position.scores[1]
    counts = {
        where: [rules.roundels(position.state, seat, where) for seat in (0, 1)] for where in range(1, 6)
    }
    assert all(counts[higher][0] == counts[higher][1] for higher in range(level + 1, 6))
    light, dark = counts[level]
    assert position.winners == ((0,) if light > dark else (1,))
    assert sorted(position.payoff) == [0.0, 1.0]


def test_level_on_all_five_levels_is_shared() -> None:
    position = GAME.position(ENDINGS["shared"])
    assert position.is_over
    assert position.winners == (0, 1)
    assert position.payoff == (0.5, 0.5)


@pytest.mark.parametrize("layout", ["3x4", "4X3", "12", "", "2x6"])
def test_there_are_three_layouts(layout: str) -> None:
    with pytest.raises(BadOption, match="layout is one of 4x3, 6x2, 12x1"):
        GAME.start(layout=layout)
