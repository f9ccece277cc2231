"""Notebooks run as a reader would run them: all cells in order, in a process of their own; no Jupyter needed.

    python -m tests.notebooks                        # every one, in full; says what comes out otherwise
    python -m tests.notebooks --quick train.ipynb    # with the small numbers that the tests use
    python -m tests.notebooks --write train.ipynb    # keep what comes out in the file

As in Jupyter, the last expression of a cell is shown, `%%writefile NAME` puts the rest of the cell into a
file, and `!` before a line gives it to the shell, with `{names}` filled in.  A cell with the tag `parameters`
may have, in its metadata under `quick`, the values that --quick puts in their place.  What a cell prints must
be what the file says, unless it has the tag `varies`.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "notebooks"
WRITE_FILE, SHELL = "%%writefile ", "!"
SHORT = 120  # letters of what is also shown as a picture
RICH = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}

Cell = dict[str, Any]
Output = dict[str, Any]


def main() -> None:
    """Run the notebooks that are named; ends with 1 if one does not say what its file says."""
    words = argparse.ArgumentParser(prog="python -m tests.notebooks")
    words.add_argument("notebook", nargs="*", help="files in notebooks/; else all")
    words.add_argument("--quick", action="store_true", help="with the small numbers of the tests")
    words.add_argument("--write", action="store_true", help="keep what comes out in the file")
    asked = words.parse_args()
    paths = [FOLDER / name for name in asked.notebook] or sorted(FOLDER.glob("*.ipynb"))
    changed = []
    for path in paths:
        notebook = json.loads(path.read_text("utf-8"))
        for place, (cell, outputs) in enumerate(ran(path.stem, notebook, asked.quick)):
            if _said(outputs) != _said(cell["outputs"]) and "varies" not in _tags(cell):
                changed.append(f"{path.name}, code cell {place + 1}, now says\n{_said(outputs)}")
            cell["outputs"], cell["execution_count"] = outputs, place + 1
        if asked.write:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if changed and not asked.write:
        sys.exit("\n".join(changed))


def ran(name: str, notebook: dict[str, Any], quick: bool) -> Iterator[tuple[Cell, list[Output]]]:
    """Each code cell in order with what comes out, all in a folder of its own."""
    known: dict[str, Any] = {"__name__": "__main__"}
    folder = _place(name)
    with chdir(folder):
        sys.path.insert(0, str(folder))
        for place, cell in enumerate(code_of(notebook), 1):
            outputs: list[Output] = []
            known["display"] = lambda thing, outputs=outputs: outputs.append(_shown(thing, None))
            with redirect_stdout(io.StringIO()) as printed:
                shown = _run("".join(cell["source"]), known, f"<cell {place}>")
            if quick:
                known |= cell["metadata"].get("quick", {})
            if printed.getvalue():
                text = printed.getvalue().splitlines(keepends=True)
                outputs.insert(0, {"name": "stdout", "output_type": "stream", "text": text})
            if shown is not None:
                outputs.append(_shown(shown, place))
            yield cell, outputs
        sys.path.remove(str(folder))


def _place(name: str) -> Path:
    """An empty folder but for modules of the last time: one that is the same need not be compiled again."""
    here = sha256(str(FOLDER).encode()).hexdigest()[:8]
    folder = Path(tempfile.gettempdir(), f"stylobate-notebooks-{here}", name)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix != ".py":
            path.unlink()
    return folder


def code_of(notebook: dict[str, Any]) -> list[Cell]:
    """Its cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _run(source: str, known: dict[str, Any], name: str) -> object:
    """Do what the cell says; gives its last expression."""
    if source.startswith(WRITE_FILE):
        first, _, text = source.removeprefix(WRITE_FILE).partition("\n")
        file = Path(first.strip())
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
        print(f"Writing {file}")
        return None
    if source.startswith(SHELL):
        return _shell(source.removeprefix(SHELL).format_map(known))
    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
        exec(compile(tree, name, "exec"), known)
        return None
    tree.body.pop()
    exec(compile(tree, name, "exec"), known)
    return eval(compile(ast.Expression(last.value), name, "eval"), known)


def _shell(command: str) -> None:
    """Run a command, with the programs of this environment before others."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    ran = subprocess.run(
        command,
        shell=True,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    print(ran.stdout, end="")
    if ran.returncode:
        raise RuntimeError(f"{command} ended with {ran.returncode}: {ran.stdout}")


def _shown(thing: object, count: int | None) -> Output:
    """What a notebook keeps of something that it shows."""
    plain = repr(thing)
    data: dict[str, Any] = {}
    for method, kind in RICH.items():
        make: Callable[[], str] | None = getattr(thing, method, None)
        if make is not None:
            data[kind] = make().splitlines(keepends=True)
            plain = textwrap.shorten(plain, SHORT, placeholder=" …")
    data["text/plain"] = plain.splitlines(keepends=True)
    if count is None:
        return {"data": data, "metadata": {}, "output_type": "display_data"}
    return {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def _said(outputs: list[Output]) -> str:
    """What stands there as text; pictures are for the eye, and change when a drawing does."""
    texts = []
    for one in outputs:
        data = one.get("data", {})
        if not set(data) & {"image/svg+xml", "text/html"}:
            texts.append("".join(one.get("text", data.get("text/plain", []))))
    return "\n".join(texts).replace(os.sep, "/")


def _tags(cell: Cell) -> list[str]:
    tags: list[str] = cell["metadata"].get("tags", [])
    return tags


if __name__ == "__main__":
    main()
