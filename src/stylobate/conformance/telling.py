"""Do the words say something, and do the clicks build every move, each in one way?"""

from __future__ import annotations

from stylobate.conformance.promises import Met
from stylobate.telling import Step, offered, ways, why_not

SPELLED = 60  # legal tokens of a position that are told in words; clicks are looked at for all of them


def check_telling(met: Met) -> None:
    """The words for a position are there, and the clicks build each legal token in exactly one way."""
    position = met.position
    telling = position.game.telling
    names = [f"Ada {seat}" for seat in range(position.seats)]
    for given in (None, names):
        asked = telling.asks(position, given)
        met.promise(bool(asked) != position.is_over, f"telling.asks must ask while it goes on, not “{asked}”")
        for key, words in telling.squares(position, given).items():
            met.promise(key.split() == [key], f"a square's key must be a word without spaces, not “{key}”")
            met.promise(bool(words.strip()), f"telling.squares must say what stands on {key}")
        if position.is_over:
            result = telling.result(position, given)
            met.promise(bool(result) and all(result), "telling.result must say who has won, and why")
            tally = telling.tally(position, given)
            met.promise(
                tally is None or [len(row) for row in tally.rows] == [len(tally.heads)] * position.seats,
                "telling.tally must have a row for each seat, as long as its headings",
            )
    met.promise(isinstance(telling.how_to(position), str), "telling.how_to must be words")
    for seat in range(position.seats):
        met.promise(isinstance(telling.points(position, seat), str), "telling.points must be words")
    for token in position.legal[:SPELLED]:
        words = telling.words(position, token, names)
        met.promise(bool(words.strip()) and "\n" not in words, f"telling.words must tell “{token}” in a line")
    if position.turn >= 0:
        _check_steps(met)
        for key in (*telling.squares(position), "nowhere"):
            why = why_not(position, [key])
            met.promise(
                not why or why[-1] in ".?", f"telling.why_not must be a sentence, for the square {key}"
            )


def _check_steps(met: Met) -> None:
    position = met.position
    met.promise(
        len(position.legal) == 1 or not position.game.telling.goes_by_itself(position),
        "telling.goes_by_itself must leave a choice to whoever has one",
    )
    _check_switches(met)
    met.promise(sorted(offered(position)) == sorted(position.legal), "telling.order must lose no token")
    routes: dict[tuple[str, ...], str] = {}
    for token in position.legal:
        costs = position.game.telling.costs(position, token)
        met.promise(isinstance(costs, str), f"telling.costs must be words, for “{token}”")
        for way in ways(position, token):
            _check_way(met, token, way)
            keys = tuple(step.key for step in way)
            other = routes.setdefault(keys, token)
            met.promise(other == token, f"the clicks {_shown(keys)} build both “{other}” and “{token}”")
    for keys, token in routes.items():
        for length in range(1, len(keys)):
            shorter = routes.get(keys[:length])
            met.promise(
                shorter is None,
                f"“{token}” begins with the clicks {_shown(keys[:length])}, which are “{shorter}” already",
            )


def _check_switches(met: Met) -> None:
    switches = met.position.game.telling.switches(met.position)
    if switches is None:
        return
    keys = switches.keys
    met.promise(
        len({*keys, switches.done}) == len(keys) + 1 and all(key.split() == [key] for key in keys),
        "the keys of telling.switches must be words, each another, and `done` none of them",
    )
    for chosen in (*(keys[:most] for most in range(len(keys) + 1)), *([key] for key in keys)):
        token = switches.token(chosen)
        met.promise(
            token in met.position.legal,
            f"telling.switches must make a legal token of {_shown(tuple(chosen))}, not “{token}”",
        )


def _check_way(met: Met, token: str, way: tuple[Step, ...]) -> None:
    met.promise(bool(way), f"“{token}” needs a step at least")
    for step in way:
        met.promise(step.key.split() == [step.key], f"a step's key must be a word, not “{step.key}”")
        met.promise(bool(step.label.strip()), f"the step {step.key} of “{token}” must have a label")


def _shown(keys: tuple[str, ...]) -> str:
    return " ".join(keys)
