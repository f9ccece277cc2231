"""Every game from its start to its end in the terminal: a person against the gentlest computers."""

import pytest

from stylobate.chance import below, stream
from stylobate.game import Game
from stylobate.ladder import ladder
from stylobate.registry import ids, load
from stylobate.tui.board import Board
from tests.tui.sitting_down import Driven, drive, sitting

FEW_CARDS = {"columba": {"deck": "WWRR,SSTT,WRRR,SSST,WWST,RRST"}}
"""A whole game, but a short one."""


@pytest.mark.parametrize("id", ids())
def test_a_person_plays_it_to_the_end(id: str) -> None:
    game = load(id)
    rng = stream(1)

    async def play(driven: Driven) -> None:
        while not driven.sitting.line.is_over:
            legal = driven.sitting.position.legal
            token = legal[below(rng, len(legal))]
            before = len(driven.tokens)
            await driven.choose(token)
            if len(driven.tokens) == before:  # what costs something is asked once more
                await driven.choose(token)
            assert driven.tokens[before] == token
        await driven.pilot.pause()
        told = driven.said()
        assert driven.sitting.result()[0] in told
        assert game.byline in driven.shown()

    drive(sitting(id, seats=people_and_computers(game), options=FEW_CARDS.get(id)), play)


@pytest.mark.parametrize("id", ids())
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_in_the_middle_of_it_all_of_the_board_can_be_seen(id: str, theme: str) -> None:
    game = load(id)
    rng = stream(3)
    position, tokens = game.begin(FEW_CARDS.get(id, {})), list[str]()
    while len(tokens) < 20 or position.turn < 0:
        legal = position.legal
        tokens.append(position.sample(rng) if position.is_chance else legal[below(rng, len(legal))])
        if position.play(tokens[-1]).is_over:
            break
        position = position.play(tokens[-1])

    async def look(driven: Driven) -> None:
        board = driven.screen.query_one(Board)
        table = driven.screen.query_one("#table")
        for cells in board._lines:
            assert "".join(cell.text for cell in cells) in str(board.render())
        assert table.virtual_size.width >= board.size.width  # what does not fit is scrolled to
        await driven.pilot.resize_terminal(120, 40)
        await driven.pilot.pause()
        assert board.size.width <= table.size.width
        assert board.size.height <= table.size.height

    at = sitting(id, *tokens, seats=people_and_computers(game), options=FEW_CARDS.get(id))
    drive(at, look, theme=theme, live=False)


def people_and_computers(game: Game) -> tuple[str, ...]:
    return ("Ada", *[ladder(game).levels[0].name] * (game.start().seats - 1))
