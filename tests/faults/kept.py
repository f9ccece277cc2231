"""What a store must hold in the end of a history: all of it, whole, with every seat in one hand."""

from __future__ import annotations

from collections.abc import Iterator

from stylobate.play import fold
from stylobate.store.check import check
from stylobate.store.sql import SqlStore
from tests.faults.checking import faults
from tests.faults.history import History, logs


def not_kept(store: SqlStore, history: History) -> list[str]:
    """What is not as it should be: by the history, by replaying every table, by who has which seat."""
    found = faults(history, logs(store))
    found += [f"table {table}: {fault}" for table, fault in check(store)]
    return [*found, *_seats(store)]


def _seats(store: SqlStore) -> Iterator[str]:
    """Whoever sits at a table has its seat in the store, and nobody else has."""
    with store.snapshot() as rows:
        claims = {
            (table, seat): who for table, seat, who in rows("SELECT table_id, seat, person FROM claims")
        }
    seated = {}
    for id in store.every_table():
        table = fold(id, store.events(id))
        for number, seat in enumerate(table.seats):
            if seat.who is not None:
                seated[id, table.at_first(number)] = seat.who
    for place in claims.keys() | seated.keys():
        sits, claimed = seated.get(place), claims.get(place)
        if sits != claimed:
            yield f"table {place[0]}: on seat {place[1]} sits {sits}, and {claimed} has claimed it"
