"""Scripts on their way to a browser: all that a page needs, named at once, and nothing else."""

import re

from stylobate.web.statics import FOLDER, Statics, bare
from tests.web.visiting import Visitor

GAMES = FOLDER.parents[1] / "games"
SCRIPTS = [*sorted(FOLDER.rglob("*.js")), *sorted(GAMES.rglob("page/*.js"))]


def test_a_script_loses_its_comments_and_types_and_no_line() -> None:
    written = b"// Why: so.\n/**\n * Adds.\n * @param {number} n\n */\nf(/** @type {Part} */ (x)); // kept\n"
    assert bare(written) == b"\n\n\n\n\nf((x)); // kept\n"


def test_what_is_left_of_every_script_is_what_was_written() -> None:
    for path in SCRIPTS:
        lines, left = path.read_text().splitlines(), bare(path.read_bytes()).decode().splitlines()
        assert len(left) == len(lines), path.name
        for before, after in zip(lines, left, strict=True):
            assert after.strip() in ("", re.sub(r"/\*\*.*?\*/ ?", "", before).strip()), path.name


def test_a_table_names_every_module_that_it_will_run(ada: Visitor) -> None:
    page = ada.get(ada.open("colonnade", ("me", "me")).path.replace("/api/tables/", "/t/")).text
    named = set(re.findall(r'<link rel="modulepreload" href="/static/[0-9a-f]{12}/([^"]+)">', page))
    imported = {"table.js"}
    for name in [path.name for path in SCRIPTS] * 3:
        if name in imported:
            imported |= set(re.findall(r'^import .*"\./(.+)";$', (FOLDER / name).read_text(), re.MULTILINE))
    assert named == imported
    assert {"house.js", "steps.js", "dice.js"} <= named


def test_whoever_changes_a_script_sees_it_as_it_is_written() -> None:
    assert Statics(fresh=True)._files["house.js"][0] == (FOLDER / "house.js").read_bytes()
