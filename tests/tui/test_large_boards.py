"""Columba in a small window: a land that outgrows it, and beside it everything that a player needs."""

import pytest

from stylobate.chance import stream
from stylobate.game import Position
from stylobate.registry import load
from stylobate.tui.board import Board
from tests.tui.sitting_down import Driven, drive, sitting

NAMES = ("Ada", "Bea", "Cem", "Dov")
GAMES = [(seats, rules) for seats in (2, 3, 4) for rules in ("full", "junior")]


def farthest(position: Position) -> str:
    """A card as far to the right as it goes, else the end of the turn."""
    cards = [token for token in position.legal if token.startswith("card:")]
    if not cards:
        return "end" if "end" in position.legal else position.legal[-1]
    return max(cards, key=lambda card: int(card[5:].split(",")[0]))


def a_long_land(seats: int, rules: str, kind: str) -> tuple[str, ...]:
    """The tokens of a game with a land of many columns, the last of this kind."""
    position, rng = load("columba").start(players=str(seats), rules=rules), stream(1)
    played: list[str] = []
    while len(played) < 50 or not played[-1].startswith(kind):
        played.append(position.sample(rng) if position.is_chance else farthest(position))
        position = position.play(played[-1])
    return tuple(played)


def test_four_see_card_stock_land_and_choices_in_a_small_window() -> None:
    async def look(driven: Driven) -> None:
        shown = driven.shown()
        for wanted in (
            " Red     -8 needs WRST  28  left",
            " S  T   tiles -   R×1    r×1 ",
            "▸ Red (Ada)",
            "Lay the card in hand",
            "card:-1,-1,0",
        ):
            assert wanted in shown
        for cotes in ("Rr", "Yy", "Gg", "Pp"):
            assert f"{cotes} needs WRST has -" in shown
        assert driven.screen.query_one(Board).max_scroll_y == 0

    drive(sitting("columba", seats=NAMES, options={"players": "4"}), look)


@pytest.mark.parametrize(("seats", "rules"), GAMES)
def test_what_was_laid_last_is_seen_with_the_card_in_hand_and_everybodys_tray(seats: int, rules: str) -> None:
    tokens = a_long_land(seats, rules, "*")
    card = next(token for token in reversed(tokens) if token.startswith("card:"))
    column, row, _ = card[5:].split(",")

    async def look(driven: Driven) -> None:
        await driven.pilot.pause()
        board = driven.screen.query_one(Board)
        assert not board.laid.fits(*board.size)
        x, y = board.window.seen(board.laid.spots[(f"{column},{row}",)])
        assert 4 <= x < board.window.wide
        assert 3 <= y < board.window.high
        lines = driven.shown().splitlines()[1:]  # below the title
        top = board.window.edge[1]
        assert f" {row} " in f" {lines[y][:4]}"  # its ruler, and the one above
        assert f" {column} " in lines[top + 2]
        assert "left" in lines[top]
        assert "▌" in lines[y]  # it is marked, though more was played since
        told = "\n".join(line[53:] for line in lines)
        assert told.count("needs" if rules == "full" else "to build") == seats

    options = {"players": str(seats), "rules": rules}
    drive(sitting("columba", *tokens, seats=NAMES[:seats], options=options), look)


def test_the_land_is_moved_by_keys_and_dragged_and_a_drag_is_no_click() -> None:
    async def move(driven: Driven) -> None:
        await driven.pilot.pause()
        board = driven.screen.query_one(Board)
        most = board.scroll_offset.x
        await driven.press("shift+left", "shift+left")
        assert board.scroll_offset.x == most - 12
        await driven.press("shift+right", "shift+down", "shift+up")
        assert board.scroll_offset.x == most - 6
        before = board.scroll_offset.x
        await driven.pilot.mouse_down(Board, offset=(20, 8))
        await driven.pilot.hover(Board, offset=(30, 8))
        await driven.pilot.mouse_up(Board, offset=(30, 8))
        assert board.scroll_offset.x == before - 10
        assert driven.screen.clicks.chosen == ()
        assert driven.said().startswith("Red (Ada): Lay the card in hand")

    drive(sitting("columba", *a_long_land(2, "full", "*"), options={"players": "2"}), move)


def test_a_land_that_grows_to_the_left_stays_where_it_was_seen() -> None:
    async def lay(driven: Driven) -> None:
        await driven.pilot.pause()
        board = driven.screen.query_one(Board)
        card = next(token for token in driven.sitting.position.legal if token.startswith("card:-2,"))
        here = next(keys for keys in board.laid.spots if keys == ("0,0",))
        board.bring_into_sight([board.laid.boxes[here]])
        await driven.pilot.pause()
        before = board.window.seen(board.laid.spots[here])
        wide = board.laid.size[0]
        await driven.choose(card)
        await driven.pilot.pause()
        assert board.laid.size[0] > wide
        assert abs(board.window.seen(board.laid.spots[here])[0] - before[0]) < 12

    drive(
        sitting("columba", *a_long_land(2, "junior", "*"), options={"players": "2", "rules": "junior"}), lay
    )


def test_chances_take_the_place_of_trays_where_there_is_no_room_for_both() -> None:
    async def look(driven: Driven) -> None:
        await driven.press("c")
        assert "has -" not in driven.shown()
        await driven.press("c")
        assert driven.shown().count("has -") == 4
        await driven.pilot.resize_terminal(120, 40)
        await driven.press("c")
        assert driven.shown().count("has -") == 4

    drive(sitting("columba", seats=NAMES, options={"players": "4"}), look)
