"""Programs that play badly, for the tests: small scripts that speak the line protocol up to a point."""

import sys
from pathlib import Path

POLITE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        {go}
    else:
        print("ok", flush=True)
"""

AT_GO = {
    "dies": "sys.stderr.write('out of cheese\\n'); sys.exit(3)",
    "silent": "import time; time.sleep(600)",
    "illegal": "print('bestmove Z9', flush=True)",
    "rude": "print('I will not', flush=True)",
    "binary": "sys.stdout.buffer.write(b'bestmove \\xff\\xfe\\x00\\n'); sys.stdout.flush()",
    "floods": "\n        while True: print('bestmove', flush=False)",
    "endless": "\n        while True: sys.stdout.write('x' * 9999)",
    "empty": "print('', flush=True)",
}


def program(folder: Path, go: str) -> str:
    """The command of a program that is well behaved until it is asked for a move."""
    file = folder / f"{go}.py"
    file.write_text(POLITE.format(go=AT_GO[go]), "utf-8")
    return f"cmd:{sys.executable} -S -E {file}"
