"""Make `signs.txt` anew, of two files from https://www.unicode.org/Public/ when a new Unicode has come:

python -m stylobate.names.generate security/latest/confusables.txt UCD/latest/ucd/DerivedCoreProperties.txt
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

HEAD = """\
# Signs that cannot be seen, and after the signs that stand for all of their look, those that look like them.
# Made by `python -m stylobate.names.generate` of confusables.txt and DerivedCoreProperties.txt,
# Unicode {version}, (c) Unicode, Inc., under the Unicode License V3: see LICENSE beside this file.
"""


def rows(text: str) -> Iterator[list[str]]:
    """The fields of each line, without its remark."""
    for line in text.splitlines():
        fields = [field.strip() for field in line.lstrip("\ufeff").partition("#")[0].split(";")]
        if len(fields) > 1:
            yield fields


def hexadecimal(numbers: str) -> list[str]:
    """Numbers of signs without leading zeros."""
    return [f"{int(number, 16):X}" for number in numbers.split()]


def made(confusables: str, properties: str) -> str:
    """The text of `signs.txt`."""
    version = re.search(r"^# Version: (\S+)", confusables, re.M)
    unseen = [span for span, name, *_ in rows(properties) if name == "Default_Ignorable_Code_Point"]
    if version is None or not unseen:
        raise SystemExit("the first file should be confusables.txt, the second DerivedCoreProperties.txt")
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for sign, stands_for_all, *_ in rows(confusables):
        alike["+".join(hexadecimal(stands_for_all))] += hexadecimal(sign)
    spans = ["-".join(hexadecimal(span.replace("..", " "))) for span in unseen]
    lines = [f"ignorable: {' '.join(spans)}", *(f"{key}: {' '.join(alike[key])}" for key in sorted(alike))]
    return HEAD.format(version=version[1]) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    given = [Path(name).read_text("utf-8") for name in sys.argv[1:3]]
    if len(given) != 2:
        raise SystemExit(__doc__)
    Path(__file__).with_name("signs.txt").write_text(made(given[0], given[1]), "ascii")
