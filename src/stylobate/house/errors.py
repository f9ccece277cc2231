"""What the house cannot do, beside what a table refuses (`Refusal`); `web.answers` gives each a status."""

from stylobate.errors import StylobateError


class NoSuchTable(StylobateError):
    """There is no table of that id, or no longer."""

    def __init__(self) -> None:
        super().__init__("there is no such table; perhaps the link is incomplete")


class Stopping(StylobateError):
    """The server is about to stop, so nothing new is begun."""

    def __init__(self) -> None:
        super().__init__("the site is about to stop; try again in a moment")
