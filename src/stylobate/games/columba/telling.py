"""Columba in words: a card is laid by its upper left square and its turn, an option by kind and square."""

from collections import Counter
from functools import lru_cache

from stylobate.game import Position
from stylobate.games.columba.deck import BREED_NAMES, BREEDS, name
from stylobate.games.columba.notation import missing
from stylobate.games.columba.reasons import why_not as why_not
from stylobate.games.columba.rules import CHOOSE, DRAW, FIRST, FULL, LAY, NEW_GOAL, OPTIONS
from stylobate.games.columba.territory import (
    BOARD,
    BOARDS,
    COTE,
    COTES,
    FALCON,
    HAND,
    LARGE,
    LAYER,
    LEFT,
    MOVER,
    OBJECTIVE,
    OWNER,
    PHASE,
    PLAYERS,
    RULES,
    SMALL,
    STOCK,
    TAME,
    Territory,
)
from stylobate.parts import Tally
from stylobate.telling import Names, Step, called, counted, listed, number_word, verdict

Square = tuple[int, int]

TURNS = ("Not turned", "A quarter clockwise", "Half round", "A quarter anticlockwise")
UNFINISHED = 4  # points that an unfinished objective costs
_KINDS = ("card", "cote", "tile", "eyas", "adult", "falcon", "goal", "nogoal", "end")


def words(position: Position, token: str, names: Names = None) -> str:
    """A token in words: the card laid with what it captures, or the option with its effect."""
    s = position.state
    who = called(position, int(s[MOVER]), names)
    kind, _, rest = token.partition(":")
    if position.is_chance:
        return _drawn(position, token[1:], who)
    if kind == "card":
        return f"{who} {_laid(position, rest)}"
    if kind == "cote":
        at = _square(rest[2:])
        size = "the large" if rest[0] == "L" else "a small"
        return f"{who} builds {size} dovecote at {_at(at)}, for {_group(position, at)}"
    if kind == "tile":
        at = _square(rest[2:])
        under = _territory(position).what.get(at)
        where = "on the bare table" if under is None else f"over a wild {BREED_NAMES[under & 3]}"
        return f"{who} lays a {_breed(rest[0])} tile at {_at(at)}, {where}"
    if kind == "eyas":
        return f"{who} breeds an eyas for {_birds(rest)}"
    if kind == "adult":
        return f"{who} raises the eyas to an adult falcon for {_birds(rest)}"
    if kind == "falcon":
        at = _square(rest)
        owner = called(position, _territory(position).owner(at), names)
        return f"{who} releases the falcon at {_at(at)}, in {owner}'s estate"
    return {
        "goal": f"{who} takes a new objective",
        "nogoal": f"{who} takes no more objectives",
        "end": f"{who} ends the turn",
    }[token]


def _drawn(position: Position, card: str, who: str) -> str:
    phase = position.state[PHASE]
    if phase == FIRST:
        return f"The first card lies on the table: {_birds(card)}"
    if phase == DRAW:
        return f"{who} draws a card with {_birds(card)}"
    return f"{who} draws a new objective: {_birds(card)}"


def _laid(position: Position, rest: str) -> str:
    s = position.state
    x, y, quarters = (int(part) for part in rest.split(","))
    turned = f", turned {TURNS[quarters].lower()}" if quarters else ""
    what = _territory(position).what
    squares = [(x + across, y + down) for down in range(2) for across in range(2)]
    covered = "".join(BREEDS[what[at] & 3] for at in squares if at in what)
    laid = f"lays the card at {_at((x, y))}{turned}"
    if not covered:
        return f"{laid}, covering nothing"
    if s[RULES] != FULL:
        return f"{laid}, covering {_birds(covered)}"
    full = ", and fills the objective" if len(covered) == len(missing(s)) else ""
    return f"{laid}, capturing {_birds(covered)}{full}"


def asks(position: Position, names: Names = None) -> str:
    """The question to the player: lay the card, draw an objective, or use the options that are left."""
    s = position.state
    phase = s[PHASE]
    who = called(position, int(s[MOVER]), names)
    if position.is_over:
        return ""
    if phase == FIRST:
        return "The first card is laid."
    if phase == DRAW:
        return f"{who} draws a card."
    if phase == NEW_GOAL:
        return f"{who} draws a new objective."
    if phase == LAY:
        return f"Lay the card in hand, {_birds(name(int(s[HAND]) - 1))}: {_where_it_may_go(position)}."
    if phase == CHOOSE:
        return (
            "Your objective is full, and its pigeons are in your stock. Take a new objective? Unfinished at "
            f"the end it costs {UNFINISHED} points, and {counted(int(s[LEFT]), 'card')} "
            f"{'is' if s[LEFT] == 1 else 'are'} left to draw."
        )
    if "end" not in position.legal:
        return "A tile laid this turn stands in no estate yet: place a dovecote in its group."
    left = _options_left(position)
    return (
        f"You may {listed(left, 'or')}; then end the turn."
        if left
        else "Nothing is left to do but to end the turn."
    )


def _where_it_may_go(position: Position) -> str:
    s = position.state
    if s[RULES] != FULL:
        return "against the territory, or over squares that no other player's estate holds"
    if not s[BOARDS + s[MOVER] * BOARD + OBJECTIVE]:
        return "against the territory, covering nothing, as you have no objective"
    return f"against the territory, or over pigeons that you still need ({_birds(missing(s))})"


def _options_left(position: Position) -> list[str]:
    """The options of this turn that are left, in words, in their usual order."""
    kinds = {token.partition(":")[0] for token in position.legal}
    left = {
        "cote": f"place a dovecote ({_cotes_left(position)} left)",
        "tile": f"lay tiles (in stock: {_birds(_stock(position))})",
        "eyas": "breed an eyas for two tiles",
        "adult": "raise your eyas for two tiles",
        "falcon": "release your falcon",
    }
    return [words for kind, words in left.items() if kind in kinds]


def how_to(position: Position) -> str:
    """The rules of the current phase of the turn, in two or three sentences."""
    s = position.state
    phase = s[PHASE]
    if phase == CHOOSE:
        return (
            "With an objective you can capture pigeons: cards that cover them fill it, and four captured are "
            "four tiles. Who declines gets no other. The finished objective is laid next, as a card."
        )
    if phase == OPTIONS:
        dovecote = (
            "One dovecote may be placed a turn, on any group that has none: that group is now your estate. "
        )
        if s[RULES] != FULL:
            return dovecote + "It never moves, and two never stand in one group."
        return dovecote + (
            "Tiles go on wild pigeons or on the table against the territory, and by the end of the turn must "
            "stand in an estate. Two tiles breed an eyas, two more on a later turn make it a falcon, which "
            "cuts a square out of another's estate."
        )
    if s[RULES] != FULL:
        return (
            "The card, turned as you like, lies edge to edge with the territory or covers one to four of its "
            "squares, but no dovecote and nothing of another's estate. It must not bring two dovecotes into "
            "one group."
        )
    return (
        "The card, turned as you like, lies edge to edge with the territory, or covers one to four pigeons "
        "and captures them: your objective must still need each of them. Dovecotes, falcons and others' "
        "estates are never covered, and no card may bring two dovecotes into one group."
    )


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """A card's upper left square and its turn; an option's kind, then its square or the tiles it costs."""
    s = position.state
    board = BOARDS + int(s[MOVER]) * BOARD
    kind, _, rest = token.partition(":")
    if kind == "card":
        at, _, quarters = rest.rpartition(",")
        return (
            Step(at, f"Upper left square at {at}", "Now turn the card."),
            Step(quarters, TURNS[int(quarters)]),
        )
    if kind == "cote":
        left = int(s[board + COTES + (LARGE if rest[0] == "L" else SMALL) - 1])
        label = "Large dovecote" if rest[0] == "L" else f"Small dovecote × {left}"
        then = f"Now choose the group for the {'large' if rest[0] == 'L' else 'small'} dovecote."
        return Step(f"cote:{rest[0]}", label, then), square_step(position, rest[2:])
    if kind == "tile":
        left = int(s[board + STOCK + BREEDS.index(rest[0])])
        label = f"{_breed(rest[0]).capitalize()} tile × {left}"
        then = f"Now choose where the {_breed(rest[0])} tile goes."
        return Step(f"tile:{rest[0]}", label, then), square_step(position, rest[2:])
    if kind == "falcon":
        then = "Now choose the square that the falcon cuts out."
        return Step("falcon", "Release the falcon", then), square_step(position, rest)
    if kind in ("eyas", "adult"):
        label = "Breed an eyas for two tiles" if kind == "eyas" else "Raise the eyas for two tiles"
        return Step(kind, label, "Now choose the two tiles."), Step(rest, _birds(rest).capitalize())
    labels = {"goal": "Take a new objective", "nogoal": "No more objectives", "end": "End the turn"}
    return (Step(token, labels[token]),)


def order(token: str) -> tuple[int, int, str]:
    """The sort key: options in the order of `asks`, the end of the turn last; breeds in their own order."""
    kind, _, rest = token.partition(":")
    breed = BREEDS.index(rest[0]) if kind == "tile" else 0
    return _KINDS.index(kind), breed, rest


def square_step(position: Position, at: str) -> Step:
    """The click on a square, labelled with its place and what lies there."""
    territory, where = _territory(position), _square(at)
    if where not in territory.what:
        return Step(at, f"{at}, bare table")
    what, owner = territory.what[where], territory.owner(where)
    tame = "domesticated " if what & TAME else ""
    estate = f", {position.game.seat_name(owner)}'s estate" if owner >= 0 else ""
    return Step(at, f"{at}, {tame}{BREED_NAMES[what & 3]}{estate}")


def places(position: Position) -> list[Square]:
    """The squares of the territory, and the bare ones that may be chosen now, row by row."""
    found = set(_territory(position).what)
    for token in () if position.is_chance else position.legal:
        kind, _, rest = token.partition(":")
        if kind == "card":
            found.add(_square(rest[:-2]))
        elif kind == "tile":
            found.add(_square(rest[2:]))
    return sorted(found, key=lambda at: (at[1], at[0]))


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """Each square with its pigeon, and the group or estate that this is part of."""
    sizes = Counter(_territory(position).group.values())
    return {_at(at): f"Square {_at(at)}: {_stands(position, at, sizes, names)}" for at in places(position)}


def _stands(position: Position, at: Square, sizes: Counter[int], names: Names) -> str:
    territory = _territory(position)
    what = territory.what.get(at)
    if what is None:
        return "bare table"
    if what & FALCON:
        return "a falcon"
    pigeon, size, owner = BREED_NAMES[what & 3], sizes[territory.group[at]], territory.owner(at)
    if kind := what >> COTE & 3:
        cote = "large dovecote" if kind == LARGE else "small dovecote"
        estate = _many(size, BREEDS[what & 3])
        return f"{called(position, owner, names)}'s {cote}, for {estate}"
    laid = f" laid by {called(position, what >> LAYER & 3, names)}" if what & TAME else ""
    if owner >= 0:
        return f"{pigeon}{laid}, in {called(position, owner, names)}'s estate of {number_word(size)}"
    return f"{pigeon}{laid}, in a group of {number_word(size)}" if size > 1 else f"{pigeon}{laid}, alone"


def result(position: Position, names: Names = None) -> list[str]:
    """Each seat's estates and objective, teams together, and what broke a tie."""
    lines = [verdict(position, names), "The last card has been drawn, and that turn is over."]
    for seat in range(position.seats):
        lines.append(f"{called(position, seat, names)}: {_counted_up(position, seat)}.")
    teams = _teams(position)
    if len(teams) < position.seats:
        for team in teams:
            together = listed(called(position, seat, names) for seat in team)
            lines.append(f"{together} together: {_points(position.scores[team[0]])}.")
    return lines + _tie(position, teams, names)


def tally(position: Position, names: Names = None) -> Tally:
    """Each seat's estates, what an unfinished objective cost, and the points: a team's together."""
    s, estates = position.state, _estates(position)
    rows = []
    for seat, score in enumerate(position.scores):
        parts = [
            f"{count} × {worth}" if worth > 1 else str(count)
            for count, _, worth in sorted(estates[seat])[::-1]
        ]
        lost = f"−{UNFINISHED}" if s[BOARDS + seat * BOARD + OBJECTIVE] else "0"
        rows.append((" + ".join(parts) or "none", lost, str(score)))
    _, ended, *_ = result(position, names)
    tie = _tie(position, _teams(position), names)
    together = "Points, together" if len(_teams(position)) < position.seats else "Points"
    broken = tie and len({position.sides[seat] for seat in position.winners}) == 1
    return Tally(
        ("Estates", "Objective", together), tuple(rows), (ended, *tie), "the largest estate" if broken else ""
    )


def _teams(position: Position) -> list[list[int]]:
    sides = sorted(set(position.sides))
    return [[seat for seat in range(position.seats) if position.sides[seat] == side] for side in sides]


def points(position: Position, seat: int) -> str:
    """A seat's estates and its objective, and its partner's, as if the game were scored now."""
    side = [one for one in range(position.seats) if position.sides[one] == position.sides[seat]]
    if len(side) == 1:
        return f"If it were over now: {_counted_up(position, seat)}."
    each = [f"{position.game.seat_name(one)}, {_counted_up(position, one)}" for one in side]
    return f"If it were over now: {'. '.join(each)}."


def _counted_up(position: Position, seat: int) -> str:
    """What a seat's points are made of, and how many they are."""
    parts, points = [], 0
    for count, breed, worth in sorted(_estates(position)[seat], key=lambda estate: -estate[0] * estate[2]):
        points += count * worth
        cote = "the large dovecote" if worth == LARGE else "a small dovecote"
        parts.append(f"{_many(count, breed)} with {cote}, {count * worth}")
    if position.state[BOARDS + seat * BOARD + OBJECTIVE]:
        points -= UNFINISHED
        parts.append(f"an unfinished objective, minus {UNFINISHED}")
    return f"{'; '.join(parts) or 'no estate'}: {_points(points)}"


def _tie(position: Position, teams: list[list[int]], names: Names) -> list[str]:
    """If several are level at the top, whose largest estate is larger."""
    best = max(position.scores)
    level = [team for team in teams if position.scores[team[0]] == best]
    if len(level) < 2:
        return []
    estates = _estates(position)
    largest = [max((count for seat in team for count, _, _ in estates[seat]), default=0) for team in level]
    if len(position.winners) > len(level[0]):
        return [
            f"Equal points, and equal largest estates, {counted(max(largest), 'pigeon')}: the win is shared."
        ]
    sizes = listed(
        f"{counted(size, 'pigeon')} for {listed(called(position, seat, names) for seat in team)}"
        for size, team in zip(largest, level, strict=True)
    )
    return [f"Equal points: the largest single estate decides, {sizes}."]


def costs(position: Position, token: str) -> str:
    """What a token would give away for good, to be confirmed first.

    To take no more objectives; to take one with no further turn to fill it in; and to end the last turn while
    a dovecote or a tile could still bring points.  All else can be undone until the turn ends.
    """
    s = position.state
    if token == "nogoal":
        return "You would not be offered another one."
    if token == "goal" and s[LEFT] - 1 < s[PLAYERS]:
        return f"You would have no further turn to fill it, and unfinished it costs {UNFINISHED} points."
    if token == "end" and int(s[LEFT]) == 0 and any(o[:4] in ("cote", "tile") for o in position.legal):
        return "It is your last turn, and a dovecote or a tile could still bring points."
    return ""


def goes_by_itself(position: Position) -> bool:
    """The end of a turn in which nothing is left to do."""
    return position.legal == ("end",)


@lru_cache(maxsize=16)
def _territory(position: Position) -> Territory:
    """The territory, found once for all the tokens of a position."""
    return Territory(position.state)


def _estates(position: Position) -> list[list[tuple[int, str, int]]]:
    """For each seat its estates: how many pigeons, of which breed, and what each is worth."""
    territory = _territory(position)
    sizes = Counter(territory.group.values())
    estates: list[list[tuple[int, str, int]]] = [[] for _ in range(position.seats)]
    for at, what in territory.what.items():
        if worth := what >> COTE & 3:
            estates[what >> OWNER & 3].append((sizes[territory.group[at]], BREEDS[what & 3], worth))
    return estates


def _group(position: Position, at: Square) -> str:
    territory = _territory(position)
    size = Counter(territory.group.values())[territory.group[at]]
    return _many(size, BREEDS[territory.what[at] & 3])


def _stock(position: Position) -> str:
    s = position.state
    board = BOARDS + int(s[MOVER]) * BOARD
    return "".join(breed * int(s[board + STOCK + number]) for number, breed in enumerate(BREEDS))


def _cotes_left(position: Position) -> str:
    s = position.state
    board = BOARDS + int(s[MOVER]) * BOARD
    small, large = (int(s[board + COTES + kind - 1]) for kind in (SMALL, LARGE))
    counts = [f"{number_word(large)} large"] * bool(large) + [f"{number_word(small)} small"] * bool(small)
    return listed(counts)


def _square(at: str) -> Square:
    x, y = at.split(",")
    return int(x), int(y)


def _at(at: Square) -> str:
    return f"{at[0]},{at[1]}"


def _breed(letter: str) -> str:
    return BREED_NAMES[BREEDS.index(letter)]


def _birds(letters: str) -> str:
    """“two wood pigeons and a rock dove”."""
    return listed(_many(often, breed) for breed in BREEDS if (often := letters.count(breed)))


def _many(number: int, breed: str) -> str:
    return f"a {_breed(breed)}" if number == 1 else counted(number, _breed(breed))


def _points(number: int) -> str:
    minus = "minus " if number < 0 else ""
    return f"{minus}{abs(number)} {'point' if abs(number) == 1 else 'points'}"
