"""What a match or a ladder comes to: numbers with error bars, as JSON keeps them.

Whatever stands here can be worked out again from `plan.json` and `games.jsonl`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, isfinite
from typing import Any

from stylobate.arena.elo import on_scale
from stylobate.arena.likelihood import Interval, around, counted, interval
from stylobate.arena.openskill import beliefs
from stylobate.arena.ratings import Met, ratings
from stylobate.arena.seeds import seed_of
from stylobate.arena.sequential import Sprt
from stylobate.arena.tally import Numbers, Tally

FORMAT = "stylobate arena summary 1"
ANCHOR = "random"


def summary(tally: Tally) -> dict[str, Any]:
    """The summary of what has been played so far."""
    plan = tally.plan
    head = {
        "format": FORMAT,
        "kind": plan.kind,
        "game": plan.game,
        "options": dict(plan.options),
        "seed": plan.seed,
        "players": [one.name for one in plan.entrants],
        "sides": plan.rotations,
        "games": tally.games,
        "planned": plan.games,
        "different": tally.different,
    }
    return {**head, **(match(tally) if plan.kind == "match" else ladder(tally)), "faults": _faults(tally)}


def match(tally: Tally) -> dict[str, Any]:
    """Of a match: how the first player did against the others."""
    plan = tally.plan
    found = meeting(tally)
    if plan.rotations > 2:
        believed = beliefs(plan.meetings[0], tally.shares(), seed_of(plan.seed, "openskill"))
        found["openskill"] = [
            {"player": plan.entrants[player].name, "mu": bars(mu), "sigma": round(sigma, 3)}
            for player, (mu, sigma) in enumerate(believed)
        ]
    if plan.luck:
        found |= without_luck(tally)
    if plan.sprt is not None:
        found["sprt"] = sprt(tally, plan.sprt)
    return found


def without_luck(tally: Tally, number: int = 0) -> dict[str, Any]:
    """What the first player of a meeting got less what chance gave it, and how much surer that is.

    `as_sure_as` is how many times as many games would be as sure.  Nothing before there are two rounds, or
    where chance is not known of all games.
    """
    shares = tally.without_luck(number)
    if shares is None or len(shares) < 2:
        return {}
    own = shares[:, :, 0].mean(axis=1)
    share, spread = around(own.tolist()), float(own.var())
    as_sure = float(tally.shares(number)[:, :, 0].mean(axis=1).var()) / spread if spread else inf
    return {
        "without_luck": {
            "share": bars(share, 4),
            "elo": bars(on_scale(share, tally.plan.rotations), 1),
            "as_sure_as": round(as_sure, 1) if isfinite(as_sure) else None,
        }
    }


def sprt(tally: Tally, test: Sprt) -> dict[str, Any]:
    """How a sequential test stands: its bounds, the likelihood ratio so far, what it has decided."""
    low, high = test.bounds
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(tally.llr[-1], 4) if tally.llr else 0.0,
        "bounds": [round(low, 4), round(high, 4)],
        "verdict": tally.verdict,
    }


def meeting(tally: Tally, number: int = 0) -> dict[str, Any]:
    """Of one meeting: what its first player got, in games, as a share, and in points."""
    plan = tally.plan
    shares = tally.shares(number)
    own = shares[:, :, 0]
    scores = counted([float(score) for score in own.mean(axis=1)])
    share = interval(scores)
    return {
        "rounds": len(shares),
        "won": int((own == 1).sum()),
        "shared": int(((own > 0) & (own < 1)).sum()),
        "lost": int((own == 0).sum()),
        "share": bars(share, 4),
        "elo": bars(on_scale(share, plan.rotations), 1),
        "scores": {f"{score:.4g}": scores[score] for score in sorted(scores)},
    }


def ladder(tally: Tally) -> dict[str, Any]:
    """Of a ladder: everybody's rating, and how each meeting went."""
    plan = tally.plan
    names = [one.name for one in plan.entrants]
    anchor = names.index(ANCHOR) if ANCHOR in names else 0

    def rated(shares: Sequence[Numbers]) -> list[dict[str, Any]]:
        met = [Met(sides, found.sum(axis=1)) for sides, found in zip(plan.meetings, shares, strict=True)]
        found = ratings(met, len(names), anchor, seed_of(plan.seed, "ratings"))
        return [{"player": name, "rating": bars(one, 1)} for name, one in zip(names, found, strict=True)]

    numbers = range(len(plan.meetings))
    less_luck = [tally.without_luck(number) for number in numbers] if plan.luck else []
    known = [shares for shares in less_luck if shares is not None]
    return {
        "anchor": names[anchor],
        "ratings": rated([tally.shares(number) for number in numbers]),
        **({"ratings_without_luck": rated(known)} if known and len(known) == len(less_luck) else {}),
        "meetings": [
            {
                "players": [names[side] for side in plan.meetings[number]],
                **meeting(tally, number),
                **(without_luck(tally, number) if plan.luck else {}),
            }
            for number in numbers
        ],
    }


def bars(interval: Interval, digits: int = 3) -> dict[str, float | None]:
    """An estimate with its error bars; what is infinite is null."""
    return {
        name: round(value, digits) if isfinite(value) else None
        for name, value in (("low", interval.low), ("value", interval.value), ("high", interval.high))
    }


def _faults(tally: Tally) -> list[dict[str, Any]]:
    """Who lost games by a fault, by which, and how often."""
    counts = Counter(tally.faults)
    return [{"player": player, "why": why, "games": count} for (player, why), count in counts.items()]
