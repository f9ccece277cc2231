"""How much of everything one visitor may ask for: all limits of the site in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Numbers an operator might change; `on` turns off those on rates, for measurements."""

    on: bool = True
    body: int = 64 * 1024
    nesting: int = 8
