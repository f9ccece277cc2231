"""A phone can install the site: the manifest says all that is needed, and its icons are what it says."""

from __future__ import annotations

import json
import re
import struct

from tests.web.visiting import Visitor


def size(png: bytes) -> tuple[int, int]:
    """How wide and high a PNG is, by its own head."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_every_page_names_a_manifest_with_which_a_phone_can_install_the_site(ada: Visitor) -> None:
    page = ada.get("/").text
    found = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert found is not None
    address = found[1]
    answer = ada.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.content)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Stylobate", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        picture = ada.get(f"{address.rpartition('/')[0]}/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        assert "{}x{}".format(*size(picture.content)) == icon["sizes"]
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch is not None
    assert size(ada.get(touch[1]).content) == (180, 180)
