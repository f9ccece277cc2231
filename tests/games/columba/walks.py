"""Games that are not left to even chance: seats that like to capture, to build, to release tiles, to hunt.

Seats that pick evenly among hundreds of tokens hardly ever finish an objective.  Here a kind of token is
picked first, by its weight, and then one of that kind.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping

from stylobate.game import Position
from tests.games.columba.reference import Columba, footprint
from tests.harness import any_token, compare

HUNTERS = {
    "capture": 30,
    "extend": 1,
    "goal": 9,
    "nogoal": 1,
    "cote": 1,
    "adult": 9,
    "eyas": 9,
    "falcon": 9,
    "end": 1,
}
BREEDERS = {
    "capture": 30,
    "extend": 1,
    "goal": 9,
    "nogoal": 1,
    "cote": 2,
    "tile": 9,
    "eyas": 1,
    "adult": 4,
    "end": 1,
}
BUILDERS = {"capture": 3, "extend": 3, "cote": 9, "tile": 9, "goal": 1, "nogoal": 1, "end": 1}
LATE_BUILDERS = {
    "capture": 30,
    "extend": 1,
    "goal": 9,
    "nogoal": 1,
    "cote": 0.1,
    "tile": 9,
    "falcon": 9,
    "end": 2,
}
EVEN = dict.fromkeys(
    ["capture", "extend", "goal", "nogoal", "cote", "tile", "eyas", "adult", "falcon", "end"], 1
)
MANNERS: dict[str, Mapping[str, float]] = {
    "hunters": HUNTERS,
    "breeders": BREEDERS,
    "builders": BUILDERS,
    "late builders": LATE_BUILDERS,
    "even by kind": EVEN,
}


def kind_of(token: str, beside: Columba) -> str:
    """What kind of token it is; a card that covers something is a capture."""
    kind = token.partition(":")[0]
    if kind != "card":
        return kind
    x, y, _ = token.removeprefix("card:").split(",")
    covers = any(place in beside.table.squares for place in footprint((int(x), int(y))))
    return "capture" if covers else "extend"


def pick(position: Position, beside: Columba, manner: Mapping[str, float], rng: random.Random) -> str:
    """A token in that manner; what chance does is left to chance."""
    if position.is_chance:
        return any_token(position, rng)
    kinds = defaultdict(list)
    for token in position.legal:
        kinds[kind_of(token, beside)].append(token)
    weights = [manner.get(kind, 0.05) for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])


def walk(
    position: Position, beside: Columba, manner: Mapping[str, float], rng: random.Random, story: str = ""
) -> Counter[str]:
    """One game in that manner, compared at every node; returns how often each kind of token was played.

    On the way every position is also written and read again.
    """
    played: Counter[str] = Counter()
    compare(position, beside, story)
    while not position.is_over:
        token = pick(position, beside, manner, rng)
        played[kind_of(token, beside) if not position.is_chance else "draw"] += 1
        position = position.play(token)
        beside.play(token)
        story = f"{story} {token}".strip()
        compare(position, beside, story)
        assert position.game.position(str(position)) == position
    return played
