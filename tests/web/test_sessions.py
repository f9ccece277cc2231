"""Who is who: guests at once, names that keep one's games, invitations that work once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from stylobate.house import timekeeper
from stylobate.play import ghost as playing_ghost
from stylobate.web import seating
from stylobate.web.limits import Limits
from stylobate.web.sessions import COOKIE
from tests.web.visiting import Running, Table, Visitor, bare, running


def test_looking_around_makes_nobody_a_guest(site: Running, ada: Visitor) -> None:
    table = ada.open()
    stranger = site.visitor()
    for path in ("/", "/me", f"/t/{table.id}", table.path, "/learn/colonnade"):
        assert stranger.get(path).status_code == 200
    assert not stranger.http.cookies


def test_a_browser_that_opens_a_table_is_a_guest_and_stays_the_same(site: Running, ada: Visitor) -> None:
    table = ada.open()
    ben = site.visitor()
    ben.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"})
    token = ben.http.cookies[COOKIE]
    assert len(token) >= 43
    ben.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"})
    table.seen_by(ben).ask("sit", seat=1)
    assert ben.http.cookies[COOKIE] == token


def test_an_invitation_works_once(site: Running, ada: Visitor, ben: Visitor, cyd: Visitor) -> None:
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


def test_two_people_with_one_invitation_do_not_both_sit(site: Running, ada: Visitor) -> None:
    from concurrent.futures import ThreadPoolExecutor

    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    people = [site.visitor() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one: one.http.post(link, data={"name": "Me"}).status_code, people))
    assert sorted(answers)[0] == 303
    assert all(status in (409, 410) for status in sorted(answers)[1:])


def test_who_got_no_answer_to_an_invitation_asks_again_and_sits(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    ben.get(link, headers={"Sec-Fetch-Dest": "document"})
    page = cookies(ben)
    assert set(page) == {COOKIE}
    lost = bare("POST", site.base + link, data={"name": "Ben"}, cookies=page, headers={"Origin": site.base})
    assert lost.status_code == 303
    for _ in range(2):
        again = ben.http.post(link, data={"name": "Ben"})
        assert (again.status_code, again.headers["location"]) == (303, f"/t/{table.id}")
    assert table.seen_by(ben).view["mine"] == [1]
    assert [event["kind"] for event in site.site.store.events(table.id)].count("sat") == 2
    assert site.visitor().http.post(link, data={"name": "Cyd"}).status_code == 410


def test_a_link_that_a_program_previews_makes_nobody_a_guest(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    link = ada.open(seats=("me", "friend")).invites[0]["url"].removeprefix(site.base)
    assert ben.get(link).status_code == 200
    assert cookies(ben) == {}


@pytest.mark.parametrize("first", [0, 1])
def test_the_host_invites_again_to_a_seat_that_nobody_came_to(
    site: Running, ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    table = ada.open(seats=("me", "friend"), first=first)
    link = table.invites[0]["url"].removeprefix(site.base)
    ghost = site.visitor()
    assert ghost.http.post(link, data={"name": "Ghost"}).status_code == 303
    seat = 1 - first
    assert ben.http.post(link, data={"name": "Ben"}).status_code == 410
    early = ada.post(f"{table.path}/invites", {"seat": seat})
    assert (early.status_code, early.json()["reason"]) == (409, "taken")
    monkeypatch.setattr(playing_ghost, "GONE", 0)
    assert ghost.post(f"{table.path}/invites", {"seat": seat}).status_code == 403
    assert ben.http.post(link, data={"name": "Ben"}).status_code == 410
    assert table.view["seats"][seat]["ghost"]
    again = ada.post(f"{table.path}/invites", {"seat": seat})
    assert again.status_code == 201
    assert ben.get(link).status_code == 200
    assert ben.http.post(link, data={"name": "Ben"}).status_code == 303
    seen = table.seen_by(ben)
    assert (seen.view["mine"], seen.view["seats"][seat]["name"]) == ([seat], "Ben")
    assert table.seen_by(ghost).view["mine"] == []
    if first == 0:
        table.move("b2a")
    assert seen.move().status_code == 200
    other = again.json()["url"].removeprefix(site.base)
    assert site.visitor().http.post(other, data={"name": "Cyd"}).status_code == 410
    assert ada.post(f"{table.path}/invites", {"seat": seat}).status_code == 409
    assert ada.post(f"{table.path}/invites", {"seat": 1 - seat}).status_code == 409


def test_who_listens_at_the_table_is_no_ghost(
    site: Running, ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_ghost, "GONE", 0)
    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    ben.http.post(link, data={"name": "Ben"})
    again = ada.post(f"{table.path}/invites", {"seat": 1}).json()["url"].removeprefix(site.base)
    stream = table.seen_by(ben).listen()
    stream.table()
    assert ada.post(f"{table.path}/invites", {"seat": 1}).status_code == 409
    assert site.visitor().http.post(again, data={"name": "Thief"}).status_code == 410
    assert table.seen_by(ben).view["mine"] == [1]
    stream.close()


def test_a_seat_kept_for_a_friend_is_nobody_elses(ada: Visitor, ben: Visitor) -> None:
    table = ada.open(seats=("me", "friend"), visibility="public")
    answer = table.seen_by(ben).ask("sit", seat=1)
    assert answer.status_code == 403
    assert answer.json()["error"] == "This seat is kept for somebody who was invited."


def test_the_host_alone_invites_and_only_to_a_free_seat(site: Running, ada: Visitor, ben: Visitor) -> None:
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


def test_an_invitation_expires(
    site: Running, ada: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "LASTS", 1)
    table = ada.open(seats=("me", "friend"))
    link = table.invites[0]["url"].removeprefix(site.base)
    time.sleep(0.01)
    assert "has expired" in ben.get(link).text
    assert ben.http.post(link, data={"name": "Ben"}).status_code == 410


def test_a_name_with_a_password_keeps_ones_games(site: Running, ada: Visitor) -> None:
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


def test_nobody_registers_a_name_that_looks_like_anothers(site: Running, ada: Visitor) -> None:
    assert ada.post("/me/register", {"name": "Carol", "password": "of the bells"}).status_code == 200
    for name in ("Сагоӏ", "CaroI", "Caro1", "Ca\u00adrol", "Car\u200dol", "ＣＡＲＯＬ", "Carol\ufe0f"):
        answer = site.visitor().post("/me/register", {"name": name, "password": "of the bells"})
        assert (answer.status_code, answer.json()["reason"]) == (409, "taken"), name
    for name in ("Cаrol", "\u00ad", "\u3164", "\u2800", " ", "\u0301"):
        answer = site.visitor().post("/me/register", {"name": name, "password": "of the bells"})
        assert answer.status_code == 422, name
        assert site.visitor().post("/me/name", {"name": name}).status_code == 422, name
    assert site.visitor().post("/me/login", {"name": "Сагоӏ", "password": "of the bells"}).status_code == 403


def test_a_guest_who_shows_a_registered_name_is_told_to_be_a_guest(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    ada.post("/me/register", {"name": "Dorothy", "password": "over the rainbow"})
    table = ada.open(visibility="public", starts="lot")
    ben.post("/me/name", {"name": "Dorothy"})
    other = table.seen_by(ben)
    watching = site.visitor()
    watching.post("/me/name", {"name": "Dorothy ✓"})
    assert table.seen_by(watching).ask("say", text="I am she.").status_code == 200
    assert other.ask("sit", seat=1).status_code == 200
    assert other.ask("say", text="No, I am.").status_code == 200
    assert ada.post(table.path, {"do": "say", "text": "Well."}).status_code == 200
    seats = table.view["seats"]
    assert [(seat["name"], seat["registered"]) for seat in seats] == [("Dorothy", True), ("Dorothy", False)]
    told = [(said["text"], said["registered"]) for said in table.view["chat"]]
    assert told == [("No, I am.", False), ("Well.", True)]
    said = table.seen_by(watching).view["chat"][0]
    assert (said["name"], said["registered"]) == ("Dorothy", False)
    page = site.visitor().get(f"/t/{table.id}").text
    for shown in (
        page[page.index('id="seats"') :].partition("</ol>")[0],
        entry(ada.get("/me").text, table.id),
    ):
        assert "Dorothy (guest)" in shown
    for shown in (page, entry(ben.get("/me").text, table.id)):
        assert 'Dorothy<span class="registered" title="A registered name' in shown


def entry(page: str, table: str) -> str:
    """What a list tells of a table."""
    return page[page.index(f'data-key="{table}"') :].partition("</li>")[0]


def test_a_registered_name_is_marked_only_for_whoever_registered_it(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    ada.post("/me/register", {"name": "Edith", "password": "and her brother"})
    ben.post("/me/register", {"name": "Ludwig", "password": "and his sister"})
    for visitor, seats in ((ben, ["me:Edith", "me:EDITH"]), (site.visitor(), ["me:Edith", "me:Ludwig"])):
        view = visitor.post("/api/tables", {"game": "colonnade", "seats": seats}).json()["view"]
        assert [seat["registered"] for seat in view["seats"]] == [False, False]
    ben.post("/me/name", {"name": "Edith"})
    table = ada.open()
    table.seen_by(ben).ask("sit", seat=1)
    assert [seat["registered"] for seat in table.view["seats"]] == [True, False]
    table.ask("resign")
    table.ask("rematch")
    table.seen_by(ben).ask("rematch")
    again = Table(ada, table.view["rematch"]["table"])
    assert [(seat["you"], seat["registered"]) for seat in again.view["seats"]] == [
        (False, False),
        (True, True),
    ]


def test_who_takes_a_name_of_two_words_logs_in_as_they_typed_it(site: Running, ada: Visitor) -> None:
    taken = ada.post("/me/register", {"name": "Two  Words", "password": "and a space"})
    assert taken.json() == {"name": "Two Words"}
    for typed in ("Two  Words", "Two Words", " two   words "):
        answer = site.visitor().post("/me/login", {"name": typed, "password": "and a space"})
        assert answer.status_code == 200, typed


def test_a_blank_name_sits_nowhere(site: Running, ada: Visitor, ben: Visitor) -> None:
    assert ada.post("/api/tables", {"game": "colonnade", "seats": ["me:\u3164", "open"]}).status_code == 422
    table = ada.open()
    assert table.seen_by(ben).ask("sit", seat=1, name="\u00ad").status_code == 422
    assert table.seen_by(ben).ask("sit", seat=1, name=" ").status_code == 200
    assert table.view["seats"][1]["name"].startswith("Guest ")


def test_a_name_is_one_persons(site: Running, ada: Visitor, ben: Visitor) -> None:
    assert ada.post("/me/register", {"name": "Grace", "password": "compilers!"}).status_code == 200
    taken = ben.post("/me/register", {"name": "GRACE", "password": "compilers?"})
    assert taken.status_code == 409
    assert "already" in taken.json()["error"]
    assert ada.post("/me/register", {"name": "Hopper", "password": "compilers!"}).status_code == 409
    short = ben.post("/me/register", {"name": "Short", "password": "short"})
    assert (short.status_code, "8 to 200" in short.json()["error"]) == (422, True)
    assert ben.post("/me/register", {"name": " \u202e ", "password": "long enough"}).status_code == 422
    assert ben.post("/me/register", {"name": 7}).status_code == 422


def test_forms_do_the_same_without_script(ben: Visitor) -> None:
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


def test_who_logs_in_during_a_game_still_plays_it(site: Running, ada: Visitor, ben: Visitor) -> None:
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


def cookies(visitor: Visitor) -> dict[str, str]:
    return {cookie.name: cookie.value or "" for cookie in visitor.http.cookies.jar}


def test_who_logs_in_during_a_game_still_plays_the_rematch_and_the_one_after(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    site.visitor().post("/me/register", {"name": "Ben Again", "password": "in the middle"})
    table = ada.open()
    table.seen_by(ben).ask("sit", seat=1, name="Ben")
    assert ben.post("/me/login", {"name": "Ben Again", "password": "in the middle"}).status_code == 200
    for _ in range(2):
        assert table.seen_by(ben).ask("resign").status_code == 200
        assert table.seen_by(ben).ask("rematch").status_code == 200
        assert table.ask("rematch").status_code == 200
        table = Table(ada, table.view["rematch"]["table"])
        assert len(table.seen_by(ben).view["mine"]) == 1
    stolen = cookies(ben)
    ben.http.post("/me/logout", data={"x": ""})
    assert cookies(ben) == {}
    assert bare("GET", site.base + table.path, cookies=stolen).json()["mine"] == []


def test_a_guest_who_plays_nowhere_leaves_nothing_behind_on_logging_in(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    ada.post("/me/register", {"name": "Ada Nowhere", "password": "never sat down"})
    ben.post("/me/name", {"name": "Ben"})
    guest = cookies(ben)
    ben.post("/me/login", {"name": "Ada Nowhere", "password": "never sat down"})
    assert set(cookies(ben)) == {COOKIE}
    assert "Take a name" in bare("GET", f"{site.base}/me", cookies=guest).text
    assert "You play as a guest" not in bare("GET", f"{site.base}/me", cookies=guest).text


def test_logging_out_ends_the_cookies_of_seats_for_whoever_has_a_copy(
    site: Running, ada: Visitor, ben: Visitor
) -> None:
    table = ada.open()
    seen = table.seen_by(ben)
    seen.ask("sit", seat=1, name="Ben")
    copies = cookies(ben)
    seats = {name: value for name, value in copies.items() if name.startswith("seat-")}
    assert bare("GET", site.base + table.path, cookies=seats).json()["mine"] == [1]
    stream = seen.listen()
    assert stream.table()["mine"] == [1]
    assert ben.post("/me/logout", {}).status_code == 200
    while stream.event():
        pass
    stream.close()
    for stolen in (seats, copies):
        assert bare("GET", site.base + table.path, cookies=stolen).json()["mine"] == []
    assert table.view["mine"] == [0]


def test_cookies_that_are_made_up_by_the_hundred_are_not_all_looked_up(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    found = site.site.store.seat_credential
    monkeypatch.setattr(site.site.store, "seat_credential", lambda *seat: asked.append(seat) or found(*seat))
    made_up = "; ".join(f"seat-{number:016x}=0-x" for number in range(300))
    headers = {"Origin": site.base, "Cookie": made_up}
    assert bare("POST", f"{site.base}/me/logout", json={}, headers=headers).status_code == 200
    assert len(asked) < 50


def test_nobody_logs_others_out_by_cookies_that_are_made_up(site: Running, ada: Visitor) -> None:
    table = ada.open()
    for seat in ("0-wrong", "0-", "-", "x-y", "99-z", "²-z", f"0-{'x' * 101}"):
        made_up = {f"seat-{table.id}": seat, COOKIE: "made up", "seat-nowhere": seat}
        headers = {"Origin": site.base, "Cookie": "; ".join(f"{n}={v}" for n, v in made_up.items())}
        answer = bare(
            "POST",
            f"{site.base}/me/logout",
            json={},
            headers=[(n.encode(), v.encode()) for n, v in headers.items()],
        )
        assert answer.status_code == 200
    assert table.view["mine"] == [0]
    assert {name for name in cookies(ada) if name.startswith("seat-")}
    ada.http.cookies.delete(COOKIE)
    assert table.view["mine"] == [0]


def test_a_password_is_changed_by_who_knows_it_and_everybody_else_is_logged_out(
    site: Running, ada: Visitor
) -> None:
    table = ada.open()
    guest = cookies(ada)
    ada.post("/me/register", {"name": "Ada Changes", "password": "the first one"})
    thief = site.visitor()
    thief.post("/me/login", {"name": "Ada Changes", "password": "the first one"})
    assert table.seen_by(thief).view["mine"] == [0]
    stream = table.seen_by(thief).listen()
    for old, new, status in (
        ("a guess", "the second one", 403),
        ("the first one", "short", 422),
        ("", "", 403),
    ):
        assert thief.post("/me/password", {"password": old, "new": new}).status_code == status
    assert ada.post("/me/password", {"password": "the first one", "new": "the second one"}).status_code == 200
    assert table.view["mine"] == [0]
    assert table.seen_by(thief).view["mine"] == []
    assert bare("GET", site.base + table.path, cookies=guest).json()["mine"] == []
    while stream.event():
        pass
    stream.close()
    for password, status in (("the first one", 403), ("the second one", 200)):
        answer = site.visitor().post("/me/login", {"name": "Ada Changes", "password": password})
        assert answer.status_code == status


def test_only_who_has_a_password_changes_one(site: Running, ada: Visitor) -> None:
    asked = {"password": "", "new": "something long"}
    assert site.visitor().post("/me/password", asked).status_code == 403
    ada.open()
    assert ada.post("/me/password", asked).status_code == 403
    headers = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert ada.http.post("/me/password", json=asked, headers=headers).status_code == 403


def test_the_form_for_another_password_says_what_was_wrong_and_that_it_was_done(ada: Visitor) -> None:
    ada.http.post("/me/register", data={"name": "Form Changer", "password": "the first one"})
    page = ada.http.post("/me/password", data={"password": "wrong", "new": "the second one"})
    assert page.status_code == 403
    assert "This is not your password of now" in page.text
    assert "the second one" not in page.text
    done = ada.http.post("/me/password", data={"password": "the first one", "new": "the second one"})
    assert (done.status_code, done.headers["location"]) == (303, "/me?password=changed")
    assert "Your password is changed." in ada.get("/me?password=changed").text


def test_guesses_at_a_password_one_would_change_are_counted(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(names=((1_000, 60.0),))) as site:
        ada = site.visitor()
        ada.post("/me/register", {"name": "Ada", "password": "cannot be guessed"})
        asked = {"password": "guess", "new": "something long"}
        statuses = [ada.post("/me/password", asked).status_code for _ in range(12)]
        assert statuses == [403] * 10 + [429] * 2


def test_the_store_holds_no_token_and_no_password(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        table = ada.open(seats=("me", "friend"))
        ada.post("/me/register", {"name": "Ada", "password": "in plain sight"})
        held = cookies(ada)
        tokens = [*held.values()]
        tokens += [value.partition("-")[2] for name, value in held.items() if name.startswith("seat-")]
        tokens.append(table.invites[0]["url"].rpartition("/")[2])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ada" in kept
    assert [token for token in [*tokens, "in plain sight"] if token and token.encode() in kept] == []


def test_a_wrong_password_cannot_be_guessed_for_ever(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(names=((1_000, 60.0),))) as site:
        ada = site.visitor()
        statuses = [
            ada.post("/me/login", {"name": "Victim", "password": "guess"}).status_code for _ in range(12)
        ]
        assert statuses == [403] * 10 + [429] * 2


def test_health_tells_when_the_store_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as site:
        ada = site.visitor()
        assert ada.get("/health").json()["status"] == "ok"
        monkeypatch.setattr(timekeeper, "UNWELL", -1.0)
        assert ada.get("/health").status_code == 503


def test_what_was_wrong_with_a_form_is_told_in_it_and_the_name_need_not_be_typed_again(ada: Visitor) -> None:
    page = ada.http.post("/me/login", data={"name": "Ada <3", "password": "not this one"}).text
    form = page[page.index('action="/me/login"') :]
    assert page.count("do not belong together") == form.count("do not belong together") == 1
    assert 'value="Ada &lt;3"' in form
    assert "not this one" not in page


def test_wrong_guesses_slow_the_guesser_and_not_the_owner(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(names=((1_000, 60.0),))) as site:
        ada, eve, elsewhere = site.visitor(), site.visitor(), site.visitor()
        secret = {"name": "Ada Owner", "password": "not to be guessed"}
        assert ada.post("/me/register", secret).status_code == 200
        eve.open()
        guesses = [eve.post("/me/login", secret | {"password": "guess"}).status_code for _ in range(100)]
        assert guesses == [403] * 10 + [429] * 90
        assert eve.post("/me/login", secret).status_code == 429
        for _ in range(20):
            assert elsewhere.post("/me/login", secret).status_code == 200
        assert ada.post("/me/login", secret).status_code == 200


def test_whoever_makes_up_sessions_is_held_by_their_place(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(names=((1_000, 60.0),))) as site:
        eve, statuses = site.visitor(), []
        for number in range(60):
            eve.http.cookies.set("stylobate", f"made-up-{number}")
            statuses.append(eve.post("/me/login", {"name": "Ida", "password": "guess"}).status_code)
        assert statuses == [403] * 50 + [429] * 10
