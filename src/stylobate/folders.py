"""Where this user's own files are, by the system's custom: what they keep, and what can be made anew.

A service may run as a user without a home.  Then nothing is kept unless somebody says where.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from stylobate.errors import BadOption

NOWHERE = Path(os.devnull, "stylobate")  # nothing can be written there


def data_folder() -> Path:
    """Where games are kept unless another folder is named; refuses for a user without a home."""
    folder = _usual(platformdirs.user_data_dir)
    if folder is None:
        raise BadOption("this user has no home to keep games in; name a folder, or set HOME")
    return folder


def cache_folder() -> Path:
    """Where derived data lives: `$STYLOBATE_CACHE`, else the usual place; without a home, nowhere."""
    chosen = os.environ.get("STYLOBATE_CACHE")
    return Path(chosen) if chosen else _usual(platformdirs.user_cache_dir) or NOWHERE


def _usual(place: Callable[..., str]) -> Path | None:
    """The system's usual place; None for a user without a home, for whom older versions say “~”."""
    try:
        folder = Path(place("stylobate", appauthor=False))
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None
