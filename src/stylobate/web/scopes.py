"""Where a request comes from, its headers and its credentials, read from the ASGI scope."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType

from starlette.requests import cookie_parser
from starlette.types import Receive, Scope

Header = tuple[bytes, bytes]

COOKIES = "stylobate.cookies"  # in a scope
DEEPEST_TABLE = 4  # parts of a path, in which a table has its name: /api/tables/T


def header(scope: Scope, name: bytes) -> bytes | None:
    """One header of a request; names are in lower case."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def written(headers: Iterable[Header]) -> bytes:
    """Headers as they are sent, a line each."""
    return b"".join([b"%b: %b\r\n" % one for one in headers])


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


def cookies(scope: Scope) -> Mapping[str, str]:
    """The cookies of a request, by name; they are read once, and kept in the scope."""
    read: Mapping[str, str] | None = scope.get(COOKIES)
    if read is None:
        sent = [value for key, value in scope["headers"] if key == b"cookie"]
        read = scope[COOKIES] = _read(b";".join(sent))
    return read


@lru_cache(1_000)
def _read(sent: bytes) -> Mapping[str, str]:
    """The same of a header; a browser sends the same one with every move."""
    return MappingProxyType(cookie_parser(sent.decode("latin-1")))


def credentials(scope: Scope) -> Iterator[bytes]:
    """Digests of the session that sent that, and of the seat at the table it is for: either acts by itself.

    Who makes one up is still held by the limits of their address.
    """
    sent = cookies(scope)
    for name in ("stylobate", "stylobate-guest"):
        if name in sent:
            yield _digest(sent[name])
    for part in scope["path"].split("/")[:DEEPEST_TABLE]:
        if f"seat-{part}" in sent:
            yield _digest(sent[f"seat-{part}"])


@lru_cache(1_000)
def _digest(credential: str) -> bytes:
    return sha256(credential.encode("utf-8", "replace")).digest()[:16]


async def until_gone(receive: Receive) -> None:
    """Wait until whoever sent the request has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
