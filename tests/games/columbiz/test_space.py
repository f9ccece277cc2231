"""What learners see of Columbiz."""

import pytest

from stylobate.games.columbiz import GAME
from tests.seen import Seen, bounds, is_seen_as_told, met, one_of

MOMENTS = ("throw1", "keep1", "throw2", "keep2", "throw3", "place0", "place1", "place2", "place3", "over")


def told(text: str, seat: int) -> Seen:
    board, hands, prisoners, runs, mover, moment, dice = text.split(" ")
    players = len(hands.split(","))
    round_of_me = [(seat + later) % players for later in range(players)]
    letters = ["PBGK"[other] for other in round_of_me] + [""] * (4 - players)

    def of_each(numbers: str, most: int) -> list[float]:
        counted = numbers.split(",")
        return [int(counted[other]) / most for other in round_of_me] + [0.0] * (4 - players)

    return {
        "squares": [[one_of(letters, square) for square in column] for column in board.split("/")],
        "hands": of_each(hands, 18),
        "prisoners": of_each(prisoners, 20),
        "runs": of_each(runs, 20),
        "dice": [dice.count(face) / 8 for face in "123456"],
        "moment": one_of(MOMENTS, moment),
        "turn": one_of(letters, mover),
        "seat": one_of(range(4), seat),
        "players": one_of([2, 3, 4], players),
    }


def test_a_seat_sees_the_board_the_dice_and_what_each_has_itself_first() -> None:
    is_seen_as_told(met(GAME, every=12), told)


def test_the_number_of_players_changes_no_bounds() -> None:
    assert bounds(GAME, players="4") == bounds(GAME) == (3042, 183)


def test_grey_s_counters_come_first_for_grey() -> None:
    position = GAME.position("B-----/G-G-P-/BP----/GGBP--/B----B/PBBGB- 6,4,6 2,2,2 0,0,1 P keep2 11112466")
    grey = GAME.space.named(position.state, GAME.space.observed(position.state, 2))
    assert grey["squares"][1].argmax(axis=1).tolist() == [0, 0, 0, 0, 1, 0]
    assert grey["squares"][1].sum(axis=1).tolist() == [1, 0, 1, 0, 1, 0]
    assert grey["dice"].tolist() == pytest.approx([4 / 8, 1 / 8, 0, 1 / 8, 0, 2 / 8])
    assert grey["runs"].tolist() == pytest.approx([1 / 20, 0, 0, 0])
