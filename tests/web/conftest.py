"""One site for all tests that leave it as it was; those that do not run their own."""

from collections.abc import Iterator
from functools import partial

import argon2
import pytest

from tests.web.visiting import Running, Visitor, running


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def ada(site: Running) -> Visitor:
    return site.visitor()


@pytest.fixture
def ben(site: Running) -> Visitor:
    return site.visitor()


@pytest.fixture
def cyd(site: Running) -> Visitor:
    return site.visitor()


@pytest.fixture(autouse=True)
def passwords_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hash costs those who guess is argon2's own default; here nobody guesses for long."""
    cheap = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(argon2, "PasswordHasher", cheap)
