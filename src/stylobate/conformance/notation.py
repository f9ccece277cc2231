"""Does the notation refuse with a sentence what is none of the game's?

People misprint moves, and hostile ones send anything.  A notation that fails at that shows them a failure of
the program; one that takes a position of the wrong length lets compiled rules read what is not theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from stylobate.conformance.promises import Met
from stylobate.errors import BadPosition, BadToken, StylobateError
from stylobate.kernel import State

Meant = TypeVar("Meant")

PLACES = 8  # in a text where a sign is left out, doubled or changed


def check_notation(met: Met) -> None:
    """Misprints of its position and of a move are refused, or mean what they say."""
    position = met.position
    for text in _misprints(str(position)):
        _check_position(met, text)
    for text in _misprints(position.legal[0] if position.legal else "no-move"):
        if text not in position.legal:
            _check_token(met, text)


def _misprints(text: str) -> Iterator[str]:
    yield from ("", "?", " ", "٣", "9" * 30, f"{text} ", f" {text}", f"{text} 1", f"{text}\n")
    for place in range(0, len(text), 1 + len(text) // PLACES):
        before, sign, after = text[:place], text[place], text[place + 1 :]
        yield from (before + after, before + sign + sign + after, f"{before}?{after}", f"{before}0{after}")


def _check_token(met: Met, text: str) -> None:
    position, notation = met.position, met.position.game.notation
    action = _read(met, "action", BadToken, text, lambda text: notation.action(position.state, text))
    if action is None:
        return
    token = next((token for token, legal in position.actions.items() if legal == action), None)
    met.promise(token is None, f"notation.action must refuse {_shown(text)}, but takes it for “{token}”")
    why = notation.explain(position.state, action)
    met.promise(bool(why.strip()), f"notation.explain must say why {_shown(text)} is not legal")


def _check_position(met: Met, text: str) -> None:
    notation = met.position.game.notation
    state = _read(met, "read", BadPosition, text, notation.read)
    if state is None:
        return
    is_row = isinstance(state, np.ndarray) and state.dtype == np.int16 and state.ndim == 1
    met.promise(is_row, f"notation.read must give a row of int16 for {_shown(text)}")
    met.promise(
        not _is_as_long(met, state) or len(state) == len(met.position.state),
        f"notation.read must refuse {_shown(text)}, but gives a state of {len(state)} numbers for it",
    )
    written = notation.write(state)
    met.promise(
        written == text, f"notation.read must refuse {_shown(text)}: what it gives is written “{written}”"
    )


def _read(
    met: Met, name: str, refusal: type[StylobateError], text: str, read: Callable[[str], Meant]
) -> Meant | None:
    """What the notation takes the text for; None if it refuses it."""
    try:
        return read(text)
    except refusal:
        return None
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
        sentence = f"notation.{name} must refuse {_shown(text)} by {refusal.__name__}, but raises {raised}"
    met.promise(False, sentence)
    return None


def _is_as_long(met: Met, state: State) -> bool:
    """Whether that state must be as long as this one: all options that could change it are the same."""
    game = met.position.game
    shown = game.notation.options(met.position.state)
    return {option.name for option in game.options} <= set(shown) and shown == game.notation.options(state)


def _shown(text: str) -> str:
    return f"“{text}”" if text.isprintable() else repr(text)
