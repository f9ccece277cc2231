"""What is sent and kept of a table, to the last field, at moments in which everything occurs once."""

import json
from typing import Any

import pytest

from tests.play.moments import KEPT, everything

EXPECTED: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return everything()


@pytest.mark.parametrize("moment", EXPECTED)
def test_at_this_moment_everybody_is_sent_just_this(found: dict[str, Any], moment: str) -> None:
    assert found[moment] == EXPECTED[moment]


def test_no_moment_is_missing(found: dict[str, Any]) -> None:
    assert list(found) == list(EXPECTED)
