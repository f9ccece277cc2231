"""Every game from its start to its end in the terminal: a person against the gentlest computers."""

import pytest

from stylobate.chance import below, stream
from stylobate.game import Game
from stylobate.ladder import ladder
from stylobate.registry import ids, load
from stylobate.tui.board import Board
from tests.harness import short
from tests.tui.sitting_down import Driven, drive, sitting

MIDDLE = 12  # tokens
FIRST, *OTHERS = ids()


@pytest.mark.parametrize("id", [FIRST, *(pytest.param(id, marks=pytest.mark.slow) for id in OTHERS)])
def test_a_person_plays_it_to_the_end_and_looks_at_it_in_the_middle(id: str) -> None:
    game, rng, looked = load(id), stream(1), False

    async def play(driven: Driven) -> None:
        nonlocal looked
        while not driven.sitting.line.is_over:
            legal = driven.sitting.position.legal
            token = "stop" if "stop" in legal else legal[below(rng, len(legal))]
            before = len(driven.tokens)
            await driven.choose(token)
            if len(driven.tokens) == before:  # what costs something is asked once more
                await driven.choose(token)
            assert driven.tokens[before] == token
            if not looked and len(driven.tokens) >= MIDDLE:
                looked = True
                await look_at_all_of_the_board_in_dark_and_light_and_in_a_larger_window(driven)
        await driven.pilot.pause()
        assert driven.sitting.result()[0] in driven.said()
        assert game.byline in driven.shown()

    drive(sitting(id, seats=a_person_and_computers(game), options=short(game)), play)


async def look_at_all_of_the_board_in_dark_and_light_and_in_a_larger_window(driven: Driven) -> None:
    await driven.pilot.pause()
    board = driven.screen.query_one(Board)
    dark = colours(driven)
    await driven.press("d")
    assert colours(driven) != dark
    await driven.pilot.resize_terminal(120, 40)
    await driven.pilot.pause()
    assert board.laid.fits(*board.size)
    for cells in board.laid.lines:
        assert "".join(cell.text for cell in cells).strip() in driven.shown()
    await driven.pilot.resize_terminal(80, 24)


def colours(driven: Driven) -> set[str]:
    """The grounds of all that is shown."""
    strips = driven.terminal.screen._compositor.render_strips()
    return {str(part.style.bgcolor) for strip in strips for part in strip if part.style}


def a_person_and_computers(game: Game) -> tuple[str, ...]:
    return ("Ada", *[ladder(game).levels[0].name] * (game.start().seats - 1))
