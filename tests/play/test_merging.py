"""What a client makes of a view and some news, case by case; scripts are held to the same cases.

In `merging.json`, `after` is the view afterwards: a view, “seen” or “news” where it is that very one, or null
where the client has to ask for the whole.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from stylobate.play.merging import merged

CASES = json.loads((Path(__file__).parents[1] / "merging.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_what_a_client_makes_of_news(case: dict[str, Any]) -> None:
    seen, news = copy.deepcopy(case["seen"]), copy.deepcopy(case["news"])
    after = merged(seen, news)
    if isinstance(case["after"], str):
        assert after is {"seen": seen, "news": news}[case["after"]]
    else:
        assert after == case["after"]
    assert (seen, news) == (case["seen"], case["news"]), "what was given is not changed"
