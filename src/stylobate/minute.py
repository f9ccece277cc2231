"""A game in a minute: a list near the top of its guide, of which only the goal is needed.

    ## In a minute

    - **Goal.** Make the last move.
    - **Your turn.** …
    - **Scoring.** …
    - **The end.** …

Whoever plays sees these sentences beside the board, in a terminal too; so they are plain text, without marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from stylobate.errors import BadGame

HEADINGS = {"Goal": "goal", "Your turn": "turn", "Scoring": "scoring", "The end": "end"}

_LIST = re.compile(r"^## In a minute\n+((?:- .*\n(?:[ \t]+\S.*\n)*)+)", re.MULTILINE)
_LINE = re.compile(r"^- (?:\*\*(.+?)\.\*\* )?(.*(?:\n[ \t]+\S.*)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Minute:
    """What one plays for, what one does in a turn, how it is scored, how it ends; a sentence or two each."""

    goal: str
    turn: str = ""
    scoring: str = ""
    end: str = ""


def read(guide: str) -> Minute | None:
    """The game in a minute as a guide tells it; None where it has no such list."""
    told = _LIST.search(f"{guide}\n")
    if not told:
        return None
    found: dict[str, str] = {}
    for heading, text in _LINE.findall(told[1]):
        said = " ".join(text.split())
        if heading not in HEADINGS or HEADINGS[heading] in found:
            allowed = ", ".join(f"**{heading}.**" for heading in HEADINGS)
            raise BadGame(f"in a minute: “{said}” should come after one of {allowed}, each once")
        if re.search(r"[*_`\[\]]", said):
            raise BadGame(f"in a minute: “{said}” should be plain text, without marks")
        found[HEADINGS[heading]] = said
    if "goal" not in found:
        raise BadGame("in a minute: there is no **Goal.**, which says what one plays for")
    return Minute(**found)
