"""What was learned, as a small file: numbers, what they are for, and a checksum.

    stylobate learned 1
    {"game": "columns", "mind": 1, "numbers": 801, "sha256": "…", "trained": {"games": 400000, "seed": 1}}
    … the numbers, 32-bit floating point, least significant byte first

A file of another game, of another version of its mind, or one that was cut or changed is refused with a
sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np

from stylobate.errors import BadFile, OtherMind

Weights = np.ndarray[tuple[int], np.dtype[np.float64]]

HEADING = b"stylobate learned 1\n"


@dataclass(frozen=True)
class Learned:
    """Weights, whose they are, and how they came about."""

    game: str
    mind: int
    weights: Weights
    trained: Mapping[str, int | float | str] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write the file anew; one that was there stays whole until this one is."""
        numbers = self.weights.astype("<f4").tobytes()
        about = {
            "game": self.game,
            "mind": self.mind,
            "numbers": len(self.weights),
            "sha256": sha256(numbers).hexdigest(),
            "trained": dict(self.trained),
        }
        unfinished = path.with_name(path.name + ".part")
        try:
            unfinished.write_bytes(HEADING + json.dumps(about).encode() + b"\n" + numbers)
            unfinished.replace(path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise BadFile(f"{path} cannot be written: {error.strerror}; name another file") from None


def read(path: Path, game: str, mind: int, numbers: int) -> Learned:
    """The weights in a file, which must be of this game, this version of its mind, and of this number."""
    heading, _, rest = path.read_bytes().partition(b"\n")
    first, _, body = rest.partition(b"\n")
    if heading + b"\n" != HEADING:
        raise BadFile(f"{path} holds no weights: it does not begin with “{HEADING.decode().strip()}”")
    try:
        about = json.loads(first)
        found = (str(about["game"]), int(about["mind"]), int(about["numbers"]))
        checksum, trained = str(about["sha256"]), dict(about["trained"])
    except (ValueError, KeyError, TypeError):
        raise BadFile(f"{path} is damaged: its second line does not say what it holds") from None
    if found != (game, mind, numbers):
        raise OtherMind(
            f"{path} holds {found[2]} weights of {found[0]}, mind {found[1]}; "
            f"wanted are {numbers} of {game}, mind {mind}: train it anew (`stylobate train {game}`)"
        )
    if sha256(body).hexdigest() != checksum:
        raise BadFile(f"{path} is damaged: its checksum does not agree; train it anew or fetch it again")
    return Learned(game, mind, np.frombuffer(body, dtype="<f4").astype(np.float64), trained)
