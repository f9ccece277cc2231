"""The records of `vectors`: what verifiers are held to is what ours finds, and the page's finds the same."""

import json

import pytest

from stylobate.fair import verify
from stylobate.record import read
from tests.fair.vectors import KEPT

VECTORS = json.loads(KEPT.read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_what_is_sound_holds_and_what_was_changed_does_not(vector: dict[str, object]) -> None:
    report = verify(read(str(vector["record"])))
    assert report.holds == vector["holds"], report.faults
    if report.holds:
        assert {kind: getattr(report, kind) for kind in ("together", "alone", "carried", "bare")} == vector[
            "kinds"
        ]
        assert (report.taken_back, dict(report.missing)) == (vector["taken_back"], vector["missing"])
        assert (list(report.restored), report.signed) == (vector["restored"], vector["signed"])


def test_the_records_have_throws_of_every_kind() -> None:
    kinds = [vector["kinds"] for vector in VECTORS if vector["holds"]]
    assert all(sum(kind[name] for kind in kinds) > 5 for name in ("together", "alone", "carried"))
    assert any(vector.get("missing") for vector in VECTORS)
    assert sum(not vector["holds"] for vector in VECTORS) > 30
