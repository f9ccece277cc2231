"""docs/architecture.md tells of the house as it is."""

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT = runpy.run_path(str(DOCS / "architecture.py"))
PAGE = (DOCS / "architecture.md").read_text("utf-8")


def test_the_picture_is_the_one_that_would_be_drawn_now() -> None:
    kept = (DOCS / "pictures" / "architecture.svg").read_text("utf-8")
    assert kept == SCRIPT["drawn"](), "draw it again: python docs/architecture.py"


def test_the_page_and_the_picture_number_the_same_walk() -> None:
    assert tuple(re.findall(r"^\d\. \*\*(\w+)\*\*: ", PAGE, re.M)) == SCRIPT["WALK"]
