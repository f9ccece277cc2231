"""Columella in words.  A drum is chosen where it lies in the yard."""

from columella.notation import columns
from columella.rules import TURNS
from stylobate.game import CHANCE, OVER, Position
from stylobate.telling import Names, Step, called


def words(position: Position, token: str, names: Names = None) -> str:
    """What the die shows, or what is set."""
    who = called(position, position.state[TURNS] % position.seats, names)
    deed = "throws a" if position.is_chance else "sets the"
    return f"{who} sets no drum" if token == "leave" else f"{who} {deed} {token[-1]}"


def asks(position: Position, names: Names = None) -> str:
    """To choose a drum, whoever is to move."""
    return {OVER: "", CHANCE: "The die is thrown."}.get(position.turn, "Set a drum, or none.")


def steps(position: Position, token: str) -> tuple[Step, ...]:
    """A click on the drum; to leave it is a button."""
    return (Step(token, "Leave the drums" if token == "leave" else f"The drum of width {token[-1]}"),)


def squares(position: Position, names: Names = None) -> dict[str, str]:
    """Each seat's column."""
    owners = [called(position, seat, names) for seat in range(position.seats)]
    built = [" on ".join(reversed(column)) or "nothing" for column in columns(position.state)]
    return {f"column-{seat}": f"{owners[seat]}'s column: {built[seat]}" for seat in range(position.seats)}
