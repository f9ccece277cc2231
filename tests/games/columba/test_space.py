"""What learners see of Columba, and how they say what they do on an endless table."""

from itertools import combinations_with_replacement, product

from stylobate import Position
from stylobate.conformance.promises import Met
from stylobate.conformance.space import check_space
from stylobate.games.columba import GAME
from tests.games.columba.reference import BREEDS, Board, Columba, Place, footprint, sides
from tests.games.columba.tables import table
from tests.seen import Seen, bounds, is_seen_as_told, met, one_of
from tests.test_space import walked

BUSY = table(
    ["WWRRSS", "SSTTWW", "RRSSTT", "WWRRSS"],
    things={(0, 0): "sr", (3, 0): "sy", (5, 1): "lg", (2, 2): "f", (1, 1): "f", (3, 1): "ly"},
    tiles={(2, 0): "r!", (4, 1): "g", (4, 0): "."},
    boards="WRST:WR:WT:eyas/SSTT:SST:-:adult/-:-:RR:-",
    phase="options:cote:bred",
    deck="WWWR,TTTS,TTTS",
)
PHASES = ("first", "draw", "lay", "choose", "goal", "options", "over")
CARDS = ["".join(card) for card in product(BREEDS, repeat=4)]
PAIRS = ["".join(pair) for pair in combinations_with_replacement(BREEDS, 2)]


def told(text: str, seat: int) -> Seen:
    """What lies on the table, as the reference has it."""
    game = Columba.from_text(text)
    squares = game.table.squares
    players = [(seat + later) % game.players for later in range(game.players)]
    seats = [*players, *[-1] * (4 - len(players))]

    def of(board: Board) -> list[float]:
        kept = (board.missing(), board.caught, board.stock)
        counted = [birds.count(breed) / 4 for birds in kept for breed in BREEDS]
        falcons = one_of(["eyas", "adult"], board.falcon)
        return [board.objective != "", *counted, board.small / 3, board.large, *falcons]

    def on(place: Place) -> list[float]:
        square = squares[place]
        return [
            *(1, place[0] / 16, place[1] / 16),
            *one_of(BREEDS, square.breed),
            square.laid_by is not None,
            *one_of(seats, square.laid_by),
            square.this_turn,
            *one_of("SL", square.dovecote),
            *one_of(seats, square.owner),
            square.falcon,
            *one_of(seats, game.table.estate_owner(place)),
        ]

    return {
        "phase": one_of(PHASES, game.phase),
        "turn": one_of(seats, game.player if game.phase != "over" else None),
        "seat": one_of(range(4), seat),
        "players": one_of([2, 3, 4], game.players),
        "junior": [game.rules == "junior"],
        "done": [game.built, game.bred],
        "hand": [one_of(BREEDS, breed) for breed in game.hand],
        "boards": [of(game.boards[other]) for other in players],
        "left": [len(game.deck) / 100],
        "cards": [game.deck.count(card) / 4 for card in CARDS],
        "squares": [on(place) for place in in_reading_order(game)],
    }


def reading(place: Place) -> Place:
    """Row by row."""
    return place[1], place[0]


def in_reading_order(game: Columba) -> list[Place]:
    return sorted(game.table.squares, key=reading)


def test_a_seat_sees_the_territory_and_what_lies_before_each_itself_first() -> None:
    is_seen_as_told([BUSY, *met(GAME, every=40)], told)


def numbered(position: Position, token: str) -> int:
    """The number of what is done, counted on the table that the reference has."""
    squares = in_reading_order(Columba.from_text(str(position)))
    room = (GAME.space.actions(position.state) - 23) // 71
    kind, _, rest = token.partition(":")
    match rest.split(","):
        case [x, y, quarters] if kind == "card":
            covered = footprint((int(x), int(y)))
            cells = sorted({cell for place in covered for cell in (place, *sides(place))}, key=reading)
            first = next(cell for cell in cells if cell in squares)
            return (squares.index(first) * 12 + cells.index(first)) * 4 + int(quarters)
        case [breed, x, y] if kind == "tile":
            near = [(int(x), int(y)), *sides((int(x), int(y)))]
            first = next(place for place in near if place in squares)
            return 48 * room + (squares.index(first) * 5 + near.index(first)) * 4 + BREEDS.index(breed)
        case [size, x, y]:
            return 68 * room + squares.index((int(x), int(y))) * 2 + (size == "L")
        case [x, y]:
            return 70 * room + squares.index((int(x), int(y)))
        case [pair] if pair:
            return 71 * room + ["eyas", "adult"].index(kind) * 10 + PAIRS.index(pair)
    return 71 * room + 20 + ["goal", "nogoal", "end"].index(kind)


def test_whatever_can_be_done_has_the_number_that_its_square_gives_it() -> None:
    places = Columba.from_text(str(BUSY)).table.squares
    beside = {near for place in places for near in (place, *sides(place))}
    corners = {(x - dx, y - dy) for x, y in beside for dx in (0, 1) for dy in (0, 1)}
    tokens = [
        *(f"card:{x},{y},{quarters}" for x, y in corners for quarters in range(4)),
        *(f"tile:{breed},{x},{y}" for breed in BREEDS for x, y in beside),
        *(f"cote:{size},{x},{y}" for size in "SL" for x, y in places),
        *(f"falcon:{x},{y}" for x, y in places),
        *(f"{falcon}:{pair}" for falcon in ("eyas", "adult") for pair in PAIRS),
        *("goal", "nogoal", "end"),
    ]
    space, state = GAME.space, BUSY.state
    meant = {numbered(BUSY, token): GAME.notation.action(state, token) for token in tokens}
    assert len(meant) == len(tokens)
    for number, action in meant.items():
        assert space.number(state, action) == number
        assert space.action(state, number) == action
    strays = {*range(-2, space.actions(state) + 2)} - {*meant}
    assert {space.action(state, number) for number in strays} == {-1}


def test_more_players_and_more_cards_need_more_numbers_and_more_floats() -> None:
    assert bounds(GAME) == (9111, 3434)
    assert bounds(GAME, players="4") == (9679, 3626)
    assert bounds(GAME, rules="junior", deck="WRST,WWRR") == (591, 554)


def test_with_few_cards_too_every_action_has_a_number_of_its_own() -> None:
    for seed in (1, 2):
        positions = walked(GAME, {"deck": "WRST,WWRR,SSTT"}, seed)
        check_space(GAME, [Met(position, ()) for position in positions[::3]])


def test_a_card_is_told_by_the_first_square_that_it_touches() -> None:
    position = GAME.start().play("*WWRS", "*WWWS")
    space, state = GAME.space, position.state

    def number(token: str) -> int:
        return int(space.number(state, position.actions[token]))

    assert number("card:0,2,0") == (2 * 12 + 0) * 4  # square 2, at 0,1, is the first cell above the card
    assert number("card:0,2,3") == number("card:0,2,0") + 3
    assert number("card:0,-2,0") == (0 * 12 + 10) * 4
    assert number("card:2,-1,1") == (1 * 12 + 6) * 4 + 1
    assert space.action(state, (1 * 12 + 11) * 4) == -1  # the card there touches square 0 first
    assert space.action(state, (4 * 12) * 4) == -1  # there is no square 4 yet
