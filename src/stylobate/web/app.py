"""The application: routes, and what every request passes through on its way in."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from inspect import isfunction

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from stylobate.errors import StylobateError
from stylobate.web import accounts, api, embed, feeds, learn, lessons, operators, pages, pictures, seating
from stylobate.web.answers import Refused, nothing_here, refusal, refused
from stylobate.web.bodies import is_json
from stylobate.web.logs import REQUEST
from stylobate.web.middleware.asking import Asking
from stylobate.web.middleware.csrf import SameOrigin
from stylobate.web.middleware.faults import Faults
from stylobate.web.middleware.headers import SecurityHeaders
from stylobate.web.middleware.hosts import OwnName
from stylobate.web.middleware.journal import Journal
from stylobate.web.middleware.rates import RateLimits
from stylobate.web.middleware.sizes import BodyLimit
from stylobate.web.settings import Settings
from stylobate.web.site import Site
from stylobate.web.statics import Statics


def application(settings: Settings) -> Starlette:
    """The site as an ASGI application; opens the store at once, and refuses with a sentence if it cannot."""
    site = Site(settings)
    statics = Statics(settings.fresh)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    app = Application(
        routes=[
            *api.ROUTES,
            *seating.ROUTES,
            *accounts.ROUTES,
            *embed.ROUTES,
            *feeds.ROUTES,
            *learn.ROUTES,
            *lessons.ROUTES,
            *pictures.ROUTES,
            *operators.ROUTES,
            *pages.routes(statics),
        ],
        middleware=[
            Middleware(Journal, site.metrics, settings),
            Middleware(SecurityHeaders, settings),
            Middleware(Faults, _our_fault),
            Middleware(OwnName, settings),
            Middleware(RateLimits, settings.limits, site.rates),
            Middleware(SameOrigin, settings),
            Middleware(BodyLimit),
            Middleware(Asking),
        ],
        exception_handlers={Refused: _refused, StylobateError: _mistake, HTTPException: _http},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    app.state.templates = pages.templates(settings, statics)
    return app


class Application(Starlette):
    """Starlette, less the layers that only do what ours do already; each costs a move 2 % of its time.

    What nobody else catches `Faults` does.  What an endpoint raises is answered once for all of them.
    """

    def build_middleware_stack(self) -> ASGIApp:
        """Ours, and within them what answers exceptions."""
        for route in self.routes:
            _bare(route)
        app: ASGIApp = ExceptionMiddleware(self.router, handlers=self.exception_handlers)
        for one in reversed(self.user_middleware):
            app = one.cls(app, *one.args, **one.kwargs)
        return app


def _bare(route: BaseRoute) -> None:
    """Let a route answer with what its endpoint gives, and leave exceptions to what is outside."""
    if not isinstance(route, Route) or not isfunction(route.endpoint):
        return
    endpoint: Callable[[Request], Awaitable[ASGIApp]] = route.endpoint

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)

    route.app = answer


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if request.url.path.startswith("/api/") or is_json(request):
        return refused(error)
    return pages.sorry(request, error)


async def _mistake(request: Request, error: Exception) -> Response:
    assert isinstance(error, StylobateError)
    return await _refused(request, refusal(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    why = nothing_here()
    if error.status_code == 405:
        why = Refused(405, "that cannot be asked for in this way", "malformed", headers=error.headers)
    elif error.status_code != 404:
        why = Refused(error.status_code, error.detail, "malformed", headers=error.headers)
    return await _refused(request, why)


async def _our_fault(request: Request) -> Response:
    found = f"whoever runs this site finds it under {REQUEST.get()}"
    why = Refused(500, f"something went wrong on our side and was written down; {found}", "fault")
    try:
        return await _refused(request, why)
    except Exception:  # what failed may be what a page is made of
        return refused(why)
