"""How a game ended: who has won, and everybody's points as a table, for there is little room."""

from __future__ import annotations

from rich.text import Text

from stylobate.sitting import Sitting


def ended(sitting: Sitting) -> Text:
    """The verdict with its reasons, then a line for each seat; where a game has no table, its sentences."""
    verdict, *why = sitting.result()
    names = [sitting.called(seat) for seat in range(sitting.position.seats)]
    tally = sitting.game.telling.tally(sitting.position, names) if sitting.position.is_over else None
    if tally is None:
        return Text("\n".join([verdict, *why]))
    told = Text(" ".join([verdict, *tally.why]))
    table = [("", *tally.heads), *((name, *row) for name, row in zip(names, tally.rows, strict=True))]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, (name, *rest) in enumerate(table):
        numbers = "".join(f"   {text:>{room}}" for text, room in zip(rest, wide[1:], strict=True))
        told.append(f"\n{name:<{wide[0]}}{numbers}", "not bold dim" if number == 0 else "not bold")
    return told
