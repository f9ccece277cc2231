"""docs/http.md shows how a program plays on the site, and it works."""

import json
import re
from pathlib import Path

from tests.web.visiting import Visitor

PAGE = Path(__file__).parents[2] / "docs" / "http.md"


def test_what_the_page_shows_opens_a_table_and_makes_a_move(ada: Visitor) -> None:
    opening, moving = re.findall(r"\$SITE(/\S+).*?-d '(.*?)'", PAGE.read_text("utf-8"), re.DOTALL)
    opened = ada.post(opening[0], json.loads(opening[1])).json()
    path, asked = (
        part.replace("TABLE", opened["table"]).replace("VERSION", str(opened["view"]["version"]))
        for part in moving
    )
    assert ada.post(path, json.loads(asked)).json()["turn"] == 1
    assert "b2a" in ada.get(f"{path}/record.txt").text
