"""The application: routes, and what every request passes through on its way in."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from stylobate.errors import BadFile, StylobateError
from stylobate.web import api, pages
from stylobate.web.answers import Refused, refusal, refused
from stylobate.web.csrf import SameOrigin
from stylobate.web.headers import SecurityHeaders
from stylobate.web.settings import Settings
from stylobate.web.site import Site
from stylobate.web.statics import Statics


def application(settings: Settings) -> Starlette:
    """The site as an ASGI application."""
    site = Site(settings)
    statics = Statics(settings.fresh)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    app = Starlette(
        routes=[*api.ROUTES, *pages.routes(statics)],
        middleware=[Middleware(SecurityHeaders, settings), Middleware(SameOrigin, settings)],
        exception_handlers={Refused: _refused, StylobateError: _mistake, HTTPException: _http},
        lifespan=lifespan,
    )
    app.state.site = site
    app.state.templates = pages.templates(settings, statics)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if request.url.path.startswith("/api/"):
        return refused(error)
    return pages.sorry(request, error)


async def _mistake(request: Request, error: Exception) -> Response:
    assert isinstance(error, StylobateError)
    if isinstance(error, BadFile):
        return await _refused(request, Refused(503, str(error), "store"))
    return await _refused(request, refusal(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {404: "there is nothing here", 405: "that cannot be asked for in this way"}
    why = Refused(error.status_code, sentences.get(error.status_code, error.detail), "unknown")
    why.headers = error.headers or {}
    return await _refused(request, why)
