"""Notebooks as pages: what is written in them, their code, and what came out when they were last run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "notebooks"


def places() -> dict[str, str]:
    """Where notebooks lie in the repository, and their names on the site; pictures would lie beside them."""
    return {name.replace(".md", ".ipynb"): name for name in pages()}


def pages() -> dict[str, str]:
    """Every notebook, and every picture in one."""
    found: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.ipynb")):
        cells = json.loads(file.read_text("utf-8"))["cells"]
        pictures: dict[str, str] = {}
        parts = [part for cell in cells for part in _cell(cell, file.stem, pictures)]
        found[f"notebooks/{file.stem}.md"] = "\n\n".join(parts) + "\n"
        found |= {f"notebooks/{name}": picture for name, picture in pictures.items()}
    return found


def _cell(cell: dict[str, Any], stem: str, pictures: dict[str, str]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
        if svg := data.get("image/svg+xml"):
            name = f"{stem}-{len(pictures) + 1}.svg"
            pictures[name] = svg
            yield f"![What the cell shows]({name})"
        elif html := data.get("text/html"):
            yield f"<div>\n{html.replace(chr(10), '&#10;')}\n</div>"
        else:
            text = "".join(output.get("text", [])) or data["text/plain"]
            yield f"```text\n{text.rstrip()}\n```"
