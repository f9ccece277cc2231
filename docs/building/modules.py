"""The Python reference: a page for each module that a program may build on, from docstrings and signatures.

Sources are read and not run, so that parts whose packages are not installed are told of as well.
"""

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"

MODULES = {
    "Playing": ("", "game", "registry", "record", "line", "guide", "engine", "errors"),
    "Computers": ("players", "ladder", "search.playouts", "search.perft", "arena", "fair"),
    "Learning": (
        "space",
        "vector",
        "adapters.openspiel",
        "adapters.pettingzoo",
        "adapters.gymnasium",
        "mind",
    ),
    "Making a game": (
        "parts",
        "kernel",
        "chance",
        "drawing",
        "palette",
        "telling",
        "page",
        "sheet",
        "conformance",
    ),
}
"""What a program may build on, by what it is for; those that are not there yet are passed over."""

TOLD = ("web.api", "play.commands")
"""Modules of which only the docstring matters: they tell what goes over the wire."""

_MODULE = re.compile(r"`(stylobate(?:\.[a-z_]+)*)`(?![](])")
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n(?!>>> )|\Z)", re.MULTILINE | re.DOTALL)

Described = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def places() -> dict[str, str]:
    """Where the modules that have a page lie in the repository, and the names of their pages."""
    return {f"src/{_file(name).relative_to(SOURCES)}": _page(name) for name in _listed()}


def pages() -> dict[str, str]:
    """A page for each module, and one that lists them."""
    return {_page(name): _module(name) for name in _listed()} | {"api/index.md": _index()}


def _listed() -> list[str]:
    every = [name for names in MODULES.values() for name in names]
    return [name for name in (*every, *TOLD) if _file(name).exists()]


def _file(name: str) -> Path:
    place = SOURCES.joinpath("stylobate", *filter(None, name.split(".")))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _page(name: str) -> str:
    return f"api/{name or 'stylobate'}.md"


def _full(name: str) -> str:
    return f"stylobate.{name}" if name else "stylobate"


def _index() -> str:
    lines = [
        "# Python",
        "",
        "What a program may build on. All of it is typed, and the examples are run by the tests.",
    ]
    for heading, names in MODULES.items():
        lines += ["", f"## {heading}", "", "| | |", "| --- | --- |"]
        for name in names:
            if _file(name).exists():
                first = _docs(ast.parse(_file(name).read_text("utf-8"))).partition("\n\n")[0]
                lines.append(f"| [`{_full(name)}`]({_page(name)[4:]}) | {' '.join(first.split())} |")
    return "\n".join(lines) + "\n"


def _module(name: str) -> str:
    """A module: what it says of itself, then its classes, functions and constants that are not private."""
    file = _file(name)
    code = file.read_text("utf-8")
    tree = ast.parse(code)
    source = f"source:../../src/{file.relative_to(SOURCES)}"
    parts = [f"# {_full(name)}", f"{_docs(tree)}", f"[Source]({source}){{ .source }}"]
    if name not in TOLD:
        parts += _members(tree.body, code.splitlines(), 2, "")
    return "\n\n".join(parts) + "\n"


def _members(body: list[ast.stmt], lines: list[str], depth: int, owner: str) -> Iterator[str]:
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, Described) and not node.name.startswith("_") and ast.get_docstring(node):
            yield f"{'#' * depth} {owner}{node.name}"
            yield f"```python\n{_signature(node, lines)}\n```"
            yield _docs(node)
            if isinstance(node, ast.ClassDef):
                yield from _members(node.body, lines, depth + 1, f"{node.name}.")
        elif said := _constant(node, following):
            yield said


def _constant(node: ast.stmt, following: ast.stmt | None) -> str:
    """A constant with the sentence below it; nothing where it has none."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    if not isinstance(target, ast.Name) or target.id.startswith("_"):
        return ""
    match following:
        case ast.Expr(ast.Constant(str(said))):
            return f"**`{ast.unparse(node)}`**\n: {said}"
    return ""


def _signature(node: Described, lines: list[str]) -> str:
    """The head of a function as it is written; of a class, with its fields."""
    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    head = textwrap.dedent("\n".join(lines[first - 1 : node.body[0].lineno - 1]))
    fields = (
        [part for part in node.body if isinstance(part, ast.AnnAssign)]
        if isinstance(node, ast.ClassDef)
        else []
    )
    return "\n".join([head.rstrip().removesuffix(":"), *(f"    {ast.unparse(one)}" for one in fields)])


def _docs(node: ast.Module | Described) -> str:
    """A docstring as Markdown: examples in fences, names of modules as links to their pages."""
    said = (ast.get_docstring(node) or "").replace("<", "&lt;")
    said = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", said)
    return _MODULE.sub(_linked, said)


def _linked(found: re.Match[str]) -> str:
    name = found[1].removeprefix("stylobate").removeprefix(".")
    return f"[{found[0]}](../{_page(name)})" if name in _listed() else found[0]
