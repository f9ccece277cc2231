"""The desk: one visitor's work is in nobody's way, has its price, and ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import pytest

from stylobate.house.desk import FOR_A_PLACE, Desk, Task, Unbounded
from stylobate.house.errors import Busy
from stylobate.house.kept import Kept
from stylobate.house.turns import ASKER, Asker
from stylobate.web.limits import Limits, Work

T = TypeVar("T")
ADA, BEN, EVE = Asker("north", "ada"), Asker("north", "ben"), Asker("south", "eve")


class Held:
    """Work that goes on until it is let go, and notes in which order it was begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._go_on = threading.Event()

    def __call__(self, name: str) -> str:
        self.begun.append(name)
        assert self._go_on.wait(60)
        return name.upper()

    def let_go(self) -> None:
        self._go_on.set()


def asked(asker: Asker, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
    """Somebody asks for something, and waits for it."""

    async def ask() -> T:
        ASKER.set(asker)
        return await work()

    return asyncio.create_task(ask())


def at_the_desk(scene: Callable[[Desk, Held], Coroutine[Any, Any, None]], **limits: Any) -> None:
    """Play a scene at a desk of its own."""

    async def play() -> None:
        desk, held = Desk(Work(Limits(**limits))), Held()
        try:
            await scene(desk, held)
        finally:
            held.let_go()
            desk.close()

    asyncio.run(play())


async def settle(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happens():
            await asyncio.sleep(0.001)


def test_whoever_asks_for_much_holds_one_thread_and_a_stranger_is_served_at_once() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        heap = [asked(ADA, lambda n=n: desk.work(held, f"a{n}")) for n in range(10)]  # type: ignore[misc]
        await settle(lambda: bool(held.begun))
        for stranger in (BEN, EVE):
            assert await asked(stranger, lambda: desk.work(str.upper, "done")) == "DONE"
        assert held.begun == ["a0"]
        held.let_go()
        assert await asyncio.gather(*heap) == [f"A{n}" for n in range(10)]
        assert held.begun == [f"a{n}" for n in range(10)]

    at_the_desk(scene)


def test_however_many_sessions_one_place_makes_up_a_thread_is_left_for_others() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        heap = [
            asked(Asker("north", str(n)), lambda n=n: desk.work(held, str(n)))  # type: ignore[misc]
            for n in range(20)
        ]
        await settle(lambda: len(held.begun) == FOR_A_PLACE)
        assert await asked(EVE, lambda: desk.work(str.upper, "done")) == "DONE"
        assert len(held.begun) == FOR_A_PLACE
        held.let_go()
        await asyncio.gather(*heap)

    at_the_desk(scene)


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        first, gone, last = (
            asked(ADA, lambda n=n: desk.work(held, n))  # type: ignore[misc]
            for n in ("first", "gone", "last")
        )
        await settle(lambda: desk.waiting == 2)
        gone.cancel()
        await settle(lambda: desk.waiting == 1)
        held.let_go()
        assert [await first, await last] == ["FIRST", "LAST"]
        assert held.begun == ["first", "last"]

    at_the_desk(scene)


def test_what_several_wait_for_is_made_once_as_soon_as_one_of_them_has_a_turn() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept, made = Kept(desk), []

        def board() -> bytes:
            made.append(1)
            return b"board"

        heap = [asked(ADA, lambda: desk.work(held, "a")) for _ in range(5)]
        slow = asked(ADA, lambda: kept.get("board", board))
        await settle(lambda: desk.waiting == 5)
        assert await asked(EVE, lambda: kept.get("board", board)) == b"board"
        assert await slow == b"board"
        assert await asked(BEN, lambda: kept.get("board", board)) == b"board"
        assert (made, desk.waiting, kept.making) == ([1], 4, {})
        held.let_go()
        await asyncio.gather(*heap)

    at_the_desk(scene)


def test_what_has_just_been_made_is_not_made_again_for_one_who_asks_before_it_is_put_away() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        task = kept.making["board"] = Task(bytes)
        task.is_begun = True
        task.done.set_result(b"board")
        assert await asked(EVE, lambda: kept.get("board", bytes, 3)) == b"board"

    at_the_desk(scene)


def test_who_leaves_takes_nothing_from_another_who_waits_for_the_same() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        blocked = [asked(one, lambda: desk.work(held, "x")) for one in (ADA, BEN, EVE)]
        await settle(lambda: len(held.begun) == 3)
        gone, stays = (asked(one, lambda: kept.get("board", bytes, 3)) for one in (ADA, EVE))
        await settle(lambda: desk.waiting == 2)
        gone.cancel()
        await settle(lambda: desk.waiting == 1)
        held.let_go()
        assert await stays == bytes(3)
        await asyncio.gather(*blocked)

    at_the_desk(scene)


def test_when_all_have_gone_the_next_who_asks_is_served() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        blocked = asked(ADA, lambda: desk.work(held, "x"))
        await settle(lambda: bool(held.begun))
        gone = asked(ADA, lambda: kept.get("board", bytes, 3))
        await settle(lambda: desk.waiting == 1)
        gone.cancel()
        again = asked(EVE, lambda: kept.get("board", bytes, 3))
        assert await again == bytes(3)
        held.let_go()
        await blocked

    at_the_desk(scene)


def test_who_asks_in_the_very_moment_it_is_made_has_it_too() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        first = asked(ADA, lambda: kept.get("board", lambda: held("board").encode()))
        await settle(lambda: bool(held.begun))
        task = kept.making["board"]
        task.done.set_result(b"board")
        assert await kept.get("board", lambda: held("again").encode()) == b"board"
        held.let_go()
        assert (await first, held.begun) == (b"board", ["board"])

    at_the_desk(scene)


def test_what_fails_is_told_to_whoever_asked_and_is_not_kept() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        with pytest.raises(ZeroDivisionError):
            await asked(ADA, lambda: kept.get("board", lambda: bytes(1 // 0)))
        assert await asked(ADA, lambda: kept.get("board", bytes, 3)) == bytes(3)

    at_the_desk(scene)


def test_too_much_waiting_is_refused_with_a_sentence_and_others_are_not() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        kept = Kept(desk)
        heap = [asked(ADA, lambda: desk.work(held, "a")) for _ in range(4)]
        await settle(lambda: desk.waiting == 3)
        with pytest.raises(Busy, match="you ask for very much at once; try again in a second"):
            await asked(ADA, lambda: kept.get("board", bytes, 3))
        assert await asked(BEN, lambda: kept.get("board", bytes, 3)) == bytes(3)
        must = asked(ADA, lambda: desk.must(str.upper, "a move"))
        held.let_go()
        assert await must == "A MOVE"
        await asyncio.gather(*heap)

    at_the_desk(scene, work_waiting=3)


def test_a_place_has_room_for_five_times_as_much() -> None:
    work = Work(Limits(work_waiting=3))
    assert work.has_room(2, 14)
    assert not work.has_room(3, 3)
    assert not work.has_room(0, 15)
    assert Work(Limits(on=False, work_waiting=3)).has_room(99, 99)


def test_the_price_of_work_is_what_it_took_and_its_asker_pays_it() -> None:
    class Noted(Unbounded):
        def __init__(self) -> None:
            self.charged: list[tuple[Asker, float]] = []

        def charge(self, asker: Asker, seconds: float) -> None:
            self.charged.append((asker, seconds))

    async def scene() -> None:
        paid = Noted()
        desk = Desk(paid)
        await asked(ADA, lambda: desk.work(sum, range(1_000_000)))
        await asked(EVE, lambda: desk.work(sum, range(10)))
        with pytest.raises(ZeroDivisionError):
            await asked(BEN, lambda: desk.must(divmod, 1, 0))
        await desk.work(sum, range(10))
        assert [asker for asker, _ in paid.charged] == [ADA, EVE, BEN]
        assert paid.charged[0][1] > paid.charged[1][1] >= 0
        desk.close()

    asyncio.run(scene())


def test_who_has_used_up_their_time_waits_and_a_debt_is_paid_off_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_000.0
    monkeypatch.setattr("stylobate.web.limits.time.monotonic", lambda: now)
    work = Work(Limits(work=((12, 60.0),)))
    work.charge(ADA, 11.0)
    assert work.wait(ADA) == 0
    work.charge(ADA, 12.0)
    assert work.wait(ADA) == pytest.approx(60)
    assert work.wait(BEN) == work.wait(EVE) == 0
    now += 60
    assert work.wait(ADA) == 0
    assert Work(Limits(on=False)).wait(ADA) == 0


def test_a_place_may_use_five_times_as_much_whoever_is_there() -> None:
    work = Work(Limits(work=((12, 60.0),)))
    for number in range(5):
        work.charge(Asker("north", str(number)), 12.0)
    assert work.wait(BEN) > 0
    assert work.wait(EVE) == 0


def test_who_has_used_up_their_time_is_told_how_long_to_wait() -> None:
    async def scene(desk: Desk, held: Held) -> None:
        desk.allowance.charge(ADA, 12.0)
        with pytest.raises(Busy, match=r"has taken much time to make; try again in \d+ seconds") as told:
            await asked(ADA, lambda: desk.work(str.upper, "more"))
        assert 1 <= told.value.seconds <= 5
        assert await asked(EVE, lambda: desk.work(str.upper, "more")) == "MORE"

    at_the_desk(scene, work=((12, 60.0),))
