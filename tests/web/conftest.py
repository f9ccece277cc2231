"""One site for all tests that leave it as it was; those that do not run their own."""

from collections.abc import Iterator

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
