"""Many machines that work together, through Ray, which nothing else imports: an extra, `stylobate[cluster]`.

Each machine needs this program installed.  What is asked of it depends on nothing but the question, so that
the answers are those that one machine alone would have given.
"""

from __future__ import annotations

import os
import re
import socket
from typing import Any

from stylobate import extras
from stylobate.errors import BadOption

HERE = "here"  # instead of an address: a cluster of this machine alone
A_KNOCK = 5.0  # seconds for somebody to answer at an address

_PLACE = re.compile(r"(?:ray://)?([^/:]+):([0-9]{1,5})")


def joined(address: str) -> Any:
    """Ray, connected to the cluster at this address, or to one made of this machine; else a refusal.

    Ray looks for a cluster for minutes where nobody answers, so we knock first.
    """
    ray = _ray()
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        if place := _PLACE.fullmatch(address):
            socket.create_connection((place[1], int(place[2])), timeout=A_KNOCK).close()
        ray.init(
            address="local" if address == HERE else address,
            log_to_driver=False,
            logging_level="ERROR",
            configure_logging=True,
            include_dashboard=False if address == HERE else None,
        )
    except (OSError, ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BadOption(f"--ray {address}: no cluster could be joined there ({first})") from None
    return ray


def _ray() -> Any:
    with extras.wanted("cluster", "--ray"):
        import ray
    return ray
