"""What a listener is told goes out in its order, at once where the connection takes it."""

from __future__ import annotations

import asyncio

from stylobate.house.listener import Listener


def test_what_a_connection_takes_at_once_never_overtakes_what_was_told_before() -> None:
    sent: list[bytes] = []
    is_free = True

    def take(frame: bytes) -> bool:
        if is_free:
            sent.append(frame)
        return is_free

    async def listen() -> None:
        nonlocal is_free
        listener = Listener(None)
        listener.on_tell(take)
        listener.tell(b"1 ")
        sent.append((await listener.hear())[0])
        listener.tell(b"2 ")  # what was heard before may still be on its way
        sent.append((await listener.hear())[0])
        hearing = asyncio.create_task(listener.hear())
        await asyncio.sleep(0)
        listener.tell(b"3 ")
        is_free = False
        listener.tell(b"4 ")
        is_free = True
        listener.tell(b"5 ")
        listener.end()
        frames, is_last = await hearing
        assert is_last
        sent.append(frames)

    asyncio.run(listen())
    assert sent == [b"1 ", b"2 ", b"3 ", b"4 5 "]
