"""How far a long command has come: on a terminal a bar with the time left, gone at the end; else nothing.

Commands import this when they need it: few do, and each would start later for it.
"""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TimeRemainingColumn


def in_parts(screen: Console, doing: str) -> Progress:
    """How many of a hundred."""
    return bar(screen, doing, BarColumn(), "{task.percentage:>3.0f} %", TimeRemainingColumn())


def counted(screen: Console, doing: str, *after: str) -> Progress:
    """How many of how many; what is written after it may be named as Rich names what a task has."""
    return bar(screen, doing, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), *after)


def bar(screen: Console, *columns: str | ProgressColumn) -> Progress:
    """Any other."""
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
