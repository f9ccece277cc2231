"""A summary in words, for people who read them in a terminal."""

from __future__ import annotations

from typing import Any

FEW = 0.9  # of the games: when fewer are different ones, that is worth saying

Bars = dict[str, float | None]


def lines(summary: dict[str, Any]) -> list[str]:
    """What a match or a ladder came to, in a few lines."""
    told = _match(summary) if summary["kind"] == "match" else _ladder(summary)
    if summary["different"] < FEW * summary["games"]:
        told.append(
            f"Only {summary['different']} of {summary['games']} games are different ones, so the error bars "
            "are too narrow; --random-start varies the beginnings."
        )
    for fault in summary["faults"]:
        told.append(f"{fault['player']} lost {_games(fault['games'])}: it {fault['why']}.")
    return told


def running(meeting: dict[str, Any], llr: float | None) -> str:
    """How a match stands, in a few words; nothing before the first round is complete."""
    if not meeting["rounds"]:
        return ""
    words = f"{percent(meeting['share'])}  Elo {points(meeting['elo'])}"
    return words if llr is None else f"{words}  LLR {llr:+.2f}"


def percent(share: Bars) -> str:
    """A share of wins with its error bars."""
    low, value, high = (100 * (share[name] or 0.0) for name in ("low", "value", "high"))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def points(elo: Bars) -> str:
    """A rating with its error bars; what is unbounded is said so."""
    low, value, high = (
        None if elo[name] is None else f"{elo[name]:+.0f}" for name in ("low", "value", "high")
    )
    if value is None:
        return f"above {low}" if low else f"below {high}" if high else "open"
    return f"{value} ({low or 'open'} to {high or 'open'})"


def _match(summary: dict[str, Any]) -> list[str]:
    first, *others = summary["players"]
    told = [
        f"{first} against {', '.join(others)}: won {summary['won']}, shared {summary['shared']}, "
        f"lost {summary['lost']} in {_rounds(summary['rounds'], summary['sides'])}",
        f"share {percent(summary['share'])}, even would be {100 / summary['sides']:.1f} %; "
        f"Elo {points(summary['elo'])}",
    ]
    if "without_luck" in summary:
        told.append(_without_luck(summary["without_luck"]))
    for one in summary.get("openskill", ()):
        mu = one["mu"]
        told.append(
            f"OpenSkill of {one['player']}: {mu['value']:.1f} ({mu['low']:.1f} to {mu['high']:.1f}), "
            f"sigma {one['sigma']:.1f}"
        )
    if "sprt" in summary:
        told.append(_sprt(summary["sprt"], first))
    return told


def _without_luck(found: dict[str, Any]) -> str:
    times = found["as_sure_as"]
    sure = f", as sure as {times:.3g} times as many games" if times and times > 1 else ""
    return f"less luck {percent(found['share'])}{sure}; Elo {points(found['elo'])}"


def _sprt(sprt: dict[str, Any], first: str) -> str:
    low, high = sprt["bounds"]
    where = f"LLR {sprt['llr']:+.2f} between {low:+.2f} and {high:+.2f}"
    less, more = sprt["elo0"], sprt["elo1"]
    if sprt["verdict"] is None:
        return f"not decided between {less:g} and {more:g} points ({where})"
    likely, unlikely = (more, less) if sprt["verdict"] == "accepted" else (less, more)
    return f"{sprt['verdict']}: {first} leads by {likely:g} points rather than by {unlikely:g} ({where})"


def _ladder(summary: dict[str, Any]) -> list[str]:
    rated = surest(summary)
    width = max(len(one["player"]) for one in rated)
    told = [f"{one['player']:<{width}}  {points(one['rating'])}" for one in rated]
    if rated is not summary["ratings"]:
        told.append("These ratings are less luck.")
    for met in summary["meetings"]:
        first, *others = met["players"]
        rounds = _rounds(met["rounds"], summary["sides"])
        told.append(f"{first} against {', '.join(others)}: {percent(met['share'])} in {rounds}")
        if "without_luck" in met:
            told.append(f"  {_without_luck(met['without_luck'])}")
    return told


def surest(summary: dict[str, Any]) -> list[dict[str, Any]]:
    """The ratings of a ladder: less luck where that is known, for they are surer then."""
    ratings: list[dict[str, Any]] = summary.get("ratings_without_luck", summary["ratings"])
    return ratings


def _rounds(count: int, sides: int) -> str:
    if sides == 2:
        return "1 pair" if count == 1 else f"{count} pairs"
    return f"1 round of {sides}" if count == 1 else f"{count} rounds of {sides}"


def _games(count: int) -> str:
    return f"{count} game" if count == 1 else f"{count} games"
