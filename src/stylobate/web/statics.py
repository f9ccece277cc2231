"""Scripts and styles: kept in memory, plain and compressed, and by browsers for ever.

The address of a file holds a hash of all of them, so a new version of any is a new address, and modules that
import each other by relative paths stay together.  Scripts are sent as they are written, less their comments.
Beside those of the site, under `games/ID/`, lie what each game brings in its folder `page`; of a picture that
it does not bring the address is known, and it is drawn when it is first asked for.  Some are no
files: palette.css is made of the palettes of all games, and what a phone installs is drawn (`manifest`).
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from stylobate.game import Game
from stylobate.registry import ids, load
from stylobate.web import manifest
from stylobate.web.answers import Refused
from stylobate.web.palette import style_sheet
from stylobate.web.site import site_of

FOLDER = Path(__file__).parent / "static"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}

COMMENTS = re.compile(rb"^[ \t]*//[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/ ?", re.MULTILINE)
IMPORTED = re.compile(rb'^import .*"\./(.+)";$', re.MULTILINE)


class Statics:
    """All static files; `fresh` reads them anew whenever one is asked for."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self._files: dict[str, tuple[bytes, bytes]] = {}
        self._drawable: dict[str, tuple[Game, str]] = {}
        self._version = ""
        self._read()

    def address(self, path: str) -> str:
        """Where a file is found."""
        if self.fresh:
            self._read()
        if path not in self._files and path not in self._drawable:
            raise FileNotFoundError(f"there is no static file {path}")
        return f"/static/{self._version}/{path}"

    def of_game(self, game: Game, name: str) -> str | None:
        """Where a file that the game brings is found, or a picture of it; None if it has no such file."""
        path = f"games/{game.id}/{name}"
        return self.address(path) if path in self._files or path in self._drawable else None

    def modules(self, path: str) -> list[str]:
        """Where a script and all that it imports are found, so that a page can ask for them at once."""
        found = [path]
        for module in found:
            imported = (name.decode() for name in IMPORTED.findall(self._files[module][0]))
            found += [name for name in imported if name not in found]
        return [self.address(module) for module in found]

    async def serve(self, request: Request) -> Response:
        """Answer with one of the files."""
        if self.fresh:
            self._read()
        path = request.path_params["path"]
        if path not in self._files and path in self._drawable:
            self._files[path] = await _drawn(request, *self._drawable[path])
        found = self._files.get(path)
        if found is None:
            raise Refused(404, "there is nothing here", "unknown")
        plain, packed = found
        current = request.path_params["version"] == self._version and not self.fresh
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable" if current else "no-cache",
            "Vary": "Accept-Encoding",
        }
        ending = Path(path).suffix
        kind = KINDS.get(ending) or mimetypes.guess_type(f"file{ending}")[0] or "application/octet-stream"
        if "gzip" in request.headers.get("accept-encoding", "") and len(packed) < len(plain):
            return Response(packed, 200, headers | {"Content-Encoding": "gzip"}, kind)
        return Response(plain, 200, headers, kind)

    def _read(self) -> None:
        digest = hashlib.sha256()
        found = {
            path.relative_to(FOLDER).as_posix(): path.read_bytes()
            for path in FOLDER.rglob("*")
            if path.is_file()
        }
        found["palette.css"] = _palette()
        found |= manifest.files()
        for game in map(load, ids()):
            found |= {f"games/{game.id}/{name}": data for name, data in game.page.files().items()}
            to_draw = [name for name in game.page.pictures if f"games/{game.id}/{name}" not in found]
            self._drawable |= {f"games/{game.id}/{name}": (game, name) for name in to_draw}
            if to_draw:  # with other sources they may look otherwise
                digest.update(_sources(game))
        for name, written in sorted(found.items()):
            plain = bare(written) if name.endswith(".js") and not self.fresh else written
            digest.update(f"{name} {len(plain)} ".encode() + plain)
            if self._files.get(name, (None,))[0] != plain:
                self._files[name] = _packed(plain)
        self._version = digest.hexdigest()[:12]


async def _drawn(request: Request, game: Game, name: str) -> tuple[bytes, bytes]:
    """A picture by the game's own drawing, as soon as its rules are there."""
    await site_of(request).kernels.ready(game.id)
    return _packed((await site_of(request).desk.must(game.page.draw, name)).encode())


def _packed(plain: bytes) -> tuple[bytes, bytes]:
    return plain, gzip.compress(plain, 9, mtime=0)


def _sources(game: Game) -> bytes:
    folder = Path(str(resources.files(game.package)))
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))


def bare(script: bytes) -> bytes:
    """A script without its comments and types, a quarter of its weight; its lines stay where they are."""
    return COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


def _palette() -> bytes:
    return style_sheet(palette for id in ids() for palette in load(id).palettes).encode()
