"""Who looks at lists of tables hears a word when one has changed, not too often, and of no others."""

from __future__ import annotations

import asyncio

import pytest

from stylobate.house import lists
from stylobate.house.listener import Listener
from stylobate.house.lists import Lists
from stylobate.play import Table
from tests.tables import ADA, BEN, ask, opened


def _story() -> list[Table]:
    """A public table that is opened, filled and played at, and where somebody speaks."""
    empty = opened(visibility="public")
    filled = ask(empty, BEN, "sit", seat=1)
    moved = ask(filled, ADA, "move", token="b2a")
    return [empty, filled, moved, ask(moved, BEN, "say", text="Hm.")]


def _heard(listener: Listener) -> list[bytes]:
    return [frame.split(b"\n")[0].removeprefix(b"event: ") for frame in listener._frames]


def test_many_changes_are_one_word_and_the_more_listen_the_rarer_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lists, "PAUSE", 0.05)
    empty, filled, moved, _ = _story()

    async def listen(others: int) -> None:
        looking, stranger, ben = Lists(), Listener(None), Listener("ben")
        for listener in (stranger, ben, *(Listener(None) for _ in range(others))):
            looking.enter(listener)
        looking.changed(None, empty)
        while looking.news:
            await asyncio.sleep(0.001)
        assert (_heard(stranger), _heard(ben)) == ([b"public"], [b"public"])
        due = asyncio.get_running_loop().time() + 0.05 * others / 250
        for _ in range(10):
            looking.changed(empty, filled)
            looking.changed(filled, moved)
        while looking.news:
            await asyncio.sleep(0.001)
        assert asyncio.get_running_loop().time() > due
        assert _heard(stranger) == [b"public"] * 2
        assert _heard(ben) == [b"public", b"public", b"mine"]
        assert stranger._frames[1].endswith(b"data: %d\n\n" % (2 * (others + 2)))

    asyncio.run(listen(0))
    asyncio.run(listen(500))


def test_a_move_is_no_news_to_strangers_and_a_remark_to_nobody() -> None:
    _, filled, moved, said = _story()

    async def listen() -> None:
        looking = Lists()
        looking.enter(Listener(None))
        looking.changed(filled, moved)
        assert not looking.news
        looking.enter(Listener("ben"))
        looking.changed(moved, said)
        assert not looking.news
        looking.changed(filled, moved)
        assert looking.news == {"ben"}
        looking.stop()

    asyncio.run(listen())


def test_nothing_is_prepared_when_nobody_listens() -> None:
    looking = Lists()
    for before, after in zip((None, *_story()), _story(), strict=False):
        looking.changed(before, after)
    assert not looking.news
