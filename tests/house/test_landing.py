"""To the store's thread and back: what is asked in one turn of the loop goes together."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest

from stylobate.errors import BadFile
from stylobate.house.landing import Landing


class Thread:
    """Another thread, as far as a landing knows it; answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Future[str]] = []

    def ask(self) -> Future[str]:
        self.asked.append(Future())
        return self.asked[-1]

    def answer(self) -> None:
        for number, future in enumerate(self.asked):
            if future.set_running_or_notify_cancel():
                future.set_result(f"answer {number}")


async def turns(count: int = 3) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_what_is_asked_in_one_turn_goes_together_and_each_gets_its_own_answer() -> None:
    async def asking() -> list[str]:
        landing, thread = Landing(), Thread()
        waiting = [asyncio.ensure_future(landing.of(thread.ask)) for _ in range(3)]
        await asyncio.sleep(0)
        assert not thread.asked
        await turns()
        assert len(thread.asked) == 3
        thread.answer()
        return await asyncio.gather(*waiting)

    assert asyncio.run(asking()) == ["answer 0", "answer 1", "answer 2"]


@pytest.mark.parametrize("after", [1, 4])
def test_what_nobody_waits_for_any_more_is_given_up(after: int) -> None:
    async def leaving() -> list[Future[str]]:
        landing, thread = Landing(), Thread()
        one, other = (asyncio.ensure_future(landing.of(thread.ask)) for _ in range(2))
        await turns(after)
        one.cancel()
        await turns()
        thread.answer()
        assert await other
        return thread.asked

    assert [future.cancelled() for future in asyncio.run(leaving())].count(False) == 1


def test_a_store_that_refuses_at_once_refuses_only_whoever_asked_that() -> None:
    def refuse() -> Future[str]:
        raise BadFile("the file is closed")

    async def asking() -> tuple[str | BaseException, ...]:
        landing, thread = Landing(), Thread()
        waiting = asyncio.gather(landing.of(refuse), landing.of(thread.ask), return_exceptions=True)
        await turns()
        thread.answer()
        return tuple(await waiting)

    refused, answered = asyncio.run(asking())
    assert isinstance(refused, BadFile)
    assert answered == "answer 0"
