"""How all tests are run: which is which, in what order, and what none may leave behind for the next.

The order is another one each time, and its seed stands at the end: `pytest --randomly-seed=…` with that seed
runs the same order again, `-p no:randomly` the order of the files.

Properties are tried with the same examples on every machine and in every order, unless asked to go looking:
`HYPOTHESIS_PROFILE=explore pytest …` tries new examples, and more of them; `quick` tries a few.
"""

import asyncio
import gc
import os
import re
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from stylobate.cores import cores
from tests import caddy, gpu, postgres
from tests.postgres import Cluster

PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "steady", derandomize=True, deadline=None, max_examples=40, suppress_health_check=PATIENT
)
settings.register_profile(
    "quick", derandomize=True, deadline=None, max_examples=15, suppress_health_check=PATIENT
)
settings.register_profile("explore", deadline=None, max_examples=2_000, suppress_health_check=PATIENT)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)
if PROFILE != "explore":
    # Hypothesis likes to try numbers and words that it finds in our modules, those imported so far: in
    # another order the examples would be others.
    providers.is_local_module_file = lambda path: False  # type: ignore[attr-defined, assignment]

IN_BROWSER = Path(__file__).parent / "browser"
ONLY_LEAVES_OUT = re.compile(r"not \w+( and not \w+)*")
WHOLE_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.(\w+)", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what is left out as a whole: the browser's folder, files that begin with such a mark.

    Each process would import all that they need, for nothing.
    """
    marks = config.getoption("markexpr")
    if not ONLY_LEAVES_OUT.fullmatch(marks):
        return None
    left_out = re.findall(r"not (\w+)", marks)
    if collection_path == IN_BROWSER:
        return True if "browser" in left_out else None
    if not collection_path.match("test_*.py"):
        return None
    said = WHOLE_FILE.search(collection_path.read_text("utf-8"))
    return True if said is not None and said[1] in left_out else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a browser by where it is; what kills or is slow says so itself.

    Whatever the order, those that kill go first and those that need a browser next: they take longest, and at
    the end nobody waits for one.  Each process begins with its part of them.
    """
    for item in items:
        if IN_BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = dealt([*items], workers)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Spare the garbage collector the thousands of tests and all that they import: none ever becomes any."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in another order: what takes longest at the beginning of each worker's part.

    xdist gives each worker as many tests as any other, in the order in which they stand, and later lets those
    that have none left take from the end of another's.  A file that needs a browser is for one worker: its
    tests may share what takes long to set up.
    """
    kinds: dict[str, list[pytest.Item]] = {"kills": [], "browser": [], "": []}
    for item in items:
        kinds[next((kind for kind in ("kills", "browser") if item.get_closest_marker(kind)), "")].append(item)
    rest = iter(kinds[""])
    hands = [kinds["kills"][n::workers] for n in range(workers)]
    for _, file in groupby(kinds["browser"], key=lambda item: item.path):
        min(hands, key=len).extend(file)
    order: list[pytest.Item] = []
    for left, hand in zip(range(workers, 0, -1), hands, strict=True):
        room = (len(items) - len(order)) // left
        order += [*hand, *islice(rest, max(0, room - len(hand)))]
    return [*order, *rest]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process a core; one more where a browser is among it, which is often waited for.

    Each process imports all tests, and has a site and a browser of its own: with two more the cores are never
    idle, and yet all took 55 seconds longer on two cores.
    """
    return cores() if "not browser" in config.getoption("markexpr") else cores() + 1


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of this process."""
    cluster = postgres.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def address(cluster: Cluster) -> Iterator[str]:
    """Where an empty database of that PostgreSQL is."""
    with cluster.lent() as address:
        yield address


def pytest_runtest_setup(item: pytest.Item) -> None:
    """See that nobody left an event loop running here: then no `asyncio.run` would be possible any more."""
    if item.get_closest_marker("browser") is None and _a_loop_is_running():
        pytest.fail("An earlier test left its event loop running in this process; was Playwright not closed?")


def _a_loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say which order it was, for whoever wants to see it again."""
    skipped = [str(one.longrepr) for one in terminalreporter.getreports("skipped")]
    for missing in (postgres.MISSING, caddy.MISSING, gpu.MISSING):
        if any(missing in why for why in skipped):
            terminalreporter.write_line(missing, red=True, bold=True)
    if config.pluginmanager.hasplugin("randomly"):
        seed = config.getoption("randomly_seed")
        terminalreporter.write_line(f"In random order; for the same again: pytest --randomly-seed={seed}")
