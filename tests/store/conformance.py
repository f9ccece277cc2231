"""What every store must do, whatever it is made of.

    class TestSqlite(Conformance):
        @pytest.fixture
        def store(self, tmp_path): ...

gives an implementation all of these tests.  The events here are plain: a store knows only their numbers.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from typing import Any

import pytest

from stylobate.errors import BadFile
from stylobate.identity import digest, fits, fresh_credential
from stylobate.names import folded
from stylobate.store.protocol import Addition, Claim, Job, Outcome, Repeated, Stale, Store, Stored, Taken

NOW = 1_700_000_000_000
DAY = 24 * 3600 * 1000
SECRET = b"\x5e" * 32


def events(first: int, count: int = 1, **more: Any) -> list[dict[str, Any]]:
    return [{"v": version, "at": NOW, "kind": "token", **more} for version in range(first, first + count)]


def addition(first: int, count: int = 1, *, now: int = NOW, who: str = "", **more: Any) -> Addition:
    told: dict[str, Any] = {"game": "colonnade", "visibility": "public", "state": "running", "to_move": None}
    told |= {"clocked": False, "about": {"tokens": first}}
    told |= {name: more.pop(name) for name in list(more) if name in told}
    return Addition(events(first, count, who=who), told, now, **more)


def leftovers(store: Store, now: int) -> dict[str, list[Any]]:
    return {kind: some for kind, some in store.leftovers(now).items() if some}


def tidied(store: Store, now: int) -> dict[str, int]:
    return {kind: store.tidy(kind, some, now).result() for kind, some in store.leftovers(now).items()}


class Conformance:
    """Tests that take a fixture `store`: an empty one."""

    # The log

    def test_what_is_stored_is_read_again_in_order(self, store: Store) -> None:
        assert store.create("t1", addition(1, 2), SECRET).result() == Stored(2)
        assert store.append("t1", 2, addition(3, 3, who="Ä “ß” 鳩")).result() == Stored(5)
        assert [event["v"] for event in store.events("t1")] == [1, 2, 3, 4, 5]
        assert store.events("t1", 3) == events(4, 2, who="Ä “ß” 鳩")
        assert store.events("t1", 5) == []
        assert store.events("nowhere") == []

    def test_of_two_writers_for_one_version_exactly_one_wins(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        writers = 16
        ready = threading.Barrier(writers)
        outcomes: list[Outcome] = []

        def write(number: int) -> None:
            ready.wait()
            outcomes.append(store.append("t1", 1, addition(2, who=str(number), key=f"k{number}")).result())

        threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert outcomes.count(Stored(2)) == 1
        kept = store.events("t1", 1)
        assert len(kept) == 1
        assert [outcome for outcome in outcomes if outcome != Stored(2)] == [Stale(2, kept)] * (writers - 1)

    def test_who_comes_too_late_is_told_all_that_is_new(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        store.append("t1", 1, addition(2, 3)).result()
        assert store.append("t1", 1, addition(2)).result() == Stale(4, events(2, 3, who=""))

    def test_who_comes_too_early_is_told_how_far_it_is(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        assert store.append("t1", 5, addition(6)).result() == Stale(1, [])

    def test_a_repeated_key_gets_its_first_answer_and_stores_nothing(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        assert store.append("t1", 1, addition(2, 2, key="ada:1")).result() == Stored(3)
        first = Repeated(3, events(2, 2, who=""))
        assert store.append("t1", 1, addition(2, 2, key="ada:1")).result() == first
        store.append("t1", 3, addition(4)).result()
        assert store.append("t1", 4, addition(5, who="other", key="ada:1")).result() == first
        assert len(store.events("t1")) == 4
        assert store.answered("t1", "ada:1") == first
        assert store.answered("t1", "ada:2") is None
        assert store.answered("t2", "ada:1") is None

    def test_an_earlier_answer_is_found_by_its_key(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        store.append("t1", 1, addition(2, 2, key="ada:1")).result()
        store.append("t1", 3, addition(4, key="ada:2")).result()
        assert store.answered("t1", "ada:1") == Repeated(3, events(2, 2, who=""))
        assert store.answered("t1", "ada:3") is None
        assert store.answered("t2", "ada:1") is None

    def test_a_key_sent_twice_at_once_is_stored_once(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        twice = [store.append("t1", 1, addition(2, key="k")) for _ in range(8)]
        outcomes = [future.result() for future in twice]
        assert outcomes.count(Stored(2)) == 1
        assert outcomes.count(Repeated(2, events(2, who=""))) == 7

    def test_what_a_computer_has_to_do_stands_in_the_queue_where_there_is_one(self, store: Store) -> None:
        def there() -> int:
            return 0 if store.jobs is None else store.jobs.load("", "").in_all

        queued = int(store.jobs is not None)
        first, next = (Job("t1", version, "ada", "", True, False) for version in (1, 3))
        assert store.create("t1", addition(1, job=first, to_move="computer"), SECRET).result() == Stored(1)
        assert there() == queued
        assert store.append("t1", 1, addition(2, 2, job=next, to_move="computer")).result() == Stored(3)
        assert there() == queued
        assert store.append("t1", 3, addition(4, to_move="ada")).result() == Stored(4)
        assert there() == 0
        assert store.append("t1", 3, addition(4, job=next, to_move="computer")).result() == Stale(
            4, events(4, who="")
        )
        assert there() == 0
        seated, left = (
            addition(5, claims=(Claim(1, "ben", b"b"),), job=next, to_move="computer"),
            addition(6, freed=(1,)),
        )
        assert store.append("t1", 4, seated).result() == Stored(5)
        assert there() == queued
        assert store.append("t1", 5, left).result() == Stored(6)
        assert there() == 0

    def test_a_key_belongs_to_its_table(self, store: Store) -> None:
        for table in ("t1", "t2"):
            store.create(table, addition(1), SECRET).result()
            assert store.append(table, 1, addition(2, key="k")).result() == Stored(2)

    def test_a_table_is_created_once(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        assert store.create("t1", addition(1, who="other"), b"x" * 32).result() == Repeated(
            1, events(1, who="")
        )
        assert store.secret("t1") == SECRET

    def test_what_cannot_be_appended_is_refused_and_harms_nobody_beside_it(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        good = store.append("t1", 1, addition(2))
        unknown = store.append("nowhere", 1, addition(2))
        gap = store.append("t1", 2, addition(9))
        after = store.append("t1", 2, addition(3))
        assert (good.result(), after.result()) == (Stored(2), Stored(3))
        with pytest.raises(BadFile, match="no table nowhere"):
            unknown.result()
        with pytest.raises(BadFile, match="do not follow on version 2"):
            gap.result()
        with pytest.raises(BadFile, match="changes nothing"):
            store.append("t1", 3, addition(4, 0))

    def test_of_many_that_wait_together_each_gets_its_own_answer(self, store: Store) -> None:
        for table in ("t1", "t2", "t3", "t4"):
            store.create(table, addition(1, key="k1", of="sit"), SECRET)
        mine: dict[str, Any] = {"to_move": "ada", "state": "over", "visibility": "unlisted", "clocked": True}
        waiting = [
            store.append("t1", 1, addition(2, 2, key="k2", of="move", who="鳩", **mine)),
            store.append("t2", 7, addition(8, key="k2")),
            store.append("t3", 1, addition(2, key="k1", of="move")),
            store.append("t4", 1, addition(2, key="k")),
            store.append("t4", 2, addition(3)),
            store.append("nowhere", 1, addition(2)),
        ]
        wait(waiting)
        assert [future.result() for future in waiting[:5]] == [
            Stored(3),
            Stale(1, []),
            Repeated(1, events(1, who=""), "sit"),
            Stored(2),
            Stored(3),
        ]
        with pytest.raises(BadFile, match="there is no table nowhere"):
            waiting[5].result()
        assert [len(store.events(table)) for table in ("t1", "t2", "t3", "t4")] == [3, 1, 1, 3]
        assert store.events("t1", 1) == events(2, 2, who="鳩")
        assert store.answered("t1", "k2") == Repeated(3, events(2, 2, who="鳩"), "move")
        listed = store.listed("t1")
        assert listed is not None
        assert (listed.state, listed.version, listed.finished) == ("over", 3, NOW)
        assert (listed.visibility, listed.about) == ("unlisted", {"tokens": 2})

    def test_of_many_tables_opened_together_one_that_is_there_already_harms_no_other(
        self, store: Store
    ) -> None:
        claim = Claim(1, "ada", digest("a"))
        store.create("t2", addition(1, who="first"), SECRET).result()
        waiting = [
            store.create("t1", addition(1, 2, key="k", of="open", claims=(claim,), clocked=True), SECRET),
            store.create("t2", addition(1), b"x" * 32),
            store.create("t3", addition(1, state="over"), SECRET),
            store.create("t3", addition(1, 2), b"x" * 32),
            store.append("t3", 1, addition(2, state="over")),
        ]
        outcomes = [future.result() for future in waiting]
        assert outcomes[0] == Stored(2)
        assert outcomes[1] == Repeated(1, events(1, who="first"))
        assert outcomes[2:] == [Stored(1), Repeated(1, events(1, who="")), Stored(2)]
        assert [store.secret(table) for table in ("t1", "t2", "t3")] == [SECRET] * 3
        assert store.seat_credential("t1", 1) == ("ada", digest("a"))
        assert store.answered("t1", "k") == Repeated(2, events(1, 2, who=""), "open")
        assert store.clocked_tables() == ["t1"]
        assert [table.finished for table in map(store.listed, ("t1", "t3")) if table] == [None, NOW]

    def test_many_tables_at_once_all_get_their_events(self, store: Store) -> None:
        tables = [f"t{number}" for number in range(40)]
        waiting: list[Future[Outcome]] = [store.create(table, addition(1), SECRET) for table in tables]
        for version in range(1, 11):
            waiting += [store.append(table, version, addition(version + 1)) for table in tables]
        wait(waiting)
        assert all(isinstance(future.result(), Stored) for future in waiting)
        assert all(len(store.events(table)) == 11 for table in tables)

    def test_a_secret_is_kept_apart(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        assert store.secret("t1") == SECRET
        assert store.secret("nowhere") is None
        assert SECRET.hex() not in repr((store.events("t1"), store.listed("t1"), store.open_tables()))

    # Lists

    def test_public_tables_are_listed_latest_first(self, store: Store) -> None:
        for number, (state, seen) in enumerate(
            [("open", "public"), ("running", "public"), ("open", "unlisted"), ("open", "public")]
        ):
            told = addition(1, now=NOW + number, state=state, visibility=seen)
            store.create(f"t{number}", told, SECRET).result()
        assert [table.id for table in store.open_tables()] == ["t3", "t0"]
        assert [table.id for table in store.open_tables(limit=1)] == ["t3"]
        assert [table.id for table in store.running_tables()] == ["t1"]
        assert store.counts() == {"open": 3, "running": 1, "over": 0}
        assert store.every_table() == ["t0", "t1", "t2", "t3"]

    def test_however_many_tables_a_host_has_the_others_are_in_the_list(self, store: Store) -> None:
        for number in range(40):
            about = {"host": "ada"} if number else {"who": [None, "ben"]}
            store.create(f"t{number}", addition(1, now=number, state="open", about=about), SECRET).result()
        assert [table.id for table in store.open_tables(30)] == ["t39", "t38", "t37", "t0"]

    def test_a_key_is_told_with_what_was_asked_by_it(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        store.append("t1", 1, addition(2, key="ada:1", of="a move")).result()
        store.append("t1", 2, addition(3, key="ada:12")).result()
        assert store.append("t1", 3, addition(4, key="ada:1", of="another")).result() == Repeated(
            2, events(2, who=""), "a move"
        )
        assert store.answered("t1", "ada:1") == Repeated(2, events(2, who=""), "a move")
        assert store.answered("t1", "ada:12") == Repeated(3, events(3, who=""))
        assert store.answered("t1", "ada") is None

    def test_a_table_that_is_over_knows_since_when(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        store.append("t1", 1, addition(2, now=NOW + 5, state="over")).result()
        store.append("t1", 2, addition(3, now=NOW + 9, state="over")).result()
        listed = store.listed("t1")
        assert listed is not None
        assert (listed.state, listed.opened, listed.changed, listed.finished) == (
            "over",
            NOW,
            NOW + 9,
            NOW + 5,
        )
        assert listed.about == {"tokens": 3}
        assert store.listed("nowhere") is None

    def test_my_tables_begin_with_those_that_wait_for_me(self, store: Store) -> None:
        states = [("over", None), ("running", "ben"), ("running", "ada"), ("open", None)]
        for number, (state, to_move) in enumerate(states):
            claims = (Claim(0, "ada", b"a"), Claim(1, "ada" if number == 2 else "ben", b"b"))
            told = addition(1, now=NOW + number, state=state, to_move=to_move, claims=claims)
            store.create(f"t{number}", told, SECRET).result()
        mine = store.tables_of("ada")
        assert [(table.id, table.your_turn) for table in mine] == [
            ("t2", True),
            ("t3", False),
            ("t1", False),
            ("t0", False),
        ]
        assert next(table.id for table in store.tables_of("ben")) == "t1"
        assert store.tables_of("cyd") == []

    def test_the_computers_work_is_found_again(self, store: Store) -> None:
        store.create("t1", addition(1, to_move="computer"), SECRET).result()
        store.create("t2", addition(1, to_move="ada", clocked=True), SECRET).result()
        store.create("t3", addition(1, to_move="computer", state="over", clocked=True), SECRET).result()
        assert store.computer_turns() == ["t1"]
        assert store.clocked_tables() == ["t2"]
        store.append("t1", 1, addition(2, to_move="ada")).result()
        assert store.computer_turns() == []

    # Seats and invitations

    def test_of_two_claims_for_one_seat_exactly_one_holds(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        claims = [Claim(1, f"p{number}", digest(str(number))) for number in range(8)]
        together = [store.append("t1", 1, addition(2, who=c.person, claims=(c,))) for c in claims]
        outcomes = [future.result() for future in together]
        assert outcomes.count(Stored(2)) == 1
        holder = store.seat_credential("t1", 1)
        assert holder is not None
        assert store.events("t1", 1)[0]["who"] == holder[0]
        late = store.append("t1", 2, addition(3, claims=(Claim(1, "late", b"x"),))).result()
        assert late == Taken("somebody sits there already")
        assert len(store.events("t1")) == 2
        assert store.seat_credential("t1", 1) == holder

    def test_a_seat_given_up_can_be_claimed_again(self, store: Store) -> None:
        store.create("t1", addition(1, claims=(Claim(0, "ada", b"a"),)), SECRET).result()
        store.append("t1", 1, addition(2, freed=(0,))).result()
        assert store.seat_credential("t1", 0) is None
        assert store.append("t1", 2, addition(3, claims=(Claim(0, "ben", b"b"),))).result() == Stored(3)

    def test_only_the_seats_own_credential_fits(self, store: Store) -> None:
        credential = fresh_credential()
        store.create("t1", addition(1, claims=(Claim(0, "ada", digest(credential)),)), SECRET).result()
        claim = store.seat_credential("t1", 0)
        assert claim is not None
        assert fits(credential, claim[1])
        assert not fits(fresh_credential(), claim[1])
        assert credential.encode() not in claim[1]

    def test_an_invitation_works_once(self, store: Store) -> None:
        invited = digest(fresh_credential())
        store.create("t1", addition(1), SECRET).result()
        store.invite(invited, "t1", 1, NOW, NOW + DAY).result()
        invite = store.invitation(invited)
        assert invite is not None
        assert (invite.table, invite.seat, invite.used) == ("t1", 1, None)
        ben = Claim(1, "ben", b"b", invited)
        assert store.append("t1", 1, addition(2, claims=(ben,))).result() == Stored(2)
        used = store.invitation(invited)
        assert used is not None
        assert used.used == NOW
        store.append("t1", 2, addition(3, freed=(1,))).result()
        again = store.append("t1", 3, addition(4, claims=(ben,))).result()
        assert again == Taken("this invitation was used already, or has expired")
        assert store.invitation(digest("another")) is None

    def test_the_invitation_that_was_used_last_can_be_used_once_more(self, store: Store) -> None:
        first, last, other = (digest(name) for name in ("first", "last", "other"))
        store.create("t1", addition(1), SECRET).result()
        for invited, seat in ((first, 1), (last, 1), (other, 2)):
            store.invite(invited, "t1", seat, NOW, NOW + DAY).result()
        store.append("t1", 1, addition(2, claims=(Claim(1, "ben", b"b", first),))).result()
        store.append(
            "t1", 2, addition(3, now=NOW + 1, freed=(1,), claims=(Claim(1, "cyd", b"c", last),))
        ).result()
        store.append("t1", 3, addition(4, claims=(Claim(2, "dot", b"d", other),))).result()
        store.renew_invitation("t1", 1, NOW + DAY).result()
        assert all((invite := store.invitation(one)) and invite.used for one in (first, last, other))
        store.renew_invitation("t1", 1, NOW + 2).result()
        found = [store.invitation(one) for one in (first, last, other)]
        assert [invite and invite.used for invite in found] == [NOW, None, NOW]
        again = addition(5, freed=(1,), claims=(Claim(1, "eve", b"e", last),))
        assert store.append("t1", 4, again).result() == Stored(5)
        assert store.seat_credential("t1", 1) == ("eve", b"e")

    def test_an_invitation_is_for_its_seat_and_for_its_time(self, store: Store) -> None:
        invited = digest(fresh_credential())
        for table in ("t1", "t2"):
            store.create(table, addition(1), SECRET).result()
        store.invite(invited, "t1", 1, NOW, NOW + DAY).result()
        for table, seat, now in (("t1", 0, NOW), ("t2", 1, NOW), ("t1", 1, NOW + DAY)):
            told = addition(2, now=now, claims=(Claim(seat, "ben", b"b", invited),))
            assert isinstance(store.append(table, 1, told).result(), Taken)
        invite = store.invitation(invited)
        assert invite is not None
        assert invite.used is None

    def test_an_invitation_to_a_seat_that_was_taken_meanwhile_is_not_used_up(self, store: Store) -> None:
        invited = digest(fresh_credential())
        store.create("t1", addition(1, claims=(Claim(1, "cyd", b"c"),)), SECRET).result()
        store.invite(invited, "t1", 1, NOW, NOW + DAY).result()
        ben = Claim(1, "ben", b"b", invited)
        taken = store.append("t1", 1, addition(2, claims=(ben,), key="ben:1")).result()
        assert taken == Taken("somebody sits there already")
        invite = store.invitation(invited)
        assert invite is not None
        assert invite.used is None
        assert store.answered("t1", "ben:1") is None
        assert store.append("t1", 1, addition(2, freed=(1,))).result() == Stored(2)
        assert store.append("t1", 2, addition(3, claims=(ben,), key="ben:1")).result() == Stored(3)

    def test_an_addition_that_frees_a_seat_and_is_refused_frees_none(self, store: Store) -> None:
        claims = (Claim(0, "ada", b"a"), Claim(1, "cyd", b"c"))
        store.create("t1", addition(1, claims=claims), SECRET).result()
        both = addition(2, freed=(0,), claims=(Claim(1, "ben", b"b"),))
        assert store.append("t1", 1, both).result() == Taken("somebody sits there already")
        assert store.seat_credential("t1", 0) == ("ada", b"a")
        assert store.seat_credential("t1", 1) == ("cyd", b"c")

    # People

    def test_a_session_is_a_guest_until_it_is_ended_or_too_old(self, store: Store) -> None:
        session = digest(fresh_credential())
        guest = store.welcome(session, "p1", "Guest 17", NOW).result()
        assert store.visitor(session, NOW) == guest
        assert (guest.name, guest.account) == ("Guest 17", None)
        assert store.visitor(digest("another"), NOW) is None
        assert store.visitor(session, NOW + 365 * DAY) == guest
        assert store.visitor(session, NOW + 365 * DAY + 1) is None
        store.rename("p1", "Ada").result()
        renamed = store.visitor(session, NOW)
        assert renamed is not None
        assert renamed.name == "Ada"
        store.log_out(session).result()
        assert store.visitor(session, NOW) is None

    def test_a_guest_can_take_a_name_and_keep_their_games(self, store: Store) -> None:
        here, elsewhere = digest(fresh_credential()), digest(fresh_credential())
        store.welcome(here, "p1", "Guest 17", NOW).result()
        store.create("t1", addition(1, claims=(Claim(0, "p1", b"a"),)), SECRET).result()
        assert store.register("p1", "Ada", "hash").result()
        known = store.account("aDA")
        assert known is not None
        assert (known[0].id, known[0].account, known[1]) == ("p1", "Ada", "hash")
        store.log_in(elsewhere, "p1", NOW).result()
        visitor = store.visitor(elsewhere, NOW)
        assert visitor is not None
        assert [table.id for table in store.tables_of(visitor.id)] == ["t1"]

    def test_a_name_is_given_once_however_it_is_spelt(self, store: Store) -> None:
        for number in range(3):
            store.welcome(digest(str(number)), f"p{number}", "Guest", NOW).result()
        assert store.register("p0", "Straße", "h").result()
        assert not store.register("p1", "STRASSE", "h").result()
        assert folded("Straße") == folded("ＳＴＲＡＳＳＥ")
        assert store.register("p2", "Weg", "h").result()
        assert not store.register("nobody", "Gasse", "h").result()
        assert not store.register("p0", "Gasse", "h").result()
        assert store.account("Gasse") is None
        store.welcome(digest("late"), "late", "Guest", NOW).result()
        assert store.register("late", "Gasse", "h").result()

    def test_a_name_that_looks_like_one_that_was_given_is_not_given(self, store: Store) -> None:
        for person in ("carol", "mallory"):
            store.welcome(digest(person), person, "Guest", NOW).result()
        assert store.register("carol", "Carol", "h").result()
        for name in ("Сагоӏ", "CaroI", "Ca\u00adrol", "CAR0L", "\u200bCarol"):
            assert not store.register("mallory", name, "h").result()
        assert store.register("mallory", "Mallory", "h").result()
        known = store.account("Carol")
        assert known is not None
        assert (known[0].id, known[0].disputed) == ("carol", False)

    def test_one_logs_in_by_a_name_as_one_typed_it(self, store: Store) -> None:
        store.welcome(digest("p"), "p", "Guest", NOW).result()
        assert store.register("p", "Two Words", "h").result()
        for typed in ("Two  Words", " two words ", "Two\u00a0Words", "T\u00adwo Words"):
            known = store.account(typed)
            assert known is not None
            assert known[0].id == "p"

    def test_another_password_ends_all_sessions_and_credentials_but_the_new_one(self, store: Store) -> None:
        sessions = [digest(fresh_credential()) for _ in range(3)]
        store.welcome(sessions[0], "ada", "Guest", NOW).result()
        store.welcome(digest("ben"), "ben", "Guest", NOW).result()
        claims = (Claim(0, "ada", digest("a")), Claim(1, "ben", digest("b")))
        store.create("t1", addition(1, claims=claims), SECRET).result()
        assert not store.change_password("ada", "other", sessions[2], NOW).result()
        assert store.register("ada", "Ada", "hash").result()
        store.log_in(sessions[1], "ada", NOW).result()
        assert store.change_password("ada", "other", sessions[2], NOW).result()
        known = store.account("Ada")
        assert known is not None
        assert known[1] == "other"
        assert [bool(store.visitor(session, NOW)) for session in sessions] == [False, False, True]
        assert store.visitor(digest("ben"), NOW) is not None
        assert [store.seat_credential("t1", seat) for seat in (0, 1)] == [("ada", b""), ("ben", digest("b"))]

    def test_a_feed_has_one_address_which_ends_when_its_owner_says_so(self, store: Store) -> None:
        for person in ("ada", "ben"):
            store.welcome(digest(person), person, "Guest", NOW).result()
        assert store.register("ada", "Ada", "hash").result()
        assert (store.feed("ada"), store.whose_feed(b"first")) == (None, None)
        store.give_feed("ada", b"first", NOW).result()
        store.give_feed("ben", b"ben's", NOW).result()
        store.give_feed("ada", b"second", NOW + 5).result()
        assert store.feed("ada") == NOW + 5
        assert [store.whose_feed(address) for address in (b"first", b"second")] == [None, "ada"]
        assert store.change_password("ada", "other", b"session", NOW).result()
        assert store.whose_feed(b"second") is None
        store.end_feed("ada").result()
        assert store.whose_feed(b"ben's") == "ben"
        assert tidied(store, NOW + 400 * DAY)["guests"] == 1, "a guest goes, with the feed"
        assert store.whose_feed(b"ben's") is None

    def test_a_seats_credential_can_be_ended_by_itself_alone(self, store: Store) -> None:
        claims = (Claim(0, "ada", digest("a")), Claim(1, "ben", digest("b")))
        store.create("t1", addition(1, claims=claims), SECRET).result()
        store.end_credentials(
            [("t1", 0, digest("a")), ("t1", 1, digest("a")), ("t2", 0, digest("a"))]
        ).result()
        assert [store.seat_credential("t1", seat) for seat in (0, 1)] == [("ada", b""), ("ben", digest("b"))]
        assert not fits("", b"")

    # Old things

    def test_a_session_that_is_used_lasts_longer(self, store: Store) -> None:
        session = digest(fresh_credential())
        guest = store.welcome(session, "p1", "Guest 17", NOW).result()
        store.prolong(session, NOW + 300 * DAY).result()
        store.prolong(session, NOW + 200 * DAY).result()
        assert store.visitor(session, NOW + 600 * DAY) == guest
        assert store.visitor(session, NOW + 700 * DAY) is None
        store.prolong(digest("another"), NOW).result()

    def test_sessions_and_guests_go_who_never_came_back(self, store: Store) -> None:
        for person in ("ada", "ben", "cyd", "dot"):
            store.welcome(digest(person), person, "Guest", NOW).result()
        assert store.register("ada", "Ada", "hash").result()
        store.create("t1", addition(1, claims=(Claim(0, "ben", b"b"),)), SECRET).result()
        store.prolong(digest("cyd"), NOW + 50 * DAY).result()
        assert leftovers(store, NOW + 59 * DAY) == {}
        assert leftovers(store, NOW + 61 * DAY) == {"guests": ["dot"]}
        assert tidied(store, NOW + 61 * DAY)["guests"] == 1
        assert store.visitor(digest("dot"), NOW) is None
        assert all(store.visitor(digest(person), NOW + 61 * DAY) for person in ("ada", "ben", "cyd"))
        gone = tidied(store, NOW + 366 * DAY)
        assert (gone["sessions"], gone["guests"]) == (2, 1)
        assert store.account("Ada") is not None
        assert [table.id for table in store.tables_of("ben")] == ["t1"]
        assert store.visitor(digest("ada"), NOW) is None

    def test_an_invitation_goes_long_after_it_could_be_used(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        store.invite(b"i", "t1", 1, NOW, NOW + 14 * DAY).result()
        assert tidied(store, NOW + 89 * DAY)["invitations"] == 0
        assert store.invitation(b"i") is not None
        assert tidied(store, NOW + 91 * DAY)["invitations"] == 1
        assert store.invitation(b"i") is None

    def test_an_open_table_goes_where_nobody_sat_down_beside_the_host(self, store: Store) -> None:
        host, guest = Claim(0, "ada", b"a"), Claim(1, "ben", b"b")
        both = (host, Claim(1, "ada", b"b"))
        for name, state, claims in (
            ("lonely", "open", (host,)),
            ("empty", "open", ()),
            ("twice", "open", both),
            ("joined", "open", (host, guest)),
            ("running", "running", (host,)),
            ("over", "over", (host,)),
        ):
            store.create(name, addition(1, state=state, claims=claims), SECRET).result()
            store.invite(digest(name), name, 2, NOW, NOW + DAY).result()
        store.create("fresh", addition(1, state="open", claims=(host,)), SECRET).result()
        store.append("fresh", 1, addition(2, state="open", now=NOW + 10 * DAY)).result()
        assert tidied(store, NOW + 29 * DAY)["open tables"] == 0
        assert tidied(store, NOW + 31 * DAY)["open tables"] == 3
        assert sorted(store.every_table()) == ["fresh", "joined", "over", "running"]
        assert store.events("lonely") == []
        assert store.secret("lonely") is None
        assert store.seat_credential("lonely", 0) is None
        assert store.invitation(digest("lonely")) is None
        assert store.invitation(digest("running")) is not None
        assert store.create("lonely", addition(1), SECRET).result() == Stored(1)

    def test_a_key_goes_when_nobody_can_ask_again_and_its_events_stay(self, store: Store) -> None:
        for table in ("t1", "t2"):
            store.create(table, addition(1), SECRET).result()
            store.append(table, 1, addition(2, 2, key="ada:1")).result()
        store.append("t2", 3, addition(4, now=NOW + 2 * DAY)).result()
        before = store.events("t1")
        assert tidied(store, NOW + 3 * DAY)["tables' keys"] == 1
        assert store.answered("t1", "ada:1") is None
        assert store.answered("t2", "ada:1") is not None
        assert store.events("t1") == before
        assert store.append("t1", 3, addition(4, key="ada:1")).result() == Stored(4)

    def test_what_came_to_life_again_meanwhile_stays(self, store: Store) -> None:
        store.welcome(digest("ada"), "ada", "Guest", NOW).result()
        store.create("t1", addition(1, state="open"), SECRET).result()
        late = NOW + 100 * DAY
        found = store.leftovers(late)
        store.prolong(digest("ada"), late).result()
        store.append("t1", 1, addition(2, state="open", now=late)).result()
        assert [store.tidy(kind, some, late).result() for kind, some in found.items()] == [0] * len(found)
        assert store.visitor(digest("ada"), late) is not None
        assert len(store.events("t1")) == 2

    def test_each_kind_of_old_things_goes_on_its_day_and_not_a_moment_sooner(self, store: Store) -> None:
        store.welcome(digest("ada"), "ada", "Guest", NOW).result()
        store.create("t1", addition(1, state="open"), SECRET).result()
        store.append("t1", 1, addition(2, state="open", key="ada:1")).result()
        store.invite(b"i", "t1", 1, NOW, NOW + DAY).result()
        lasts = {"tables' keys": 2, "open tables": 30, "guests": 60, "invitations": 90, "sessions": 365}
        for kind, days in lasts.items():
            assert not store.leftovers(NOW + days * DAY)[kind]
            assert len(store.leftovers(NOW + days * DAY + 1)[kind]) == 1

    def test_it_is_tidied_in_small_steps(self, store: Store) -> None:
        for number in range(10):
            store.welcome(digest(str(number)), f"p{number}", "Guest", NOW).result()
        late = NOW + 100 * DAY
        assert len(store.leftovers(late, 3)["guests"]) == 3
        assert store.tidy("guests", store.leftovers(late)["guests"][:4], late).result() == 4
        assert len(store.leftovers(late)["guests"]) == 6

    # The store itself

    def test_it_knows_when_the_server_was_last_up(self, store: Store) -> None:
        assert store.last_beat() is None
        store.beat(NOW).result()
        store.beat(NOW + 5).result()
        assert store.last_beat() == NOW + 5

    def test_a_cancelled_wish_is_not_carried_out_or_is_whole(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        wish = store.append("t1", 1, addition(2))
        cancelled = wish.cancel()
        store.beat(NOW).result()
        assert len(store.events("t1")) == (1 if cancelled else 2)

    def test_a_closed_store_has_stored_what_waited_and_takes_no_more(self, store: Store) -> None:
        store.create("t1", addition(1), SECRET).result()
        waiting = [store.append("t1", 1 + n, addition(2 + n)) for n in range(50)]
        store.close()
        assert [future.result() for future in waiting] == [Stored(2 + n) for n in range(50)]
        with pytest.raises(BadFile, match="is closed"):
            store.append("t1", 51, addition(52))
        with pytest.raises(BadFile, match="is closed"):
            store.events("t1")
        store.close()
