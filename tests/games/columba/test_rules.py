"""Columba, rule by rule, and each note of the sheet and each ruling."""

import pytest

from stylobate import Position
from stylobate.errors import BadToken
from stylobate.games.columba import GAME
from stylobate.games.columba.territory import Territory
from tests.games.columba.tables import EMPTY, FRESH, covering, kinds, table


def refusal(position: Position, token: str) -> str:
    with pytest.raises(BadToken) as refused:
        position.play(token)
    return str(refused.value)


# Things and setting up.


def test_every_card_of_the_deck_is_equally_likely() -> None:
    assert {str(share) for share in GAME.start().chance.values()} == {"1/30"}


def test_equal_cards_are_one_token_with_their_share() -> None:
    position = GAME.start(deck="WRST,WWRR,WRST")
    assert {token: str(share) for token, share in position.chance.items()} == {"*WRST": "2/3", "*WWRR": "1/3"}
    assert {token: str(share) for token, share in position.play("*WRST").chance.items()} == {
        "*WRST": "1/2",
        "*WWRR": "1/2",
    }


@pytest.mark.parametrize(("players", "small"), [(2, 3), (3, 2), (4, 1)])
def test_each_seat_has_a_large_dovecote_and_fewer_small_ones_the_more_play(players: int, small: int) -> None:
    position = GAME.start(players=players).play("*WWWR", "*WWRS", "card:2,0,0")
    for _ in range(small):
        where = next(token for token in position.legal if token.startswith("cote:S")).removeprefix("cote:S,")
        position = position.play(f"cote:S,{where}", "end")
        for _ in range(players - 1):
            position = position.play(*_a_quiet_turn(position))
        position = position.play(*_a_quiet_turn(position)[:2])
    assert not [token for token in position.legal if token.startswith("cote:S")]
    assert [token for token in position.legal if token.startswith("cote:L")]


def _a_quiet_turn(position: Position) -> tuple[str, str, str]:
    draw = position.legal[0]
    lay = next(t for t in position.play(draw).legal if not covering_any(position.play(draw), t))
    return draw, lay, "end"


def covering_any(position: Position, token: str) -> bool:
    squares = Territory(position.state).what
    x, y, _ = map(int, token.removeprefix("card:").split(","))
    return any((x + i % 2, y + i // 2) in squares for i in range(4))


def test_the_first_card_lies_at_once_unturned_with_its_upper_left_square_at_0_0() -> None:
    position = GAME.start().play("*WWRS")
    assert str(position).startswith("0,0:W1W2/R3S4 1 ")
    assert position.is_chance


# Laying a card.


def test_a_turn_once_clockwise_brings_the_lower_left_pigeon_to_the_upper_left() -> None:
    position = GAME.start().play("*WWWR", "*RRST")
    # R R above S T; once clockwise: S R above T R.
    assert str(position.play("card:2,0,1")).startswith("0,0:W1W2S1R2/W3R4T3R4")
    assert str(position.play("card:2,0,2")).startswith("0,0:W1W2T1S2/W3R4R3R4")
    assert str(position.play("card:2,0,3")).startswith("0,0:W1W2R1T2/W3R4R3S4")


def test_of_turns_that_look_the_same_only_the_smallest_is_legal() -> None:
    position = GAME.start(deck="WRST,WWWW,WRRW")
    assert {t[-1] for t in position.play("*WRST", "*WWWW").legal} == {"0"}
    assert {t[-1] for t in position.play("*WRST", "*WRRW").legal} == {"0", "1"}
    assert {t[-1] for t in position.play("*WWWW", "*WRST").legal} == {"0", "1", "2", "3"}
    assert "looks the same after 1 quarter turns" in refusal(position.play("*WRST", "*WRRW"), "card:2,0,3")


def test_a_card_that_covers_nothing_needs_an_edge_against_the_territory() -> None:
    position = GAME.start().play("*WWRR", "*SSST")
    assert "card:2,1,0" in position.legal
    assert "would touch nothing" in refusal(position, "card:2,2,0")
    assert "would touch nothing" in refusal(position, "card:3,0,0")


def test_an_edge_against_a_tile_or_a_falcon_will_do() -> None:
    falcon = table(["RRWW", "RRWW"], things={(0, 0): "sy", (3, 0): "f"}, phase="lay:TTSS")
    assert "card:4,-1,0" in falcon.legal
    tile = table(["RRWW", "RRWW"], things={(0, 0): "sy"}, boards=f"-:-:R:-/{EMPTY}", deck="TTSS,TTSS")
    assert "card:-3,-1,0" in tile.play("tile:R,-1,0", "end", "*TTSS").legal


def test_one_to_four_needed_pigeons_may_be_covered() -> None:
    position = GAME.start(deck="WRST,WWRR,SSST").play("*WRST", "*WWRR")
    for places in ([(1, 1)], [(0, 1), (1, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)]):
        assert covering(position, *places)
    assert not covering(position, (0, 0), (1, 0), (0, 1))


def test_needs_on_the_objective_are_counted_by_breed() -> None:
    board = "WWRS:-:-:-"
    two = table(["RWTT", "SWTT"], boards=f"{board}/{EMPTY}", phase="lay:TTSS")
    assert covering(two, (0, 0), (1, 0), (0, 1), (1, 1))
    assert not covering(two, (1, 0), (2, 0), (1, 1), (2, 1))
    one = table(["RWTT", "SWTT"], boards="WWRS:WR:-:-/WRST:WR:-:-", phase="lay:TTSS")
    assert covering(one, (0, 1), (1, 1))
    assert not covering(one, (0, 0), (1, 0))
    assert "capture a rock dove, which the objective does not need" in refusal(one, "card:0,-1,0")


def test_two_of_a_breed_need_two_missing_of_that_breed() -> None:
    position = table(["WWTT", "WWTT"], boards="WRST:-:-:-/WRST:-:-:-", phase="lay:TTSS")
    assert not covering(position, (0, 0), (1, 0))
    assert covering(position, (0, 0))
    assert "would capture two wood pigeons, and the objective needs one" in refusal(position, "card:0,-1,0")


def test_a_seat_without_an_objective_can_only_cover_nothing() -> None:
    position = table(["WRTT", "SSTT"], boards=f"{EMPTY}/{FRESH}", phase="lay:TTSS")
    assert not any(covering_any(position, token) for token in position.legal)
    assert "without an objective nothing may be covered" in refusal(position, "card:-1,-1,0")


def test_nothing_is_captured_from_a_foreign_estate() -> None:
    rows, things = ["WWRR", "SSTT"], {(0, 0): "sy"}
    red = table(rows, things=things, boards=f"{FRESH}/{FRESH}", phase="lay:TTSS")
    assert not covering(red, (1, 0))
    assert "1,0 is in Yellow's estate" in refusal(red, "card:1,-1,0")
    yellow = table(rows, things=things, boards=f"{FRESH}/{FRESH}", seat="Y", phase="lay:TTSS")
    assert covering(yellow, (1, 0), (2, 0))


def test_wild_pigeons_of_the_own_estate_may_be_captured() -> None:
    position = table(["WWWW", "SSTT"], things={(0, 0): "sr"}, boards=f"{FRESH}/{FRESH}", phase="lay:TTSS")
    assert covering(position, (3, 0))


def test_squares_with_a_dovecote_or_a_falcon_are_never_covered() -> None:
    position = table(
        ["WWRR", "SSTT", "WWWW", "WWWW"],
        things={(0, 0): "sr", (3, 1): "f"},
        boards=f"{FRESH}/{FRESH}",
        phase="lay:TTSS",
    )
    assert "there is a dovecote at 0,0, and it is never covered" in refusal(position, "card:-1,-1,0")
    assert "there is a falcon at 3,1, and it is never covered" in refusal(position, "card:3,0,0")


# Domesticated pigeons.


def test_a_seat_may_capture_a_tile_that_it_laid_in_its_own_estate() -> None:
    position = table(
        ["WWRR", "SSTT"],
        things={(0, 0): "sr"},
        tiles={(1, 0): "r"},
        boards=f"{FRESH}/{FRESH}",
        phase="lay:TTSS",
    )
    after = position.play(covering(position, (1, 0), (2, 0))[0])
    assert "WRST:WR:-:-" in str(after)
    assert "Wr" not in str(after)


def test_a_tile_that_another_laid_in_the_own_estate_may_not_be_captured() -> None:
    position = table(
        ["WWRR", "SSTT"],
        things={(0, 0): "sr"},
        tiles={(1, 0): "y"},
        boards=f"{FRESH}/{FRESH}",
        phase="lay:TTSS",
    )
    assert not covering(position, (1, 0), (2, 0))
    assert "the pigeon at 1,0 is domesticated, and Yellow laid it" in refusal(position, "card:1,-1,0")


@pytest.mark.parametrize("layer", "rygp")
def test_any_tile_in_the_teammates_estate_may_be_captured(layer: str) -> None:
    position = table(
        ["WWRR", "SSTT"],
        things={(0, 0): "sg"},
        tiles={(1, 0): layer},
        boards="/".join([FRESH] * 4),
        phase="lay:TTSS",
    )
    assert covering(position, (1, 0), (2, 0))


def test_a_tile_of_the_teammates_in_the_own_estate_may_not_be_captured() -> None:
    position = table(
        ["WWRR", "SSTT"],
        things={(0, 0): "sr"},
        tiles={(1, 0): "g"},
        boards="/".join([FRESH] * 4),
        phase="lay:TTSS",
    )
    assert not covering(position, (1, 0), (2, 0))


def test_the_other_teams_estates_are_foreign_and_the_teammates_are_not() -> None:
    for owner, allowed in (("r", True), ("g", True), ("y", False), ("p", False)):
        position = table(
            ["WWRR", "SSTT"], things={(0, 0): f"s{owner}"}, boards="/".join([FRESH] * 4), phase="lay:TTSS"
        )
        assert bool(covering(position, (1, 0), (2, 0))) == allowed


def test_with_three_players_every_other_estate_is_foreign() -> None:
    position = table(["WWRR", "SSTT"], things={(0, 0): "sg"}, boards="/".join([FRESH] * 3), phase="lay:TTSS")
    assert not covering(position, (1, 0), (2, 0))


# Estates are never joined.

GAP = ["WW..WW", "WW..WW", "TTTTTT", "TTTTTT"]
RING = ["..WWWW", "..WWWW", "WW..WW", "WW..WW", "SSWWTT", "SSWWTT"]
BRIDGE = ["TTWW", "SRST", "WWWW", "SSTT"]


@pytest.mark.parametrize("owner", "ry")
def test_a_card_never_joins_two_estates_whoever_owns_them(owner: str) -> None:
    position = table(GAP, things={(0, 0): "sr", (5, 0): f"s{owner}"}, phase="lay:WWSS")
    assert [token[-1] for token in position.legal if token.startswith("card:2,0,")] == ["1", "3"]
    assert "it would bring two dovecotes into one group" in refusal(position, "card:2,0,0")


def test_a_card_may_join_an_estate_to_a_group_without_a_dovecote() -> None:
    position = table(GAP, things={(0, 0): "sr"}, phase="lay:WWSS")
    assert position.play("card:2,0,0").scores == (10, 0)


def test_a_card_does_not_join_two_estates_by_way_of_a_third_group_either() -> None:
    position = table(RING, things={(0, 0): "sr", (2, 3): "sy"}, top=-2, phase="lay:WSSW")
    assert "it would bring two dovecotes into one group" in refusal(position, "card:2,0,0")
    apart = table(RING, things={(0, 0): "sr", (2, 3): "sy"}, top=-2, phase="lay:WSSS")
    assert [token[-1] for token in apart.legal if token.startswith("card:2,0,")] == ["0", "1", "2"]


def test_a_card_may_join_to_an_estate_what_it_cuts_off_from_another() -> None:
    things = {(0, 0): "sr", (3, -2): "sy"}
    boards = "WWRS:-:-:-/WRST:-:-:-"
    position = table(BRIDGE, things=things, top=-2, boards=boards, phase="lay:TTWW")
    assert [t[-1] for t in covering(position, (1, -1), (2, -1), (1, 0), (2, 0))] == ["0", "1", "2", "3"]
    after = position.play("card:1,-1,3")
    assert after.scores == (1, 5 - 4)
    through = table(BRIDGE, things=things, top=-2, boards=boards, phase="lay:TWWW")
    assert "card:1,-1,0" not in through.legal


def test_a_card_that_covers_pigeons_joins_no_two_estates_either() -> None:
    position = table(
        ["..RR..", "..SR..", "WWSTRR", "SSRWTT"],
        things={(3, -2): "sr", (5, 0): "sr"},
        top=-2,
        boards=f"{FRESH}/{FRESH}",
        phase="lay:WRTT",
    )
    assert [t[-1] for t in covering(position, (2, 0), (3, 0), (2, 1), (3, 1))] == ["1", "2", "3"]
    assert "it would bring two dovecotes into one group" in refusal(position, "card:2,0,0")


def test_a_tile_cut_off_from_one_estate_and_joined_to_another_by_one_action_stays_tame() -> None:
    position = table(
        BRIDGE,
        things={(0, 0): "sr", (3, -2): "sy"},
        tiles={(3, 0): "r"},
        top=-2,
        boards="WWRS:-:-:-/WRST:-:-:-",
        phase="lay:TTWW",
    )
    assert "Wr/" in str(position.play("card:1,-1,3"))
    assert "W./" in str(position.play("card:1,-1,1"))


def test_a_tile_never_joins_two_estates() -> None:
    position = table(
        ["WWRW", "SSTT"], things={(0, 0): "sr", (3, 0): "sr"}, boards="-:-:W:-/-:-:-:-", phase="options"
    )
    assert "it would bring two dovecotes into one group" in refusal(position, "tile:W,2,0")
    assert "tile:W,0,-1" in position.legal


def test_a_dovecote_is_never_placed_in_a_group_that_has_one() -> None:
    position = table(["WWRW", "SSTT"], things={(0, 0): "sy"})
    assert "there is a dovecote in the group of 1,0 already" in refusal(position, "cote:S,1,0")
    assert "cote:S,3,0" in position.legal


# Objectives.


def test_each_capture_fills_a_place_on_the_objective() -> None:
    position = GAME.start(deck="WWRS,SSTT,TTTT").play("*WWRS", "*SSTT", "card:1,1,0")
    assert "WRST:S:-:-/WRST:-:-:-" in str(position)
    assert position.turn == 0


def test_a_full_objective_gives_four_tiles_and_the_choice_of_a_next_one() -> None:
    position = GAME.start(deck="WRST,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0")
    assert "-:-:WRST:-" in str(position)
    assert position.legal == ("goal", "nogoal")
    assert position.play("goal").legal == ("*WWWR",)


def test_the_finished_objective_is_laid_itself() -> None:
    position = GAME.start(deck="WRST,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0", "nogoal")
    assert "lay:WRST" in str(position)
    assert str(position.play("card:2,0,0")).startswith("0,0:S1S2W1R2/T3T4S3T4 3 -:-:WRST:-")


def test_who_chose_no_goal_has_no_objective_for_the_rest_of_the_game() -> None:
    position = GAME.start(deck="WRST,SSTT,WWWR,WWWR,WWWR").play("*WRST", "*SSTT", "card:0,0,0", "nogoal")
    assert not any(covering_any(position, token) for token in position.legal)
    position = position.play("card:2,0,0", "end", "*WWWR", "card:4,0,0", "end", "*WWWR")
    assert position.turn == 0
    assert not any(covering_any(position, token) for token in position.legal)


def test_two_objectives_completed_in_one_turn() -> None:
    position = GAME.start(deck="WRST,SSTT,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0", "goal", "*SSTT")
    position = position.play("card:0,0,0")
    assert "-:-:WRSSSTTT:-" in str(position)
    assert position.legal == ("goal", "nogoal")
    assert "choose:SSTT" in str(position)
    assert "lay:SSTT" in str(position.play("nogoal"))


def test_with_an_empty_deck_there_is_no_choice_and_no_token_for_it() -> None:
    position = GAME.start(deck="WRST,SSTT").play("*WRST", "*SSTT", "card:0,0,0")
    assert "lay:WRST" in str(position)
    assert not any(covering_any(position, token) for token in position.legal)
    assert position.play("card:2,0,0", "end").is_over


def test_the_last_card_drawn_as_an_objective_ends_the_game_with_that_turn() -> None:
    position = GAME.start(deck="WRST,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0", "goal", "*WWWR")
    assert not position.is_over
    over = position.play("card:2,0,0", "end")
    assert over.is_over
    assert over.scores == (-4, -4)


# Dovecotes.


def test_one_dovecote_a_turn() -> None:
    position = table(["WWRR", "SSTT"]).play("cote:L,0,0")
    assert position.legal == ("end",)
    assert "only one dovecote is placed a turn" in refusal(position, "cote:S,2,0")


def test_ruling_p3_a_single_pigeon_may_get_a_dovecote() -> None:
    assert table(["WRTT", "STTT"]).play("cote:L,0,0").scores == (2, 0)


def test_a_dovecote_is_not_placed_under_a_falcon() -> None:
    position = table(["WWRR", "SSTT", "WWWW", "RRRR"], things={(0, 0): "f"})
    assert "there is a falcon at 0,0" in refusal(position, "cote:S,0,0")
    assert "cote:S,1,0" in position.legal


def test_a_dovecote_that_is_used_up_cannot_be_placed() -> None:
    position = table(["WRRR", "STTT"], things={(0, 0): "lr"})
    assert "Red has no large dovecote left" in refusal(position, "cote:L,1,0")


def test_a_dovecote_may_stand_anywhere_in_the_territory() -> None:
    position = table(["WWRR", "SSTT"])
    assert len(kinds(position, "cote")) == 16


# Tiles.


def test_a_tile_covers_a_wild_pigeon_or_lies_on_the_bare_table_beside_the_territory() -> None:
    position = table(["WWRR", "SSTT"], things={(0, 0): "sr"}, boards=f"-:-:W:-/{EMPTY}")
    assert "tile:W,2,0" in position.legal
    assert "tile:W,0,-1" in position.legal
    assert "2,-2 touches no square of the territory" in refusal(position, "tile:W,2,-2")
    assert "there is a dovecote at 0,0" in refusal(position, "tile:W,0,0")
    after = position.play("tile:W,2,0")
    assert "W1srW2Wr!R2" in str(after)
    assert "-:-:-:-" in str(after)
    assert after.scores == (3, 0)


def test_a_tile_covers_no_domesticated_pigeon_and_nothing_in_a_foreign_estate() -> None:
    position = table(
        ["WWRR", "SSTT"],
        things={(0, 0): "sr", (3, 1): "sy"},
        tiles={(1, 0): "r"},
        boards=f"-:-:WR:-/{EMPTY}",
    )
    assert "the pigeon at 1,0 is domesticated" in refusal(position, "tile:W,1,0")
    assert "2,1 is in Yellow's estate" in refusal(position, "tile:W,2,1")
    assert "Red has no turtle dove in stock" in refusal(position, "tile:T,4,1")


def test_a_tile_may_cover_a_wild_pigeon_in_the_teammates_estate() -> None:
    boards = f"-:-:W:-/{EMPTY}/{EMPTY}/{EMPTY}"
    assert "tile:W,1,0" in table(["WWRR", "SSTT"], things={(0, 0): "sg"}, boards=boards).legal
    assert "tile:W,1,0" not in table(["WWRR", "SSTT"], things={(0, 0): "sp"}, boards=boards).legal


def test_a_tile_may_extend_anyones_estate() -> None:
    position = table(["WWRR", "SSTT"], things={(0, 0): "sy"}, boards=f"-:-:W:-/{EMPTY}")
    assert position.play("tile:W,0,-1").scores == (0, 3)


def test_a_tile_laid_this_turn_must_end_in_an_estate() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WW:-/{EMPTY}").play("tile:W,0,-1")
    assert "end" not in position.legal
    assert "needs a dovecote" in refusal(position, "end")
    assert {token.split(",", 1)[1] for token in kinds(position, "cote")} == {"0,-1", "0,0", "1,0"}
    assert "needs that dovecote in its own group" in refusal(position, "cote:S,2,0")
    assert "end" in position.play("cote:S,0,0").legal


def test_tiles_that_need_a_dovecote_must_all_stand_in_one_group() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WW:-/{EMPTY}").play("tile:W,0,-1")
    assert "tile:W,1,-1" in position.legal
    assert "would not stand in one group" in refusal(position, "tile:W,4,0")


def test_without_a_dovecote_to_place_a_tile_must_join_an_estate_at_once() -> None:
    used = {(0, 0): "lr", (3, 0): "sr", (0, 3): "sr", (3, 3): "sr"}
    rows = ["WRTW", "RRTT", "SSTT", "WSRR"]
    position = table(rows, things=used, boards=f"-:-:W:-/{EMPTY}")
    assert "no dovecote can be placed any more this turn" in refusal(position, "tile:W,1,-1")
    assert "tile:W,0,-1" in position.legal
    fewer = table(rows, things={(0, 0): "lr"}, boards=f"-:-:W:-/{EMPTY}")
    assert "tile:W,1,-1" in fewer.legal
    assert "tile:W,1,-1" not in fewer.play("cote:S,3,3").legal


def test_a_tile_that_cuts_off_tiles_of_this_turn_needs_a_dovecote_left_for_them() -> None:
    things = {(0, 0): "sr", (3, 1): "lr"}
    position = table(["WWWW", "SSTT"], things=things, boards=f"-:-:WT:-/{EMPTY}").play("tile:W,4,0")
    assert "end" in position.legal
    cut = position.play("tile:T,2,0")
    assert "end" not in cut.legal
    assert {token.split(",", 1)[1] for token in kinds(cut, "cote")} == {"3,0", "4,0"}
    placed = position.play("cote:S,0,1")
    assert "tile:T,2,0" not in placed.legal


def test_a_tile_laid_in_an_earlier_turn_that_is_cut_off_by_a_tile_turns_wild() -> None:
    position = table(
        ["WWWW", "SSTT"],
        things={(0, 0): "sr", (3, 1): "lr"},
        tiles={(3, 0): "r"},
        boards=f"-:-:T:-/{EMPTY}",
    )
    assert "W1srW2W1Wr/" in str(position)
    assert "W1srW2Tr!W./" in str(position.play("tile:T,2,0"))


def test_a_wild_tile_is_as_any_wild_pigeon() -> None:
    rows, things = ["WWRR", "SSTT"], {(0, 0): "sr"}
    position = table(rows, things=things, tiles={(3, 0): "."}, boards=f"-:-:W:-/{EMPTY}")
    assert "tile:W,3,0" in position.legal
    position = table(rows, things=things, tiles={(3, 0): "."}, boards=f"{FRESH}/{FRESH}", phase="lay:TTSS")
    assert covering(position, (3, 0))


def test_ruling_p6_a_card_that_cuts_a_tile_off_turns_it_wild() -> None:
    position = table(
        ["WWWW", "SSTT"],
        things={(0, 0): "sr"},
        tiles={(3, 0): "r"},
        boards=f"WWRS:-:-:-/{FRESH}",
        phase="lay:SSSS",
    )
    assert str(position.play("card:1,-1,0")).startswith("0,-1:(1)S1S2/W1srS3S4W./S3S4T3T4 ")


# Falcons.


def test_an_eyas_costs_two_tiles_and_cannot_grow_up_the_same_turn() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WWRS:-/{EMPTY}")
    assert kinds(position, "eyas") == ["eyas:RS", "eyas:WR", "eyas:WS", "eyas:WW"]
    assert "no eyas to raise" in refusal(position, "adult:WW")
    after = position.play("eyas:WW")
    assert "-:-:RS:eyas" in str(after)
    assert not kinds(after, "adult")
    assert "only one falcon is bred a turn" in refusal(after, "adult:RS")


def test_an_eyas_of_an_earlier_turn_is_made_adult_for_two_tiles_and_may_hunt_at_once() -> None:
    position = table(
        ["WWRR", "SSTT"], things={(0, 0): "sy"}, boards=f"-:-:WWRS:eyas/{EMPTY}", phase="options"
    )
    assert "Red has a falcon already" in refusal(position, "eyas:WW")
    assert "Red has no adult falcon" in refusal(position, "falcon:1,0")
    after = position.play("adult:WW").play("falcon:1,0")
    assert "-:-:RS:- " in str(after).replace("/", " ")
    assert not kinds(after, "eyas")  # it has bred this turn
    assert after.scores == (0, 1)


def test_after_hunting_with_a_falcon_of_an_earlier_turn_an_eyas_may_be_bred() -> None:
    position = table(["WWRR", "SSTT"], things={(0, 0): "sy"}, boards=f"-:-:WW:adult/{EMPTY}")
    assert not kinds(position, "eyas")
    assert "eyas:WW" in position.play("falcon:1,0").legal


def test_ruling_p4_an_eyas_may_wait_more_than_one_turn() -> None:
    position = table(["WWRR", "SSTT"], boards=f"-:-:WW:eyas/{EMPTY}", deck="WWWR,WWWR,WWWR")
    position = position.play("end", "*WWWR", "card:4,0,0", "end", "*WWWR", "card:6,0,0")
    assert "adult:WW" in position.legal


def test_a_falcon_goes_only_to_a_square_of_a_foreign_estate_without_dovecote_and_falcon() -> None:
    position = table(
        ["WWRR", "SSTT", "WWWW", "WWWW"],
        things={(0, 0): "sy", (3, 0): "sr", (0, 1): "f", (3, 2): "sy"},
        boards=f"-:-:-:adult/{EMPTY}",
    )
    assert kinds(position, "falcon")[:2] == ["falcon:0,2", "falcon:0,3"]
    assert "there is a dovecote at 0,0" in refusal(position, "falcon:0,0")
    assert "there is a falcon at 0,1" in refusal(position, "falcon:0,1")
    assert "2,0 is in no foreign estate" in refusal(position, "falcon:2,0")
    assert "2,1 is in no foreign estate" in refusal(position, "falcon:2,1")


def test_a_falcon_splits_an_estate_and_its_tiles_turn_wild() -> None:
    position = table(
        ["WWWW", "SSTT"], things={(0, 0): "sy"}, tiles={(3, 0): "y"}, boards=f"-:-:-:adult/{EMPTY}"
    )
    assert position.scores == (0, 4)
    after = position.play("falcon:2,0")
    assert str(after).startswith("0,0:W1syW2W1fW./S3S4T3T4 ")
    assert after.scores == (0, 2)
    assert "W.f" in str(position.play("falcon:3,0"))


def test_tiles_that_a_falcon_cuts_off_turn_wild_even_where_no_pigeon_is_wild() -> None:
    position = table(
        ["WWWW", "RRRR"],
        things={(0, 0): "sy", (0, 1): "sy"},
        tiles={(x, y): "y" for x in range(4) for y in range(2)},
        boards=f"-:-:-:adult/{EMPTY}",
    )
    assert str(position.play("falcon:1,0")).startswith("0,0:WysyW.fW.W./RysyRyRyRy ")


def test_ruling_p2_pigeons_freed_by_a_falcon_are_captured_from_the_next_turn_on() -> None:
    position = table(
        ["WWWW", "SSTT"], things={(0, 0): "sy"}, boards=f"WRST:-:-:adult/{FRESH}", deck="TTSS,TTSS"
    )
    after = position.play("falcon:2,0")
    assert not kinds(after, "card")
    assert covering(after.play("end", "*TTSS"), (3, 0))


def test_in_a_team_a_falcon_does_not_go_to_the_teammates_estate() -> None:
    boards = f"-:-:-:adult/{EMPTY}/{EMPTY}/{EMPTY}"
    for owner, legal in (("g", False), ("y", True), ("p", True)):
        position = table(["WWRR", "SSTT"], things={(0, 0): f"s{owner}"}, boards=boards)
        assert ("falcon:1,0" in position.legal) == legal


def test_a_falcon_that_cuts_off_a_tile_of_this_turn_needs_a_dovecote_left_for_it() -> None:
    position = table(["WWWW", "SSTT"], things={(0, 0): "sy"}, boards=f"-:-:W:adult/{EMPTY}").play(
        "tile:W,4,0"
    )
    assert position.scores == (0, 5)
    cut = position.play("falcon:2,0")
    assert "end" not in cut.legal
    assert "falcon:4,0" not in position.legal
    assert "cut off from its estate" in refusal(position, "falcon:4,0")
    assert "falcon:2,0" not in position.play("cote:S,0,1").legal


def test_a_falcon_square_belongs_to_no_group_even_beside_its_own_breed() -> None:
    position = table(
        ["WWWW", "SSTT"],
        things={(1, 0): "f"},
    )
    assert position.play("cote:S,0,0").scores == (1, 0)


# The end.


def test_the_game_ends_with_the_turn_in_which_the_last_card_was_drawn() -> None:
    position = GAME.start(deck="WWRR,SSTT").play("*WWRR", "*SSTT", "card:2,0,0")
    assert not position.is_over
    assert position.play("end").is_over
    assert position.play("cote:L,0,0", "end").scores == (0, -4)


def test_a_pigeon_counts_1_with_a_small_dovecote_and_2_with_the_large_one() -> None:
    position = table(["WWRR", "SSTT"], things={(0, 0): "sr", (2, 0): "ly"})
    assert position.scores == (2, 4)


def test_minus_four_for_a_seat_that_holds_an_objective() -> None:
    assert GAME.start().scores == (-4, -4)
    position = GAME.start(deck="WRST,SSTT,WWWR").play("*WRST", "*SSTT", "card:0,0,0")
    assert position.scores == (0, -4)  # between two objectives it holds none
    assert position.play("goal").scores == (0, -4)
    assert position.play("goal", "*WWWR").scores == (-4, -4)


def test_tiles_and_dovecotes_on_the_board_count_nothing() -> None:
    assert table(["WWRR", "SSTT"], boards=f"-:-:WRST:eyas/{EMPTY}").scores == (0, 0)


def test_level_points_go_to_the_largest_single_estate() -> None:
    two = {(0, 0): "sr", (2, 0): "sr"}
    position = table(["WWRR", "SSSS"], things={**two, (0, 1): "sy"}, deck="-")
    assert position.scores == (4, 4)
    assert position.play("end").winners == (1,)


def test_the_largest_estate_is_counted_in_squares_not_in_points() -> None:
    position = table(["WWRR", "SSSS"], things={(0, 0): "lr", (0, 1): "sy"}, deck="-")
    assert position.scores == (4, 4)
    assert position.play("end").winners == (1,)


def test_who_is_still_level_shares_the_win() -> None:
    over = table(["WWRR", "SSSS"], things={(0, 0): "sr", (2, 0): "sy"}, deck="-").play("end")
    assert over.winners == (0, 1)
    assert over.payoff == (0.5, 0.5)


def test_a_teams_sum_counts_for_both_and_both_win() -> None:
    boards = f"{EMPTY}/{FRESH}/{EMPTY}/{EMPTY}"
    things = {(0, 0): "lr", (2, 0): "sg", (0, 1): "sp"}
    position = table(["WWRR", "SSST"], things=things, boards=boards, deck="-")
    assert position.scores == (6, -1, 6, -1)
    over = position.play("end")
    assert over.winners == (0, 2)
    assert over.payoff == (1.0, 0.0, 1.0, 0.0)
    assert over.sides == (0, 1, 0, 1)


def test_teams_that_are_level_in_everything_share_the_win() -> None:
    boards = "/".join([EMPTY] * 4)
    over = table(["WWRR", "SSTT"], things={(0, 0): "sr", (2, 0): "sp"}, boards=boards, deck="-").play("end")
    assert over.winners == (0, 1, 2, 3)
    assert over.payoff == (0.5, 0.5, 0.5, 0.5)


def test_between_teams_level_in_points_the_largest_estate_of_either_member_decides() -> None:
    boards = "/".join([EMPTY] * 4)
    things = {(0, 0): "sr", (2, 0): "sg", (0, 1): "sp"}
    position = table(["WWRR", "SSSS"], things=things, boards=boards, deck="-")
    assert position.scores == (4, 4, 4, 4)
    assert position.play("end").winners == (1, 3)


def test_three_players_each_play_for_themselves() -> None:
    boards = "/".join([EMPTY] * 3)
    things = {(0, 0): "sr", (2, 0): "sg", (0, 1): "sy"}
    position = table(["WWRR", "SSST"], things=things, boards=boards, deck="-")
    assert position.scores == (2, 3, 2)
    assert position.play("end").winners == (1,)


# The junior game.


def test_a_junior_game_has_no_objectives_and_no_minus_four() -> None:
    position = GAME.start(rules="junior")
    assert position.scores == (0, 0)
    assert position.play("*WWWR", "*WWRS").turn == 0


def test_in_the_junior_game_a_card_may_cover_whatever_is_in_no_foreign_estate() -> None:
    position = table(["WWRR", "WWTT"], things={(0, 0): "sr", (3, 0): "sy"}, rules="junior", phase="lay:SSSS")
    assert covering(position, (2, 1), (3, 1))
    assert covering(position, (0, 1), (1, 1))
    assert "there is a dovecote at 0,0" in refusal(position, "card:0,0,0")
    assert "2,0 is in Yellow's estate" in refusal(position, "card:1,0,0")
    assert str(position.play("card:1,1,0")).startswith("0,0:W1srW2R1R2sy/W3S1S2T4/(1)S3S4 ")


def test_in_the_junior_game_one_dovecote_may_be_placed_and_then_the_turn_ends() -> None:
    position = GAME.start(rules="junior").play("*WWWR", "*WWRS", "card:0,0,0")
    assert set(position.play("cote:L,0,0").legal) == {"end"}
    assert {token.split(":")[0] for token in position.legal} == {"cote", "end"}


def test_a_junior_game_from_the_first_card_to_the_last() -> None:
    position = GAME.start(rules="junior", deck="WWWW,RRRR,SSSS")
    position = position.play("*WWWW", "*RRRR", "card:0,2,0", "cote:S,0,3", "end", "*SSSS")
    assert "0,2 is in Red's estate" in refusal(position, "card:0,1,0")
    over = position.play("card:0,-1,0", "cote:L,0,-1", "end")
    assert over.is_over
    assert over.scores == (4, 8)
    assert over.winners == (1,)
