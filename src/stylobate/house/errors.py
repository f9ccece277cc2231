"""What the house cannot do, beside what a table refuses (`Refusal`); `web.answers` gives each a status."""

from stylobate.errors import StylobateError


class NoSuchTable(StylobateError):
    """There is no table of that id, or no longer."""

    def __init__(self) -> None:
        super().__init__("there is no such table; perhaps the link is incomplete")


class Unplayable(StylobateError):
    """A game that was offered but cannot be played: its rules do not load."""

    def __init__(self, title: str) -> None:
        super().__init__(f"{title} cannot be played here: its rules do not work")


class Stopping(StylobateError):
    """The server is about to stop, so nothing new is begun."""

    def __init__(self) -> None:
        super().__init__("the site is about to stop; try again in a moment")
