"""Where a request comes from, and from whom.

Limits are for a household, which has many IPv6 addresses, and for a session, whose cookie can be written in
many ways.
"""

from __future__ import annotations

import pytest
from starlette.requests import Request

from stylobate.web.scopes import credentials, place


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::2"),
        ("2001:db8::1", "2001:db8:0:0:ffff:ffff:ffff:ffff"),
        ("2001:db8:1:2::", "2001:0db8:0001:0002:aaaa::9"),
        ("fe80::1%eth0", "fe80::2%wlan0"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ],
)
def test_addresses_of_one_household_are_one_place(one: str, other: str) -> None:
    assert place(one) == place(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("2001:db8:1::", "2001:db8:2::"),
        ("192.0.2.1", "192.0.2.2"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
        ("not:an:address", "not:another:address"),
    ],
)
def test_other_households_are_other_places(one: str, other: str) -> None:
    assert place(one) != place(other)


def credentials_of(*cookies: bytes, path: str = "/api/tables/0123456789abcdef") -> list[bytes]:
    return list(credentials({"path": path, "headers": [(b"cookie", text) for text in cookies]}))


@pytest.mark.parametrize(
    "cookies",
    [
        (b"stylobate =abc",),
        (b"stylobate= abc ",),
        (b'stylobate="abc"',),
        (b'stylobate="\\141bc"',),
        (b"other=1", b"stylobate=abc"),
        (b"stylobate=made-up", b"stylobate=abc"),
        (b"stylobate=made-up; stylobate=abc",),
    ],
)
def test_a_session_written_otherwise_is_the_same_session(cookies: tuple[bytes, ...]) -> None:
    request = Request({"type": "http", "headers": [(b"cookie", text) for text in cookies]})
    assert request.cookies["stylobate"] == "abc"
    assert credentials_of(*cookies) == credentials_of(b"stylobate=abc")


def test_a_path_with_many_tables_has_no_more_credentials_than_one_with_a_table() -> None:
    many = [f"{number:x}" for number in range(200)]
    cookies = "; ".join(f"seat-{one}={one}" for one in many).encode()
    assert len(credentials_of(cookies, path="/" + "/".join(many))) < 4
