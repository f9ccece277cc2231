"""Running the site: a socket, a server, a browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn
from starlette.applications import Starlette

from stylobate.errors import BadOption, StylobateError
from stylobate.house.kernels import leave
from stylobate.store.opening import open_store
from stylobate.web import logs, qr
from stylobate.web.app import application
from stylobate.web.connections import connections
from stylobate.web.processes import supervise
from stylobate.web.settings import Settings
from stylobate.web.site import Site
from stylobate.web.whereabouts import nearby

Tell = Callable[[str], None]

log = logging.getLogger("stylobate.web")

BLACK_ON_WHITE, AS_BEFORE = "\x1b[30;107m", "\x1b[0m"
A_TURN = 0.0005  # seconds until a thread at the desk lets the event loop go on; Python's own choice is 0.005


def serve(settings: Settings, tell: Tell = print, browse: bool | None = None) -> None:
    """Serve until Ctrl-C.  `browse` opens a browser; None: if somebody sits at a desktop here."""
    listening = bound(settings.host, settings.port)
    with contextlib.closing(listening):
        if settings.processes > 1:
            open_store(settings.store).close()
            _ready(settings, tell, browse)
            supervise(_one_of_several, settings, listening)
            tell("Stopped. Every move that was made is kept.")
            return
        is_left = _run(settings, [listening], lambda: _ready(settings, tell, browse))
        tell("Stopped. Every move that was made is kept.")
        if is_left:
            leave()


def _run(settings: Settings, listening: list[socket.socket], ready: Callable[[], None]) -> bool:
    """Serve until Ctrl-C; whether a game is still being compiled then."""
    app = application(settings)
    logs.to(settings.process)
    make_room()
    sys.setswitchinterval(A_TURN)
    server = Server(app, settings, ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=listening)
    return server.site.kernels.is_busy


def _one_of_several(settings: Settings, listening: list[socket.socket], number: int) -> None:
    """Serve in one of several processes; who started them is told of nothing but the end."""
    named = replace(settings, name=settings.name and f"{settings.name}-{number}")
    logs.to(named.process)
    threading.Thread(target=_outlived, daemon=True).start()
    try:
        is_left = _run(named, listening, lambda: None)
    except StylobateError as error:
        log.error("a server process cannot start", extra={"why": str(error)})
        sys.exit(1)
    if is_left:
        leave()


def _outlived() -> None:
    """Stop when whoever started this process has gone, or nobody could stop it any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def bound(host: str, port: int) -> socket.socket:
    """A socket at that address; refuses one that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise BadOption(
                f"port {port} is taken by another program; choose one by --port, such as --port {port + 1}"
            ) from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise BadOption(
                f"port {port} is not for ordinary users; name one above 1023 with --port"
            ) from None
        raise BadOption(f"nothing can be served at {host}: {error.strerror or error}") from None
    except OverflowError:
        listening.close()
        raise BadOption(f"{port} is no port; ports are 1 to 65535") from None
    return listening


def make_room() -> None:
    """Have as many files open as the system allows, at most 65,536: every connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = 65_536 if most == resource.RLIM_INFINITY else min(most, 65_536)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, enough), most))


class Server(uvicorn.Server):
    """Uvicorn, which tells when it is ready, and when it stops ends live streams first."""

    def __init__(
        self, app: Starlette, settings: Settings, ready: Callable[[], None], patience: int = 3
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=connections(settings),
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=settings.public_url is not None,
                forwarded_allow_ips=settings.proxy,
                timeout_graceful_shutdown=patience,
                timeout_keep_alive=settings.limits.seconds_between_requests,
                backlog=1024,
            )
        )
        self.site: Site = app.state.site
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen for connections, and tell once that has begun."""
        await super().startup(sockets)
        if self.started:
            self.ready()
            self._tidying = asyncio.create_task(self._tidy())

    async def _tidy(self) -> None:
        """Tell the garbage collector that games, once loaded, stay, and that it need not look at them.

        The compiler leaves so many objects behind that looking through them took a third of a move's time.
        Nor need it look whenever a few hundred requests are under way at once: 130 objects are one's own.
        But everybody waits while it looks, so it has to do that before there is very much to look at.
        """
        await self.site.kernels.all_ready()
        if self.should_exit:
            return
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 10, 100)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, or they would be waited for; then stop as Uvicorn does."""
        self.site.hush()
        await super().shutdown(sockets)


def _ready(settings: Settings, tell: Tell, browse: bool | None) -> None:
    kept = settings.folder if settings.database is None else "its database"
    tell(f"Stylobate is at {settings.address} (games are kept in {kept}); Ctrl-C stops it.")
    near = nearby(settings)
    if near is not None:
        tell(f"Phones and others in your network find it at {near}")
        if sys.stdout.isatty():
            for line in qr.lines(near):
                tell(f"{BLACK_ON_WHITE}{line}{AS_BEFORE}")
    if browse if browse is not None else is_desktop(settings):
        threading.Thread(target=webbrowser.open, args=(settings.address,), daemon=True).start()


def is_desktop(settings: Settings) -> bool:
    """Whether somebody sits before a screen here."""
    if os.environ.get("CI") or not sys.stdout.isatty() or settings.public_url:
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
