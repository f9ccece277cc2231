"""What is handed out holds everything that the program needs, and nothing else; it runs where it is put."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from stylobate import __version__
from tests.example.installing import AS_IT_IS, PIP
from tests.release import building
from tests.release.smoke import Smoke

OF_THE_PACKAGE = f"stylobate-{__version__}.dist-info/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return building.wheel(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    files = {name for name in building.packed(wheel) if not name.startswith(OF_THE_PACKAGE)}
    assert files == building.kept_by_git()


@pytest.mark.slow
def test_the_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    root = building.unpacked(building.sdist(tmp_path), tmp_path)
    assert {"CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md"} <= {file.name for file in root.iterdir()}
    (tmp_path / "again").mkdir()
    assert building.packed(building.wheel(tmp_path / "again", root)) == building.packed(wheel)


def test_what_is_cited_and_what_is_told_of_changes_is_this_version() -> None:
    citation = yaml.safe_load((building.ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["authors"] == [{"name": "The Stylobate founders"}]
    assert {"message", "title", "license", "type"} <= set(citation)
    changes = (building.ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## ([0-9.]+) \(([0-9-]+)\)$", changes, re.M)
    assert (citation["version"], str(citation["date-released"])) == released[0]
    assert __version__ == released[0][0]
    assert released == sorted(released, key=lambda one: [*map(int, one[0].split("."))], reverse=True)


@pytest.mark.slow
def test_what_is_installed_runs_from_where_it_is_put(wheel: Path, tmp_path: Path) -> None:
    words = [sys.executable, *PIP, *AS_IT_IS, "--no-compile", "--target", str(tmp_path), str(wheel)]
    subprocess.run(words, check=True)
    entered = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from stylobate.cli import main; main()"
    program = Smoke([sys.executable, "-P", "-c", entered])
    program.tells_its_version()
    assert program.lists_games()
    where = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import stylobate; print(stylobate.__file__)"
    told = subprocess.run([sys.executable, "-P", "-c", where], capture_output=True, text=True, check=True)
    assert Path(told.stdout.strip()) == tmp_path / "stylobate" / "__init__.py"
