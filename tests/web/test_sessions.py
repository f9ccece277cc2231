"""Who is who: guests at once, names that keep one's games, invitations that work once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from stylobate.house import timekeeper
from stylobate.web import seating
from stylobate.web.sessions import COOKIE
from tests.web.visiting import Running, Visitor, bare, running


def test_looking_around_makes_nobody_a_guest(site: Running, ada: Visitor):
    table = ada.open()
    stranger = site.visitor()
    for path in ("/", "/me", f"/t/{table.id}", table.path, "/learn/colonnade"):
        assert stranger.get(path).status_code == 200
    assert not stranger.http.cookies


def test_a_browser_that_opens_a_table_is_a_guest_and_stays_the_same(site: Running, ada: Visitor):
    table = ada.open()
    ben = site.visitor()
    ben.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"})
    token = ben.http.cookies[COOKIE]
    assert len(token) >= 43
    ben.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"})
    table.seen_by(ben).ask("sit", seat=1)
    assert ben.http.cookies[COOKIE] == token


def test_an_invitation_works_once(site: Running, ada: Visitor, ben: Visitor, cyd: Visitor):
    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    assert ben.get(link).status_code == 200
    assert table.view["seats"][1]["kind"] == "open"
    answer = ben.http.post(link, data={"name": "Ben"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.id}")
    assert table.seen_by(ben).view["mine"] == [1]
    assert cyd.get(link).status_code == 410
    assert cyd.http.post(link, data={"name": "Cyd"}).status_code == 410
    assert ben.get(link).headers["location"] == f"/t/{table.id}"


def test_two_people_with_one_invitation_do_not_both_sit(site: Running, ada: Visitor):
    from concurrent.futures import ThreadPoolExecutor

    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    people = [site.visitor() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one: one.http.post(link, data={"name": "Me"}).status_code, people))
    assert sorted(answers)[0] == 303
    assert all(status in (409, 410) for status in sorted(answers)[1:])


def test_a_seat_kept_for_a_friend_is_nobody_elses(ada: Visitor, ben: Visitor):
    table = ada.open(seats=("me", "friend"), visibility="public")
    answer = table.seen_by(ben).ask("sit", seat=1)
    assert answer.status_code == 403
    assert answer.json()["error"] == "This seat is kept for somebody who was invited."


def test_the_host_alone_invites_and_only_to_a_free_seat(site: Running, ada: Visitor, ben: Visitor):
    table = ada.open(seats=("me", "open"))
    assert table.seen_by(ben).visitor.post(f"{table.path}/invites", {"seat": 1}).status_code == 403
    wrongs: list[object] = [{}, {"seat": 7}, {"seat": "1"}, {"seat": True}, [], {"seat": -1}]
    for wrong in wrongs:
        assert ada.post(f"{table.path}/invites", wrong).status_code == 422
    link = ada.post(f"{table.path}/invites", {"seat": 1}).json()["url"].removeprefix(site.base)
    assert ada.post(f"{table.path}/invites", {"seat": 0}).status_code == 409
    table.seen_by(ben).ask("sit", seat=1)
    assert ada.post(f"{table.path}/invites", {"seat": 1}).status_code == 409
    late = ben.get(link)
    assert late.status_code == 410
    assert "begun already" in late.text


def test_an_invitation_expires(site: Running, ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(seating, "LASTS", 1)
    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    time.sleep(0.01)
    assert "has expired" in ben.get(link).text
    assert ben.http.post(link, data={"name": "Ben"}).status_code == 410


def test_a_name_with_a_password_keeps_ones_games(site: Running, ada: Visitor):
    table = ada.open()
    guest = ada.http.cookies[COOKIE]
    answer = ada.post("/me/register", {"name": "Ada Lovelace", "password": "analytical engine"})
    assert answer.json() == {"name": "Ada Lovelace"}
    assert ada.http.cookies[COOKIE] != guest
    elsewhere = site.visitor()
    wrong = elsewhere.post("/me/login", {"name": "Ada Lovelace", "password": "difference engine"})
    assert wrong.status_code == 403
    nobody = elsewhere.post("/me/login", {"name": "Nobody At All", "password": "difference engine"})
    assert nobody.json() == wrong.json()
    assert (
        elsewhere.post("/me/login", {"name": "ADA lovelace", "password": "analytical engine"}).status_code
        == 200
    )
    assert table.seen_by(elsewhere).view["mine"] == [0]
    assert table.id in elsewhere.get("/me").text
    stolen = bare("GET", site.base + table.path, cookies={COOKIE: guest})
    assert stolen.json()["mine"] == []


def test_nobody_registers_a_name_that_looks_like_anothers(site: Running, ada: Visitor):
    assert ada.post("/me/register", {"name": "Carol", "password": "of the bells"}).status_code == 200
    for name in ("Сагоӏ", "CaroI", "Caro1", "Ca\u00adrol", "Car\u200dol", "ＣＡＲＯＬ", "Carol\ufe0f"):
        answer = site.visitor().post("/me/register", {"name": name, "password": "of the bells"})
        assert (answer.status_code, answer.json()["reason"]) == (409, "taken"), name
    for name in ("Cаrol", "\u00ad", "\u3164", "\u2800", " ", "\u0301"):
        answer = site.visitor().post("/me/register", {"name": name, "password": "of the bells"})
        assert answer.status_code == 422, name
        assert site.visitor().post("/me/name", {"name": name}).status_code == 422, name
    assert site.visitor().post("/me/login", {"name": "Сагоӏ", "password": "of the bells"}).status_code == 403


def test_who_takes_a_name_of_two_words_logs_in_as_they_typed_it(site: Running, ada: Visitor):
    taken = ada.post("/me/register", {"name": "Two  Words", "password": "and a space"})
    assert taken.json() == {"name": "Two Words"}
    for typed in ("Two  Words", "Two Words", " two   words "):
        answer = site.visitor().post("/me/login", {"name": typed, "password": "and a space"})
        assert answer.status_code == 200, typed


def test_a_blank_name_sits_nowhere(site: Running, ada: Visitor, ben: Visitor):
    assert ada.post("/api/tables", {"game": "colonnade", "seats": ["me:\u3164", "open"]}).status_code == 422
    table = ada.open()
    assert table.seen_by(ben).ask("sit", seat=1, name="\u00ad").status_code == 422
    assert table.seen_by(ben).ask("sit", seat=1, name=" ").status_code == 200
    assert table.view["seats"][1]["name"].startswith("Guest ")


def test_a_name_is_one_persons(site: Running, ada: Visitor, ben: Visitor):
    assert ada.post("/me/register", {"name": "Grace", "password": "compilers!"}).status_code == 200
    taken = ben.post("/me/register", {"name": "GRACE", "password": "compilers?"})
    assert taken.status_code == 409
    assert "already" in taken.json()["error"]
    assert ada.post("/me/register", {"name": "Hopper", "password": "compilers!"}).status_code == 409
    short = ben.post("/me/register", {"name": "Short", "password": "short"})
    assert (short.status_code, "8 to 200" in short.json()["error"]) == (422, True)
    assert ben.post("/me/register", {"name": " \u202e ", "password": "long enough"}).status_code == 422
    assert ben.post("/me/register", {"name": 7}).status_code == 422


def test_forms_do_the_same_without_script(ben: Visitor):
    form = {"name": "Ben Form", "password": "on paper, twice"}
    assert ben.http.post("/me/register", data=form | {"password": "x"}).status_code == 422
    answer = ben.http.post("/me/register", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    assert "Ben Form" in ben.get("/me").text
    assert ben.http.post("/me/name", data={"name": "Benedict"}).status_code == 303
    assert "Benedict" in ben.get("/me").text
    assert ben.http.post("/me/logout").status_code in (303, 415)
    answer = ben.http.post("/me/logout", data={"x": ""})
    assert answer.status_code == 303
    assert not ben.http.cookies
    assert ben.http.post("/me/login", data=form | {"password": "wrong"}).status_code == 403
    assert ben.http.post("/me/login", data=form).status_code == 303
    assert (
        ben.http.post(
            "/me/login",
            content=b"name=%ff%fe&password=x",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        ).status_code
        == 400
    )


def test_who_logs_in_during_a_game_still_plays_it(site: Running, ada: Visitor, ben: Visitor):
    other = site.visitor()
    other.post("/me/register", {"name": "Ben Late", "password": "in the middle"})
    table = ada.open()
    seen = table.seen_by(ben)
    seen.ask("sit", seat=1, name="Ben")
    table.move("b2a")
    assert ben.post("/me/login", {"name": "Ben Late", "password": "in the middle"}).status_code == 200
    assert seen.view["mine"] == [1]
    assert seen.move("c2d").status_code == 200
    ben.http.post("/me/logout", data={"x": ""})
    assert seen.view["mine"] == []


def test_the_store_holds_no_token_and_no_password(tmp_path: Path):
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me", "friend"))
        ada.post("/me/register", {"name": "Ada", "password": "in plain sight"})
        tokens = [cookie.value or "" for cookie in ada.http.cookies.jar]
        tokens += [token.partition("-")[2] for token in tokens]
        tokens.append(table.invites[0]["url"].rpartition("/")[2])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ada" in kept
    assert [token for token in [*tokens, "in plain sight"] if token and token.encode() in kept] == []


def test_a_wrong_password_cannot_be_guessed_for_ever(tmp_path: Path):
    from stylobate.web.limits import Limits

    with running(tmp_path, limits=Limits(names=((1_000, 60.0),))) as site:
        ada = site.visitor()
        statuses = [
            ada.post("/me/login", {"name": "Victim", "password": "guess"}).status_code for _ in range(12)
        ]
        assert statuses == [403] * 10 + [429] * 2


def test_health_tells_when_the_store_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with running(tmp_path) as site:
        ada = site.visitor()
        assert ada.get("/health").json()["status"] == "ok"
        monkeypatch.setattr(timekeeper, "UNWELL", -1.0)
        assert ada.get("/health").status_code == 503


def test_what_was_wrong_with_a_form_is_told_in_it_and_the_name_need_not_be_typed_again(ada: Visitor):
    page = ada.http.post("/me/login", data={"name": "Ada <3", "password": "not this one"}).text
    form = page[page.index('action="/me/login"') :]
    assert page.count("do not belong together") == form.count("do not belong together") == 1
    assert 'value="Ada &lt;3"' in form
    assert "not this one" not in page
