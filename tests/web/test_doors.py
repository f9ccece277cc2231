"""What is refused at the door: other sites, other names, too much at once; and what every answer carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stylobate.errors import BadOption
from stylobate.registry import ids, load
from stylobate.web.door.headers import ALWAYS
from stylobate.web.door.rates import kind_of
from stylobate.web.limits import Buckets, Limits
from stylobate.web.scopes import address
from stylobate.web.sessions import COOKIE
from stylobate.web.settings import Settings
from tests.web.test_moves import two_people
from tests.web.visiting import Running, Visitor, bare, running

PROPOSAL = {"game": "colonnade", "seats": ["me", "open"]}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "nonsense"}, 403),
        ({"Origin": "BASE"}, 201),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"}, 403),
        ({"Origin": "BASE", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Cookie": "stylobate=x"}, 403),
        ({}, 201),
    ],
)
def test_only_our_own_pages_may_change_anything(site: Running, headers: dict[str, str], status: int) -> None:
    sent = {name: value.replace("BASE", site.base) for name, value in headers.items()}
    assert bare("POST", f"{site.base}/api/tables", json=PROPOSAL, headers=sent).status_code == status
    assert bare("GET", f"{site.base}/", headers=sent).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:1234", 200),
        ("192.168.1.7:8000", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[::1", 421),
        ("", 421),
    ],
)
def test_at_home_the_site_goes_by_addresses_and_local_names(site: Running, host: str, status: int) -> None:
    assert bare("GET", f"{site.base}/fair", headers={"Host": host}).status_code == status


def test_with_a_public_url_it_goes_by_that_name_alone_and_cookies_insist_on_https(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://games.example.org") as site:
        home = {"Host": "games.example.org"}
        assert bare("GET", f"{site.base}/fair", headers=home).status_code == 200
        assert bare("GET", f"{site.base}/fair").status_code == 421
        for path in ("/health", "/metrics"):
            assert bare("GET", site.base + path).status_code == 200
            assert bare("GET", site.base + path, headers={"Host": "evil.example"}).status_code == 421
        ours = home | {"Origin": "https://games.example.org"}
        proposal = PROPOSAL | {"seats": ["me", "friend"]}
        answer = bare("POST", f"{site.base}/api/tables", json=proposal, headers=ours)
        assert answer.status_code == 201
        for cookie in answer.headers.get_list("set-cookie"):
            assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
        assert answer.json()["invites"][0]["url"].startswith("https://games.example.org/join/")
        assert "max-age" in answer.headers["strict-transport-security"]
        theirs = home | {"Origin": site.base}
        assert bare("POST", f"{site.base}/api/tables", json=PROPOSAL, headers=theirs).status_code == 403


@pytest.mark.parametrize("url", ["games.example.org", "ftp://x", "https://", "https://x/path", "x" * 20])
def test_a_public_url_that_is_none_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadOption, match="should look like https://"):
        Settings(tmp_path, public_url=url)


@pytest.mark.parametrize(
    "path", ["/", "/health", "/nothing", "/api/nothing", "/api/tables/x", "/games/colonnade"]
)
def test_every_answer_carries_the_headers(ada: Visitor, path: str) -> None:
    headers = ada.get(path).headers
    assert {name: headers[name] for name in ALWAYS} == ALWAYS
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_no_page_needs_anything_that_the_policy_forbids(ada: Visitor) -> None:
    table = ada.open()
    invited = ada.open(seats=("me", "friend")).invites[0]["url"].removeprefix(ada.base)
    for path in (
        "/",
        "/games/colonnade",
        "/learn/colonnade",
        f"/t/{table.id}",
        "/fair",
        "/verify",
        "/me",
        "/x",
        invited,
    ):
        page = ada.get(path).text
        for script in re.findall(r"<script\b[^>]*>", page):
            assert "src=" in script or 'type="application/json"' in script, (path, script)
        assert not re.search(r"<style\b", page), path
        assert not re.search(r"<[a-z][^>]*\s(style|on[a-z]+)\s*=", page), path
        assert not re.search(r"(src|href)=\"(https?:)?//", page), path


@pytest.mark.parametrize("id", ids())
def test_no_picture_needs_anything_that_the_policy_forbids(id: str) -> None:
    position = load(id).start()
    for _ in range(6):
        picture = position.svg(hints=not position.is_chance)
        assert not re.search(
            r"<(style|script|foreignObject|image)\b|\s(style|on[a-z]+)\s*=|javascript:", picture
        )
        position = position.play(position.legal[0])


def test_a_crowd_that_only_looks_fills_no_store(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(arrivals=((1, 60.0),))) as site:
        table = site.visitor().open()
        crowd = [site.visitor() for _ in range(8)]
        for one in crowd:
            assert one.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"}).status_code == 200
        assert sum(bool(one.http.cookies) for one in crowd) == 5


def people(site: Running) -> int:
    with site.site.store._reading() as db:
        ((count,),) = db.execute("SELECT count(*) FROM people")
    return int(count)


def test_a_stranger_who_asks_in_vain_fills_no_store(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, _ = two_people(site.visitor(), site.visitor())
        before = people(site)
        stranger = site.visitor()
        for do in ("resign", "ask-takeback", "rematch", "close", "return", "begin"):
            assert table.seen_by(stranger).ask(do).status_code == 403
        assert table.seen_by(stranger).move("b2a").status_code == 403
        assert (people(site), dict(stranger.http.cookies)) == (before, {})
        for _ in range(5):
            assert table.seen_by(stranger).ask("sit", seat=1).status_code == 409
        assert people(site) == before + 1
        assert COOKIE in stranger.http.cookies


def test_only_so_many_newcomers_are_welcomed_and_who_is_known_does_not_count(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(arrivals=((1, 3600.0),))) as site:
        table = site.visitor().open(seats=("me", "open"), visibility="public")
        known = site.visitor()
        for _ in range(20):
            known.get(f"/t/{table.id}", headers={"Sec-Fetch-Dest": "document"})
        answers = [table.seen_by(site.visitor()).ask("say", text="Hello!") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        assert answers[-1].headers["Retry-After"] == "60"
        assert table.seen_by(known).ask("say", text="Hello?").status_code == 200


def test_whoever_is_too_fast_is_told_for_how_long(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(tables=((2, 60.0), (5, 86400.0)))) as site:
        ada = site.visitor()
        answers = [ada.post("/api/tables", PROPOSAL) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 30
        assert "try again in" in answers[-1].json()["error"]
        assert ada.get("/").status_code == 200
        ben = site.visitor()
        assert ben.post("/api/tables", PROPOSAL).status_code == 201


def test_a_bucket_fills_up_again_and_both_its_windows_count() -> None:
    buckets, windows = Buckets(), ((2, 10.0), (3, 1000.0))
    assert [buckets.take(0.0, "ada", windows) for _ in range(2)] == [0.0, 0.0]
    assert buckets.take(0.0, "ada", windows) == 5.0
    assert buckets.take(0.0, "ben", windows) == 0.0
    assert buckets.take(5.0, "ada", windows) == 0.0
    assert buckets.take(50.0, "ada", windows) > 100.0
    assert buckets.take(400.0, "ada", windows) == 0.0


def test_buckets_are_not_hoarded() -> None:
    buckets = Buckets(most=100)
    for number in range(10_000):
        buckets.take(float(number), number, ((2, 10.0),))
    assert len(buckets._left) <= 100


def test_a_household_has_one_address() -> None:
    assert address({"client": ("2001:db8:1:2:3:4:5:6", 1)}) == address(
        {"client": ("2001:db8:1:2:ffff::1", 2)}
    )
    assert address({"client": ("10.0.0.1", 1)}) == "10.0.0.1"
    assert address({}) == ""


def test_every_kind_of_request_has_its_limit() -> None:
    assert kind_of("POST", "/api/tables") == "tables"
    assert kind_of("POST", "/api/tables/x/continue/3") == "tables"
    assert kind_of("POST", "/api/tables/x") == "moves"
    assert kind_of("POST", "/me/login") == "names"
    assert kind_of("GET", "/api/events") == "streams"
    assert kind_of("GET", "/t/x") == "pages"
    assert kind_of("GET", "/static/x/site.css") is None


def test_the_numbers_are_told_on_this_machine(ada: Visitor) -> None:
    ada.get("/")
    text = ada.get("/metrics").text
    for name in (
        r'requests_total\{process="\S+",method="GET",status="200"\}',
        r'tables\{process="\S+",state="open"\}',
    ):
        assert re.search(rf"^stylobate_{name} \d+$", text, re.MULTILINE)
    for line in text.splitlines():
        assert re.fullmatch(r"# HELP \S+ \S.*\.|# TYPE \S+ \w+|[a-z_]+\{[^}]*\} [0-9.e+-]+", line), line
