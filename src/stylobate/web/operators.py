"""For whoever runs the site: /health and /metrics."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from stylobate.web.answers import Refused, reply
from stylobate.web.beside import ALONE, told_beside
from stylobate.web.metrics import together
from stylobate.web.site import site_of


async def health(request: Request) -> Response:
    """Whether moves can be stored, and whether all games are loaded."""
    site = site_of(request)
    well = site.timekeeper.is_well
    body = {"status": "ok" if well else "the store does not answer", "games_ready": site.kernels.are_ready}
    return reply(body, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """The counters for Prometheus, of every process here; answered only to requests from this machine."""
    site = site_of(request)
    if request.client and request.client.host not in ("127.0.0.1", "::1", "testclient"):
        raise Refused(403, "the numbers are told on this machine only", "forbidden")
    now = {
        "commands_total": float(site.hall.commands),
        "computer_moves_total": float(site.computers.moves),
        "computers_waiting": float((await site.computers.queue.load()).in_all),
        "store_commits_total": float(site.store.commits),
        "rooms": float(len(site.hall.rooms)),
        "streams": float(site.streams.open.total()),
    }
    text = site.metrics.text(now, await site.aside(site.store.counts))
    if ALONE not in request.query_params:
        text = together([text, *await told_beside(site.settings.beside)])
    return PlainTextResponse(text, headers={"Cache-Control": "no-store"})


ROUTES = [Route("/health", health), Route("/metrics", metrics)]
