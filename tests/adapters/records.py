"""What other tools played is a game of ours."""

from __future__ import annotations

from collections.abc import Sequence

from stylobate import load
from stylobate.record import Record, read
from tests.harness import Options


def is_a_record(game: str, options: Options, tokens: Sequence[str], end: str, worth: Sequence[float]) -> None:
    """The tokens lead to the same end by our rules, with the same winners, and make a record that says so."""
    final = load(game).begin(options).play(*tokens)
    kept = load(game).expand(options)
    assert end == str(final)
    record = Record(game, tuple(tokens), kept, result=final.winners)
    assert read(record.text()).final() == final
    assert tuple(seat for seat, got in enumerate(worth) if got > -1) == final.winners
    assert abs(sum(worth)) < 1e-9
