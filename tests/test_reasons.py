"""A click that does nothing says why, in every game: exactly where it does nothing, and in words."""

from stylobate import Game
from stylobate.telling import why_not
from tests.harness import Options, every_game, every_game_and_variant
from tests.heap import GAME as HEAP
from tests.reasons import clicks, positions
from tests.test_telling import SYNTAX


@every_game_and_variant()
def test_a_reason_is_given_exactly_for_what_is_no_choice(game: Game, options: Options) -> None:
    met = list(positions(game, options, games=1))
    for position in met[:: 1 + len(met) // 8]:
        for keys, is_choice in clicks(position):
            reason = why_not(position, keys)
            assert bool(reason) != is_choice, (str(position), keys, reason)
            if reason:
                assert reason.endswith(".")
                assert len(reason) < 320, reason
                assert not SYNTAX.search(reason), reason


@every_game()
def test_each_game_of_this_house_has_reasons_of_its_own(game: Game) -> None:
    position = next(positions(game, {}))
    for keys, is_choice in clicks(position):
        assert is_choice or game.telling.why_not(position, keys[:-1], keys[-1])


@every_game()
def test_whatever_is_clicked_there_is_an_answer(game: Game) -> None:
    met = list(positions(game, {}, games=1))
    for position in met[:: 1 + len(met) // 4]:
        for key in (
            "",
            "x",
            "Z9",
            "W9",
            "99:99",
            "9,9,9",
            "-1,999",
            "1000000,0",
            "a0",
            "é",
            "²:²",
            "A²",
            "W²",
        ):
            reason = why_not(position, [key])
            assert reason, key
            assert why_not(position, ["nowhere", key]) == reason


def test_a_game_without_reasons_says_what_may_be_done_instead() -> None:
    position = next(positions(HEAP, {}))
    assert why_not(position, ["c3"]) == f"Not a choice now. {HEAP.telling.asks(position)}"


@every_game()
def test_when_it_is_over_there_is_nothing_to_explain(game: Game) -> None:
    *_, last = positions(game, {}, games=1)
    for token in last.legal:
        after = last.play(token)
        if after.is_over:
            assert not why_not(after, ["a"])
