"""No byte that leaves the server holds a secret: of a chain, a session, a seat, a password, an invitation."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from stylobate.fair import LENGTH
from stylobate.fair.chain import Chain
from stylobate.play import Showing
from tests.web.visiting import Table, running

GAME = "columns-dice"
PATHS = ("", "/at/0", "/at/1", "/log", "/record.txt", "/record.json", "/proof")


def test_no_secret_is_in_anything_that_was_sent(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada, ben, cyd = (site.visitor() for _ in range(3))
        table = ada.open(GAME, ("me", "friend"), visibility="public")
        invitation = httpx_path(table.invites[0]["url"])
        ada.sent.clear()  # the host is told the invitation, once; nobody is told it again
        assert ben.http.post(invitation, data={"name": "Ben"}).status_code == 303
        if table.view["can"]["begin"]:
            table.ask("begin")
        streams = [table.seen_by(one).listen() for one in (ada, ben, cyd)]
        streams += [one.listen_to_lists() for one in (ada, ben, cyd)]
        ada.http.post("/me/register", data={"name": "Ada", "password": "a password of mine"})
        ada.http.post("/me/login", data={"name": "Ada", "password": "a password of mine"})
        other = table.seen_by(ben)
        for _ in range(8):
            mover = table if table.view["can"]["move"] else other
            mover.move(known=0)
        table.ask("say", text="well played")
        table.ask("ask-takeback")
        other.ask("answer-takeback", yes=False)
        table.ask("move", token="nonsense", version=1)
        table.ask("resign")
        for one in (ada, ben, cyd):
            for path in (
                *(table.path + path for path in PATHS),
                f"/t/{table.id}",
                "/",
                "/me",
                *(f"/lists/{part}" for part in ("public", "mine", "me")),
                "/metrics",
                "/health",
            ):
                one.get(path)
            one.get("/nowhere")
        site.site.hush()
        for stream in streams:
            while stream.event():
                pass
            stream.close()
        revealed = len(table.view["fair"]["throws"])
        sent = b"\n".join(b"\n".join(one.sent) for one in (ada, ben, cyd))
        jars = [cookie.value for one in (ada, ben, cyd) for cookie in one.http.cookies.jar]
        secret = site.site.store.secret(table.id) or b""
        held = canaries(Path(site.settings.store))
    chain = Chain(secret)
    segment = chain.segment()
    hidden = [chain.link(segment, number) for number in range(revealed + 1, LENGTH + 1)]
    canary = [secret, secret.hex().encode(), *(link.encode() for link in hidden), *held]
    canary += [part.encode() for value in jars for part in (value or "").split("-", 1) if len(part) > 20]
    canary += [invitation.rpartition("/")[2].encode(), b"a password of mine", b"argon2"]
    assert len(sent) > 50_000
    assert chain.link(segment, 1).encode() in sent or not revealed
    assert [one for one in canary if one in sent] == []


def canaries(path: Path) -> list[bytes]:
    """Everything secret in the database, raw and in hexadecimal, and people's ids."""
    db = sqlite3.connect(path)
    found = [row[0] for row in db.execute("SELECT digest FROM sessions UNION SELECT digest FROM claims")]
    found += [row[0] for row in db.execute("SELECT digest FROM invites UNION SELECT secret FROM secrets")]
    people = [
        value.encode() for row in db.execute("SELECT id, password FROM people") for value in row if value
    ]
    db.close()
    assert len(found) >= 6
    return [*found, *(token.hex().encode() for token in found), *people]


def httpx_path(url: str) -> str:
    return "/" + url.split("/", 3)[3]


def test_all_that_is_sent_of_a_table_comes_from_the_one_place_that_is_searched_for_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tests/play/test_view.py` reads what `Showing` makes; every door sends that and nothing else."""
    marked = {"whole": Showing.whole, "change": Showing.change}
    for name, made in marked.items():
        monkeypatch.setattr(
            Showing, name, lambda *given, made=made, name=name: {**made(*given), "made": name}
        )
    with running(tmp_path) as site:
        ada, ben = site.visitor(), site.visitor()
        opened = ada.post("/api/tables", {"game": "colonnade", "seats": ["me", "friend"]}).json()
        assert opened["view"]["made"] == "whole"
        table = Table(ada, opened["table"])
        stream = table.listen()
        assert stream.table()["made"] == "whole"
        assert ben.http.post(httpx_path(opened["invites"][0]["url"]), data={"name": "Ben"}).status_code == 303
        assert stream.table()["made"] == "change"
        assert table.view["made"] == "whole"
        assert table.move("b2a").json()["made"] == "whole"
        assert table.seen_by(ben).move("c2d", known=1).json()["view"]["made"] == "whole"
        late = table.move("b2a", version=1)
        assert (late.status_code, late.json()["view"]["made"]) == (409, "whole")
        assert '"made": "whole"' in ada.get(f"/t/{table.id}").text
        stream.close()
