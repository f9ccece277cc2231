"""Columbiz as text: tokens such as `keep:3355` and `3:2`, positions such as `-P----/… B keep1 11233556`.

`*11233556` is a throw, all eight dice in ascending order; `keep:3355` keeps these and throws the rest,
`keep:-` throws all; `stop` begins placing; `3:2` is a counter on column 3, square 2; `end` ends the turn;
`give-up` gives up three counters where none can be placed.

A position is the six columns, each from square 1 to square 6, a square `-` or the letter of the seat whose
counter is there (P Purple, B Blue, G Grey, K Black); then each seat's hand, prisoners and points for runs;
then the seat that has the turn, the moment of the turn, and the dice.  The moment is `throw1` to `throw3`
before a throw (the dice are those kept), `keep1` and `keep2` after one (all eight), or `place0` to `place3`
with so many counters placed (the dice not yet used).  How many play is how many hands there are.  When it is
over the last three read `- over -`.

`read` refuses what no play could have made, as far as that can be told from what is conserved: every counter
is in a hand, on the board, given up or a prisoner; a turn spends one to four of them and at most eight dice;
seats have had equally many turns, or one more if theirs has been in this round; of two counters in a column
the lower was placed later, unless they are of one seat; runs on the board have scored, and nobody can have
scored more than all counters used could.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from stylobate.errors import BadPosition, BadToken
from stylobate.games.columbiz.rules import (
    COLUMNS,
    COUNTERS,
    DICE,
    END,
    FACES,
    FINISHED,
    FIRST_THROW,
    GIVE_UP,
    GIVEN_UP,
    HAND,
    LENGTH,
    MOMENT,
    MOST_PLACED,
    MOVER,
    PLACING,
    PRISONERS,
    RUNS,
    SEATS,
    SETS,
    SHOWING,
    SHOWN,
    SQUARES,
    STOP,
    can_place,
    number_of,
)
from stylobate.kernel import State

LETTERS = "PBGK"
NAMES = ("Purple", "Blue", "Grey", "Black")
MOMENTS = ("throw1", "keep1", "throw2", "keep2", "throw3", "place0", "place1", "place2", "place3", "over")

_THROW = re.compile(r"\*([0-9]*)")
_KEEP = re.compile(r"keep:(-|[0-9]*)")
_SQUARE = re.compile(r"([0-9]):([0-9])")
_NUMBERS = re.compile(r"(0|[1-9][0-9]{0,2})(,(0|[1-9][0-9]{0,2})){1,3}")
_EXAMPLE = "------/------/-P----/------/------/------ 17,18 0,0 0,0 P place1 556"

# The fewest points that a run of so many can have brought, and the most that a counter can score with so
# many others of its seat on the board: a direction of six takes five of them and scores 4.
_LEAST = {3: 1, 4: 2, 5: 3, 6: 5}
_MOST = [max(0, 4 * (others // 5) + max(0, others % 5 - 1)) for others in range(max(COUNTERS.values()))]


def _set_token(dice: int) -> str:
    shown = "".join(str(face + 1) * (dice >> 4 * face & 15) for face in range(FACES))
    return f"*{shown}" if len(shown) == DICE else f"keep:{shown or '-'}"


# A throw has up to 1287 outcomes, so all their tokens are written once.
_SET_TOKENS = [_set_token(int(dice)) for dice in SETS]


def token(s: State, action: int) -> str:
    """How the action is written."""
    if action == END:
        return "end"
    if action == GIVE_UP:
        return "give-up"
    if action == STOP:
        return "stop"
    if action < END:
        return square_name(action)
    return _SET_TOKENS[action - SHOWN]


def action(s: State, text: str) -> int:
    """The action a token means, legal or not; refuses what is no token of this game."""
    words = {"end": END, "give-up": GIVE_UP, "stop": STOP}
    if text in words:
        return words[text]
    if square := _SQUARE.fullmatch(text):
        column, n = int(square[1]), int(square[2])
        if not (1 <= column <= COLUMNS and 1 <= n <= SQUARES):
            raise BadToken(f"“{text}” is no square of the board; columns and squares are 1 to 6, as in 3:2")
        return (column - 1) * SQUARES + n - 1
    if throw := _THROW.fullmatch(text):
        shown = throw[1]
        if len(shown) != DICE:
            raise BadToken(f"“{text}” shows {len(shown)} dice; a throw shows all eight, as in *11233556")
        return SHOWN + _number(text, shown)
    if keep := _KEEP.fullmatch(text):
        shown = keep[1].strip("-")
        if len(shown) == DICE:
            raise BadToken(f"“{text}” keeps all eight dice; that is written “stop”")
        if len(shown) > DICE or text == "keep:":
            raise BadToken(
                f"“{text}” keeps {len(shown)} dice; up to seven can be kept, and none is written “keep:-”"
            )
        return SHOWN + _number(text, shown)
    raise BadToken(
        f"“{text}” is not a Columbiz token; write a throw as *11233556, dice to keep as keep:3355 "
        "(keep:- for none), a square as 3:2, or stop, end, give-up"
    )


def _number(text: str, shown: str) -> int:
    if not set(shown) <= set("123456"):
        raise BadToken(f"“{text}” is no set of dice; each shows 1 to {FACES}")
    ordered = "".join(sorted(shown))
    if shown != ordered:
        raise BadToken(f"in “{text}” the dice are out of order; write {text.replace(shown, ordered)}")
    return number_of(_packed(shown))


def explain(s: State, action: int) -> str:
    """Why this well-formed token is not legal here."""
    moment = int(s[MOMENT])
    if moment < PLACING and moment % 2 == 0:
        return _why_not_this_throw(s, action)
    if moment < PLACING:
        if _is_throw(action):
            return "the dice are thrown; say which to keep, or stop"
        if action >= SHOWN:
            return _why_not_these(s, action)
        if action == GIVE_UP:
            return "counters are given up only when placing, if none can be placed; stop first"
        return "the dice come first: keep some and throw the rest, or stop, and then place"
    if action >= STOP:
        return "throwing is over, and it is time to place counters"
    if action == END:
        return _why_not_end(s)
    if action == GIVE_UP:
        return f"a counter can be placed, at {square_name(open_squares(s)[0])}"
    return _why_not_there(s, action)


def _why_not_this_throw(s: State, action: int) -> str:
    if _is_throw(action):
        return f"the dice that were kept, {dice_text(s)}, must be among the eight"
    return "the dice are to be thrown first"


def _why_not_these(s: State, action: int) -> str:
    wanted = Counter(_SET_TOKENS[action - SHOWN].removeprefix("keep:"))
    for face, count in wanted.items():
        there = int(s[SHOWING + int(face) - 1])
        if count > there:
            return f"the dice show {dice_text(s)}, with {_times(there, face)} and not {_times(count, face)}"
    raise AssertionError("it is legal")


def _is_throw(action: int) -> bool:
    return action >= SHOWN and _SET_TOKENS[action - SHOWN].startswith("*")


def _why_not_end(s: State) -> str:
    if can_place(s):
        return "at least one counter must be placed before the turn may end"
    return "no counter can be placed, so three are given up: give-up"


def _why_not_there(s: State, square: int) -> str:
    column, n = square // SQUARES, square % SQUARES + 1
    name = square_name(square)
    if s[square]:
        return f"there is a counter of {NAMES[s[square] - 1]} on {name}"
    there = int(s[SHOWING + column])
    left = ("none is", "one is", "two are", "three are", "four are", "five are")[there]
    return f"{name} takes {_times(n, str(column + 1))}, and {'only ' if there else ''}{left} left"


def _times(count: int, face: str) -> str:
    """A number of dice of one face, in words: “two fives”."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{words[count]} {face}" + ("" if count == 1 else "s")


def write(s: State) -> str:
    """The position as one line of text."""
    seats = int(s[SEATS])
    columns = [s[column * SQUARES : (column + 1) * SQUARES] for column in range(COLUMNS)]
    board = "/".join("".join(LETTERS[cell - 1] if cell else "-" for cell in column) for column in columns)
    numbers = [",".join(str(n) for n in s[at : at + seats]) for at in (HAND, PRISONERS, RUNS)]
    mover = "-" if s[MOMENT] == FINISHED else LETTERS[s[MOVER]]
    return f"{board} {' '.join(numbers)} {mover} {MOMENTS[s[MOMENT]]} {dice_text(s) or '-'}"


def read(text: str) -> State:
    """The position that a line of text tells; refuses what no play could have made."""
    parts = text.split(" ")
    if len(parts) != 7:
        raise BadPosition(
            f"“{text}” should be seven parts with single spaces between: the columns, the hands, the "
            f"prisoners, the points for runs, the seat, the moment and the dice, as in {_EXAMPLE}"
        )
    board, hands, prisoners, runs, seat, moment, dice = parts
    s = np.zeros(LENGTH, dtype=np.int16)
    s[SEATS] = seats = len(_numbers("the hands", hands))
    for what, written, at in (
        ("the hands", hands, HAND),
        ("the prisoners", prisoners, PRISONERS),
        ("the points for runs", runs, RUNS),
    ):
        numbers = _numbers(what, written)
        if len(numbers) != seats:
            raise BadPosition(f"there are {seats} hands, but {what} read “{written}”: one number a seat")
        s[at : at + seats] = numbers
    _read_board(s, board)
    _read_turn(s, seat, moment)
    _read_dice(s, dice)
    _check_counters(s)
    _check_hands(s)
    _check_placed(s)
    _check_prisoners(s)
    _check_runs(s)
    _check_turns(s)
    return s


def _numbers(what: str, text: str) -> list[int]:
    if not _NUMBERS.fullmatch(text):
        raise BadPosition(f"{what} read “{text}”; write a number for each of two to four seats, as in 12,9")
    return [int(number) for number in text.split(",")]


def _read_board(s: State, text: str) -> None:
    columns = text.split("/")
    if len(columns) != COLUMNS:
        raise BadPosition(f"“{text}” has {len(columns)} columns; the board has {COLUMNS}, joined by /")
    letters = LETTERS[: s[SEATS]]
    for column, squares in enumerate(columns):
        if len(squares) != SQUARES or not set(squares) <= {*letters, "-"}:
            raise BadPosition(
                f"column {column + 1} reads “{squares}”; write six squares, from 1 to 6, each - or one of "
                f"{', '.join(letters)}"
            )
        s[column * SQUARES : (column + 1) * SQUARES] = [letters.find(square) + 1 for square in squares]


def _read_turn(s: State, seat: str, moment: str) -> None:
    if moment not in MOMENTS:
        raise BadPosition(f"the moment reads “{moment}”; it is one of {', '.join(MOMENTS)}")
    s[MOMENT] = MOMENTS.index(moment)
    if moment == "over":
        if seat != "-":
            raise BadPosition(f"when it is over nobody has the turn: write “- over -”, not “{seat} over”")
        return
    letters = LETTERS[: s[SEATS]]
    if seat not in tuple(letters):
        raise BadPosition(f"the seat that has the turn reads “{seat}”; write one of {', '.join(letters)}")
    s[MOVER] = letters.index(seat)


def _read_dice(s: State, text: str) -> None:
    moment = int(s[MOMENT])
    dice = text if text != "-" else ""
    if not re.fullmatch(f"-|[1-{FACES}]+", text) or list(dice) != sorted(dice):
        raise BadPosition(
            f"the dice read “{text}”; write them in ascending order, as in 11233556, or - for none"
        )
    if moment in (FIRST_THROW, FINISHED):
        least = most = 0
    elif moment < PLACING and moment % 2 == 0:
        least, most = 0, DICE - 1
    elif moment <= PLACING:
        least = most = DICE
    else:
        least, most = 1, DICE - (moment - PLACING)
    if not least <= len(dice) <= most:
        right = str(least) if least == most else f"{least} to {most}"
        raise BadPosition(f"the dice read “{text}”; at {MOMENTS[moment]} there are {right} of them")
    for face in dice:
        s[SHOWING + int(face) - 1] += 1


def _check_counters(s: State) -> None:
    """Refuse a position in which a seat has too many counters, or prisoners that nobody has lost."""
    seats = int(s[SEATS])
    for seat in range(seats):
        hand, board = int(s[HAND + seat]), len(_squares_of(s, seat))
        if hand + board > COUNTERS[seats]:
            raise BadPosition(
                f"{NAMES[seat]} has {hand} counters in hand and {board} on the board; "
                f"with {seats} players there are {COUNTERS[seats]} each"
            )
    lost = [_lost(s, seat) for seat in range(seats)]
    taken = [int(n) for n in s[PRISONERS : PRISONERS + seats]]
    for seat in range(seats):
        others = sum(lost) - lost[seat]
        if taken[seat] > others:
            raise BadPosition(
                f"{NAMES[seat]} has {taken[seat]} prisoners, but of the opponents' counters only {others} "
                "are neither in hand nor on the board"
            )
    if not any(_given_up(s)):
        raise BadPosition(
            f"{sum(lost)} counters are neither in hand nor on the board and {sum(taken)} are prisoners; "
            "the others cannot have been given up three at a time"
        )


def _check_hands(s: State) -> None:
    """Refuse a position that is over with counters in every hand, or goes on after a hand was emptied."""
    empty = [seat for seat in range(s[SEATS]) if s[HAND + seat] == 0]
    if s[MOMENT] == FINISHED:
        if not empty:
            raise BadPosition("it cannot be over while every seat has counters in hand")
        return
    for seat in empty:
        if seat >= s[MOVER]:
            raise BadPosition(
                f"{NAMES[seat]} has no counters in hand, so {NAMES[s[MOVER]]} cannot have the turn: "
                "the round was finished, and it is over"
            )


def _check_placed(s: State) -> None:
    """The counters of this turn are on the board, took the dice that are gone, and left something to do."""
    moment = int(s[MOMENT])
    if not PLACING < moment < FINISHED:
        return
    placed = moment - PLACING
    used = DICE - len(dice_text(s))
    name = NAMES[s[MOVER]]
    mine = [square for square in _squares_of(s, int(s[MOVER])) if not _captives(s, square)]
    if not any(sum(_cost(square) for square in chosen) == used for chosen in combinations(mine, placed)):
        raise BadPosition(
            f"{name} has placed {placed} this turn with {used} dice, but no {placed} of the counters "
            "on the board can be those"
        )
    if not can_place(s):
        raise BadPosition(f"{name} can place no more, so the turn is over and the next seat is to throw")


def _check_prisoners(s: State) -> None:
    """The highest counter of a column is never captured, so whatever took prisoners has left its mark."""
    seats = int(s[SEATS])
    occupied = [square for square in range(COLUMNS * SQUARES) if s[square]]
    taken = [int(n) for n in s[PRISONERS : PRISONERS + seats]]
    used = [COUNTERS[seats] - int(s[HAND + seat]) for seat in range(seats)]
    if not occupied and any(used):
        raise BadPosition("the board is empty, but counters have been used; it is never empty again")
    if any(taken) and not any(square % SQUARES for square in occupied):
        raise BadPosition("there are prisoners, but no counter stands above square 1 to have taken them")
    for seat in range(seats):
        above = any(square % SQUARES for square in _squares_of(s, seat))
        if taken[seat] and not _lost(s, seat) and not above:
            raise BadPosition(
                f"{NAMES[seat]} has prisoners, but has lost no counter and has none above square 1"
            )
    if taken[0] and used[0] < 2:
        raise BadPosition(f"{NAMES[0]} began on an empty board and cannot have prisoners after one counter")


def _check_runs(s: State) -> None:
    """Runs that stand have scored when they were made; and so many counters make only so many points."""
    for seat in range(s[SEATS]):
        points = int(s[RUNS + seat])
        least = sum(_LEAST.get(length, 0) for length in _runs(s, seat))
        used = COUNTERS[int(s[SEATS])] - int(s[HAND + seat])
        most = sum(_MOST[:used])
        if points < least:
            raise BadPosition(
                f"{NAMES[seat]} has {points} points for runs; those on the board made {least} at least"
            )
        if points > most:
            raise BadPosition(
                f"{NAMES[seat]} has {points} points for runs, but {used} counters make {most} at most"
            )
        if not _lost(s, seat):
            seen = sum(length - 2 for run in _runs(s, seat) for length in range(3, run + 1))
            if points > seen:
                raise BadPosition(
                    f"{NAMES[seat]} has {points} points for runs and has lost no counter, "
                    f"but those on the board made {seen} at most"
                )


def _check_turns(s: State) -> None:
    """Refuse a position for which no number of rounds can explain the counters used."""
    seats = int(s[SEATS])
    rounds = range(COUNTERS[seats] + 1)
    if any(_can_be(s, given, turns) for given in _given_up(s) for turns in rounds):
        return
    used = [f"{NAMES[seat]} {COUNTERS[seats] - int(s[HAND + seat])}" for seat in range(seats)]
    raise BadPosition(
        f"the counters used ({', '.join(used)}) and what became of them do not fit equally many turns, "
        "each of one to four counters and at most eight dice, or of three given up"
    )


def _can_be(s: State, given_up: tuple[int, ...], rounds: int) -> bool:
    """Whether this number of rounds, with these counters given up, can have led to the position."""
    now = max(0, int(s[MOMENT]) - PLACING) if s[MOMENT] != FINISHED else 0
    board = sum(1 for square in range(COLUMNS * SQUARES) if s[square])
    taken = sum(int(n) for n in s[PRISONERS : PRISONERS + s[SEATS]])
    tallest = max(sum(1 for n in s[c * SQUARES : (c + 1) * SQUARES] if n) for c in range(COLUMNS))
    if any(given_up) and board + taken < DICE and tallest + taken < SQUARES:
        return False  # dice that fit nowhere found as many squares taken, or a full column
    for seat in range(s[SEATS]):
        squares = _squares_of(s, seat)
        captured = _lost(s, seat) - given_up[seat]
        under_way = now if seat == s[MOVER] else 0
        before = len(squares) + captured - under_way
        turns = rounds + (1 if seat < s[MOVER] else 0) - -(-given_up[seat] // GIVEN_UP)
        dice = sum(map(_cost, squares)) + captured - (DICE - len(dice_text(s)) if under_way else 0)
        with_this = turns + (1 if under_way else 0)
        if not turns <= before <= MOST_PLACED * turns or dice > DICE * turns:
            return False
        if s[PRISONERS + seat] > 6 * with_this:  # eight dice take six at most, with two counters
            return False
        if s[RUNS + seat] > sum(_MOST[: len(squares) + captured]):
            return False
        if _turns_needed(s, seat) > with_this + -(-given_up[seat] // GIVEN_UP):
            return False
    return True


def _turns_needed(s: State, seat: int) -> int:
    """How many turns the seat must have had for its counters to stand as they do in every column.

    Of two counters of different seats in a column the lower one was placed later; turns go round.
    """
    seats, needed = int(s[SEATS]), 0
    for column in range(COLUMNS):
        earliest: list[tuple[int, int]] = []
        for square in range((column + 1) * SQUARES - 1, column * SQUARES - 1, -1):
            owner = int(s[square]) - 1
            if owner < 0:
                continue
            after = max((turn for other, turn in earliest if other != owner), default=-1)
            turn = after + 1 + (owner - after - 1) % seats
            earliest.append((owner, turn))
            if owner == seat:
                needed = max(needed, turn // seats + 1)
    return needed


def _given_up(s: State) -> Iterator[tuple[int, ...]]:
    """How many counters each seat may have given up, so that the others that are gone are the prisoners."""
    seats = range(int(s[SEATS]))
    lost = [_lost(s, seat) for seat in seats]
    taken = [int(s[PRISONERS + seat]) for seat in seats]
    step = [GIVEN_UP if s[HAND + seat] else 1 for seat in seats]
    for given in product(*(range(0, lost[seat] + 1, step[seat]) for seat in seats)):
        captured = [lost[seat] - given[seat] for seat in seats]
        if sum(captured) == sum(taken) and all(taken[k] + captured[k] <= sum(taken) for k in seats):
            yield given


def _lost(s: State, seat: int) -> int:
    """How many of a seat's counters are prisoners or given up."""
    return COUNTERS[int(s[SEATS])] - int(s[HAND + seat]) - len(_squares_of(s, seat))


def _squares_of(s: State, seat: int) -> list[int]:
    return [square for square in range(COLUMNS * SQUARES) if s[square] == seat + 1]


def _cost(square: int) -> int:
    """How many dice it takes to place a counter on the square."""
    return square % SQUARES + 1


def _captives(s: State, square: int) -> bool:
    """Whether there are counters that one placed there just now would have captured."""
    return any(s[lower] not in (0, s[square]) for lower in range(square - square % SQUARES, square))


def _runs(s: State, seat: int) -> Iterator[int]:
    """The lengths of the seat's unbroken lines in all four directions."""
    mine = {divmod(square, SQUARES) for square in _squares_of(s, seat)}
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, n in mine:
            if (column - across, n - up) not in mine:
                length = 1
                while (column + length * across, n + length * up) in mine:
                    length += 1
                yield length


def options(s: State) -> dict[str, str]:
    """The options that this position is played under."""
    return {"players": str(s[SEATS])}


def square_name(square: int) -> str:
    """The square as it is written in tokens."""
    return f"{square // SQUARES + 1}:{square % SQUARES + 1}"


def dice_text(s: State) -> str:
    """The dice on the table, in ascending order."""
    return "".join(str(face + 1) * int(s[SHOWING + face]) for face in range(FACES))


def open_squares(s: State) -> list[int]:
    """The squares that these dice could put a counter on."""
    return [
        square
        for square in range(COLUMNS * SQUARES)
        if s[square] == 0 and _cost(square) <= s[SHOWING + square // SQUARES]
    ]


def _packed(dice: str) -> int:
    return sum(1 << 4 * (int(face) - 1) for face in dice)
