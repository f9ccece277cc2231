"""Columba's position text: everything on the table in one line.

It has seven parts:

    0,0:W1W2/R3S4sr 1 WRST:WR:-:-/-:-:TT:eyas R lay:WWRS WWWR,TTSR full

The territory: x and y of its upper left end, then its rows, with `(3)` for three bare squares.  A square is
its breed and where it comes from: 1 to 4 for that corner of a card, `.` for a tile that is wild, or who laid
a domesticated one (r, y, g, p), with `!` if that was this turn.  Then `sr` or `lr` for Red's small or large
dovecote, or `f` for a falcon.  How many cards have been laid.  The boards: objective, what is caught, stock,
falcon; in the junior game only `-` for each seat.  The seat to play (R, Y, G, P).  The phase: `first`,
`draw`, `lay:WWRS`, `choose:WRST` (whether to draw an objective, with the finished one in hand), `goal:WRST`
(drawing it), `options`, with `:cote` once a dovecote is placed and `:bred` once a falcon is bred, or `over`,
with `-` for the seat.  The cards left in the deck.  The rules.
"""

import re

import numpy as np

from stylobate.errors import BadPosition
from stylobate.games.columba.actions import FAR
from stylobate.games.columba.deck import BREEDS, FEWEST, MOST, NAMES, STARTING_OBJECTIVE, name, number
from stylobate.games.columba.options import (
    tiles_can_be_housed,
)
from stylobate.games.columba.rules import (
    CHOOSE,
    DRAW,
    FINISHED,
    FIRST,
    FULL,
    JUNIOR,
    NEW_GOAL,
    OPTIONS,
    SMALL_COTES,
    VARIANTS,
)
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    BRED,
    CAUGHT,
    COTE,
    COTED,
    COTES,
    COUNT,
    DECK,
    FALCON,
    FALCONRY,
    FRESH,
    HAND,
    LAID,
    LARGE,
    LAYER,
    LEFT,
    MOVER,
    OBJECTIVE,
    ORIGIN,
    OWNER,
    PHASE,
    PLAYERS,
    RULES,
    SMALL,
    SQUARE,
    SQUARES,
    STOCK,
    TAME,
    TILE,
    Territory,
    find,
    length,
    put,
    sides,
)
from stylobate.games.columba.writing import COLOURS as COLOURS
from stylobate.games.columba.writing import rows
from stylobate.kernel import State

SEATS = ("Red", "Yellow", "Green", "Purple")
PHASES = ("first", "draw", "lay", "choose", "goal", "options", "over")
FALCONS = ("-", "eyas", "adult")

_CARDS = np.array([name(card) for card in range(NAMES)], dtype=object)

_TERRITORY = re.compile(r"(-?(?:0|[1-9][0-9]{0,4})),(-?(?:0|[1-9][0-9]{0,4})):(.*)")
_SQUARE = re.compile(r"\(([1-9][0-9]{0,3})\)|([WRST])([1-4.]|[rygp]!?)(?:([sl])([rygp])|(f))?")
_BOARD = re.compile(r"([WRST]{4}|-):([WRST]{1,3}|-):([WRST]+|-):(-|eyas|adult)")
_PHASE = re.compile(r"(first|draw|over)|(lay|choose|goal):([WRST]{4})|(options)(:cote)?(:bred)?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


def write(s: State) -> str:
    """The position as one line of text."""
    boards = "/".join(_written_board(s, seat) for seat in range(s[PLAYERS]))
    phase = PHASES[s[PHASE]]
    if s[HAND]:
        phase += f":{name(int(s[HAND]) - 1)}"
    phase += ":cote" * int(s[COTED]) + ":bred" * int(s[BRED])
    seat = "-" if s[PHASE] == FINISHED else COLOURS[s[MOVER]]
    deck = ",".join(remaining(s)) or "-"
    return f"{_written_territory(s)} {s[LAID]} {boards} {seat} {phase} {deck} {VARIANTS[s[RULES]]}"


def remaining(s: State) -> list[str]:
    """The cards left in the deck, in the order of breeds."""
    cards: list[str] = np.repeat(_CARDS, s[DECK:SQUARES]).tolist()
    return cards


def _written_territory(s: State) -> str:
    if not s[COUNT]:
        return "-"
    left = s[SQUARES : SQUARES + SQUARE * int(s[COUNT]) : SQUARE].min()
    return f"{left},{s[SQUARES + 1]}:{rows(s)}"


def _written_board(s: State, seat: int) -> str:
    if s[RULES] == JUNIOR:
        return "-"
    board = BOARDS + seat * BOARD
    objective = name(int(s[board + OBJECTIVE]) - 1) if s[board + OBJECTIVE] else "-"
    caught, stock = (
        "".join(breed * int(s[board + part + i]) for i, breed in enumerate(BREEDS)) or "-"
        for part in (CAUGHT, STOCK)
    )
    return f"{objective}:{caught}:{stock}:{FALCONS[s[board + FALCONRY]]}"


def read(text: str) -> State:
    """The position that a line of text tells; refuses a table that no play could have made."""
    parts = text.split(" ")
    if len(parts) != 7:
        raise BadPosition(
            f"“{text[:60]}” should be seven parts with single spaces between: the territory, the cards laid, "
            "the boards, the seat, the phase, the deck and the rules, as in "
            "0,0:W1W2/R3S4 1 WRST:-:-:-/WRST:-:-:- R draw WWWR,TTSR full"
        )
    territory, laid, boards, seat, phase, deck, rules = parts
    if rules not in VARIANTS:
        raise BadPosition(f"the rules read “{rules[:20]}”; they are one of {', '.join(VARIANTS)}")
    if not _NUMBER.fullmatch(laid):
        raise BadPosition(f"the cards laid read “{laid[:20]}”; write how many there are, as in 7")
    head = np.zeros(SQUARES, dtype=np.int16)
    head[RULES], head[LAID] = VARIANTS.index(rules), min(int(laid), 9999)
    _read_boards(head, boards)
    _read_turn(head, seat, phase)
    _read_deck(head, deck)
    s = np.zeros(length(_cards_of_the_game(head)), dtype=np.int16)
    s[:SQUARES] = head
    _read_territory(s, territory)
    _check_phase(s)
    _check_territory(s)
    _check_cards(s)
    _check_groups(s)
    _check_pigeons(s)
    return s


def _read_boards(s: State, text: str) -> None:
    boards = text.split("/")
    if len(boards) not in (2, 3, 4):
        raise BadPosition(f"there are {len(boards)} boards; two to four play, with / between their boards")
    s[PLAYERS] = len(boards)
    for seat, written in enumerate(boards):
        board = BOARDS + seat * BOARD
        s[board + COTES + SMALL - 1] = SMALL_COTES[len(boards)]
        s[board + COTES + LARGE - 1] = 1
        if s[RULES] == JUNIOR:
            if written != "-":
                raise BadPosition(f"{SEATS[seat]}'s board reads “{written[:40]}”; in the junior game it is -")
            continue
        match = _BOARD.fullmatch(written)
        if not match or any(list(part) != sorted(part, key=BREEDS.find) for part in match.groups()[1:3]):
            raise BadPosition(
                f"{SEATS[seat]}'s board reads “{written[:40]}”; write objective, what is caught, stock and "
                "falcon, pigeons in the order W, R, S, T, as in WRST:WR:TT:eyas, with - for none"
            )
        objective, caught, stock, falcon = match.groups()
        s[board + OBJECTIVE] = number(objective) + 1
        for part, letters in ((CAUGHT, caught), (STOCK, stock)):
            for i, breed in enumerate(BREEDS):
                s[board + part + i] = letters.count(breed)
        s[board + FALCONRY] = FALCONS.index(falcon)
        if not all(caught.count(breed) <= objective.count(breed) for breed in BREEDS):
            raise BadPosition(
                f"{SEATS[seat]} has caught {caught}, which the objective {objective} does not need"
            )


def _read_turn(s: State, seat: str, phase: str) -> None:
    match = _PHASE.fullmatch(phase)
    if not match:
        raise BadPosition(
            f"the phase reads “{phase[:30]}”; write first, draw, lay:WWRS, choose:WWRS, goal:WWRS, options "
            "(with :cote and :bred for what was done) or over"
        )
    s[PHASE] = PHASES.index(match[1] or match[2] or match[4])
    s[HAND] = number(match[3]) + 1 if match[3] else 0
    s[COTED], s[BRED] = bool(match[5]), bool(match[6])
    colours = COLOURS[: s[PLAYERS]]
    if s[PHASE] == FINISHED:
        if seat != "-":
            raise BadPosition(f"the game is over, and the seat to play reads “{seat[:20]}”; write -")
    elif len(seat) != 1 or seat not in colours:
        choices = ", ".join(f"{initial} for {SEATS[i]}" for i, initial in enumerate(colours))
        raise BadPosition(f"the seat to play reads “{seat[:20]}”; write {choices}")
    else:
        s[MOVER] = COLOURS.index(seat)


def _read_deck(s: State, text: str) -> None:
    cards = [] if text == "-" else text.split(",")
    for card in cards:
        if number(card) < 0:
            raise BadPosition(
                f"“{card[:20]}” in the deck is no card; a card is four of W, R, S and T, as in WWRS"
            )
    if len(cards) > MOST:
        raise BadPosition(f"the deck has {len(cards)} cards; {MOST} are the most")
    numbers = [number(card) for card in cards]
    if numbers != sorted(numbers):
        raise BadPosition("the cards of the deck should be in the order of breeds, W, R, S, T")
    for found in numbers:
        s[DECK + found] += 1
    s[LEFT] = len(cards)


def _cards_of_the_game(s: State) -> int:
    """All cards there are: laid, in hand, as objectives, in the deck.  It never changes in a game."""
    goals = sum(1 for seat in range(s[PLAYERS]) if s[BOARDS + seat * BOARD + OBJECTIVE])
    cards = int(s[LAID]) + (1 if s[HAND] else 0) + goals + int(s[LEFT])
    own = int(s[PLAYERS]) if s[RULES] == FULL else 0
    if not FEWEST + own <= cards <= MOST + own:
        besides = f" and {own} starting objectives" if own else ""
        raise BadPosition(
            f"laid, in hand, as objectives and in the deck there are {cards} cards; a game has "
            f"{FEWEST} to {MOST}{besides}"
        )
    return cards


def _read_territory(s: State, text: str) -> None:
    if text == "-":
        return
    match = _TERRITORY.fullmatch(text)
    if not match or "-0" in match.groups():
        raise BadPosition(
            f"the territory reads “{text[:40]}”; write x and y of its upper left end, a colon, and its rows "
            "with / between, as in 0,0:W1W2/R3S4, or - before the first card"
        )
    left, top = int(match[1]), int(match[2])
    room = (len(s) - SQUARES) // SQUARE
    reach = []
    for y, row in enumerate(match[3].split("/"), start=top):
        x, end = left, 0
        if not row:
            raise BadPosition(f"the territory's row {y} is empty; nothing would hold its rows together")
        while end < len(row):
            found = _SQUARE.match(row, end)
            if not found or (found.end() == len(row) and found[1]):
                raise BadPosition(
                    f"the territory's row {y} reads “…{row[end : end + 12]}”; write squares as W1, Rr!, S.f "
                    "or T4lr, and (3) for three bare squares between them"
                )
            if found[1]:
                if end and row[end - 1] == ")":
                    raise BadPosition(f"in the territory's row {y} two gaps follow each other")
                x += int(found[1])
            else:
                if s[COUNT] == room:
                    raise BadPosition(f"the territory has more squares than its cards can fill, {room}")
                if not (-FAR < x < FAR and -FAR < y < FAR):
                    raise BadPosition(f"there is a square at {x},{y}, too far away for any card")
                reach.append(x)
                put(s, x, y, _square(s, found, x, y))
                x += 1
            end = found.end()
    if not reach or min(reach) != left or not _is_square(s, 0, 0):
        raise BadPosition(
            f"the territory begins at {left},{top}; some row must begin there, and the first card lies at 0,0"
        )


def _is_square(s: State, x: int, y: int) -> bool:
    return bool(find(s, x, y) >= 0)


def _square(s: State, found: re.Match[str], x: int, y: int) -> int:
    what = BREEDS.index(found[2])
    origin = found[3]
    if origin in "1234":
        what |= (int(origin) - 1) << ORIGIN
    else:
        what |= TILE << ORIGIN
        if s[RULES] == JUNIOR:
            raise BadPosition(f"there is a tile at {x},{y}; the junior game has none")
        if origin != ".":
            what |= TAME | _seat(s, origin[0], f"the tile at {x},{y}") << LAYER
            what |= FRESH if "!" in origin else 0
    if found[4]:
        kind = "sl".index(found[4]) + 1
        seat = _seat(s, found[5], f"the dovecote at {x},{y}")
        what |= kind << COTE | seat << OWNER
        left = BOARDS + seat * BOARD + COTES + kind - 1
        if s[left] == 0:
            raise BadPosition(f"{SEATS[seat]} has too many {'large' if kind == LARGE else 'small'} dovecotes")
        s[left] -= 1
    if found[6]:
        if s[RULES] == JUNIOR:
            raise BadPosition(f"there is a falcon at {x},{y}; the junior game has none")
        what |= FALCON
    return what


def _seat(s: State, initial: str, what: str) -> int:
    seat = COLOURS.lower().index(initial)
    if seat >= s[PLAYERS]:
        raise BadPosition(f"{what} is {SEATS[seat]}'s, and {SEATS[seat]} does not play")
    return seat


def _check_phase(s: State) -> None:
    """Refuse a position whose phase does not fit the rest: cards left, pigeons caught, what was done."""
    phase, mover = int(s[PHASE]), int(s[MOVER])
    board = BOARDS + mover * BOARD
    if phase == FIRST:
        untouched = s[COUNT] == 0 and s[LAID] == 0 and s[LEFT] >= FEWEST
        for seat in range(s[PLAYERS]):
            own = s[BOARDS + seat * BOARD : BOARDS + (seat + 1) * BOARD]
            goal = STARTING_OBJECTIVE + 1 if s[RULES] == FULL else 0
            untouched = (
                untouched and own[OBJECTIVE] == goal and not own[CAUGHT:COTES].any() and not own[FALCONRY]
            )
        if not untouched:
            raise BadPosition(
                "before the first card nothing is laid or caught, each objective is WRST, and the deck has "
                f"at least {FEWEST} cards"
            )
        return
    if s[COUNT] == 0 or s[LAID] == 0:
        raise BadPosition("no card has been laid, but only in the phase “first” there is none")
    if phase in (DRAW, CHOOSE, NEW_GOAL) and not s[LEFT]:
        raise BadPosition(f"the phase reads “{PHASES[phase]}”, but the deck is empty")
    if phase == FINISHED and s[LEFT]:
        raise BadPosition("the game is over, but there are cards in the deck")
    if phase in (CHOOSE, NEW_GOAL):
        if s[RULES] == JUNIOR:
            raise BadPosition("the junior game has no objectives to draw")
        finished = name(int(s[HAND]) - 1)
        held = any(finished.count(breed) > s[board + STOCK + i] for i, breed in enumerate(BREEDS))
        if s[board + OBJECTIVE] or held:
            raise BadPosition(
                f"{SEATS[mover]} has just finished {finished}, so its pigeons are in stock and there is no "
                "objective yet"
            )
    if phase == OPTIONS and s[LAID] < 2:
        raise BadPosition("options come after a card was laid in this turn, the second one at least")
    supply = SMALL_COTES[s[PLAYERS]] + 1
    if s[COTED] and s[board + COTES] + s[board + COTES + 1] == supply:
        raise BadPosition(f"the phase says that {SEATS[mover]} placed a dovecote, but there is none")


def _check_pigeons(s: State) -> None:
    """Refuse a position with more or fewer pigeons than its cards can have brought."""
    falcons = tiles = caught = in_stock = fed = 0
    for square in range(s[COUNT]):
        what = s[SQUARES + SQUARE * square + 2]
        falcons += 1 if what & FALCON else 0
        tiles += 1 if what >> ORIGIN & 7 == TILE else 0
    for seat in range(s[PLAYERS]):
        board = BOARDS + seat * BOARD
        caught += int(s[board + CAUGHT : board + STOCK].sum())
        in_stock += int(s[board + STOCK : board + COTES].sum())
        fed += 2 * int(s[board + FALCONRY])
    fed += 4 * falcons
    if s[BRED] and not s[BOARDS + s[MOVER] * BOARD + FALCONRY] and not falcons:
        raise BadPosition(f"the phase says that {SEATS[s[MOVER]]} bred a falcon, but there is none")
    _check_dovecotes(s)
    if not _adds_up(s, caught, in_stock, fed, tiles):
        raise BadPosition(
            f"{s[COUNT]} squares, {caught} pigeons caught, {in_stock} in stock and {fed} fed to falcons "
            f"cannot come of {s[LAID]} cards with four pigeons each"
        )


def _check_dovecotes(s: State) -> None:
    """One a turn: and there were no more turns than cards after the first, each seat's in its order."""
    midway = s[PHASE] in (CHOOSE, NEW_GOAL, OPTIONS)
    turns = max(int(s[LAID]) - (2 if midway else 1), 0)
    supply = SMALL_COTES[s[PLAYERS]] + 1
    boards = [BOARDS + seat * BOARD for seat in range(s[PLAYERS])]
    placed = [supply - int(s[board + COTES] + s[board + COTES + 1]) for board in boards]
    if sum(placed) > turns + s[COTED]:
        raise BadPosition(f"there are {sum(placed)} dovecotes, but {s[LAID]} cards leave time for {turns}")
    if s[PHASE] == FINISHED:
        return
    for seat, count in enumerate(placed):
        since = int(s[MOVER] - 1 - seat) % int(s[PLAYERS])
        had = (turns - 1 - since) // int(s[PLAYERS]) + 1
        if count > had + (s[COTED] if seat == s[MOVER] else 0):
            raise BadPosition(
                f"{SEATS[seat]} has placed {count} dovecotes, but with {s[LAID]} cards laid has had "
                f"no more than {max(had, 0)} turns"
            )


def _adds_up(s: State, caught: int, in_stock: int, fed: int, tiles: int) -> bool:
    """Whether the cards laid can have made this many squares.

    Each card brings four pigeons.  What it covers is caught, so for every four squares fewer there is a
    finished objective, its card laid (or in hand) and its four tiles somewhere; and some tiles made squares
    of their own.  Whoever has no objective has finished one.
    """
    squares, laid = int(s[COUNT]), int(s[LAID])
    if s[RULES] == JUNIOR:
        return squares <= 4 * laid
    goalless = sum(1 for seat in range(s[PLAYERS]) if not s[BOARDS + seat * BOARD + OBJECTIVE])
    for bare in range(max(squares - 3, 1)):
        freed = 4 * laid - caught - squares + bare
        used = fed + max(bare, tiles)
        finished = freed // 4
        # Before tiles are used there were the first card, one drawn, and the finished objective itself.
        in_time = used <= 4 * max(laid - 2, 0) and finished <= max(laid - 2, 0) + (1 if s[HAND] else 0)
        if freed % 4 == 0 and finished >= goalless and freed >= in_stock + used and in_time:
            return True
    return False


def _check_territory(s: State) -> None:
    """All squares hang together edge to edge, the first card's among them."""
    if not s[COUNT]:
        return
    squares = Territory(s).what
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        if (x, y) not in squares:
            raise BadPosition(f"the first card covers {x},{y}, but there is no square")
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        for side in sides(*waiting.pop()):
            if side in squares and side not in reached:
                reached.add(side)
                waiting.append(side)
    for x, y in squares:
        if (x, y) not in reached:
            raise BadPosition(f"the square at {x},{y} is not joined to the territory edge to edge")


def _check_cards(s: State) -> None:
    """A card covers four squares, and no square ever goes away; nor can more cards be seen than were laid."""
    territory = Territory(s).what
    seen = set()
    for (x, y), what in territory.items():
        corner = what >> ORIGIN & 7
        if corner == TILE:
            continue
        card = x - corner % 2, y - corner // 2
        seen.add(card)
        for i in range(4):
            if (card[0] + i % 2, card[1] + i // 2) not in territory:
                raise BadPosition(
                    f"the square at {x},{y} is corner {corner + 1} of a card at {card[0]},{card[1]}, but "
                    f"that card has no square at {card[0] + i % 2},{card[1] + i // 2}"
                )
    if len(seen) > s[LAID]:
        raise BadPosition(f"squares of {len(seen)} cards can be seen, but {s[LAID]} were laid")


def _check_groups(s: State) -> None:
    """No two dovecotes stand in one group, and a domesticated pigeon stands in an estate or was just laid."""
    territory = Territory(s)
    if crowd := territory.crowded():
        places = " and ".join(f"{x},{y}" for x, y in crowd[:2])
        raise BadPosition(f"the dovecotes at {places} stand in one group")
    for (x, y), what in territory.what.items():
        if what & FRESH:
            if s[PHASE] != OPTIONS or what >> LAYER & 3 != s[MOVER]:
                raise BadPosition(
                    f"the tile at {x},{y} cannot have been laid this turn, by {SEATS[s[MOVER]]}"
                )
        elif what & TAME and territory.owner((x, y)) < 0:
            raise BadPosition(f"the domesticated pigeon at {x},{y} stands in no estate; it would be wild")
    if not tiles_can_be_housed(s):
        raise BadPosition(
            "the tiles laid this turn that stand in no estate must all stand in one group, and a dovecote "
            "must be left for it this turn"
        )
