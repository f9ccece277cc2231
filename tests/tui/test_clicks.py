"""The clicks that build a move, with nothing drawn."""

import pytest

import stylobate
from stylobate.telling import offered
from stylobate.tui.clicks import Clicks


def clicks(game: str, *tokens: str, **options: str) -> Clicks:
    return Clicks(stylobate.load(game).start(**options).play(*tokens))


def test_a_checker_then_the_square_beside_it_are_a_move() -> None:
    made = clicks("colonnade")
    assert made.next == {"b2", "d2", "f2", "h2"}
    assert made.click(["b2"]) == ""
    assert (made.left, made.next, made.token) == (("b2a", "b2c"), {"a", "c"}, None)
    assert made.then == "Now choose where it goes."
    made.click(["c", "c2"])
    assert made.token == "b2c"


def test_another_checker_begins_anew_and_the_same_is_put_down() -> None:
    made = clicks("colonnade")
    made.click(["b", "b2"])
    made.click(["f", "f2"])
    assert made.chosen == ("f2",)
    made.click(["f", "f2"])
    assert made.chosen == ()


def test_what_is_no_choice_is_told_why() -> None:
    made = clicks("colonnade")
    assert (
        made.click(["g1"])
        == "Not a choice now. Choose a red checker, then the square beside it where it goes."
    )
    assert made.chosen == ()


def test_who_clicks_the_target_alone_has_the_moves_to_it_left() -> None:
    made = clicks("colonnade")
    made.click(["c"])
    assert made.left == ("b2c", "d2c")


def test_clicks_may_be_left_out_and_the_rest_stays_in_the_list() -> None:
    made = clicks("columns")
    made.click(["a1"])
    made.click(["b1"])
    assert made.chosen == ("a1", "b1")
    assert made.token is None
    assert all("a1" in token and "b1" in token for token in made.left)
    assert {token[0] for token in made.left} == {"D", "T"}


def test_either_order_of_a_double_is_the_same_move() -> None:
    for pins in (["a1", "b1"], ["b1", "a1"]):
        made = clicks("columns")
        for key in ["D", *pins]:
            made.click([key])
        assert made.token == "Da1b1"


def test_dice_are_chosen_one_by_one_in_any_order_and_put_down_again() -> None:
    made = clicks("columbiz", "*12345566")
    for die in ("die-7", "die-2", "die-8", "die-2"):
        assert made.click([die]) == ""
    assert (made.chosen, made.left, made.token) == (("die-7", "die-8"), ("keep:66", "stop"), None)
    assert made.then == "Keep 6 6, throw six again?"
    made.click(["throw"])
    assert made.token == "keep:66"


def test_all_dice_kept_are_a_stop_and_none_a_throw_of_all() -> None:
    made = clicks("columbiz", "*12345566")
    made.click(["throw"])
    assert made.token == "keep:-"
    for die in made.switches.keys:
        made.click([die])
    assert (made.left, made.token) == (("stop",), None)
    made.click(["stop"])
    assert (made.chosen, made.token) == (("stop",), "stop")


def test_nobody_has_to_look_through_all_that_dice_can_mean_but_whoever_types_finds_it() -> None:
    made = clicks("columbiz", "*12345566")
    assert made.left == ("keep:-", "stop")
    assert made.findable == tuple(offered(made.position))
    made.switch_all()
    assert made.left == ("stop",)
    made.switch_all()
    assert made.chosen == ()


def test_the_way_to_a_token_is_clicked_up_to_its_last_click() -> None:
    made = clicks("columbiz", "*12345566")
    for token, dice in (("keep:566", "578"), ("keep:-", ""), ("stop", "12345678")):
        made.lead_to(token)
        assert made.chosen == tuple(f"die-{die}" for die in dice)
        assert made.left[0] == token
    made = clicks("colonnade")
    made.lead_to("b2c")
    assert (made.chosen, made.left) == (("b2",), ("b2a", "b2c"))


@pytest.mark.parametrize("game", stylobate.ids())
def test_every_token_can_be_clicked(game: str) -> None:
    start = stylobate.load(game).start()
    while start.is_chance:
        start = start.play(start.legal[0])
    for token in start.legal[:40]:
        made = Clicks(start)
        for step in start.game.telling.steps(start, token):
            assert made.click([step.key]) == ""
        assert made.token == token
