"""What can go wrong by a user's doing, each with one sentence for people.

Everything that refuses input raises a `StylobateError`, and its text is what the person sees: what was
wrong, where, and what would have been right.  Anything else that escapes is a bug of ours.
"""


class StylobateError(ValueError):
    """Something was asked for that cannot be done; `str()` is a sentence for people."""


class UnknownGame(StylobateError):
    """No game goes by that name."""


class BadGame(StylobateError):
    """A game that lacks what no game can do without, or whose folder does not hold together."""


class BadOption(StylobateError):
    """An option that the game does not have, or a value it cannot take."""


class BadToken(StylobateError):
    """A token that is not one of the game's, or not legal where it was played."""


class BadPosition(StylobateError):
    """A position text that cannot be read, or that no play could have made."""


class BadRecord(StylobateError):
    """A record that cannot be read or does not replay."""


class BadFile(StylobateError):
    """A file that is not what it should be, or is damaged."""


class OtherMind(BadFile):
    """Weights of another game, or of another version of its mind."""


class FullDisk(BadFile):
    """A file that has no room to grow."""


class BadPlayer(StylobateError):
    """No opponent goes by that name, or it cannot move here."""


class BadBatch(StylobateError):
    """Games that cannot be played side by side as asked."""


class Refusal(StylobateError):
    """Something asked for at a table that cannot be done there, or not now, or not by this person.

    `reason` is one word for programs: “stale” (made for an earlier version), “forbidden” (not theirs to ask),
    “illegal” (against the rules, or malformed), “taken” (another was first), “late” (their time is up) or
    “not-now”.  `option` is the one that is at fault, where one is.
    """

    def __init__(self, sentence: str, reason: str = "not-now", option: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason
        self.option = option
