"""How far a long command has come: on a terminal a bar with the time left, gone at the end; else nothing.

Commands import this when they need it: few do, and each would start later for it.
"""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TimeRemainingColumn


def in_parts(screen: Console, doing: str) -> Progress:
    """A bar with how much is done, in percent."""
    return bar(screen, doing, BarColumn(), "{task.percentage:>3.0f} %", TimeRemainingColumn())


def counted(screen: Console, doing: str, *after: str) -> Progress:
    """A bar with how many are done of how many; `after` may name what a task has, as Rich writes it."""
    return bar(screen, doing, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), *after)


def bar(screen: Console, *columns: str | ProgressColumn) -> Progress:
    """A bar of these columns, as Rich calls what stands side by side."""
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
