"""Who is who, on the pages: lost answers, ghosts, ticks after registered names, another password."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.running import OUR_PAGE, Line, Server, open_table, visitor


def lose_the_answer(route: Route) -> None:
    """The request arrives; its answer does not, and whatever stands before the site says so."""
    route.fetch(max_redirects=0)
    route.fulfill(status=504, content_type="text/plain", body="No answer came.")


def register(page: Page, name: str) -> None:
    told = {"name": name, "password": "a long enough one"}
    assert page.request.post("/me/register", data=told, headers=OUR_PAGE).ok


def test_who_gets_no_answer_to_an_invitation_presses_again_and_sits(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as host, visitor(browser, server) as guest:
        register(host, "Carol")
        open_table(host, "colonnade", ["me", "friend"])
        guest.goto(host.locator(".invite input").first.input_value())
        guest.get_by_label("Your name at the table").fill("Carol")
        guest.route("**/join/*", lose_the_answer, times=1)
        here = guest.url
        guest.get_by_role("button", name="Sit down").click()
        expect(guest.get_by_text("No answer came.")).to_be_visible()
        expect(host.locator("#seats .seat").nth(1)).to_contain_text("Carol")
        guest.goto(here)
        guest.wait_for_url("**/t/*")
        expect(guest.locator("#seats .seat").nth(1)).to_contain_text("you")
        for page in (host, guest):
            seats = page.locator("#seats .seat")
            expect(seats.nth(0).locator(".name")).to_have_text("Carol (registered name)")
            expect(seats.nth(1).locator(".name")).to_have_text("Carol")
            expect(seats.nth(1).locator(".note")).to_contain_text("guest")
        guest.locator("#talk summary").click()
        guest.locator("#remark").fill("I am Carol.")
        guest.locator("#remark").press("Enter")
        expect(host.locator(".chat li")).to_have_text("Carol (guest): I am Carol.")


def test_the_host_invites_again_to_the_seat_of_a_ghost(browser: Browser, server: Server) -> None:
    line = Line(server)
    line.events = lambda event: [event.replace(b'"ghosts":[]', b'"ghosts":[1]')]
    with visitor(browser, line) as host, visitor(browser, server) as ghost:
        open_table(host, "colonnade", ["me", "friend"])
        link = host.locator(".invite input").first.input_value().rpartition("/")[2]
        assert ghost.request.post(f"/join/{link}", form={"name": "Ben"}, headers=OUR_PAGE).ok
        made = {"seat": 1, "url": "https://games.example.org/join/again", "expires": 0}
        host.route("**/invites", lambda route: route.fulfill(status=201, body=json.dumps(made)))
        seat = host.locator("#seats .seat").nth(1)
        seat.get_by_role("button", name="Invite again").click()
        expect(seat.get_by_label("Invitation link")).to_have_value("https://games.example.org/join/again")
        expect(seat.get_by_role("button", name="Copy")).to_be_visible()
    line.close()


def test_a_password_is_changed_on_the_page_of_ones_games(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        register(page, "Gertrude")
        page.goto("/me")
        page.get_by_text("Change the password").click()
        form = page.locator("form[action='/me/password']")
        form.get_by_label("Password now").fill("not this one")
        form.get_by_label("New password").fill("another long one")
        form.get_by_role("button").click()
        expect(form.get_by_role("alert")).to_contain_text("This is not your password of now")
        form.get_by_label("Password now").fill("a long enough one")
        form.get_by_label("New password").fill("another long one")
        form.get_by_role("button").click()
        expect(page.get_by_role("status")).to_contain_text("Your password is changed.")
