"""The application: routes, and what every request passes through on its way in."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from inspect import isfunction

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from stylobate.errors import StylobateError
from stylobate.web import accounts, api, embed, feeds, learn, lessons, operators, pages, pictures, seating
from stylobate.web.answers import Refused, nothing_here, refusal, refused
from stylobate.web.bodies import is_json
from stylobate.web.door.access import AccessLog
from stylobate.web.door.csrf import SameOrigin
from stylobate.web.door.headers import SecurityHeaders
from stylobate.web.door.hosts import OwnName
from stylobate.web.door.rates import RateLimits
from stylobate.web.door.sizes import body_limit
from stylobate.web.entrance import Endpoint, Entrance, Find
from stylobate.web.logs import REQUEST
from stylobate.web.settings import Settings
from stylobate.web.site import Site
from stylobate.web.statics import Statics

log = logging.getLogger("stylobate.web")


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
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.entrance = Entrance(
        app.router.app,
        _finding(app.routes),
        AccessLog(site.metrics, settings),
        SecurityHeaders(settings),
        [OwnName(settings), RateLimits(settings.limits, site.rates), SameOrigin(settings), body_limit],
        _excused,
    )
    app.state.site = site
    app.state.templates = pages.templates(settings, statics)
    return app


class Application(Starlette):
    """Starlette's routes, behind an entrance of our own."""

    entrance: Entrance

    def build_middleware_stack(self) -> ASGIApp:
        """Ours alone: what an endpoint raises is answered at the entrance, once for all of them."""
        for route in self.routes:
            _bare(route)
        return self.entrance


def _bare(route: BaseRoute) -> None:
    """Let a route answer with what its endpoint gives, and leave exceptions to what is outside."""
    if not isinstance(route, Route) or not isfunction(route.endpoint):
        return
    endpoint: Callable[[Request], Awaitable[ASGIApp]] = route.endpoint

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)

    route.app = answer


def _finding(routes: Sequence[BaseRoute]) -> Find:
    """What finds the endpoint of a request that changes something; those of moves stand first."""
    changing = [
        route
        for route in routes
        if isinstance(route, Route) and isfunction(route.endpoint) and "POST" in (route.methods or ())
    ]

    def find(scope: Scope) -> Endpoint | None:
        for route in changing:
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope["route"] = route
                scope.update(found)
                endpoint: Endpoint = route.endpoint
                return endpoint
        return None

    return find


def _excused(request: Request, error: Exception) -> Response:
    """The answer to a request for which this was raised; a fault of our own is written down."""
    why = _why(error)
    if why is not None:
        try:
            return _refused(request, why)
        except Exception as worse:
            error = worse
    log.error("a request failed", exc_info=error)
    found = f"whoever runs this site finds it under {REQUEST.get()}"
    why = Refused(500, f"something went wrong on our side and was written down; {found}", "fault")
    try:
        return _refused(request, why)
    except Exception:  # what failed may be what a page is made of
        return refused(why)


def _why(error: Exception) -> Refused | None:
    """What is told to whoever asked; None where they could not help it."""
    match error:
        case Refused():
            return error
        case StylobateError():
            return refusal(error)
        case HTTPException(status_code=404):
            return nothing_here()
        case HTTPException(status_code=405):
            return Refused(405, "that cannot be asked for in this way", "malformed", headers=error.headers)
        case HTTPException():
            return Refused(error.status_code, error.detail, "malformed", headers=error.headers)
    return None


def _refused(request: Request, why: Refused) -> Response:
    if request.url.path.startswith("/api/") or is_json(request):
        return refused(why)
    return pages.sorry(request, why)
