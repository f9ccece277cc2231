"""What a client does with the views and changes it gets, whatever the network lost, doubled or shuffled.

It takes what it can, ignores what is old, and where something is missing asks for the whole.  The script
`merging.js` does the same on our pages; both are held to the cases of `tests/merging.json`.
"""

from __future__ import annotations

from typing import cast

from stylobate.play.sent import Change, Status, View

_ITS_OWN = ("since", "tokens_from", "tokens", "throws_from", "throws", "chat")


def merged(seen: View | None, news: View | Change) -> View | None:
    """The view after some news: the same where they are old, None where something in between is missing.

    Of two whole views of one version the one that was told later is newer: it knows who has gone since, what
    the clocks show, and perhaps that the viewer has become somebody else.
    """
    if "since" not in news:
        is_old = seen is not None and (news["version"], news["now"]) < (seen["version"], seen["now"])
        return seen if is_old else news
    if seen is None:
        return None
    if news["version"] <= seen["version"]:
        return seen
    if news["since"] != seen["version"]:
        return None
    status = cast(Status, {name: value for name, value in news.items() if name not in _ITS_OWN})
    return {
        **status,
        "tokens": seen["tokens"][: news["tokens_from"]] + news["tokens"],
        "chat": news.get("chat", seen["chat"]),
        "fair": {**seen["fair"], "throws": seen["fair"]["throws"][: news["throws_from"]] + news["throws"]},
    }
