"""What the house cannot do, beside what a table refuses (`Refusal`); `web.answers` gives each a status."""

import math

from stylobate.errors import StylobateError


class NoSuchTable(StylobateError):
    """There is no table of that id, or no longer."""

    def __init__(self) -> None:
        super().__init__("there is no such table; perhaps the link is incomplete")


class Unplayable(StylobateError):
    """A game that was offered but cannot be played: its rules do not load."""

    def __init__(self, title: str) -> None:
        super().__init__(f"{title} cannot be played here: its rules do not work")


class Busy(StylobateError):
    """Somebody asks for more than is done for one visitor; after so many seconds they may ask again."""

    def __init__(self, sentence: str, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        wait = "a second" if self.seconds == 1 else f"{self.seconds} seconds"
        super().__init__(f"{sentence}; try again in {wait}")


class Stopping(StylobateError):
    """The server is about to stop, so nothing new is begun."""

    def __init__(self) -> None:
        super().__init__("the site is about to stop; try again in a moment")
