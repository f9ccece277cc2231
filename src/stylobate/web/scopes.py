"""The address and headers of a request, read from the ASGI scope."""

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
    """The same for a bare address; of an IPv6 address the first half, the network."""
    return ":".join(host.split(":")[:4]) if ":" in host else host
