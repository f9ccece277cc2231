"""What a store promises, whatever it is made of.

    store.create("t1", Addition(…), secret).result()        a new table, with the secret of its chain
    store.append("t1", 7, Addition(events, key="ada:5f…", summary=…)).result()
        Stored(version)            on disk, all of it
        Stale(version, events)     somebody was first: the log stood at `version`; `events` are those after 7
        Repeated(version, events)  the same key came before: what was stored then, and nothing now;
                                   `of` is then the addition's own, for whoever asks whether it is the same
        Taken(sentence)            a seat or an invitation in it is no longer to be had; nothing stored

Writing methods give a `concurrent.futures.Future`, which is done when the disk has it (in asyncio:
`await asyncio.wrap_future(…)`); reading methods give their answer and may be called from any thread.  Both
raise `BadFile` with a sentence when the store itself fails.  Times are milliseconds since 1970.

Tokens come in as digests (`stylobate.identity.digest`); a store never sees one.  Events are JSON objects of
which a store knows only the number, `"v"`; of a `summary` (`stylobate.play.summary`) it knows the keys game,
visibility, state, to_move, clocked and about.  `tests/store/conformance.py` holds any store to all this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from stylobate.store.neighbours import Neighbours, News

if TYPE_CHECKING:
    from stylobate.store.jobs import Jobs

Event = Mapping[str, Any]

Role = Literal["server", "worker", "alone", "look"]
"""What a process has a store for: to serve it, to think for others that do, to have it alone, to look."""

MOST_OF_ONE = 3  # tables of one host in a list that everybody sees


@dataclass(frozen=True)
class Claim:
    """Somebody takes a seat.  `credential` and `invite` are digests, of the seat and the invitation used."""

    seat: int
    person: str
    credential: bytes
    invite: bytes | None = None


@dataclass(frozen=True)
class Job:
    """A computer is to move at this table, which was last settled in `version`.

    It is done for the table's host, who came from a place (“”: nobody knows which).  People wait for it where
    it `is_watched`; `is_slow` says that the computer thinks for more than a moment.  `tries` counts how often
    it was begun before.
    """

    table: str
    version: int
    host: str
    place: str
    is_watched: bool
    is_slow: bool
    tries: int = 0


class Addition(NamedTuple):
    """What is added to a log: events that are stored together or not at all, and what changes with them.

    `key` makes asking twice the same as asking once; it is unique within a table, so put the person's id into
    it.  `of` says in short what was asked by it.  `freed` are seats given up again, before any are claimed.
    Seats are numbered as before the game.  `news` is told to other processes once it is stored.  `job` is
    what a computer has to do at the table from now on.
    """

    events: Sequence[Event]
    summary: Mapping[str, Any]
    now: int
    key: str | None = None
    claims: Sequence[Claim] = ()
    freed: Sequence[int] = ()
    of: str = ""
    news: News | None = None
    job: Job | None = None


@dataclass(frozen=True)
class Stored:
    """The events are on disk; the log now ends at `version`."""

    version: int


@dataclass(frozen=True)
class Stale:
    """Nothing was stored: the log had grown to `version`, by these events."""

    version: int
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class Repeated:
    """Nothing was stored now: these events were, when the key first came, and ended at `version`.

    `of` is what was asked then; empty where an earlier version of ours stored it.
    """

    version: int
    events: list[dict[str, Any]]
    of: str = ""


@dataclass(frozen=True)
class Taken:
    """Nothing was stored: a seat or an invitation was gone; the sentence says which."""

    sentence: str


Outcome = Stored | Stale | Repeated | Taken


@dataclass(frozen=True)
class Listed:
    """A table in a list: what its summary said, and when it was opened, last changed and finished."""

    id: str
    game: str
    visibility: str
    state: str
    version: int
    opened: int
    changed: int
    finished: int | None
    about: Mapping[str, Any]
    your_turn: bool = False


@dataclass(frozen=True)
class Visitor:
    """A person as the store knows them: a guest, or with `account`, the name they log in by.

    That name is `disputed` where it looks like an earlier one; version 0.1.0 gave out such names.
    """

    id: str
    name: str
    account: str | None
    created: int
    disputed: bool = False


@dataclass(frozen=True)
class Invite:
    """A link to a seat: open until it is used or expires."""

    table: str
    seat: int
    expires: int
    used: int | None


class Store(Protocol):
    """Everything the site keeps.

    `restores` counts how often the store has found that it is older than it was, by `mark` or after a
    backup was brought back: then what people have seen since then is not in it.
    """

    restores: int
    neighbours: Neighbours

    @property
    def jobs(self) -> Jobs | None:
        """The queue of computers' moves, where processes share the store; who is alone with it needs none."""

    # Tables and their logs

    def create(self, table: str, addition: Addition, secret: bytes) -> Future[Outcome]:
        """A new table with its first events and the secret of its chain; Repeated if it is there already."""

    def append(self, table: str, expected: int, addition: Addition) -> Future[Outcome]:
        """Store events `expected + 1`, … of a table, if its log stands at `expected`; BadFile if unknown."""

    def answered(self, table: str, key: str) -> Repeated | None:
        """What was stored when this key first came; None if it never did."""

    def events(self, table: str, after: int = 0) -> list[dict[str, Any]]:
        """A table's events after that version, in order; none for a table that there is not."""

    def secret(self, table: str) -> bytes | None:
        """The secret of a table's chain: for the process that throws, and for nobody else."""

    def listed(self, table: str) -> Listed | None:
        """One table as lists show it."""

    # Lists, latest change first

    def open_tables(self, limit: int = 50) -> list[Listed]:
        """Public tables with a seat to take; the latest few (`MOST_OF_ONE`) of each host."""

    def running_tables(self, limit: int = 50) -> list[Listed]:
        """Public tables whose game is running, to watch; the latest few of each host."""

    def tables_of(self, person: str, limit: int = 100) -> list[Listed]:
        """The tables of a person: first where it is their turn, then unfinished ones, then the rest."""

    def computer_turns(self) -> list[str]:
        """Running tables on which a computer is to move: the work left over from before a restart."""

    def clocked_tables(self) -> list[str]:
        """Running tables with a clock: those to be `resumed` after a restart."""

    def unfinished_tables(self) -> list[str]:
        """The ids of all tables that are open or running, the latest change first."""

    def every_table(self) -> list[str]:
        """The ids of all tables, oldest first."""

    def counts(self) -> dict[str, int]:
        """How many tables are open, running and over."""

    # Seats and invitations

    def seat_credential(self, table: str, seat: int) -> tuple[str, bytes] | None:
        """Who claimed a seat, as it was numbered before the game, and the digest of the seat's credential."""

    def end_credentials(self, ended: Sequence[tuple[str, int, bytes]]) -> Future[None]:
        """End the credentials of seats: each by its table, its seat and its digest; the seats stay taken."""

    def invite(self, digest: bytes, table: str, seat: int, now: int, expires: int) -> Future[None]:
        """Make an invitation to a seat."""

    def renew_invitation(self, table: str, seat: int, now: int) -> Future[None]:
        """Let the invitation that was last used for this seat be used once more."""

    def invitation(self, digest: bytes) -> Invite | None:
        """The invitation with that digest.  It is used up by a `Claim` that names it."""

    # People

    def welcome(self, session: bytes, person: str, name: str, now: int) -> Future[Visitor]:
        """Make a new guest with a session."""

    def visitor(self, session: bytes, now: int) -> Visitor | None:
        """The person of a session; None if there is no such session, or no longer."""

    def prolong(self, session: bytes, now: int) -> Future[None]:
        """Note that the session was used, which renews it."""

    def rename(self, person: str, name: str) -> Future[None]:
        """Change the name that others see."""

    def register(self, person: str, account: str, password: str) -> Future[bool]:
        """Keep a guest under a name with a password's hash.

        False if the name, or one that looks like it, is taken, or this is no guest.
        """

    def account(self, account: str) -> tuple[Visitor, str] | None:
        """The person with this account name, and the hash of their password."""

    def log_in(self, session: bytes, person: str, now: int) -> Future[None]:
        """A new session for a person."""

    def log_out(self, session: bytes) -> Future[None]:
        """End a session."""

    def change_password(self, person: str, password: str, session: bytes, now: int) -> Future[bool]:
        """Keep another password's hash, with one new session; False for a guest, who has none.

        All other sessions of the person end, and so do their feed and the credentials of their seats.
        """

    def give_feed(self, person: str, digest: bytes, now: int) -> Future[None]:
        """Let a feed of this person's turns be read by a credential; one that was given before ends."""

    def end_feed(self, person: str) -> Future[None]:
        """End the feed of a person, if there is one."""

    def feed(self, person: str) -> int | None:
        """When the credential of this person's feed was made; None where there is none."""

    def whose_feed(self, digest: bytes) -> str | None:
        """The person whose feed is read by that credential."""

    # The store itself

    def beat(self, now: int) -> Future[None]:
        """Note that the server is up, and what its timepiece shows; call it every few seconds."""

    def last_beat(self) -> int | None:
        """What the timepiece showed when the server was last known to be up."""

    def leftovers(self, now: int, most: int = 1_000) -> dict[str, list[Any]]:
        """The keys of rows that may be removed, at most `most` of each kind (`tidying.KINDS`), for `tidy`."""

    def tidy(self, kind: str, some: Sequence[Any], now: int) -> Future[int]:
        """Remove these rows if they may still be removed; how many were."""

    def backup(self, to: Path) -> None:
        """Write a consistent copy of everything to a file, while the store stays in use."""

    def close(self) -> None:
        """Store what is still waiting, then close all connections and give up the lock."""
