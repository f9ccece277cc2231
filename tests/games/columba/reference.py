"""Columba as it lies on the table: a dictionary of squares, boards with cards and tiles, a pile of cards.

Whatever may be illegal is tried on a second table, and that table is looked at, group by group.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

from tests.reference import Reference

BREEDS = "WRST"
COLOURS = "RYGP"
SMALL_DOVECOTES = {2: 3, 3: 2, 4: 1}

Place = tuple[int, int]


@dataclass(frozen=True)
class Square:
    """What is seen on one square: a pigeon, of a card's corner (1 to 4) or a tile, and what stands on it."""

    breed: str
    corner: str  # "" for a tile
    laid_by: int | None = None  # the seat whose domesticated pigeon it is; None for a wild one
    this_turn: bool = False
    dovecote: str = ""  # L or S
    owner: int | None = None
    falcon: bool = False


@dataclass
class Board:
    """What lies before a player."""

    small: int
    large: int = 1
    objective: str = ""
    caught: list[str] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    falcon: str = ""  # eyas, adult

    def missing(self) -> list[str]:
        missing = list(self.objective)
        for breed in self.caught:
            missing.remove(breed)
        return missing


class Table:
    """The squares of the territory.

    What lies on a table stays there: for a card, a tile, a dovecote or a falcon more there is another table.
    So no group changes, and each is looked for once.
    """

    def __init__(self, squares: dict[Place, Square] | None = None) -> None:
        self.squares = squares or {}
        self._groups: dict[Place, set[Place]] = {}

    def with_squares(self, new: Mapping[Place, Square]) -> Table:
        return Table({**self.squares, **new})

    def touches(self, place: Place) -> bool:
        return any(beside in self.squares for beside in sides(place))

    def group(self, place: Place) -> set[Place]:
        """The group that the square belongs to; none under a falcon."""
        if self.squares[place].falcon:
            return set()
        if place in self._groups:
            return self._groups[place]
        squares, breed, found, todo = self.squares, self.squares[place].breed, {place}, [place]
        while todo:
            for beside in sides(todo.pop()):
                if beside in squares and beside not in found:
                    square = squares[beside]
                    if square.breed == breed and not square.falcon:
                        found.add(beside)
                        todo.append(beside)
        self._groups.update(dict.fromkeys(found, found))
        return found

    def dovecotes(self, place: Place) -> list[Place]:
        return [other for other in self.group(place) if self.squares[other].dovecote]

    def estate_owner(self, place: Place) -> int | None:
        cotes = self.dovecotes(place)
        return self.squares[cotes[0]].owner if cotes else None

    def let_tiles_turn_wild(self) -> None:
        outside = [
            place
            for place, square in self.squares.items()
            if square.laid_by is not None and not square.this_turn and not self.dovecotes(place)
        ]
        for place in outside:
            self.squares[place] = replace(self.squares[place], laid_by=None)

    def homeless(self) -> list[Place]:
        """The tiles of this turn that stand in no estate."""
        return [
            place for place, square in self.squares.items() if square.this_turn and not self.dovecotes(place)
        ]


@cache
def sides(place: Place) -> list[Place]:
    x, y = place
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


@cache
def pigeons(card: str) -> list[Square]:
    """The four that are seen on it."""
    return [Square(breed, number) for breed, number in zip(card, "1234", strict=True)]


def turned(card: str) -> str:
    """A quarter turn clockwise."""
    upper_left, upper_right, lower_left, lower_right = list(card)
    return lower_left + upper_left + lower_right + upper_right


def footprint(place: Place) -> list[Place]:
    x, y = place
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def thirty_cards() -> list[str]:
    triples = [a + a + a + b for a, b in permutations(BREEDS, 2)]
    pairs = [a + a + b + b for a, b in combinations(BREEDS, 2)]
    mixed = [a + a + b + c for a in BREEDS for b, c in combinations(BREEDS.replace(a, ""), 2)]
    return triples + pairs + mixed


class Columba(Reference):
    """The table, the boards, the deck, and what is to be done next."""

    games = 8

    def __init__(self, players: int, rules: str, deck: list[str]) -> None:
        self.players = players
        self.rules = rules
        self.deck = list(deck)
        self.table = Table()
        self.boards = [Board(SMALL_DOVECOTES[players]) for _ in range(players)]
        if rules == "full":
            for board in self.boards:
                board.objective = "WRST"
        self.cards_laid = 0
        self.player = 0
        self.phase = "first"  # then draw, lay, choose, goal, options, over
        self.hand = ""
        self.built = False
        self.bred = False

    @classmethod
    def start(cls, options: Mapping[str, str]) -> Columba:
        if "setup" in options:
            return cls.from_text(options["setup"].replace("_", " "))
        deck = options.get("deck", "standard")
        cards = thirty_cards() if deck == "standard" else deck.split(",")
        return cls(int(options.get("players", "2")), options.get("rules", "full"), cards)

    @property
    def board(self) -> Board:
        return self.boards[self.player]

    def is_foreign(self, owner: int | None) -> bool:
        if owner is None or owner == self.player:
            return False
        return not (self.players == 4 and owner in (self.player + 2, self.player - 2))

    def copy(self) -> Columba:
        other = copy(self)
        other.deck = list(self.deck)
        other.table = Table(dict(self.table.squares))
        other.boards = [
            replace(board, caught=list(board.caught), stock=list(board.stock)) for board in self.boards
        ]
        return other

    # Whose turn, and what may be done.

    def turn(self) -> int | str:
        if self.phase in ("first", "draw", "goal"):
            return "chance"
        return "over" if self.phase == "over" else self.player

    def chance(self) -> dict[str, Fraction]:
        if self.turn() != "chance":
            return {}
        return {
            f"*{card}": Fraction(self.deck.count(card), len(self.deck)) for card in sorted(set(self.deck))
        }

    def legal(self) -> list[str]:
        if self.turn() == "over":
            return []
        if self.turn() == "chance":
            return sorted(self.chance())
        if self.phase == "choose":
            return ["goal", "nogoal"]
        if self.phase == "lay":
            return sorted(self.ways_to_lay())
        return sorted(self.dovecotes() + self.tiles() + self.breeding() + self.hunting() + self.ending())

    def ways_to_lay(self) -> list[str]:
        corners = {
            (x + dx, y + dy) for x, y in self.table.squares for dx in range(-2, 2) for dy in range(-2, 2)
        }
        tokens = []
        for corner in corners:
            covered = [place for place in footprint(corner) if place in self.table.squares]
            if covered:
                if not all(self.may_capture(place) for place in covered) or not self.are_needed(covered):
                    continue
            elif not any(self.table.touches(place) for place in footprint(corner)):
                continue
            seen = []
            card = self.hand
            for quarters in range(4):
                if card not in seen and self.keeps_estates_apart(corner, card):
                    tokens.append(f"card:{corner[0]},{corner[1]},{quarters}")
                seen.append(card)
                card = turned(card)
        return tokens

    def may_capture(self, place: Place) -> bool:
        square = self.table.squares[place]
        if square.dovecote or square.falcon:
            return False
        owner = self.table.estate_owner(place)
        if self.is_foreign(owner):
            return False
        if square.laid_by is None:
            return True
        if owner == self.player:
            return square.laid_by == self.player
        return owner is not None

    def are_needed(self, covered: list[Place]) -> bool:
        if self.rules == "junior":
            return True
        missing = self.board.missing()
        breeds = [self.table.squares[place].breed for place in covered]
        return all(breeds.count(breed) <= missing.count(breed) for breed in breeds)

    def with_card(self, corner: Place, card: str) -> Table:
        return self.table.with_squares(dict(zip(footprint(corner), pigeons(card), strict=True)))

    def keeps_estates_apart(self, corner: Place, card: str) -> bool:
        if not any(square.dovecote for square in self.table.squares.values()):
            return True  # there are no estates yet
        after = self.with_card(corner, card)
        looked_at: set[Place] = set()
        for place in footprint(corner):
            if place not in looked_at:
                group = after.group(place)
                looked_at |= group
                if sum(bool(after.squares[other].dovecote) for other in group) > 1:
                    return False
        return True

    def dovecotes(self) -> list[str]:
        if self.built:
            return []
        tokens = []
        for place, square in self.table.squares.items():
            if square.falcon or self.table.dovecotes(place):
                continue
            for kind, left in (("L", self.board.large), ("S", self.board.small)):
                after = self.with_dovecote(place, kind)
                if left and self.promise_is_kept(after, built=True):
                    tokens.append(f"cote:{kind},{place[0]},{place[1]}")
        return tokens

    def with_dovecote(self, place: Place, kind: str) -> Table:
        square = replace(self.table.squares[place], dovecote=kind, owner=self.player)
        return self.table.with_squares({place: square})

    def promise_is_kept(self, after: Table, built: bool) -> bool:
        """Tiles of this turn without an estate: all in one group, and a dovecote can still be placed."""
        homeless = after.homeless()
        if not homeless:
            return True
        if built or self.board.large + self.board.small == 0:
            return False
        group = after.group(homeless[0])
        return all(place in group for place in homeless)

    def tiles(self) -> list[str]:
        bare = {side for place in self.table.squares for side in sides(place)} - set(self.table.squares)
        places = list(bare)
        for place, square in self.table.squares.items():
            is_wild = square.laid_by is None and not square.falcon
            if is_wild and not square.dovecote and not self.is_foreign(self.table.estate_owner(place)):
                places.append(place)
        tokens = []
        for place in places:
            for breed in sorted(set(self.board.stock)):
                after = self.with_tile(place, breed)
                if len(after.dovecotes(place)) <= 1 and self.promise_is_kept(after, self.built):
                    tokens.append(f"tile:{breed},{place[0]},{place[1]}")
        return tokens

    def with_tile(self, place: Place, breed: str) -> Table:
        return self.table.with_squares({place: Square(breed, "", self.player, this_turn=True)})

    def breeding(self) -> list[str]:
        if self.bred or self.board.falcon == "adult":
            return []
        name = "adult" if self.board.falcon == "eyas" else "eyas"
        return [
            f"{name}:{a}{b}"
            for a, b in combinations_with_replacement(BREEDS, 2)
            if all(self.board.stock.count(breed) >= (a + b).count(breed) for breed in a + b)
        ]

    def hunting(self) -> list[str]:
        if self.board.falcon != "adult":
            return []
        tokens = []
        for place, square in self.table.squares.items():
            free = not square.dovecote and not square.falcon
            is_prey = free and self.is_foreign(self.table.estate_owner(place))
            if is_prey and self.promise_is_kept(self.with_falcon(place), self.built):
                tokens.append(f"falcon:{place[0]},{place[1]}")
        return tokens

    def with_falcon(self, place: Place) -> Table:
        return self.table.with_squares({place: replace(self.table.squares[place], falcon=True)})

    def ending(self) -> list[str]:
        return [] if self.table.homeless() else ["end"]

    # Doing it.

    def play(self, token: str) -> None:
        if token.startswith("*"):
            self.draw(token[1:])
            return
        kind, _, rest = token.partition(":")
        told = rest.split(",")
        if kind == "card":
            self.lay((int(told[0]), int(told[1])), int(told[2]))
        elif kind == "goal":
            self.phase = "goal"
        elif kind == "nogoal":
            self.phase = "lay"
        elif kind == "cote":
            self.table = self.with_dovecote((int(told[1]), int(told[2])), told[0])
            if told[0] == "L":
                self.board.large -= 1
            else:
                self.board.small -= 1
            self.built = True
        elif kind == "tile":
            self.table = self.with_tile((int(told[1]), int(told[2])), told[0])
            self.board.stock.remove(told[0])
        elif kind in ("eyas", "adult"):
            for breed in rest:
                self.board.stock.remove(breed)
            self.board.falcon = kind
            self.bred = True
        elif kind == "falcon":
            self.table = self.with_falcon((int(told[0]), int(told[1])))
            self.board.falcon = ""
        elif kind == "end":
            self.end()
        self.table.let_tiles_turn_wild()

    def draw(self, card: str) -> None:
        self.deck.remove(card)
        if self.phase == "first":
            self.table = self.with_card((0, 0), card)
            self.cards_laid = 1
            self.phase = "draw"
        elif self.phase == "draw":
            self.hand = card
            self.phase = "lay"
        else:
            self.board.objective = card
            self.phase = "lay"

    def lay(self, corner: Place, quarters: int) -> None:
        card = self.hand
        for _ in range(quarters):
            card = turned(card)
        covered = [self.table.squares[p].breed for p in footprint(corner) if p in self.table.squares]
        self.table = self.with_card(corner, card)
        self.cards_laid += 1
        self.hand = ""
        self.phase = "options"
        if self.rules == "junior":
            return
        board = self.board
        board.caught += covered
        if board.objective and not board.missing():
            board.stock += board.caught
            self.hand, board.objective, board.caught = board.objective, "", []
            self.phase = "choose" if self.deck else "lay"

    def end(self) -> None:
        for place, square in self.table.squares.items():
            self.table.squares[place] = replace(square, this_turn=False)
        self.built = self.bred = False
        if self.deck:
            self.player = (self.player + 1) % self.players
            self.phase = "draw"
        else:
            self.phase = "over"

    # Counting.

    def estates(self, seat: int) -> list[tuple[int, int]]:
        """For each of the seat's estates its squares and its points."""
        found = []
        for place, square in self.table.squares.items():
            if square.dovecote and square.owner == seat:
                size = len(self.table.group(place))
                found.append((size, size * (2 if square.dovecote == "L" else 1)))
        return found

    def team(self, seat: int) -> list[int]:
        return [seat, (seat + 2) % 4] if self.players == 4 else [seat]

    def own_score(self, seat: int) -> int:
        fine = 4 if self.boards[seat].objective else 0
        return sum(points for _, points in self.estates(seat)) - fine

    def scores(self) -> list[int]:
        own = [self.own_score(seat) for seat in range(self.players)]
        return [sum(own[mate] for mate in self.team(seat)) for seat in range(self.players)]

    def result(self) -> list[int]:
        if self.phase != "over":
            return []
        scores = self.scores()
        level = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        largest = {
            seat: max([size for mate in self.team(seat) for size, _ in self.estates(mate)], default=0)
            for seat in level
        }
        return [seat for seat in level if largest[seat] == max(largest.values())]

    # As a line of text.

    def position(self) -> str:
        boards = "/".join(self.written_board(board) for board in self.boards)
        over = self.phase == "over"
        phase = f"{self.phase}:{self.hand}" if self.hand else self.phase
        phase += ":cote" * self.built + ":bred" * self.bred
        deck = ",".join(sorted(self.deck, key=in_order_of_breeds)) or "-"
        player = "-" if over else COLOURS[self.player]
        return f"{self.written_territory()} {self.cards_laid} {boards} {player} {phase} {deck} {self.rules}"

    def written_territory(self) -> str:
        squares = self.table.squares
        if not squares:
            return "-"
        left, top = min(x for x, _ in squares), min(y for _, y in squares)
        right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
        rows = []
        for y in range(top, bottom + 1):
            row, gap = "", 0
            for x in range(left, right + 1):
                if (x, y) not in squares:
                    gap += 1
                    continue
                row += f"({gap})" if gap else ""
                row += self.written_square(squares[x, y])
                gap = 0
            rows.append(row)
        return f"{left},{top}:{'/'.join(rows)}"

    def written_square(self, square: Square) -> str:
        text = square.breed + (square.corner or ".")
        if square.laid_by is not None:
            text = square.breed + COLOURS[square.laid_by].lower() + "!" * square.this_turn
        if square.dovecote and square.owner is not None:
            text += square.dovecote.lower() + COLOURS[square.owner].lower()
        return text + "f" * square.falcon

    def written_board(self, board: Board) -> str:
        if self.rules == "junior":
            return "-"
        caught = "".join(sorted(board.caught, key=in_order_of_breeds))
        stock = "".join(sorted(board.stock, key=in_order_of_breeds))
        return f"{board.objective or '-'}:{caught or '-'}:{stock or '-'}:{board.falcon or '-'}"

    @classmethod
    def from_text(cls, text: str) -> Columba:
        territory, laid, boards, player, phase, deck, rules = text.split(" ")
        game = cls(len(boards.split("/")), rules, [] if deck == "-" else deck.split(","))
        game.cards_laid = int(laid)
        if player != "-":
            game.player = COLOURS.index(player)
        game.phase, *more = phase.split(":")
        if game.phase == "options":
            game.built, game.bred = "cote" in more, "bred" in more
        elif more:
            game.hand = more[0]
        if territory != "-":
            game.read_territory(territory)
        if rules == "full":
            for board, told in zip(game.boards, boards.split("/"), strict=True):
                objective, caught, stock, falcon = (part.replace("-", "") for part in told.split(":"))
                board.objective, board.caught, board.stock = objective, list(caught), list(stock)
                board.falcon = falcon
        return game

    def read_territory(self, text: str) -> None:
        origin, _, rows = text.partition(":")
        left, top = (int(number) for number in origin.split(","))
        for y, row in enumerate(rows.split("/"), start=top):
            x = left
            while row:
                if row[0] == "(":
                    gap, _, row = row[1:].partition(")")
                    x += int(gap)
                    continue
                row = self.read_square((x, y), row)
                x += 1

    def read_square(self, place: Place, row: str) -> str:
        square = Square(row[0], row[1] if row[1] in "1234" else "")
        if row[1] in "rygp":
            square = replace(square, laid_by="rygp".index(row[1]))
        row = row[2:]
        if row[:1] == "!":
            square, row = replace(square, this_turn=True), row[1:]
        if row[:1] in ("l", "s"):
            owner = "rygp".index(row[1])
            square, row = replace(square, dovecote=row[0].upper(), owner=owner), row[2:]
            if square.dovecote == "L":
                self.boards[owner].large -= 1
            else:
                self.boards[owner].small -= 1
        if row[:1] == "f":
            square, row = replace(square, falcon=True), row[1:]
        self.table.squares[place] = square
        return row


def in_order_of_breeds(name: str) -> list[int]:
    return [BREEDS.index(breed) for breed in name]


REFERENCE = Columba
