"""What whoever runs the site may choose."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from stylobate.cores import cores
from stylobate.errors import BadOption
from stylobate.folders import data_folder
from stylobate.store.opening import is_postgres
from stylobate.web.limits import Limits

_NAME = re.compile(r"[0-9A-Za-z._-]{1,64}")
WORKERS = 1 if cores() < 4 else 2  # for a machine that does other things, too


@dataclass(frozen=True)
class Settings:
    """All choices, with what holds for a game at home.

    `public_url` is how people reach the site where a proxy stands before it, and `proxy` the address or
    network from which that speaks to us: who its visitors are is believed from there alone.  `fresh` reads
    templates and static files anew for every page, for whoever works on them.  `database` is the address of a
    PostgreSQL database, where games are to be kept in one instead of in a file.  `name` is what this process
    is called in logs and metrics.  `beside` are ports of this machine, at each of which one of the other
    processes answers that serve the same address.
    """

    data: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    limits: Limits = Limits()  # noqa: RUF009
    workers: int = WORKERS
    tables_in_memory: int = 1_000
    fresh: bool = False
    log_requests: bool = False
    database: str | None = None
    name: str | None = None
    proxy: str = "127.0.0.1"
    processes: int = 1
    beside: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.database is not None and not is_postgres(self.database):
            raise BadOption(
                f"the database “{self.database}” should look like postgresql://user@host/name; for a file, "
                "name its folder with --data"
            )
        try:
            ipaddress.ip_network(self.proxy)
        except ValueError:
            raise BadOption(
                f"the proxy “{self.proxy}” should be an address or a network, such as 10.0.0.2 or 10.0.0.0/24"
            ) from None
        if self.name is not None and not _NAME.fullmatch(self.name):
            raise BadOption(
                f"the name “{self.name}” should have 1 to 64 letters, digits, dots, dashes and underscores, "
                "such as serve-1"
            )
        if self.processes > 1 and self.database is None:
            raise BadOption("several processes need a --database; a file is served by one process alone")
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
                raise BadOption(
                    f"the public URL “{self.public_url}” should look like https://games.example.org, "
                    "without a path"
                )

    @property
    def store(self) -> str:
        """Where all games are kept: a file, or a database by its address."""
        return self.database or str(self.folder / "stylobate.db")

    @property
    def folder(self) -> Path:
        """Where games are kept, if not in a database: where somebody chose, else at the usual place."""
        return self.data or data_folder()

    @property
    def process(self) -> str:
        """What this process is called: by its name, else by its machine and its number there."""
        return self.name or f"{socket.gethostname()}-{os.getpid()}"

    @property
    def address(self) -> str:
        """Where the site is to be found, for people."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = "localhost" if self.host in ("0.0.0.0", "::", "127.0.0.1", "::1") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people reach the site by https, so that cookies may insist on it."""
        return bool(self.public_url and self.public_url.startswith("https:"))
