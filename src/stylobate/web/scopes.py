"""Where a request comes from, its headers and its credentials, read from the ASGI scope."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from hashlib import sha256

from starlette.types import Receive, Scope


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
    """The same for a bare address: of IPv6 the network of 64 bits, of IPv4 written as IPv6 the address."""
    if ":" not in host:
        return host
    try:
        whole = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return str(ipaddress.IPv6Network((whole, 64), strict=False))


def credentials(scope: Scope) -> Iterator[bytes]:
    """Digests of the session that sent that, and of the seat at the table it is for: either acts by itself.

    Who makes one up is still held by the limits of their address.
    """
    pairs = (cookie.strip().partition(b"=") for cookie in (header(scope, b"cookie") or b"").split(b";"))
    cookies = {name: credential for name, _, credential in pairs}
    for name in (
        b"stylobate",
        b"stylobate-guest",
        *(b"seat-" + part.encode() for part in scope["path"].split("/")),
    ):
        if name in cookies:
            yield sha256(cookies[name]).digest()[:16]


async def until_gone(receive: Receive) -> None:
    """Wait until whoever sent the request has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
