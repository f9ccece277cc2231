"""The pages, as HTML that can be read without script.

What the templates are given:

    everywhere      me         the visitor (name, account) or None
                    games      all games (`game.Game`: id, title, byline, summary, players, options …)
                    many       how many games there are, as a word
                    ranged     ranged(game.players): “2–4”
                    static     static("site.css") is the address of that file, to be cached for ever
                    page       page(game, "widget.js") is that of a file of the game, None if it has none
                    for_scripts    for_scripts(game, seats): what scripts know of it (`Game` in types.d.ts)
                    title, sign    title(id) and sign(id) of a game, be it one that is no longer installed
                    path       of this page
                    origin     of the site, for addresses that are opened elsewhere
                    levels     levels(game, seats): its computer players among so many, gentlest first, each
                               {"name", "told": in words, with how strong it is}
                    level_told level_told(game, name, seats): the words for one of them
                    ladder     ladder(game).gentle and .middling are those that are usually chosen
                    teaches    teaches(game): whether it has a lesson, at /learn/ID/lesson
                    people, outcome, points, day, is_alone    how a list tells of a table (`house.listed`)
    front.html      mine, public: parts of the page that stay up to date, rendered by the macros of lists.html
                    (`parts.Part`: html, tag); waiting: how many tables wait for the visitor
    lists.html      mine, open_tables, running_tables: lists of `store.Listed` (id, game, state, your_turn,
                    changed, finished, about: what `play.listing` says); who: the visitor's id, where
                    the list is the visitor's own
    game.html       game; open_tables and running_tables of this game
    learn.html      game; blocks: each {"html"} or {"figure": number, "src", "width", "height", "caption"};
                    parts: the headings among them, each {"id", "title"};
                    papers: the papers its blank sheets are printed on, empty where there are none
    lesson.html     game; lesson (see `stylobate.lesson`); board: that of its first stage;
                    stages: of each what a page tells, {"title", "text", "hint"}
    table.html      table (its id), game, view (as JSON gives it), board (see `house.board`; svg is markup),
                    log: a list of {n, token, seat, words, level}
    join.html       invite (the form posts a name to /join/INVITE), table, game, view, seat;
                    asks: the seat of whoever invites, or None;
                    sentence: why it cannot be used, or None
    fair.html
    verify.html
    me.html         mine (a part), waiting; forms post name and password to /me/register and /me/login, name
                    to /me/name, password and new to /me/password, nothing to /me/logout, a table or “all”
                    to /me/put-away; after one of them
                    (see path) sentence: what was wrong with it, and name: what was typed there; done: what
                    was done a moment ago; feed: since when there is a feed of one's turns, or None, and
                    address: its address, just after it was made
    embed.html      table, game, view, board, log: as table.html (see `embed`)
    error.html      status, sentence

Pictures: page(game, "portrait.svg") is a game under way, /learn/ID/figure-N.svg a figure of its guide; as
PNG, for elsewhere, /games/ID/card.png and /t/TABLE/N.png (`pictures`).
"""

from __future__ import annotations

import contextlib
import gzip
import json
from itertools import chain
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from stylobate.errors import BadFile
from stylobate.game import Game
from stylobate.house.board import Board, TokenInWords
from stylobate.house.boards import tag
from stylobate.house.listed import day, is_alone, outcome, people, points
from stylobate.house.now import now
from stylobate.ladder import ladder
from stylobate.page import CHANCES, SIGN, WIDGET
from stylobate.play import Table
from stylobate.players.wording import level_told, levels_told
from stylobate.registry import ids, load
from stylobate.store.protocol import Listed
from stylobate.telling import number_word, ranged
from stylobate.web.answers import Refused, nothing_here
from stylobate.web.boards import takes_gzip, told
from stylobate.web.parts import Part
from stylobate.web.scopes import address
from stylobate.web.sessions import hand_on
from stylobate.web.settings import Settings
from stylobate.web.site import Site, site_of
from stylobate.web.statics import Statics
from stylobate.web.whereabouts import origin

WAITS = 24 * 3600 * 1000  # milliseconds that an open table stays in the lists


def templates(settings: Settings, statics: Statics) -> Environment:
    """The templates, with what all of them are given."""
    templates = Environment(
        loader=PackageLoader("stylobate.web"),
        autoescape=True,
        auto_reload=settings.fresh,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def for_scripts(game: Game, seats: int | None = None) -> dict[str, Any]:
        return {
            "id": game.id,
            "title": game.title,
            "seat_names": game.seat_names,
            "has_chance": game.has_chance,
            "has_points": game.has_points,
            "draws_cards": game.draws_cards,
            "widget": statics.of_game(game, WIDGET),
            "chances": statics.of_game(game, CHANCES),
            "levels": levels_told(game, seats),
            "gentle": ladder(game).gentle,
        }

    templates.globals.update(
        games=[load(id) for id in ids()],
        levels=levels_told,
        level_told=level_told,
        ladder=ladder,
        teaches=lambda game: bool(game.lesson),
        static=statics.address,
        modules=statics.modules,
        page=statics.of_game,
        for_scripts=for_scripts,
        many=number_word(len(ids())),
        ranged=ranged,
        title=title,
        sign=lambda id: statics.of_game(load(id), SIGN) if id in ids() else statics.address("icon.svg"),
        people=people,
        outcome=outcome,
        is_alone=is_alone,
        points=points,
        day=day,
    )
    templates.tests["plays_alone"] = is_alone
    return templates


def title(id: str) -> str:
    """The title of a game; a game that is no longer installed may still have tables in the store."""
    return load(id).title if id in ids() else id


def routes(statics: Statics) -> list[BaseRoute]:
    """All pages, and the files they need."""
    return [
        Route("/", front),
        Route("/games", lambda request: RedirectResponse("/", 307)),
        Route("/games/{game}", game),
        Route("/lists/{part}", part),
        Route("/t/{table}", table),
        Route("/fair", fair),
        Route("/verify", verify),
        Route("/static/{version}/{path:path}", statics.serve),
    ]


def show(request: Request, template: str, **context: Any) -> HTMLResponse:
    """A page; one that is given a `status` is answered with it.

    Where the store cannot be asked who that is, it is as for a stranger: it may be the page that says so.
    """
    templates: Environment = request.app.state.templates
    me = None
    with contextlib.suppress(BadFile):
        me = site_of(request).sessions.visitor(request)
    given = {"me": me, "path": request.url.path, "origin": origin(request, site_of(request).settings)}
    html = templates.get_template(template).render(given | context)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    body = html.encode()
    if takes_gzip(request):
        body, headers = gzip.compress(body, 4), headers | {"Content-Encoding": "gzip"}
    page = HTMLResponse(body, context.get("status", 200), headers)
    site_of(request).sessions.renew(request, page)
    return page


def sorry(request: Request, why: Refused) -> Response:
    """The page for an error, with its sentence."""
    page = show(request, "error.html", status=why.status, sentence=why.sentence)
    page.headers.update(why.headers)
    return page


async def front(request: Request) -> Response:
    """The front page."""
    mine, waiting = await my_part(request, "mine", 30)
    return show(request, "front.html", mine=mine, waiting=waiting, public=await _public_part(request))


async def part(request: Request) -> Response:
    """A part of a page again: what the front page, or /me, now shows of tables."""
    match request.path_params["part"]:
        case "public":
            found = await _public_part(request)
        case "mine":
            found, _ = await my_part(request, "mine", 30)
        case "me":
            found, _ = await my_part(request, "me", 200)
        case _:
            raise nothing_here()
    headers = {"ETag": found.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == found.tag:
        return Response(status_code=304, headers=headers)
    if takes_gzip(request):
        return HTMLResponse(found.packed, 200, headers | {"Content-Encoding": "gzip"})
    return HTMLResponse(found.html, 200, headers)


async def my_part(request: Request, name: str, most: int) -> tuple[Part, int]:
    """The visitor's own tables, by the macro of that name, and how many of them wait for the visitor."""
    site = site_of(request)
    visitor = site.sessions.visitor(request)
    mine = await site.aside(site.store.tables_of, visitor.id, most) if visitor else []
    waiting = sum(listed.your_turn for listed in mine)
    return _part(request, name, mine, visitor.id if visitor else None), waiting


async def _public_part(request: Request) -> Part:
    """Tables to join and tables to watch, the same for everybody."""

    async def render() -> Part:
        open_tables, running = await _public(site_of(request))
        return _part(request, "public", open_tables[:30], running[:30])

    return await site_of(request).public.part(render)


def _part(request: Request, name: str, *given: list[Listed] | str | None) -> Part:
    templates: Environment = request.app.state.templates
    return Part.of(getattr(templates.get_template("lists.html").module, name)(*given))


async def game(request: Request) -> Response:
    """The page of one game: ways to begin, options, and tables to join or watch."""
    site, game = site_of(request), known(request)
    open_tables, running = ([one for one in found if one.game == game.id] for found in await _public(site))
    return show(request, "game.html", game=game, open_tables=open_tables[:30], running_tables=running[:30])


async def _public(site: Site) -> tuple[list[Listed], list[Listed]]:
    """Tables to join and tables to watch; who opened one and went away should keep nobody waiting."""
    open_tables = await site.aside(site.store.open_tables, 200)
    running = await site.aside(site.store.running_tables, 200)
    return [one for one in open_tables if one.changed > now() - WAITS], running


async def table(request: Request) -> Response:
    """The table.  A browser that opens it becomes a guest, for it may want to sit down; else it may look."""
    site = site_of(request)
    room = await site.hall.room(request.path_params["table"])
    cookies = await arrival(request)
    person = site.sessions.at(request, room.table)
    seen = room.showing().whole(person.id if person else None)
    drawn, moves = await drawn_and_told(site, room.table)
    page = show(request, "table.html", table=room.id, game=room.table.game, view=seen, board=drawn, log=moves)
    return hand_on(page, cookies)


async def drawn_and_told(site: Site, table: Table) -> tuple[Board, list[TokenInWords]]:
    """The newest board of a table and its moves in words, as templates take them."""
    newest = len(table.plays)
    packed = await site.boards.packed(tag(table, newest), table, newest)
    words = await site.boards.of(table, "log 0", told, 0)
    return await site.aside(unpacked, packed), await site.aside(_loaded, words)


async def arrival(request: Request) -> Response:
    """The cookies of a browser that opens a page on which it may want to sit down: it becomes a guest."""
    site, cookies = site_of(request), Response()
    is_new = request.headers.get("sec-fetch-dest") == "document" and site.sessions.visitor(request) is None
    if is_new and site.may_arrive(address(request.scope)):
        with contextlib.suppress(BadFile):
            await site.sessions.somebody(request, cookies)
    return cookies


def unpacked(packed: bytes) -> Board:
    """A board as the template takes it: what draws it for the page draws it for all who follow the game."""
    board: Board = json.loads(gzip.decompress(packed))
    board["svg"] = Markup(board["svg"])
    for piece in chain(board["hand"], *board["trays"], board["aside"]):
        piece["picture"] = Markup(piece["picture"])
    return board


def _loaded(packed: bytes) -> list[TokenInWords]:
    moves: list[TokenInWords] = json.loads(gzip.decompress(packed))
    return moves


async def fair(request: Request) -> Response:
    """What verifiable chance proves, and what not."""
    return show(request, "fair.html")


async def verify(request: Request) -> Response:
    """Where anybody can check a record, of this site or another one."""
    return show(request, "verify.html")


def known(request: Request) -> Game:
    """The game that the path names."""
    if request.path_params["game"] not in ids():
        raise nothing_here()
    return load(request.path_params["game"])
