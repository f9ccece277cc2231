"""Is everything that was kept still whole?  Every table is replayed and every throw made again.

The only part of this room that knows what a table is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stylobate.errors import StylobateError
from stylobate.fair import Chain, verify
from stylobate.fair.chain import Segment
from stylobate.play import Table, fold, record, summary
from stylobate.store.protocol import Store


def check(
    store: Store, tell: Callable[[int, int], None] = lambda done, of: None
) -> Iterator[tuple[str, str]]:
    """Each damaged table with a sentence on its first fault; `tell` is called with the progress."""
    tables = store.every_table()
    for done, table in enumerate(tables):
        tell(done, len(tables))
        try:
            fault = _fault(store, table)
        except (StylobateError, ValueError) as error:
            fault = str(error)
        if fault:
            yield table, fault
    tell(len(tables), len(tables))


def fits(chain: Chain, table: Table) -> bool:
    """Whether this is the chain that the table has committed itself to."""
    return all(
        chain.segment(segment.index, segment.first, segment.why, segment.salt, segment.scheme) == segment
        for segment in table.segments
    )


def is_committed(store: Store, id: str) -> bool:
    """Whether a table's secret is the one that it was opened with."""
    secret, opened = store.secret(id), next(iter(store.events(id)), {})
    if secret is None:
        return False
    commitment = opened.get("commitment", "")
    if commitment is None:
        return True  # nothing is thrown there
    first = Segment(0, 1, str(commitment))
    return Chain(secret).segment(scheme=first.scheme) == first


def _fault(store: Store, id: str) -> str | None:
    table = fold(id, store.events(id))
    secret, listed = store.secret(id), store.listed(id)
    if secret is None:
        return "its secret is missing"
    chain = Chain(secret)
    if not fits(chain, table):
        return "its secret does not fit its commitment"
    for throw, _ in table.throws:
        segment = next(one for one in reversed(table.segments) if one.first <= throw.number)
        if throw.link != chain.link(segment, throw.number):
            return f"throw {throw.number} did not reveal the link it should"
    paper = record(table)
    if "fair" in paper.more:
        report = verify(paper)
        if not report.holds:
            return report.faults[0]
    paper.final()
    derived = summary(table)
    if listed is None or listed.version != table.version:
        return f"its log ends at version {table.version}, and the list of tables says otherwise"
    about = {name: derived["about"].get(name) for name in listed.about}  # an older Stylobate told less
    if (listed.state, listed.game, dict(listed.about)) != (derived["state"], derived["game"], about):
        return "what the list of tables says of it is not what its log adds up to"
    return None
