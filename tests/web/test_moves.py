"""Moves over the wire: stored, then acknowledged; one for each version; asked twice, done once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.web.visiting import Running, Table, Visitor


def two_people(ada: Visitor, ben: Visitor, game: str = "colonnade", **proposal: Any) -> tuple[Table, Table]:
    table = ada.open(game, **proposal)
    other = table.seen_by(ben)
    assert other.ask("sit", seat=1, name="Ben").status_code == 200
    if table.view["can"]["begin"]:
        assert other.ask("begin").status_code == 200
    return table, other


def test_a_move_is_on_disk_when_it_is_acknowledged(site: Running, ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    answer = table.move("b2a")
    assert answer.status_code == 200
    stored = site.site.store.events(table.id)
    assert stored[-1]["token"] == "b2a"
    assert answer.json()["version"] == len(stored)


def test_of_two_moves_for_one_version_one_is_made_and_the_other_told_what_is_new(
    ada: Visitor, ben: Visitor
) -> None:
    table = ada.open(seats=("me:Ada", "me:Also Ada"))
    version = table.view["version"]
    again = Visitor(ada.base)
    again.http.cookies = ada.http.cookies
    with ThreadPoolExecutor(2) as pool:
        moves = [
            pool.submit(seen.move, token, version)
            for seen, token in ((table, "b2a"), (table.seen_by(again), "d2c"))
        ]
        answers = sorted((move.result() for move in moves), key=lambda answer: answer.status_code)
    again.close()
    assert [answer.status_code for answer in answers] == [200, 409]
    told = answers[1].json()
    assert told["reason"] == "stale"
    assert told["error"] == "The table has changed since; look again."
    assert told["view"]["tokens"] == answers[0].json()["tokens"]


def test_a_repeated_move_gets_its_first_answer(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    version = table.view["version"]
    first = table.move("b2a", version, key="once").json()
    other.move("c2d", first["version"])
    again = table.move("b2a", version, key="once")
    assert again.status_code == 200
    timeless = {"now", "clock", "seats"}
    assert {k: v for k, v in again.json().items() if k not in timeless} == {
        k: v for k, v in first.items() if k not in timeless
    }
    assert len(table.view["tokens"]) == 2


def test_the_same_key_from_somebody_else_is_another_request(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    version = table.view["version"]
    assert table.move("b2a", version, key="same").status_code == 200
    assert other.move("c2d", version + 1, key="same").status_code == 200


def test_a_table_asked_for_twice_is_opened_once(ada: Visitor) -> None:
    proposal = {"game": "colonnade", "seats": ["me", "friend"]}
    first, again = (ada.post("/api/tables", proposal, key="once").json() for _ in range(2))
    assert first["table"] == again["table"]
    assert len(first["invites"]) == 1
    assert again["invites"] == []


def test_of_two_people_for_one_seat_one_sits(ada: Visitor, ben: Visitor, cyd: Visitor) -> None:
    table = ada.open()
    with ThreadPoolExecutor(2) as pool:
        asks = [
            pool.submit(table.seen_by(one).ask, "sit", seat=1, name=name)
            for one, name in ((ben, "Ben"), (cyd, "Cyd"))
        ]
        answers = sorted((ask.result() for ask in asks), key=lambda answer: answer.status_code)
    assert [answer.status_code for answer in answers] == [200, 409]
    assert table.view["seats"][1]["name"] in ("Ben", "Cyd")
    assert sum(one.get(table.path).json()["mine"] == [1] for one in (ben, cyd)) == 1


def test_nobody_moves_for_another(ada: Visitor, ben: Visitor, cyd: Visitor) -> None:
    table, other = two_people(ada, ben)
    answer = other.move("b2a")
    assert answer.status_code == 403
    assert answer.json() == {"error": "It is not your turn.", "reason": "forbidden"}
    assert table.seen_by(cyd).move("b2a").json()["error"] == "You do not play at this table."
    assert table.seen_by(cyd).ask("resign").status_code == 403
    assert table.seen_by(cyd).ask("hand-over", seat=0).status_code == 403


def test_what_the_rules_refuse_is_explained(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    answer = table.move("a1b")
    assert answer.status_code == 422
    assert "is not legal here" in answer.json()["error"]


def test_undo_stops_where_chance_has_spoken(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben, "columns-dice")
    assert table.view["tokens"][0][1] is None
    for _ in range(6):
        view = table.view
        mover = table if view["can"]["move"] else other
        assert mover.move().status_code == 200
        after = mover.view
        answer = mover.ask("undo", version=after["version"])
        if after["tokens"][-1][1] is None or not after["can"]["undo"]:
            assert answer.status_code == 409
            assert "chance has spoken" in answer.json()["error"]
            assert mover.view["tokens"] == after["tokens"]
        else:
            assert answer.status_code == 200
            mover.move()


def test_a_takeback_needs_the_other(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    table.move("b2a")
    assert table.ask("ask-takeback").status_code == 200
    assert other.view["takeback"]["asks_you"]
    assert other.ask("answer-takeback", yes=True).json()["tokens"] == []


def test_a_rematch_is_a_new_table_with_seats_changed(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben)
    table.move("b2a")
    table.ask("resign")
    assert table.ask("rematch").status_code == 200
    assert table.view["rematch"]["table"] is None
    assert other.ask("rematch").status_code == 200
    new = table.view["rematch"]["table"]
    assert ada.get(f"/api/tables/{new}").json()["mine"] == [1]
    assert ben.get(f"/api/tables/{new}").json()["mine"] == [0]
    assert ada.get(f"/api/tables/{new}").json()["rematch_of"] == table.id


def test_who_lost_to_a_computer_plays_again_against_the_level_that_suits(ada: Visitor, ben: Visitor) -> None:
    table = ada.open(seats=("me", "2"), clock={"kind": "days", "days": 2})
    table.move("b2a")
    table.ask("resign")
    assert table.view["rematch"]["suits"] == "1"
    assert table.seen_by(ben).ask("rematch", level="1").status_code == 403
    answer = table.ask("rematch", level="8")
    assert (answer.status_code, answer.json()["reason"]) == (422, "illegal")
    assert answer.json()["error"].endswith("there are random, 1, 2, 3, 4, 5, perfect.")
    assert table.ask("rematch", level="1").status_code == 200
    new = ada.get(f"/api/tables/{table.view['rematch']['table']}").json()
    assert [seat["called"] for seat in new["seats"]] == ["level 1", new["seats"][1]["name"]]
    assert (new["clock"]["days"], new["mine"], new["rematch_of"]) == (2, [1], table.id)


def test_anybody_plays_on_from_any_position(ada: Visitor, ben: Visitor, cyd: Visitor) -> None:
    table, _ = two_people(ada, ben)
    table.move("b2a")
    there = table.board(1)
    answer = cyd.post(f"{table.path}/continue/1", {"level": "1", "seat": 1})
    assert answer.status_code == 201
    new = cyd.get(f"/api/tables/{answer.json()['table']}").json()
    assert (new["position"], new["mine"], new["turn"]) == (there["position"], [1], 1)
    assert new["seats"][0]["level"] == "1"
    assert cyd.post(f"{table.path}/continue/7", {"level": "1"}).status_code == 404
    assert cyd.post(f"{table.path}/continue/1", {"level": "nobody"}).status_code == 422
    assert cyd.post(f"{table.path}/continue/1", {"level": "1", "seat": 9}).status_code == 422


def test_the_board_tells_what_may_be_done_and_is_kept_by_browsers(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    answer = ada.get(f"{table.path}/at/0")
    board = answer.json()
    assert board["svg"].startswith("<svg")
    assert {move["token"] for move in board["legal"]} >= {"b2a", "d2c"}
    assert board["legal"][0]["steps"][0]["key"]
    assert board["asks"]
    unchanged = ada.get(f"{table.path}/at/0", headers={"If-None-Match": answer.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert ada.get(f"{table.path}/at/0", headers={"Accept-Encoding": "identity"}).json() == board
    assert ada.get(f"{table.path}/at/1").status_code == 404


def test_a_game_goes_on_paper_and_its_throws_are_checked(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    table.move("b2a")
    paper = ada.get(f"{table.path}/record.txt")
    assert paper.text.startswith("stylobate record 1\ngame: colonnade\n")
    assert "attachment" in paper.headers["content-disposition"]
    assert ada.get(f"{table.path}/record.json").json()["tokens"] == ["b2a"]
    assert ada.get(f"{table.path}/proof").json()["sentences"] == ["Chance has no part in this game."]
    assert ada.get(f"{table.path}/log").json()[0]["words"]
    assert ada.get(f"{table.path}/log?from=1").json() == []


def test_the_proof_of_a_game_of_chance_holds(ada: Visitor, ben: Visitor) -> None:
    table, other = two_people(ada, ben, "columns-dice", starts="dice")
    for _ in range(4):
        mover = table if table.view["can"]["move"] else other
        mover.move()
    told = ada.get(f"{table.path}/proof").json()
    assert told["holds"]
    assert told["throws"] == len(table.view["fair"]["throws"])


def test_the_same_key_with_another_request_is_refused(ada: Visitor, ben: Visitor) -> None:
    table, _ = two_people(ada, ben)
    version = table.view["version"]
    assert table.move("b2a", version, key="once").status_code == 200
    for other in (
        table.move("d2c", version, key="once"),
        table.move("b2a", version + 1, key="once"),
        table.ask("say", key="once", text="hello"),
    ):
        assert other.status_code == 422
        assert other.json()["error"].startswith("This Idempotency-Key was used for another request")
    assert table.move("b2a", version, key="once").status_code == 200
    assert len(table.view["tokens"]) == 1


def test_the_same_key_does_not_open_another_table(ada: Visitor) -> None:
    proposal = {"game": "colonnade", "seats": ["me", "open"]}
    first = ada.post("/api/tables", proposal, "once")
    assert ada.post("/api/tables", proposal, "once").json()["table"] == first.json()["table"]
    other = ada.post("/api/tables", proposal | {"game": "columns"}, "once")
    assert other.status_code == 422
    assert other.json()["error"].startswith("This Idempotency-Key was used for another request")
