"""Why a click does nothing in Columba: what keeps the card, a dovecote, a tile or a falcon from a square."""

import re
from collections.abc import Sequence

from stylobate.game import Position
from stylobate.games.columba.notation import action, explain
from stylobate.games.columba.rules import CHOOSE, LAY
from stylobate.games.columba.territory import PHASE

_SQUARE = re.compile(r"(?:0|-?[1-9][0-9]{0,2}),(?:0|-?[1-9][0-9]{0,2})")


def why_not(position: Position, chosen: Sequence[str], key: str) -> str:
    """Why the card in hand cannot lie with its upper left square there, or why nothing can be placed."""
    s = position.state
    if not _SQUARE.fullmatch(key) or position.turn < 0:
        return ""
    if s[PHASE] == LAY:
        # However it is turned, it covers the same: only the last reason of all depends on that.
        return f"Not there: {explain(s, action(s, f'card:{key},0'))}."
    if s[PHASE] == CHOOSE:
        return "First say whether you take a new objective."
    if not chosen:
        return _what_first(position)
    if chosen[0] in ("eyas", "adult"):
        return "Choose the two tiles that the falcon costs."
    joint = "," if ":" in chosen[0] else ":"
    return f"Not there: {explain(s, action(s, f'{chosen[0]}{joint}{key}'))}."


def _what_first(position: Position) -> str:
    kinds = {token.partition(":")[0] for token in position.legal}
    things = {"cote": "a dovecote", "tile": "a tile", "falcon": "the falcon"}
    found = [words for kind, words in things.items() if kind in kinds]
    if not found:
        return "Nothing can be placed any more this turn."
    return f"First choose what to place: {' or '.join(found)}."
