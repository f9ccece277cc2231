"""Links as the site has them: to pages wherever they now are, and to sources, each of which gets a page.

In the repository a page leads to sources and tests beside it; on the site those would lie nowhere.  So every
file that a page leads to is shown on a page of its own, and a link to a function or a test leads to its line.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

PICTURES = (".svg", ".webp", ".png", ".json", ".css", ".js")
"""Files of docs/ that the site has as they are."""

SOURCE = "source:"
"""Before a link's target: the source itself is meant, also where a page tells of it."""

_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_CHART = re.compile(r"!\[([^]]*)\]\(([^()\s#]+)\.svg\)")
_LANGUAGES = {
    ".py": "python",
    ".js": "javascript",
    ".toml": "toml",
    ".yml": "yaml",
    ".json": "json",
    ".c": "c",
}
_LONGEST = 200_000  # what is longer is shown up to there

Change = Callable[[str], str]


class Links:
    """Mends the links of pages; remembers which sources they lead to."""

    def __init__(self, root: Path, pages: Mapping[str, str], told: Mapping[str, str]) -> None:
        """`pages` are by where each lies in the repository; `told` are sources that a page tells of."""
        self._root = root
        self._pages = {**pages, **told}
        self._lies = {name: place for place, name in pages.items()}
        self._sources: dict[str, str] = {}

    def mended(self, name: str, text: str) -> str:
        """The page of this name as it was written, with the links of the site, pictures in both themes."""
        text = _CHART.sub(self._themed(name), text)
        return outside_code(
            text, lambda prose: _LINK.sub(lambda link: f"]({self._led(name, link[1])})", prose)
        )

    def sources(self) -> Iterator[tuple[str, str]]:
        """A page for each source that a mended link leads to."""
        for place, name in self._sources.items():
            file = self._root / place
            yield name, _head(place) + (_listed(file) if file.is_dir() else _shown(file))

    def _themed(self, name: str) -> Callable[[re.Match[str]], str]:
        """A picture that has a dark sister stands for both."""
        folder = self._root / PurePosixPath(self._lies[name]).parent

        def both(found: re.Match[str]) -> str:
            words, place = found.groups()
            if not (folder / f"{place}.dark.svg").exists():
                return found[0]
            return f"![{words}]({place}.svg#only-light)![{words}]({place}.dark.svg#only-dark)"

        return both

    def _led(self, name: str, link: str) -> str:
        target, _, part = link.removeprefix(SOURCE).partition("#")
        if ":" in target or not target:
            return link
        place = os.path.normpath(PurePosixPath(self._lies[name]).parent / target)
        if place.startswith("docs/") and place.endswith(PICTURES):
            return link
        there = None if link.startswith(SOURCE) else self._pages.get(place)
        if there is None:
            there = self._sources.setdefault(place, f"source/{place}.md")
            part = part and _line(self._root / place, part)
        return os.path.relpath(there, PurePosixPath(name).parent) + (part and f"#{part}")


def outside_code(text: str, change: Change) -> str:
    """The page with its prose changed, and what stands in fences as it was."""
    changed, end = [], 0
    for fence in _FENCED.finditer(text):
        changed += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*changed, change(text[end:])])


def _line(file: Path, function: str) -> str:
    """The anchor of the line where a function of a source begins."""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if re.match(rf"\s*(async )?(def|class) {re.escape(function)}\b", line):
            return f"__span-0-{number}"
    raise LookupError(f"{file} has no “{function}”")


def _head(place: str) -> str:
    title = place.rpartition("/")[2]
    return f"---\ntitle: {title}\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n\n# `{place}`\n\n"


def _shown(file: Path) -> str:
    code = file.read_text("utf-8")[:_LONGEST].rstrip()
    return f'~~~~~~~~ {{ .{_LANGUAGES.get(file.suffix, "text")} linenums="1" }}\n{code}\n~~~~~~~~\n'


def _listed(folder: Path) -> str:
    names = sorted(file.name for file in folder.iterdir() if not file.name.startswith(("_", ".")))
    return "\n".join(f"- `{name}`" for name in names) + "\n"
