"""All pages gathered in one folder, and the site that Zensical makes of them."""

import shutil
import subprocess
import sys
from pathlib import Path

from docs.building import commands, guides, modules, notebooks
from docs.building.links import PICTURES, Links
from stylobate.web.palette import style_sheet

HERE = Path(__file__).parent
DOCS = HERE.parent
ROOT = DOCS.parent

ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "bench/README.md": "speed.md",
}
"""Pages that lie outside docs/, and their names on the site."""

ICON = ROOT / "src/stylobate/web/static/icon.svg"
SUMMARY = "SUMMARY.md"


def build(folder: Path) -> None:
    """Gather the pages in this folder, and build the site beside them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in gathered().items():
        place = folder / "pages" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    for file in DOCS.rglob("*"):
        if file.suffix in PICTURES:
            place = folder / "pages" / file.relative_to(HERE if HERE in file.parents else DOCS)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)
    shutil.copy(HERE / "zensical.toml", folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode or "Warning" in built.stderr:
        sys.exit(built.stdout + built.stderr)


def written() -> dict[str, str]:
    """The pages that people have written: where they lie in the repository, and their names on the site."""
    here = sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md") if page.name != SUMMARY)
    return {f"docs/{name}": name for name in here} | ELSEWHERE


def gathered() -> dict[str, str]:
    """Every page, and every picture that is drawn for one, by its name on the site."""
    places = written()
    pages = {name: guides.filled((ROOT / place).read_text("utf-8")) for place, name in places.items()}
    pages |= guides.pages() | modules.pages() | commands.pages() | notebooks.pages()
    places |= notebooks.places()
    pages |= {"palette.css": style_sheet(()), "icon.svg": ICON.read_text("utf-8")}
    places |= {f"docs/{name}": name for name in pages if name not in places.values()}
    links = Links(ROOT, places, guides.places() | modules.places() | {"README.md": "index.md"})
    pages |= {name: links.mended(name, text) for name, text in pages.items() if name.endswith(".md")}
    pages |= dict(links.sources())
    pages[SUMMARY] = (HERE / SUMMARY).read_text("utf-8")
    return pages
