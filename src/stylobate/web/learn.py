"""Guides with their figures, and blank sheets to print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stylobate import sheet
from stylobate.errors import BadOption
from stylobate.guide import Figure, blocks
from stylobate.palette import Theme
from stylobate.registry import ids, load
from stylobate.web.answers import Refused, nothing_here
from stylobate.web.pages import known, show
from stylobate.web.site import site_of

_SIZE = re.compile(r'width="(?P<width>[0-9.]+)" height="(?P<height>[0-9.]+)" role=')
MINUTE = "in-a-minute"  # stands before the table of contents
PICTURE = {"Cache-Control": "public, max-age=3600"}


async def first(request: Request) -> Response:
    """The address /learn leads to the first guide, which has links to all others."""
    return RedirectResponse(f"/learn/{ids()[0]}", 307)


async def guide(request: Request) -> Response:
    """How a game is played."""
    game = known(request)
    await site_of(request).kernels.ready(game.id)
    content = await site_of(request).desk.work(_blocks, game.id)
    return show(
        request, "learn.html", game=game, blocks=content, parts=_parts(content), papers=_papers(game.id)
    )


async def figure(request: Request) -> Response:
    """A figure of a guide, in the theme that is asked for."""
    theme = request.query_params.get("theme", "light")
    if theme not in ("light", "dark"):
        raise nothing_here()
    number = _number(request.path_params["n"])
    drawn = await site_of(request).desk.work(_figure, await _game(request), number, theme)
    return Response(drawn, 200, PICTURE, "image/svg+xml")


async def sheets(request: Request) -> Response:
    """Blank sheets to print."""
    game = load(await _game(request))
    paper = request.query_params.get("paper", "a4")
    try:
        printed = await site_of(request).desk.work(sheet.pdf, game, paper)
    except BadOption as error:
        raise Refused(404, str(error), "unknown") from None
    headers = {**PICTURE, "Content-Disposition": f'inline; filename="{game.id}-{paper}.pdf"'}
    return Response(printed, 200, headers, "application/pdf")


async def _game(request: Request) -> str:
    id: str = request.path_params["game"]
    if id not in ids():
        raise nothing_here()
    await site_of(request).kernels.ready(id)
    return id


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise nothing_here()
    return int(text)


@cache
def _blocks(id: str) -> list[dict[str, Any]]:
    """The guide as HTML and figures; its parts can be linked to by their headings."""
    prose = MarkdownIt("commonmark", {"html": False}).enable("table")
    prose.add_render_rule("heading_open", _heading)
    found: list[dict[str, Any]] = []
    for block in blocks(load(id)):
        if isinstance(block, Figure):
            size = _SIZE.search(_figure(id, block.number))
            entry = {"figure": block.number, "src": f"/learn/{id}/figure-{block.number}.svg"}
            found.append(entry | (size.groupdict() if size else {}) | {"caption": block.caption})
        else:
            html = prose.render(block.markdown)
            found += [{"html": Markup(part)} for part in re.split("(?=<h2 )", html) if part]
    return found


def _heading(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    title = tokens[at + 1].content
    tokens[at].attrSet("id", re.sub(r"[^a-z]+", "-", title.lower()).strip("-"))
    return renderer.renderToken(tokens, at, options, env)


def _parts(blocks: list[dict[str, Any]]) -> list[dict[str, str]]:
    html = "".join(block.get("html", "") for block in blocks)
    found = re.finditer(r'<h2 id="(?P<id>[^"]+)">(?P<title>[^<]+)</h2>', html)
    return [part for part in map(re.Match.groupdict, found) if part["id"] != MINUTE]


@lru_cache(maxsize=512)
def _figure(id: str, number: int, theme: Theme = "light") -> str:
    found = [block for block in blocks(load(id)) if isinstance(block, Figure) and block.number == number]
    if not found:
        raise Refused(404, "there is no such figure", "unknown")
    return found[0].svg(theme)


@cache
def _papers(id: str) -> tuple[str, ...]:
    try:
        sheet.blank(load(id))
    except BadOption:
        return ()
    return tuple(sheet.PAPERS)


ROUTES = [
    Route("/learn", first),
    Route("/learn/{game}", guide),
    Route("/learn/{game}/figure-{n}.svg", figure),
    Route("/learn/{game}/sheet.pdf", sheets),
]
