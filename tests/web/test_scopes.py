"""Where a request comes from: limits are for a household, and that has many IPv6 addresses."""

from __future__ import annotations

import pytest

from stylobate.web.scopes import place


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
def test_addresses_of_one_household_are_one_place(one: str, other: str):
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
def test_other_households_are_other_places(one: str, other: str):
    assert place(one) != place(other)
