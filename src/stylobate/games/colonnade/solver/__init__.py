"""Colonnade, solved: who wins every position, and in how many moves.

wings     the row as two wings of four squares; a number for every position
sweep     the value of every position from those before it, in compiled code
file      the checked file that a solution is kept in
solution  solving everything, or all that can be reached from one position
plain     the same values by plain search, to check the others by
whole     the solution of everything, as `stylobate solve` makes and tells it
oracle    what programs ask: who wins here, how soon, by which move
"""

from stylobate.parts import Solver


def solver() -> Solver:
    """The game's `Solver`: the oracle of this process."""
    from stylobate.games.colonnade.solver.oracle import shared

    return shared()
