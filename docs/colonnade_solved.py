"""What docs/colonnade-solved.md says beyond `stylobate solve`, worked out from the solution of everything.

    python docs/colonnade_solved.py [FILE]

counts who wins if either colour may begin, tries every row of eight stacks of three, and draws
docs/pictures/colonnade-solved.svg.  FILE is what `stylobate solve colonnade` made.
"""

import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np

from stylobate.colours import CLOTH_EDGE, FADED_ON_CLOTH, HOUSE, MARK, ON_CLOTH, PLANK_EDGE
from stylobate.drawing import element, lettered, path, picture
from stylobate.games.colonnade.solver.file import Pages
from stylobate.games.colonnade.solver.oracle import solution_file
from stylobate.games.colonnade.solver.solution import Solution
from stylobate.games.colonnade.solver.sweep import LONGEST, LOST, WON
from stylobate.games.colonnade.solver.wings import atlas
from stylobate.palette import painted

PICTURE = Path(__file__).parent / "pictures" / "colonnade-solved.svg"
BEGINNERS = ("one colour whoever begins", "the second", "the first")


def main() -> None:
    """Print the counts and draw the chart."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else solution_file()
    solution = Solution.open(file)
    outcomes = if_either_begins(file)
    total = sum(outcomes.values())
    for who, count in outcomes.items():
        print(f"24 checkers, won by {who}: {count:,} ({100 * count / total:.2f} %)")
    for (reds, who), count in sorted(threes(solution).items()):
        print(f"stacks of three, {reds} topped red: {who} wins in {count} of them")
    PICTURE.write_text(chart(solution), "utf-8")


def if_either_begins(file: Path) -> Counter[str]:
    """Positions with 24 checkers by who wins them if either colour may begin.

    In a block the wings of both groups are sorted by height, so a position with its colours exchanged lies as
    far from the block's end as the position does from its beginning.
    """
    pages = Pages(file)
    outcomes: Counter[str] = Counter()
    for block in atlas().blocks:
        if block.checkers != 24:
            continue
        values = np.frombuffer(pages.read(block.first, block.end - block.first), dtype=np.uint8)
        wins = (values % 2).reshape(block.rows, block.columns)
        if block.x == block.y:
            wins = np.maximum(wins, wins.T)
        counts = np.bincount((wins + wins[::-1, ::-1]).ravel(), minlength=3) * (
            1 if block.x == block.y else 2
        )
        for who, count in zip((BEGINNERS[1], BEGINNERS[0], BEGINNERS[2]), counts, strict=True):
            outcomes[who] += int(count)
    return outcomes


def threes(solution: Solution) -> Counter[tuple[int, str]]:
    """Who wins the rows of eight stacks of three, by how many tops are red."""
    found: Counter[tuple[int, str]] = Counter()
    for tops in product((3, -3), repeat=8):
        red_begins, blue_begins = (_mover_wins(solution, tops, mover) for mover in (0, 1))
        who = {(0, 0): "the second", (1, 1): "the first", (1, 0): "Red", (0, 1): "Blue"}[
            red_begins, blue_begins
        ]
        found[tops.count(3), who] += 1
    return found


def _mover_wins(solution: Solution, stacks: tuple[int, ...], mover: int) -> int:
    """1 if the seat to move wins: then an odd number of moves is left."""
    moves_left = solution.value(atlas().number(np.array([*stacks, mover], dtype=np.int16)))
    assert moves_left is not None, "the file holds every position"
    return moves_left % 2


def chart(solution: Solution) -> str:
    """Two curves over the number of checkers: how many positions are won, and the longest line."""
    width, height, left, right, top, bottom = 640.0, 300.0, 64.0, 576.0, 56.0, 244.0

    def x(checkers: float) -> float:
        return left + (right - left) * checkers / 24

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    def curve(points: list[tuple[float, float]], colour: str) -> str:
        first, *rest = points
        d = path("M", *first, *(step for point in rest for step in ("L", *point)))
        line = element("path", d=d, fill="none", stroke=colour, stroke_width=2.5, stroke_linejoin="round")
        dots = (element("circle", cx=cx, cy=cy, r=3, fill=colour) for cx, cy in points)
        return element("g", line, *dots)

    rule = []
    for share, percent, moves in ((0, "0", "0"), (0.5, "25", "20"), (1, "50", "40")):
        rule.append(element("path", d=path("M", left, y(share), "H", right), stroke=CLOTH_EDGE, fill="none"))
        rule.append(lettered(percent, left - 10, y(share) + 4, 9, PLANK_EDGE, "end"))
        rule.append(lettered(moves, right + 10, y(share) + 4, 9, FADED_ON_CLOTH))
    rule += [lettered(str(n), x(n), bottom + 22, 9, ON_CLOTH, "middle") for n in range(0, 25, 4)]
    tallies = [(n, *map(int, tally)) for n, tally in enumerate(solution.tallies)]
    won = [(x(n), y(2 * t[WON] / (t[WON] + t[LOST]))) for n, *t in tallies]
    longest = [(x(n), y(t[LONGEST] / 40)) for n, *t in tallies]
    drawing = picture(
        width,
        height,
        "Colonnade positions by number of checkers",
        "The share won by the player to move rises to 45 percent, the longest line steadily to 34 moves.",
        *rule,
        curve(won, PLANK_EDGE),
        curve(longest, MARK),
        element("circle", cx=left + 4, cy=30, r=4, fill=PLANK_EDGE),
        lettered("won by the player to move, in percent", left + 16, 34, 9, PLANK_EDGE),
        element("circle", cx=right - 4, cy=30, r=4, fill=MARK),
        lettered("longest line, in moves", right - 16, 34, 9, FADED_ON_CLOTH, "end"),
        lettered("checkers", (left + right) / 2, bottom + 42, 9, ON_CLOTH, "middle"),
        class_="chart",
    )
    return painted(drawing, "light", HOUSE)


if __name__ == "__main__":
    main()
