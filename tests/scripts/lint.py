"""`python -m tests.scripts.lint`: types of the scripts of the site, and a linter's look at them."""

from __future__ import annotations

import sys

from tests.scripts.node import HAS_TOOLS, MUST, node, run

WHERE = ("src/stylobate", "tests/scripts")
CHECKS = (
    node("node_modules/typescript/bin/tsc", "--project", "."),
    node("node_modules/oxlint/bin/oxlint", "--deny-warnings", "--quiet", *WHERE),
)


def main() -> int:
    """Run both, the second also if the first finds something."""
    if not HAS_TOOLS:
        print("SCRIPTS NOT CHECKED: there is no TypeScript here.", flush=True)
        return int(MUST)
    return max([run(check) for check in CHECKS])


if __name__ == "__main__":
    sys.exit(main())
