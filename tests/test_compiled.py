"""Importing is cheap, and machine code is kept where it can be: elsewhere than in the package."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import stylobate
from stylobate import compiled

pytestmark = pytest.mark.slow

PACKAGE = Path(stylobate.__file__).parent

PLAY_A_MOVE = """
import stylobate, sys
print(stylobate.load("colonnade").start().play("b2a"))
from stylobate.games.colonnade import rules
print(sum(rules.legal.stats.cache_hits.values()), sum(rules.legal.stats.cache_misses.values()))
print("and reads SciPy" if "scipy.linalg" in sys.modules else "and leaves SciPy alone")
"""


def python(code: str, *words: str, **environment: str) -> "list[str]":
    """What a fresh interpreter prints for this code; it must end well and say nothing else."""
    ambient = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    ran = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=ambient | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def contents(folder: Path) -> "dict[str, tuple[int, int]]":
    """Every file below with its size and the moment it was written."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
        if not path.name.startswith("tmp")
    }


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Path]:
    """The package alone, in a folder that may not be written to."""
    site = tmp_path / "site-packages"
    shutil.copytree(PACKAGE, site / "stylobate", ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*site.rglob("*"), site]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield site
    for path in [site, *site.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_importing_the_package_loads_no_compiler() -> None:
    loaded = python(
        "import stylobate, sys; print(*sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert loaded == [""]


def test_asking_what_games_there_are_loads_no_compiler() -> None:
    loaded = python(
        "import stylobate, sys\n"
        "print(*[stylobate.load(name).byline for name in stylobate.ids()], sep='\\n')\n"
        "print(*sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert "Colonnade, by Mark Steere, 2010" in loaded
    assert loaded[-1] == ""


@pytest.mark.slow
def test_a_read_only_package_compiles_once_and_later_processes_reuse_the_code(
    installed: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    before = contents(installed)
    places = {"PYTHONPATH": str(installed), "STYLOBATE_CACHE": str(cache)}

    after = ["B4/B1/R3/B3/R3/B3/R3/B3 B"]
    assert python(PLAY_A_MOVE, **places) == [*after, "0 1", "and leaves SciPy alone"]
    code = contents(cache)
    assert code
    assert python(PLAY_A_MOVE, **places) == [*after, "1 0", "and leaves SciPy alone"]
    assert contents(cache) == code
    assert contents(installed) == before


@pytest.mark.slow
def test_without_a_folder_to_keep_code_in_everything_still_works(installed: Path, tmp_path: Path) -> None:
    file = tmp_path / "a-file"
    file.write_text("not a folder")
    spare = tmp_path / "spare"
    spare.mkdir()
    before = contents(installed)
    told = python(
        PLAY_A_MOVE, PYTHONPATH=str(installed), STYLOBATE_CACHE=str(file / "cache"), TMPDIR=str(spare)
    )
    assert told[0] == "B4/B1/R3/B3/R3/B3/R3/B3 B"
    assert contents(installed) == before
    assert file.read_text() == "not a folder"
    assert list(spare.iterdir()) == [], "the temporary folder should be gone when the process ends"


MADE_OF = """
import sys
from stylobate.sources import fingerprint
for name in sys.argv[1:]:
    print(fingerprint(name))
"""
OWN = ("stylobate.games.columba.rules", "stylobate.games.colonnade.solver.sweep", "stylobate.search.tree")
GUEST = {
    "__init__.py": "",
    "cards.py": "import random\nSUITS = 4\n",
    "rules.py": "from guest import cards\nfrom stylobate import kernel\nSIZE = 13 * cards.SUITS\n",
    "drawing.py": "from guest.rules import SIZE\n",
    "telling.py": "from guest.drawing import SIZE\n",
}


def names(site: Path, *modules: str) -> "list[str]":
    """What the folders of these modules' machine code are called."""
    return python(MADE_OF, *modules, PYTHONPATH=str(site))


def change(source: Path) -> None:
    source.chmod(0o644)
    source.write_text(source.read_text("utf-8") + "\nCHANGED = True\n", "utf-8")


def test_a_drawing_or_its_words_may_change_and_nothing_is_compiled_anew(installed: Path) -> None:
    before = names(installed, *OWN)
    assert all(before)
    package = installed / "stylobate"
    parts = ("drawing", "telling", "sheet", "notation", "landscape", "pigeons", "__init__")
    for source in (path for name in parts for path in package.glob(f"games/*/{name}.py")):
        change(source)
    for part in ("drawing.py", "lettering.py", "game.py", "telling.py", "registry.py", "plain/drawing.py"):
        change(package / part)
    assert names(installed, *OWN) == before


COMPILED_IN = {
    "compiled.py": [True, True, True],
    "chance.py": [True, True, True],
    "kernel.py": [True, True, True],
    "games/columba/rules.py": [True, False, False],
    "games/columba/territory.py": [True, False, False],
    "games/columba/deck.py": [True, False, False],
    "games/colonnade/rules.py": [False, True, False],
    "games/colonnade/solver/wings.py": [False, True, False],
    "search/playouts.py": [False, False, True],
}
CHANGES = """
import sys
from pathlib import Path
from stylobate.sources import fingerprint

modules, sources = sys.argv[1].split(), map(Path, sys.argv[2:])
before = [fingerprint(module) for module in modules]
for source in sources:
    source.chmod(0o644)
    source.write_text(source.read_text("utf-8") + "\\nCHANGED = True\\n", "utf-8")
    fingerprint.cache_clear()
    after = [fingerprint(module) for module in modules]
    print(*(int(now != then) for now, then in zip(after, before)))
    before = after
"""


@pytest.mark.slow
def test_whatever_is_compiled_in_makes_new_code_of_what_it_is_part_of(installed: Path) -> None:
    """One after the other is changed, and each time it is seen whose code is another."""
    files = (str(installed / "stylobate" / source) for source in COMPILED_IN)
    told = python(CHANGES, " ".join(OWN), *files, PYTHONPATH=str(installed))
    recompiled = [[word == "1" for word in line.split()] for line in told]
    assert dict(zip(COMPILED_IN, recompiled, strict=True)) == COMPILED_IN


@pytest.mark.parametrize(
    ("source", "recompiled"),
    [("rules.py", True), ("cards.py", True), ("drawing.py", False), ("telling.py", False)],
)
def test_the_sources_of_another_package_count_in_the_same_way(
    tmp_path: Path, source: str, recompiled: bool
) -> None:
    (tmp_path / "guest").mkdir()
    for name, text in GUEST.items():
        (tmp_path / "guest" / name).write_text(text)
    before = names(tmp_path, "guest.rules")
    change(tmp_path / "guest" / source)
    assert (names(tmp_path, "guest.rules") != before) == recompiled


def test_what_has_no_source_is_compiled_but_not_kept(tmp_path: Path) -> None:
    program = "from stylobate.kernel import turn\n@turn\ndef always(s): return 1\nimport numpy as np\n"
    program += "print(always(np.zeros(1, dtype=np.int16)))"
    assert python(program, STYLOBATE_CACHE=str(tmp_path)) == ["1"]


def test_machine_code_that_nobody_ran_for_a_fortnight_is_dropped(tmp_path: Path) -> None:
    recent, old = (tmp_path / name for name in ("recent", "old"))
    for folder, days in ((recent, 13), (old, 15)):
        folder.mkdir()
        (folder / "legal.nbc").write_bytes(b"code")
        then = time.time() - days * 24 * 3600
        os.utime(folder, (then, then))
    compiled._forget_old(tmp_path)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["recent"]
