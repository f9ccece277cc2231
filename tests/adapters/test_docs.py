"""The lines of Python in docs/adapters.md do what they say."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text("utf-8")


@pytest.mark.parametrize("lines", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_lines_of_the_page_do_what_they_say(lines: str) -> None:
    told = io.StringIO()
    with redirect_stdout(told):
        exec(lines, {})
    assert told.getvalue()
