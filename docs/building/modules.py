"""The Python reference: a page for each module that a program may build on, from docstrings and signatures.

Sources are read and not run, so that parts whose packages are not installed are told of as well.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"
MODULES = {
    "Playing": "stylobate .game .registry .record .line .replay .guide .engine .errors",
    "Computers": ".players .ladder .search.playouts .search.perft .arena .fair .training.course",
    "Learning": ".space .batches .adapters.openspiel .adapters.pettingzoo .adapters.gymnasium .mind",
    "Making a game": ".parts .kernel .chance .drawing .palette .telling .page .sheet .conformance",
    "Over the wire": ".web.api .play.commands",
}
"""What a program may build on, by what it is for."""

WIRE = ("stylobate.web.api", "stylobate.play.commands")
"""Of these only the docstring matters: it tells what is sent and answered."""

_MODULE = re.compile(r"`(stylobate(?:\.[a-z_]+)*)`(?![](])")

Described = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One module, by its whole name."""

    name: str

    @property
    def file(self) -> Path:
        """Where its source is."""
        place = SOURCES.joinpath(*self.name.split("."))
        return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")

    @property
    def page(self) -> str:
        """The name of its page."""
        return f"api/{self.name.removeprefix('stylobate.')}.md"

    @cached_property
    def code(self) -> str:
        """What is written there."""
        return self.file.read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The code, taken apart."""
        return ast.parse(self.code)

    def told(self) -> str:
        """Its page: what it says of itself, what it holds, and what it passes on from elsewhere."""
        source = f"source:../../src/{self.file.relative_to(SOURCES)}"
        title = f"---\ntitle: {self.name.removeprefix('stylobate.')}\n---"  # short, for the list of them all
        parts = [title, f"# {self.name}", _docs(self.tree), f"[Source]({source})"]
        if self.name not in WIRE:
            links = [f"[`{name}`]({there.page[4:]})" for there, name in self.passed_on() if there in listed()]
            parts += [f"From elsewhere: {', '.join(links)}."] if links else []
            parts += self.members(self.tree.body, 2)
            for there, name in self.passed_on():
                if there not in listed():
                    parts += there.members([one for one in there.tree.body if _name(one) == name], 2)
        return "\n\n".join(parts) + "\n"

    def passed_on(self) -> Iterator[tuple[Module, str]]:
        """The names that it takes from other modules of ours, for everybody to use."""
        offered = re.search(r"^__all__ = \[(.*?)\]", self.code, re.MULTILINE | re.DOTALL)
        names = re.findall(r'"(\w+)"', offered[1]) if offered else []
        for node in self.tree.body + [one for top in self.tree.body for one in getattr(top, "body", [])]:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("stylobate"):
                for one in node.names:
                    if one.name in names or one.asname == one.name:
                        yield Module(node.module or ""), one.name

    def members(self, body: list[ast.stmt], depth: int, owner: str = "") -> Iterator[str]:
        """Classes and functions that say what they do, constants with a sentence below them."""
        for node, following in zip(body, [*body[1:], None], strict=True):
            if _name(node).startswith("_"):
                continue
            if isinstance(node, Described) and ast.get_docstring(node):
                yield f"{'#' * depth} {owner}{node.name}"
                yield f"```python\n{self.signature(node)}\n```"
                yield _docs(node)
                if isinstance(node, ast.ClassDef):
                    yield from self.members(node.body, depth + 1, f"{node.name}.")
            match following:
                case ast.Expr(ast.Constant(str(said))) if _name(node):
                    yield f"**`{ast.unparse(node)}`**\n: {said}"

    def signature(self, node: Described) -> str:
        """The head of a function as it is written; of a class, with its fields."""
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        lines = self.code.splitlines()[first - 1 : node.body[0].lineno - 1]
        fields = [
            one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(node, ast.ClassDef)
        ]
        head = textwrap.dedent("\n".join(lines)).rstrip().removesuffix(":")
        return "\n".join([head, *(f"    {ast.unparse(one)}" for one in fields)])


@cache
def listed() -> list[Module]:
    """Every module that has a page."""
    return [module for names in MODULES.values() for module in _named(names)]


def places() -> dict[str, str]:
    """Where these modules lie in the repository, and the names of their pages."""
    return {f"src/{module.file.relative_to(SOURCES)}": module.page for module in listed()}


def pages() -> dict[str, str]:
    """A page for each module, and one that lists them."""
    return {module.page: module.told() for module in listed()} | {"api/index.md": _index()}


def _named(names: str) -> list[Module]:
    return [Module(f"stylobate{name}" if name[0] == "." else name) for name in names.split()]


def _index() -> str:
    lines = [
        "# Python",
        "",
        "What a program may build on. All of it is typed; the examples are run by the tests.",
    ]
    for heading, names in MODULES.items():
        lines += ["", f"## {heading}", "", "| | |", "| --- | --- |"]
        for module in _named(names):
            first = " ".join(_docs(module.tree).partition("\n\n")[0].split())
            lines.append(f"| [`{module.name}`]({module.page[4:]}) | {first} |")
    return "\n".join(lines) + "\n"


def _name(node: ast.stmt) -> str:
    """What a statement defines or assigns; nothing if it does neither."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else getattr(node, "name", "")


def _docs(node: ast.Module | Described) -> str:
    """A docstring as Markdown: examples in fences, names of modules as links to their pages."""
    return "\n\n".join(map(_paragraph, (ast.get_docstring(node) or "").split("\n\n")))


def _paragraph(said: str) -> str:
    if said.startswith(">>> "):
        return f"```pycon\n{said}\n```"
    return said if said.startswith("    ") else _MODULE.sub(_linked, said.replace("<", "&lt;"))


def _linked(found: re.Match[str]) -> str:
    module = Module(found[1])
    return f"[{found[0]}](../{module.page})" if module in listed() else found[0]
