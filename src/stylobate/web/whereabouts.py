"""Where others find the site: the address that a link, a preview or a QR code carries.

Whoever serves for the whole network looks at it as localhost, which on a phone is the phone.  So links then
carry the machine's address in the home network.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.requests import Request

from stylobate.web.settings import Settings

EVERYWHERE = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""What is served to the whole network, and an address of nobody, on the far side of the router."""


def nearby(settings: Settings) -> str | None:
    """The site's address for phones and others in the same network; None where there is none to tell."""
    if settings.public_url is not None or settings.host not in EVERYWHERE:
        return None
    here = _own_address(*EVERYWHERE[settings.host])
    if here is None:
        return None
    return f"http://{f'[{here}]' if ':' in here else here}:{settings.port}"


def origin(request: Request, settings: Settings) -> str:
    """How the site is called in what others are to open, such as a link."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    asked = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return (nearby(settings) if _is_loopback(asked) else None) or asked


def _own_address(family: socket.AddressFamily, beyond: str) -> str | None:
    """This machine's address on the way to somewhere else.  Nothing is sent: the way is only looked up."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
        way.connect((beyond, 9))
        address = ipaddress.ip_address(way.getsockname()[0])
        if not (address.is_loopback or address.is_unspecified or address.is_link_local):
            return str(address)
    return None


def _is_loopback(address: str) -> bool:
    name = urlsplit(address).hostname or ""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
