"""What Columba's sides see is what lies on the table, and what they make of a turn is what one should."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from stylobate.game import Position
from stylobate.games.columba import GAME
from stylobate.games.columba.mind import MIND, variant
from stylobate.games.columba.sights import (
    CATCH,
    DECIDED,
    FULFIL,
    HOLDS,
    JOIN,
    LARGEST,
    LEAD,
    PERIL,
    POINTS,
    PREY,
    ROOM,
    SCALE,
    TURNS,
    WIDTH,
    rests,
    sights,
)
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    COTE,
    COUNT,
    LAYER,
    MOVER,
    OWNER,
    PLAYERS,
    SQUARE,
    SQUARES,
    TAME,
)
from stylobate.games.columba.turn import foresee
from tests.games.columba.reference import Columba, Place, Table, footprint, sides
from tests.games.columba.tables import table
from tests.games.columba.walks import MANNERS, pick

pytestmark = pytest.mark.slow

VARIANTS = [(players, rules) for rules in ("full", "junior") for players in (2, 3, 4)]


def seen(position: Position) -> NDArray[np.float64]:
    """A row for each seat, as counted, before it is scaled."""
    rows = np.full((position.seats, WIDTH), np.nan)
    sights(position.state, rows)
    counted: NDArray[np.float64] = rows / SCALE
    return counted


def best(position: Position) -> str:
    """The token that the look through a turn likes best."""
    expected = np.full((GAME.kernel.width, position.seats), np.nan)
    partners = position.seats / len(set(position.sides))
    count = foresee(position.state, MIND.value_weights(position.state), partners, 1, expected)
    actions = np.empty(GAME.kernel.width, dtype=np.int64)
    assert count == GAME.kernel.legal(position.state, actions)
    return position.token(int(actions[np.argmax(expected[:count, position.turn])]))


def walks(players: int, rules: str, games: int = 2) -> Iterator[tuple[Position, Columba]]:
    """Positions on the way through games of all manners, each with the same told by the reference."""
    for manner in MANNERS.values():
        rng = random.Random(7)
        for _ in range(games):
            position = GAME.start(players=players, rules=rules)
            beside = Columba.start({"players": str(players), "rules": rules})
            while not position.is_over:
                token = pick(position, beside, manner, rng)
                position = position.play(token)
                beside.play(token)
                if rng.random() < 0.1 or position.is_over:
                    yield position, beside


def estates(beside: Columba, seat: int) -> list[Place]:
    """The squares with the side's dovecotes."""
    team = beside.team(seat)
    return [
        place for place, square in beside.table.squares.items() if square.dovecote and square.owner in team
    ]


def each(table: Table, cote: Place) -> int:
    """What a pigeon counts in the estate of that dovecote."""
    return 2 if table.squares[cote].dovecote == "L" else 1


def growths(beside: Columba, seat: int) -> list[tuple[int, int]]:
    """For each place where an estate could grow: what a pigeon counts there, and how many one would bring."""
    table, found = beside.table, []
    for cote in estates(beside, seat):
        estate = table.group(cote)
        for place in {beyond for square in estate for beyond in sides(square)} - estate:
            square = table.squares.get(place)
            if square is None or not (square.falcon or table.dovecotes(place)):
                after = beside.with_tile(place, table.squares[cote].breed)
                if len(after.dovecotes(cote)) == 1:
                    found.append((each(table, cote), len(after.group(cote)) - len(estate)))
    return found


def frailty(beside: Columba, seat: int) -> int:
    """The most points that one falcon could take from the side."""
    worst = 0
    for cote in estates(beside, seat):
        estate = beside.table.group(cote)
        for place in estate - {cote}:
            left = len(beside.with_falcon(place).group(cote))
            worst = max(worst, each(beside.table, cote) * (len(estate) - left))
    return worst


def captures(beside: Columba, seat: int) -> tuple[int, int]:
    """The most pigeons that one card could capture, and in how many places it would fill the objective."""
    mover, beside.player = beside.player, seat
    corners = {
        (x + dx, y + dy) for x, y in beside.table.squares for dx in range(-1, 1) for dy in range(-1, 1)
    }
    numbers = []
    for corner in corners:
        covered = [place for place in footprint(corner) if place in beside.table.squares]
        if all(beside.may_capture(place) for place in covered) and beside.are_needed(covered):
            numbers.append(len(covered))
    lack = len(beside.board.missing())
    beside.player = mover
    return max(numbers, default=0), numbers.count(lack)


@pytest.mark.parametrize(("players", "rules"), VARIANTS)
def test_sides_see_what_lies_on_the_table(players: int, rules: str) -> None:
    for position, beside in walks(players, rules):
        points = [
            sum(each(beside.table, c) * len(beside.table.group(c)) for c in estates(beside, seat))
            for seat in range(players)
        ]
        sizes = [
            max((len(beside.table.group(c)) for c in estates(beside, seat)), default=0)
            for seat in range(players)
        ]
        for seat, row in enumerate(seen(position)):
            others = [other for other in range(players) if other not in beside.team(seat)]
            grown = growths(beside, seat)
            assert row[POINTS] == pytest.approx(points[seat])
            assert row[LEAD] == pytest.approx(points[seat] - max(points[other] for other in others))
            assert row[LARGEST] == pytest.approx(sizes[seat] - max(sizes[other] for other in others))
            assert row[ROOM] == pytest.approx(sum(counts for counts, _ in grown))
            if row[TURNS] > 0:
                assert row[JOIN] == pytest.approx(max((counts * come for counts, come in grown), default=0))
            if row[PERIL] > 0:
                assert row[PERIL] == pytest.approx(frailty(beside, seat))
            if row[PREY] > 0:
                assert row[PREY] == pytest.approx(max(frailty(beside, other) for other in others))
            if position.is_over:
                won = position.payoff[seat] - max(position.payoff[other] for other in others)
                assert np.sign(row[DECIDED]) == np.sign(won)


@pytest.mark.parametrize("players", [2, 3])
def test_sides_see_what_their_objective_could_get_from_one_card(players: int) -> None:
    for position, beside in walks(players, "full"):
        if beside.table.homeless():
            continue  # here no turn can end
        for seat, row in enumerate(seen(position)):
            if beside.boards[seat].objective and row[TURNS] > 0:
                most, places = captures(beside, seat)
                assert row[HOLDS] == 1
                assert row[CATCH] == pytest.approx(most)
                assert row[FULFIL] == pytest.approx(min(3, places))


def renamed(position: Position) -> Position:
    """The same with every seat called by the name of the next."""
    state = position.state.copy()
    players = int(state[PLAYERS])
    state[BOARDS : BOARDS + players * BOARD] = np.roll(state[BOARDS : BOARDS + players * BOARD], BOARD)
    if not position.is_over:
        state[MOVER] = (state[MOVER] + 1) % players
    for place in range(SQUARES + 2, SQUARES + SQUARE * state[COUNT], SQUARE):
        for there, shift in ((TAME, LAYER), (3 << COTE, OWNER)):
            if state[place] & there:
                seat = ((state[place] >> shift & 3) + 1) % players
                state[place] = state[place] & ~(3 << shift) | seat << shift
    return Position(GAME, state)


@pytest.mark.parametrize(("players", "rules"), VARIANTS)
def test_it_does_not_matter_what_a_seat_is_called(players: int, rules: str) -> None:
    for position, _ in walks(players, rules, games=1):
        if not position.is_over:
            assert np.array_equal(np.roll(seen(position), 1, axis=0), seen(renamed(position)))


def test_partners_see_the_same() -> None:
    for position, _ in walks(4, "full", games=1):
        rows = seen(position)
        assert np.array_equal(rows[:2], rows[2:])


def test_a_turn_has_ended_where_a_card_is_drawn_for_the_hand() -> None:
    position = GAME.start().play("*WWRS")
    assert rests(position.state)
    position = position.play("*WWWR")
    assert not rests(position.state)
    position = position.play("card:2,0,0")
    assert not rests(position.state)
    assert rests(position.play("end").state)


def test_every_number_of_seats_has_weights_of_its_own_but_the_junior_game_one_for_all() -> None:
    starts = [GAME.start(players=players, rules=rules).state for players, rules in VARIANTS]
    assert {variant(state) for state in starts} == {"full-2", "full-3", "full-4", "junior"}
    assert MIND.value is not None
    assert all(len(MIND.upright(state)) == MIND.value.numbers for state in starts)


# What one should do.


def played_on(position: Position) -> Position:
    """The turn as the mind plays it, to the end of the game."""
    while not position.is_over:
        position = position.play(best(position))
    return position


def test_in_the_last_turn_the_large_dovecote_goes_to_the_largest_group() -> None:
    position = table(["WWWR", "WWSR", "RSTT", "STRS"], deck="-")
    token = best(position)
    assert token.startswith("cote:L")
    assert position.play(token).scores == (10, 0)


def test_a_tile_goes_where_it_joins_most() -> None:
    """Between the two W above and the two below; anywhere else it would bring one pigeon, there three."""
    position = table(
        ["WWRR", "RSRT", "WWST", "RSTS"],
        things={(0, 0): "lr"},
        boards="-:-:W:-/-:-:-:-",
        phase="options:cote",
        deck="-",
    )
    assert played_on(position).scores == (10, 0)


def test_in_the_last_turn_no_tile_is_kept_for_later() -> None:
    position = table(
        ["WWRR", "RSRT", "SWST", "RSTS"],
        things={(0, 0): "lr"},
        boards="-:-:WWW:-/-:-:-:-",
        phase="options:cote",
        deck="-",
    )
    assert played_on(position).scores[0] >= 10


def test_the_last_card_fills_an_objective_that_would_cost_four() -> None:
    position = table(
        ["WRSS", "RTSS", "RRTT", "WWRR"],
        things={(2, 0): "lr"},
        boards="WRST:ST:-:-/-:-:-:-",
        phase="lay:WWRS",
        deck="-",
    )
    after = position.play(best(position))
    assert "-:-:" in str(after).split(" ")[2].split("/")[0]
    assert played_on(after).scores[0] > position.scores[0] + 4


ENDS_IT = (
    "-5,-10:(2)W1W2/(2)R3R4(4)S1S2/(1)W1S2(1)R1S2T1S2W3W4T1S2/(1)T3S4(1)R3W4W3W4W1R2S3S4/(1)T1S2S1srT2W2ly"
    "S1srS2T3R4/(1)T3W4S3R4W4S3W4T1S2/T1T2T2(1)T1syR2T1R2T3S4/W3W4T4(1)T3R4R3R4T1S2/S1S2T1srT2S1R2lrS1S2T3R4/"
    "S3R4R3syT4T3R4W3T1syT2R1W2/W1R2(3)R1R2T3W4T3W4/R3R4(3)R3S4/(2)R1S2W1R2/(2)R3S4W3R1W2/(4)T1R2W4/(4)T3W4 "
    "29 WRST:WST:-:-/-:-:WRST:- Y choose:WRST WWWS full"
)


def test_whoever_leads_ends_the_game_by_drawing_the_last_card_though_an_objective_costs_four() -> None:
    position = GAME.position(ENDS_IT)
    assert best(position) == "goal"
    assert played_on(position.play("goal")).winners == (1,)
    assert played_on(position.play("nogoal")).winners == (0,), "the other has a turn more"


def test_what_was_learned_beats_chance() -> None:
    """One seat against others that pick at random, with each number of seats and by both rules."""
    for players, rules in VARIANTS:
        rng = random.Random(players)
        position = GAME.start(players=players, rules=rules)
        while not position.is_over:
            thinks = position.turn >= 0 and position.sides[position.turn] == 0
            position = position.play(best(position) if thinks else rng.choice(position.legal))
        assert 0 in position.winners


def test_the_fingerprint_of_a_turn() -> None:
    """Known weights, known answer: whoever teaches it anew, or lets it see more, changes these figures."""
    position = GAME.start().play("*WWRS", "*WWWR")
    assert best(position) == "card:-1,-2,1"
