"""Another program as a player: a process that speaks the line protocol, held to it and to its time.

    new columns-dice order=either   →   ok
    moves *4 C2                     →   ok          whatever was played since it was last told
    go movetime 200                 →   bestmove A1

A program may die, say nothing, talk without end, or say what is no move.  Then it has lost that game: `Fault`
says why in a sentence, the process is ended with all that it started, and for the next game it is started
afresh.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from stylobate.arena.entrants import Entrant
from stylobate.arena.plan import Patience

LONGEST_LINE = 65_536  # bytes of one answer
MOST_UNREAD = 100  # lines that nobody asked for
WITHOUT_LIMIT = 60.0  # seconds for a move where the entrant has no movetime
LAST_WORDS = 2_000  # bytes of its standard error that are kept
A_MOMENT = 1.0  # seconds for a process that has closed its pipe to end


class Fault(Exception):
    """A player did something by which it loses its game; `str()` is a sentence that begins with a verb."""


class Program:
    """A process at the end of two pipes, started when it is first needed."""

    def __init__(self, entrant: Entrant, patience: Patience) -> None:
        self._entrant = entrant
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes | Fault | None] = queue.Queue()
        self._last_words = b""
        self._threads: list[threading.Thread] = []
        self._told = 0

    def begin(self, game: str, options: Mapping[str, str]) -> None:
        """Begin a new game."""
        self._told = 0
        if self._process is None:
            self._start()
        words = " ".join(["new", game, *(f"{name}={value}" for name, value in options.items())])
        self._expect_ok(words, self._patience.start)

    def choose(self, tokens: Sequence[str]) -> str:
        """Its token, after all these have been played since the beginning."""
        one = self._entrant
        seconds = WITHOUT_LIMIT if one.movetime is None else one.movetime / 1000
        limit = seconds + self._patience.grace
        if fresh := tokens[self._told :]:
            self._expect_ok(" ".join(["moves", *fresh]), limit)
            self._told = len(tokens)
        words = ["go"]
        words += [] if one.movetime is None else ["movetime", str(one.movetime)]
        words += [] if one.playouts is None else ["playouts", str(one.playouts)]
        words += [] if one.level is None else ["level", one.level]
        answer = self._ask(" ".join(words), limit)
        kind, *rest = answer.split()[:2] or [""]
        if kind != "bestmove" or not rest:
            raise Fault(f"answered “go” with “{shown(answer)}”, not with “bestmove TOKEN”")
        return rest[0]

    def close(self) -> None:
        """End the process, and whatever it has started itself."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        # Each pipe is closed by the thread that uses it: another one could close it under its hands, and the
        # number of the pipe might by then be that of another program's.
        for thread in self._threads:
            thread.join(A_MOMENT)
        if process.stdin is not None and not any(thread.is_alive() for thread in self._threads):
            with contextlib.suppress(OSError):
                process.stdin.close()
        self._threads.clear()

    def _start(self) -> None:
        assert self._entrant.command is not None
        self._answers, self._last_words = queue.Queue(), b""
        try:
            self._process = subprocess.Popen(
                self._entrant.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise Fault(f"could not be started: {(error.strerror or str(error)).lower()}") from None
        self._meanwhile(self._listen, self._process, self._answers)
        self._meanwhile(self._read_along, self._process)

    def _expect_ok(self, words: str, limit: float) -> None:
        answer = self._ask(words, limit)
        if answer.strip() != "ok":
            raise Fault(f"answered “{shown(words)}” with “{shown(answer)}”, not with “ok”")

    def _ask(self, words: str, limit: float) -> str:
        """Its answer to one line."""
        assert self._process is not None
        assert self._process.stdin is not None
        deadline = time.monotonic() + limit
        # A program that does not read would block a writer for ever, once the pipe is full.
        self._meanwhile(self._say, self._process, f"{words}\n".encode())
        try:
            answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Fault(f"did not answer “{shown(words)}” within {limit:g} seconds") from None
        if isinstance(answer, Fault):
            raise answer
        if answer is None:
            raise Fault(f"ended{self._farewell()} instead of answering “{shown(words)}”")
        return answer.decode("utf-8", "replace").rstrip("\r")

    def _meanwhile(self, work: Callable[..., None], *arguments: object) -> None:
        """Let this be done in a thread."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _say(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()

    def _listen(self, process: subprocess.Popen[bytes], answers: queue.Queue[bytes | Fault | None]) -> None:
        """Put every line it says into the queue; stop listening to one that talks without end."""
        assert process.stdout is not None
        begun = b""
        with process.stdout as pipe:
            while chunk := _chunk(pipe.fileno()):
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    answers.put(line)
                if len(begun) > LONGEST_LINE or answers.qsize() > MOST_UNREAD:
                    with answers.mutex:
                        answers.queue.clear()
                    answers.put(Fault("talks without being asked, and without end"))
                    return
        answers.put(None)

    def _read_along(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        with process.stderr as pipe:
            while chunk := _chunk(pipe.fileno()):
                self._last_words = (self._last_words + chunk)[-LAST_WORDS:]

    def _farewell(self) -> str:
        """How a process ended that has closed its pipe: its exit status, and the last line it said."""
        assert self._process is not None
        try:
            status = f" with status {self._process.wait(A_MOMENT)}"
            for thread in self._threads:  # its last words may still be on their way
                thread.join(A_MOMENT)
        except subprocess.TimeoutExpired:
            status = ""
        said = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return f"{status} (“{shown(said[-1])}”)" if said else status


def _chunk(pipe: int) -> bytes:
    try:
        return os.read(pipe, LONGEST_LINE)
    except OSError:
        return b""


def shown(words: str) -> str:
    """What was said, short and on one line, whatever was in it."""
    plain = "".join(sign if sign.isprintable() else "�" for sign in words)
    return plain if len(plain) <= 60 else plain[:59] + "…"
