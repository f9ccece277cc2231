"""Accounts: registering, logging in and out, one's password, the name that others see, one's feed and games.

Each takes a form or JSON.  A form is answered with a page, JSON with JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import time

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stylobate.errors import Refusal
from stylobate.house.listed import is_alone
from stylobate.house.now import now
from stylobate.house.turns import ASKER
from stylobate.identity import digest, fresh_credential, hash_password, password_fits
from stylobate.names import chosen, folded
from stylobate.play.commands import PutAway
from stylobate.web.answers import Refused, refusal, reply
from stylobate.web.bodies import form, is_json
from stylobate.web.limits import FOR_AN_ADDRESS
from stylobate.web.pages import my_part, show
from stylobate.web.sessions import hand_on, person_of
from stylobate.web.site import Site, site_of
from stylobate.web.whereabouts import origin

GUESSES = ((10, 600.0), (100, 86400.0))  # wrong ones at the password of one name, made by one visitor
MOST_PUT_AWAY = 60  # games, by one request: each is loaded for it


async def me(request: Request) -> Response:
    """The page /me: the visitor's games and name."""
    changed = request.query_params.get("password") == "changed"
    return await _page(
        request, done="Your password is changed. Other devices are logged out." if changed else ""
    )


async def register(request: Request) -> Response:
    """A guest takes a name with a password, and keeps all games."""
    site = site_of(request)
    given = await form(request)
    cookies = Response()
    try:
        name = chosen(given.get("name", "")[:100])
        visitor = await site.sessions.somebody(request, cookies)
        if visitor.account is not None:
            raise Refusal(f"you go by the name of {visitor.account} already")
        kept = await site.desk.must(hash_password, given.get("password", ""))
        if not await asyncio.wrap_future(site.store.register(visitor.id, name, kept)):
            sentence = f"somebody goes by the name of {name} already, or by one that looks like it"
            raise Refusal(f"{sentence}; choose another", "taken")
    except Refusal as error:
        return hand_on(await _wrong(request, refusal(error), given), cookies)
    site.renew(visitor.id)
    await site.sessions.log_in(request, cookies, visitor.id)
    return hand_on(_done(request, {"name": name}), cookies)


async def log_in(request: Request) -> Response:
    """Log in by name and password."""
    site = site_of(request)
    given = await form(request)
    name = given.get("name", "")[:100]
    if why := _too_many_guesses(site, name):
        return await _wrong(request, why, given)
    found = await site.aside(site.store.account, name)
    fits = await site.desk.must(password_fits, given.get("password", ""), found[1] if found else None)
    if found is None or not fits:
        sentence = "this name and this password do not belong together; please try again"
        return await _wrong(request, Refused(403, sentence, "forbidden"), given)
    _guessed_right(site, name)
    answer = _done(request, {"name": found[0].name})
    await site.sessions.log_in(request, answer, found[0].id)
    return answer


async def log_out(request: Request) -> Response:
    """Log out; a guest without a password cannot log in again."""
    site = site_of(request)
    answer = _done(request, {}, "/")
    site.log_out(await site.sessions.log_out(request, answer))
    return answer


async def change_password(request: Request) -> Response:
    """Change one's password, told by the old one; whoever else is logged in by this name is so no more."""
    site = site_of(request)
    given = await form(request)
    visitor = site.sessions.visitor(request)
    answer = _done(request, {}, "/me?password=changed")
    try:
        if visitor is None or visitor.account is None:
            raise Refusal("only a name has a password; take one first", "forbidden")
        if why := _too_many_guesses(site, visitor.account):
            return await _wrong(request, why, given)
        found = await site.aside(site.store.account, visitor.account)
        if not found or not await site.desk.must(password_fits, given.get("password", ""), found[1]):
            raise Refusal("this is not your password of now; please try again", "forbidden")
        _guessed_right(site, visitor.account)
        kept = await site.desk.must(hash_password, given.get("new", ""))
        await site.sessions.change_password(answer, visitor.id, kept)
    except Refusal as error:
        return await _wrong(request, refusal(error), given)
    site.log_out({visitor.id})
    return answer


async def rename(request: Request) -> Response:
    """Be called something else by others; the name one logs in by stays."""
    site = site_of(request)
    given = await form(request)
    cookies = Response()
    try:
        name = chosen(given.get("name", "")[:100])
    except Refusal as error:
        return await _wrong(request, refusal(error), given)
    visitor = await site.sessions.somebody(request, cookies)
    await asyncio.wrap_future(site.store.rename(visitor.id, name))
    site.renew(visitor.id)
    return hand_on(_done(request, {"name": name}), cookies)


async def make_feed(request: Request) -> Response:
    """A new address for the feed of one's turns, told this once; the one before ends."""
    site, credential, cookies = site_of(request), fresh_credential(), Response()
    visitor = await site.sessions.somebody(request, cookies)
    await asyncio.wrap_future(site.store.give_feed(visitor.id, digest(credential), now()))
    address = f"{origin(request, site.settings)}/feeds/{credential}"
    answer = reply({"url": address}, 201) if is_json(request) else await _page(request, address=address)
    return hand_on(answer, cookies)


async def end_feed(request: Request) -> Response:
    """End the feed of one's turns: its address leads nowhere any more."""
    site = site_of(request)
    visitor = site.sessions.visitor(request)
    if visitor is not None:
        await asyncio.wrap_future(site.store.end_feed(visitor.id))
    return _done(request, {})


async def put_away(request: Request) -> Response:
    """Put a game against computers away, or as many of them as can be done at once."""
    site = site_of(request)
    wanted = (await form(request)).get("table", "all")
    visitor = site.sessions.visitor(request)
    if visitor is not None:
        mine = await site.aside(site.store.tables_of, visitor.id, 200)
        alone = [one.id for one in mine if is_alone(one, visitor.id) and wanted in ("all", one.id)]
        for table in alone[:MOST_PUT_AWAY]:
            with contextlib.suppress(Refusal):  # it has ended meanwhile
                await site.hall.ask(table, person_of(visitor), PutAway())
    return _done(request, {})


def _too_many_guesses(site: Site, name: str) -> Refused | None:
    """Why whoever asks may not guess at this name now; others may, its owner among them."""
    now, guessers = time.monotonic(), _guessers(name)
    wait = max(site.guesses.wait(now, key, GUESSES, wider) for key, wider in guessers)
    if not wait or not site.settings.limits.on:
        for key, wider in guessers:
            site.guesses.spend(now, key, GUESSES, wider)
        return None
    sentence = f"too many wrong passwords for this name; try again in {int(wait) + 1} seconds"
    return Refused(429, sentence, "limit", headers={"Retry-After": str(int(wait) + 1)})


def _guessed_right(site: Site, name: str) -> None:
    """Take back a guess that was counted and was right: only wrong ones use up the tries."""
    for key, wider in _guessers(name):
        site.guesses.spend(time.monotonic(), key, GUESSES, wider, -1.0)


def _guessers(name: str) -> tuple[tuple[object, int], ...]:
    """Whose guesses at a name are counted together: the asker's and, wider, those of their place."""
    asker = ASKER.get()
    return ((asker, folded(name)), 1), ((asker.place, folded(name)), FOR_AN_ADDRESS)


def _done(request: Request, data: dict[str, str], path: str = "/me") -> Response:
    return reply(data) if is_json(request) else RedirectResponse(path, 303)


async def _wrong(request: Request, why: Refused, given: dict[str, str]) -> Response:
    """The page again, with the sentence in the form that was sent, and what was typed but the password."""
    if is_json(request):
        raise why
    page = await _page(request, why.status, sentence=why.sentence, name=given.get("name", "")[:100])
    page.headers.update(why.headers)
    return page


async def _page(request: Request, status: int = 200, **values: str) -> Response:
    mine, waiting = await my_part(request, "me", 200)
    site = site_of(request)
    visitor = site.sessions.visitor(request)
    feed = await site.aside(site.store.feed, visitor.id) if visitor else None
    return show(request, "me.html", status=status, mine=mine, waiting=waiting, feed=feed, **values)


ROUTES = [
    Route("/me", me, methods=["GET"]),
    Route("/me/register", register, methods=["POST"]),
    Route("/me/login", log_in, methods=["POST"]),
    Route("/me/logout", log_out, methods=["POST"]),
    Route("/me/password", change_password, methods=["POST"]),
    Route("/me/name", rename, methods=["POST"]),
    Route("/me/feed", make_feed, methods=["POST"]),
    Route("/me/feed/end", end_feed, methods=["POST"]),
    Route("/me/put-away", put_away, methods=["POST"]),
]
