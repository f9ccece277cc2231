"""What is written in one turn of the event loop goes out at its end, in order, and nothing is lost."""

import asyncio
import logging
from collections.abc import Callable
from typing import cast

import pytest

from stylobate.web.outgoing import MOST, Outgoing, Post


class _Line:
    """A transport that notes what comes to it, in the order in which it does."""

    def __init__(self, name: str, sent: list[str]) -> None:
        self.name, self.sent = name, sent
        self.is_gone = self.is_broken = False

    def write(self, data: bytes) -> None:
        if self.is_broken:
            raise RuntimeError("this line is broken")
        self.sent.append(f"{self.name}: {len(data) if len(data) > 100 else data.decode()}")

    def close(self) -> None:
        self.sent.append(f"{self.name} hangs up")
        self.is_gone = True

    def is_closing(self) -> bool:
        return self.is_gone


class _Lines:
    """Lines of one server, and all that was sent by them."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self._post = Post()

    def line(self, name: str) -> tuple[_Line, Outgoing]:
        line = _Line(name, self.sent)
        loop = asyncio.get_running_loop()
        return line, Outgoing(cast("asyncio.Transport", line), loop, self._post)


def _within_a_turn(do: Callable[[_Lines], None]) -> tuple[list[str], list[str]]:
    """What is sent while this is done, and what has been sent after the loop's turn."""

    async def turn() -> tuple[list[str], list[str]]:
        lines = _Lines()
        do(lines)
        at_once = list(lines.sent)
        await asyncio.sleep(0)
        return at_once, lines.sent

    return asyncio.run(turn())


def test_what_is_written_goes_out_at_the_end_of_the_turn_and_to_each_in_one_piece() -> None:
    def write(lines: _Lines) -> None:
        (_, ada), (_, ben) = lines.line("Ada"), lines.line("Ben")
        ada.write(b"one ")
        ben.write(b"two")
        ada.write(b"three")

    assert _within_a_turn(write) == ([], ["Ada: one three", "Ben: two"])


def test_who_is_hung_up_on_hears_first_what_was_said_before() -> None:
    def write(lines: _Lines) -> None:
        _, ada = lines.line("Ada")
        ada.write(b"farewell")
        ada.close()

    said = ["Ada: farewell", "Ada hangs up"]
    assert _within_a_turn(write) == (said, said)


def test_nothing_is_written_to_a_line_that_is_gone() -> None:
    def write(lines: _Lines) -> None:
        line, ada = lines.line("Ada")
        ada.write(b"too late")
        line.is_gone = True

    assert _within_a_turn(write) == ([], [])


def test_very_much_does_not_wait() -> None:
    def write(lines: _Lines) -> None:
        _, ada = lines.line("Ada")
        ada.write(bytes(MOST))
        ada.write(b"!")
        ada.write(b"and more")

    assert _within_a_turn(write) == ([f"Ada: {MOST + 1}"], [f"Ada: {MOST + 1}", "Ada: and more"])


def test_a_line_that_fails_keeps_nothing_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    def write(lines: _Lines) -> None:
        (line, ada), (_, ben) = lines.line("Ada"), lines.line("Ben")
        line.is_broken = True
        ada.write(b"lost")
        ben.write(b"heard")

    logging.getLogger("stylobate.web").addHandler(caplog.handler)
    try:
        assert _within_a_turn(write) == ([], ["Ben: heard"])
    finally:
        logging.getLogger("stylobate.web").removeHandler(caplog.handler)
    assert "something could not be sent" in caplog.text


def test_what_is_written_in_a_later_turn_goes_out_too() -> None:
    async def turns() -> list[str]:
        lines = _Lines()
        _, ada = lines.line("Ada")
        for word in (b"one", b"two"):
            ada.write(word)
            await asyncio.sleep(0)
        return lines.sent

    assert asyncio.run(turns()) == ["Ada: one", "Ada: two"]
