"""What a test may count on, whoever ran before it in the same process."""

import asyncio


async def _nothing() -> str:
    return "done"


def test_an_event_loop_is_run() -> None:
    assert asyncio.run(_nothing()) == "done"
