"""A match or a ladder drawn, in the house's colours.

A match: the first player's share of the wins after each round, in a band of its error bars, with a line where
the sides would be even, and where luck is told the same without it; below it, where there is one, the way of
the sequential test between its bounds.  A ladder: a rung for everybody, at their rating, with its error bars.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from stylobate.arena.likelihood import Interval, around, interval
from stylobate.arena.tally import Tally
from stylobate.arena.wording import percent, points, surest
from stylobate.colours import CLOTH_EDGE, FADED_ON_CLOTH, HOUSE, LEAF, MARK, ON_CLOTH, PLANK_EDGE, SEAT_LINE
from stylobate.drawing import Svg, element, lettered, number, path, picture
from stylobate.palette import Picture, Theme, painted
from stylobate.registry import load

WIDTH, LEFT, RIGHT = 680.0, 64.0, 656.0
TOP, BOTTOM = 78.0, 280.0
RUNG = 34.0
SMALL = 8.5
MOST_POINTS = 240  # places on the way at which error bars are worked out


def chart(tally: Tally, summary: dict[str, Any], theme: Theme = "light") -> Picture:
    """The picture of what has been played so far."""
    drawing = _match(tally, summary) if tally.plan.kind == "match" else _ladder(tally, summary)
    return painted(drawing, theme, HOUSE)


def _match(tally: Tally, summary: dict[str, Any]) -> str:
    plan = tally.plan
    first, *others = summary["players"]
    title = f"{load(plan.game).title}: {first} against {', '.join(others)}"
    told = f"{percent(summary['share'])}, Elo {points(summary['elo'])}, {summary['games']} games"
    if "without_luck" in summary:
        told += f"; less luck {percent(summary['without_luck']['share'])}"
    parts = [
        _heading(title, told),
        *_scale([(share, f"{100 * share:.0f} %") for share in (0, 0.25, 0.5, 0.75, 1)]),
    ]
    parts.append(_rule(_y(1 / plan.rotations), SEAT_LINE, dashed=True))
    rounds = max(summary["rounds"], 1)
    parts += _banded(_way(tally), rounds, LEAF, ON_CLOTH)
    if "without_luck" in summary:
        parts += _banded(_way_without_luck(tally), rounds, MARK, PLANK_EDGE)
    unit = "pairs" if plan.rotations == 2 else "rounds"
    parts += _below(rounds, unit, BOTTOM)
    height = BOTTOM + 44
    if plan.sprt is not None:
        parts += _test(tally, summary, rounds)
        height += 150
    return picture(WIDTH, height, title, told, *parts, class_="chart")


def _test(tally: Tally, summary: dict[str, Any], rounds: int) -> list[Svg]:
    """The way of the log likelihood ratio between the two bounds."""
    low, high = summary["sprt"]["bounds"]
    top, bottom = BOTTOM + 64, BOTTOM + 164

    def y(llr: float) -> float:
        return bottom - (bottom - top) * float((min(max(llr, low), high) - low) / (high - low))

    elo0, elo1 = summary["sprt"]["elo0"], summary["sprt"]["elo1"]
    parts = [
        lettered(
            f"log likelihood ratio of {elo1:g} to {elo0:g} points", LEFT, top - 12, SMALL, FADED_ON_CLOTH
        ),
        _rule(y(high), SEAT_LINE),
        _rule(y(0), CLOTH_EDGE),
        _rule(y(low), SEAT_LINE),
    ]
    for llr in (low, 0.0, high):
        parts.append(
            lettered(f"{llr:+.1f}" if llr else "0", LEFT - 10, y(llr) + 3.5, SMALL, FADED_ON_CLOTH, "end")
        )
    if tally.llr:
        points = [(_x(0, rounds), y(0.0))]
        points += [(_x(at, rounds), y(llr)) for at, llr in enumerate(tally.llr, 1)]
        parts.append(_line(points, ON_CLOTH, 1.8))
    return parts


def _ladder(tally: Tally, summary: dict[str, Any]) -> str:
    rated = [(one["player"], one["rating"]) for one in surest(summary)]
    title = f"{load(tally.plan.game).title}: a ladder of {len(rated)} players"
    less_luck = ", less luck" if "ratings_without_luck" in summary else ""
    told = "; ".join(f"{name} {points(rating)}" for name, rating in rated) + less_luck
    ends = [rating[end] for _, rating in rated for end in ("low", "high", "value") if rating[end] is not None]
    low, high = min([*ends, 0.0]), max([*ends, 100.0])
    step = next(step for step in (50, 100, 200, 250, 500, 1000, 10_000, 10**9) if (high - low) / step <= 8)
    low, high = step * (low // step), step * -(-high // step)
    left = LEFT + 92
    bottom = TOP + RUNG * len(rated)

    def x(rating: float) -> float:
        return left + (RIGHT - 60 - left) * float((rating - low) / (high - low))

    games = f"{summary['games']} games{less_luck}; {summary['anchor']} is zero; bars hold 95 of 100"
    parts: list[str] = [_heading(title, games)]
    for mark in range(int(low), int(high) + 1, step):
        parts.append(
            element("path", d=path("M", x(mark), TOP - 8, "V", bottom), stroke=CLOTH_EDGE, fill="none")
        )
        parts.append(lettered(str(mark), x(mark), bottom + 18, SMALL, FADED_ON_CLOTH, "middle"))
    for row, (name, rating) in enumerate(reversed(rated)):
        y = TOP + RUNG * (row + 0.5) - 4
        parts.append(lettered(_short(name), left - 12, y + 4, 9, ON_CLOTH, "end"))
        value, start, end = (rating[part] for part in ("value", "low", "high"))
        if start is not None and end is not None:
            bar = path(
                "M", x(start), y, "H", x(end), "M", x(start), y - 5, "v", 10, "M", x(end), y - 5, "v", 10
            )
            parts.append(element("path", d=bar, fill="none", stroke=SEAT_LINE, stroke_width=1.6))
        parts.append(
            element("circle", cx=x(value), cy=y, r=5.5, fill=MARK, stroke=PLANK_EDGE, stroke_width=1.2)
        )
        parts.append(lettered(f"{value:.0f}", x(high) + 14, y + 4, 9, ON_CLOTH))
    return picture(WIDTH, bottom + 40, title, told, *parts, class_="chart")


def _way(tally: Tally) -> list[tuple[int, Interval]]:
    """The share of wins with its error bars on the way from the first round to the last."""
    scores = [round(float(score), 9) for score in tally.shares()[:, :, 0].mean(axis=1)]
    every = max(1, -(-len(scores) // MOST_POINTS))
    found, counts = [], Counter[float]()
    for at, score in enumerate(scores, 1):
        counts[score] += 1
        if at % every == 0 or at == len(scores) or at == 1:
            found.append((at, interval(counts)))
    return found


def _way_without_luck(tally: Tally) -> list[tuple[int, Interval]]:
    """The same less what chance gave, from the second round on: one alone has no error bars."""
    shares = tally.without_luck()
    scores = [] if shares is None else shares[:, :, 0].mean(axis=1).tolist()
    every = max(1, -(-len(scores) // MOST_POINTS))
    places = [at for at in range(2, len(scores) + 1) if at % every == 0 or at == len(scores)]
    return [(at, around(scores[:at])) for at in places]


def _banded(way: list[tuple[int, Interval]], rounds: int, band: str, line: str) -> list[Svg]:
    """A way in the band of its error bars, as far as they are on the scale."""
    if not way:
        return []
    edge = [(_x(at, rounds), _y(min(one.high, 1.0))) for at, one in way]
    edge += [(_x(at, rounds), _y(max(one.low, 0.0))) for at, one in reversed(way)]
    return [
        element("path", d=_through(edge) + "Z", fill=band, fill_opacity=0.45),
        _line([(_x(at, rounds), _y(min(max(one.value, 0.0), 1.0))) for at, one in way], line, 2.2),
    ]


def _heading(title: str, told: str) -> Svg:
    return element(
        "g",
        lettered(_short(title, 64), 24, 34, 11, ON_CLOTH),
        lettered(told, 24, 54, SMALL, FADED_ON_CLOTH),
    )


def _scale(marks: list[tuple[float, str]]) -> list[Svg]:
    parts = []
    for share, words in marks:
        parts.append(_rule(_y(share), CLOTH_EDGE))
        parts.append(lettered(words, LEFT - 10, _y(share) + 3.5, SMALL, FADED_ON_CLOTH, "end"))
    return parts


def _below(rounds: int, unit: str, y: float) -> list[Svg]:
    marks = sorted({0, rounds // 4, rounds // 2, 3 * rounds // 4, rounds})
    parts = [lettered(str(at), _x(at, rounds), y + 18, SMALL, FADED_ON_CLOTH, "middle") for at in marks]
    return [*parts, lettered(unit, (LEFT + RIGHT) / 2, y + 34, SMALL, FADED_ON_CLOTH, "middle")]


def _rule(y: float, colour: str, dashed: bool = False) -> Svg:
    return element(
        "path",
        d=path("M", LEFT, y, "H", RIGHT),
        fill="none",
        stroke=colour,
        stroke_dasharray="6 4" if dashed else None,
    )


def _line(points: list[tuple[float, float]], colour: str, width: float) -> Svg:
    return element(
        "path", d=_through(points), fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round"
    )


def _through(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _x(round: float, rounds: int) -> float:
    return LEFT + (RIGHT - LEFT) * round / rounds


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


def _short(text: str, most: int = 16) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
