"""The README keeps its word: its Python runs, its links lead somewhere, it names every game and author."""

import re
from pathlib import Path

import pytest

import stylobate
from tests.harness import of_this_house

HERE = Path(__file__).parents[1]
PAGES = [
    *sorted(HERE.glob("*.md")),
    *sorted(page for page in (HERE / "docs").rglob("*.md") if page.parent.name != "building"),
    HERE / "bench" / "README.md",
]


def test_the_lines_of_python_do_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.S)
    known: dict[str, object] = {}
    exec(program, known)
    position = known["position"]
    assert isinstance(position, stylobate.Position)
    assert position.winners == (1,)
    assert "(1,)" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), f"{page.name}: {link}"


@pytest.mark.parametrize("game", of_this_house(), ids=lambda game: game.id)
def test_every_game_and_its_author_stand_in_the_readme(game: stylobate.Game) -> None:
    text = (HERE / "README.md").read_text("utf-8")
    assert game.title.split(" (")[0] in text
    assert game.author in text
