"""What a request tells before anybody has taken it apart: where it comes from, its headers."""

from __future__ import annotations

from starlette.types import Scope


def header(scope: Scope, name: bytes) -> bytes | None:
    """One header of a request; names are in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def address(scope: Scope) -> str:
    """Where a request comes from; of an IPv6 address the network, for a household has all of it."""
    return place((scope.get("client") or ("",))[0])


def place(host: str) -> str:
    """The same, of a bare address."""
    return ":".join(host.split(":")[:4]) if ":" in host else host
