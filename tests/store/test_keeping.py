"""What becomes of a table's events on the way to a store: seats, credentials, work for computers."""

from __future__ import annotations

from pathlib import Path

import pytest

from stylobate.identity import digest
from stylobate.ladder import ladder
from stylobate.play import decide
from stylobate.play.commands import Sit
from stylobate.store.keeping import addition_of, job_of
from stylobate.store.protocol import Addition, Job, Stale, Stored
from stylobate.store.sqlite import SqliteStore
from tests.tables import ADA, BEN, CYD, SECRET, START, ask, begun, moment, opened, two_people


def claimed(addition: Addition) -> list[tuple[int, str]]:
    return [(claim.seat, claim.person) for claim in addition.claims]


def test_a_seat_is_given_up_with_the_news_that_somebody_stood_up(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    table = opened()
    store.create("t1", addition_of(table, START)[0], SECRET).result()
    kept, _ = addition_of(ask(table, ADA, "stand", seat=0), START)
    assert store.append("t1", table.version, kept).result() == Stored(table.version + 1)
    assert store.seat_credential("t1", 0) is None
    store.close()


def test_a_seat_is_claimed_with_the_news_that_somebody_sat_down(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    table = opened()
    kept, credentials = addition_of(table, START)
    assert store.create("t1", kept, SECRET).result() == Stored(table.version)
    assert store.seat_credential("t1", 0) == ("ada", digest(credentials[0]))
    invite = digest("invitation")
    store.invite(invite, "t1", 1, START, START + 1000).result()
    after = ask(table, BEN, "sit", seat=1)
    kept, _ = addition_of(after, START, "ben:1", invite)
    assert store.append("t1", table.version, kept).result() == Stored(after.version)
    assert [mine.id for mine in store.tables_of("ben")] == ["t1"]
    twice, _ = addition_of(ask(table, ADA, "sit", seat=1), START)
    assert isinstance(store.append("t1", table.version, twice).result(), Stale)
    store.close()


def test_a_seat_keeps_the_number_that_it_had_before_the_game_for_whoever_takes_it() -> None:
    table = two_people(first=1)
    assert [seat.who for seat in table.seats] == ["ben", "ada"]
    addition, credentials = addition_of(table, START)
    assert (claimed(addition), list(credentials)) == ([(1, "ben")], [1]), (
        "the game began with his sitting down"
    )
    after = decide(table, CYD, Sit(0, "Cyd"), moment(100, away={0: START}, invited=0))
    addition, credentials = addition_of(after, START)
    assert (list(addition.freed), claimed(addition), list(credentials)) == ([1], [(1, "cyd")], [1])


def test_a_computer_has_something_to_do_where_it_is_to_move_and_nowhere_else() -> None:
    table = begun()
    assert job_of(opened(), "north") is None
    assert (job_of(table, "north"), addition_of(table, START, place="north")[0].job) == (None, None)
    after = ask(table, ADA, "move", token=table.position.legal[0])
    wanted = Job("t1", after.version, "ada", "north", is_watched=True, is_slow=False, tries=0)
    assert (job_of(after, "north"), addition_of(after, START, place="north")[0].job) == (wanted, wanted)


@pytest.mark.parametrize("is_slow", [False, True])
def test_it_is_told_who_waits_for_a_computer_and_whether_it_thinks_for_long(is_slow: bool) -> None:
    levels = ladder(opened().game).levels
    level = levels[-1 if is_slow else 0].name
    job = job_of(begun(seats=(level, level)), "")
    assert job is not None
    assert (job.is_watched, job.is_slow) == (False, is_slow)
