"""Scripts and styles: kept in memory, plain and compressed, and by browsers for ever.

The address of a file holds a hash of all of them, so a new version of any is a new address, and modules that
import each other by relative paths stay together.  Scripts are sent as they are written, less their comments.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from stylobate.web.answers import Refused

FOLDER = Path(__file__).parent / "static"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}

COMMENTS = re.compile(rb"^[ \t]*//[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/ ?", re.MULTILINE)
IMPORTED = re.compile(rb'^import .*"\./(.+)";$', re.MULTILINE)


class Statics:
    """All static files; `fresh` reads them anew whenever one is asked for."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self._files: dict[str, tuple[bytes, bytes]] = {}
        self._version = ""
        self._read()

    def address(self, path: str) -> str:
        """Where a file is found."""
        if self.fresh:
            self._read()
        if path not in self._files:
            raise FileNotFoundError(f"there is no static file {path}")
        return f"/static/{self._version}/{path}"

    def modules(self, path: str) -> list[str]:
        """Where a script and all that it imports are found, so that a page can ask for them at once."""
        found = [path]
        for module in found:
            imported = (name.decode() for name in IMPORTED.findall(self._files[module][0]))
            found += [name for name in imported if name not in found]
        return [self.address(module) for module in found]

    async def serve(self, request: Request) -> Response:
        """One of the files."""
        if self.fresh:
            self._read()
        found = self._files.get(request.path_params["path"])
        if found is None:
            raise Refused(404, "there is nothing here", "unknown")
        plain, packed = found
        current = request.path_params["version"] == self._version and not self.fresh
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable" if current else "no-cache",
            "Vary": "Accept-Encoding",
        }
        ending = Path(request.path_params["path"]).suffix
        kind = KINDS.get(ending) or mimetypes.guess_type(f"file{ending}")[0] or "application/octet-stream"
        if "gzip" in request.headers.get("accept-encoding", "") and len(packed) < len(plain):
            return Response(packed, 200, headers | {"Content-Encoding": "gzip"}, kind)
        return Response(plain, 200, headers, kind)

    def _read(self) -> None:
        digest = hashlib.sha256()
        for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
            name, plain = path.relative_to(FOLDER).as_posix(), path.read_bytes()
            if path.suffix == ".js" and not self.fresh:
                plain = bare(plain)
            digest.update(f"{name} {len(plain)} ".encode() + plain)
            if self._files.get(name, (None,))[0] != plain:
                self._files[name] = plain, gzip.compress(plain, 9, mtime=0)
        self._version = digest.hexdigest()[:12]


def bare(script: bytes) -> bytes:
    """A script without its comments and types, a quarter of its weight; its lines stay where they are."""
    return COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), script)
