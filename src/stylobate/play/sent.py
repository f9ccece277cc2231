"""The shape of everything that a viewer is sent of a table; `view` makes it, `web/types.d.ts` tells scripts.

A stream begins with a `View` and goes on with `Change`s, each made for one version and leading to a later
one.  What does not grow with the game (`Status`) is simply sent anew.  Lists that grow are sent from the
first entry that differs, so that a long game costs no more to watch than a short one.  Times are in
milliseconds.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, final

from stylobate.play.clock import ClockTerms

Played = tuple[str, int | None, int, str | None]
"""A token, its seat (None: chance), when it was played, and the level of the computer that did, if one did.

In JSON a list of four.
"""


class Place(TypedDict):
    """A seat, as everybody sees it; `reserved` for somebody who is invited, `called` for people to read.

    `registered` tells whether the name is their own: False for a guest's, None where the log of an earlier
    version does not say.
    """

    kind: Literal["person", "computer", "open"]
    reserved: bool
    name: str
    registered: bool | None
    level: str | None
    called: str
    resigned: bool
    flagged: bool
    away: bool


class SeatSeen(Place):
    """A seat as one viewer sees it: whether it is theirs, whether they may hand it to the computer now.

    To the host it is a `ghost` if somebody else may be invited to it.
    """

    you: bool
    hand_over: bool
    ghost: bool


class ClockSeen(ClockTerms):
    """The clock agreed on; what each seat has `left` at the view's `now`, and when the flag of one falls."""

    left: list[int]
    running: int | None
    deadline: int | None


class Drew(TypedDict):
    """A lot or a die that decided who begins."""

    what: str
    seat: int | None
    of: list[str]
    outcome: str


class Result(TypedDict):
    """Who won, how, and which seat brought it about (None: the rules)."""

    winners: list[int]
    how: str
    seat: int | None


class Rematch(TypedDict):
    """Which seats want another game, whether all do, and its table.

    `suits` is the level to offer to somebody who has won or lost against computers of the next one.
    """

    seats: list[int]
    agreed: bool
    table: str | None
    suits: str | None


class TakebackSeen(TypedDict):
    """What a seat asks: back to `to` tokens; whether this viewer is still to answer."""

    seat: int
    to: int
    agreed: list[int]
    asks_you: bool


class Commitment(TypedDict):
    """What was announced of the chain: from which throw on it serves, and why it was begun."""

    text: str
    first: int
    why: str


class ChanceSeen(TypedDict):
    """What chance is bound to: all commitments, and by seat what its person has pledged.

    A throw may wait for the nonces of the seats `awaited`, until a time; `asked` are the pledges that it has
    asked for, by seat, and `asks_you` tells whether this viewer is still to answer.
    """

    commitments: list[Commitment]
    pledges: list[str | None]
    asked: list[str | None]
    awaited: list[int]
    until: int | None
    asks_you: bool


class Remark(TypedDict):
    """Something said in this viewer's room; `v` is the version it came with."""

    v: int
    at: int
    name: str
    registered: bool | None
    text: str
    you: bool


class Thrown(TypedDict):
    """A throw, with all that proves it; `among` are the names that a lot was drawn among."""

    number: int
    outcome: str
    link: str
    mix: str
    next: str | None
    taken_back: bool
    among: list[str] | None


class Fair(TypedDict):
    """What chance was bound to before the game, and every throw since."""

    scheme: str
    commitment: str
    throws: list[Thrown]


Can = TypedDict(
    "Can",
    {
        "sit": list[int],
        "seat_computer": bool,
        "close": bool,
        "begin": bool,
        "move": bool,
        "undo": bool,
        "ask_takeback": bool,
        "resign": bool,
        "return": list[int],
        "rematch": bool,
    },
)
"""What this viewer may ask for now."""


class Common(TypedDict):
    """What everybody is told alike of how the table stands, but for the seats; `turn` is the seat to move.

    `stand_in` is the level of the computer that plays on for whoever leaves.  As long as the game is not in
    `earnest`, because not every person has moved, whoever leaves cancels it.
    """

    id: str
    version: int
    settled: int
    now: int
    game: str
    options: dict[str, str]
    state: str
    visibility: str
    starts: str
    stand_in: str
    opened: int
    sides: list[list[int]]
    turn: int | None
    position: str
    scores: list[int]
    clock: ClockSeen
    draws: list[Drew]
    first: int | None
    result: Result | None
    rematch: Rematch
    rematch_of: str | None
    earnest: bool


class Status(Common):
    """How the table stands for one viewer, whose seats are `mine`: all that does not grow with the game."""

    seats: list[SeatSeen]
    host: bool
    mine: list[int]
    takeback: TakebackSeen | None
    chance: ChanceSeen
    can: Can


@final
class View(Status):
    """All that one viewer is told of a table; the legal moves come with the board."""

    tokens: list[Played]
    chat: list[Remark]
    fair: Fair


@final
class Change(Status):
    """What turns the view of version `since` into that of `version`; no `chat` means that it is as it was."""

    since: int
    tokens_from: int
    tokens: list[Played]
    throws_from: int
    throws: list[Thrown]
    chat: NotRequired[list[Remark]]


class Present(TypedDict):
    """Who is away, whom this viewer may hand to the computer, and to whose seats they may invite.

    It has no version, for it is in no log.
    """

    away: list[int]
    hand_over: list[int]
    ghosts: list[int]
