"""Nonces of everybody who is there: pledged before, given when asked, waited for, told when missing."""

import json
import random
from typing import Any

import pytest

from stylobate.errors import Refusal
from stylobate.fair import pledge, verify
from stylobate.play import Clock, Proposal, Table, fold, open_table, overdue, record, set_back
from stylobate.play.events import Awaited
from stylobate.play.situation import PATIENCE
from tests.harness import of_this_house
from tests.tables import (
    ADA,
    BEN,
    CYD,
    DOT,
    START,
    ask,
    begun,
    in_earnest,
    moment,
    nonce,
    opened,
    two_people,
    view,
)
from tests.test_stored import log as stored

PEOPLE = {person.id: person for person in (ADA, BEN, CYD, DOT)}


def pledged(table: Table, who: str, number: int) -> Table:
    """The table after this person has pledged the nonce of that number."""
    return ask(table, PEOPLE[who], "pledge", pledge=pledge(table.id, nonce(number)))


def dice(**proposal: Any) -> Table:
    """Ada and Ben at Columns with dice, begun, and both have pledged: nonces 100 and 200."""
    return pledged(pledged(two_people("columns-dice", **proposal), "ada", 100), "ben", 200)


def moved(table: Table, **more: Any) -> Table:
    """The table after whoever's turn it is has moved."""
    seat = table.seats[table.turn or 0]
    mover = PEOPLE[seat.who] if seat.is_person and seat.who else None
    return ask(table, mover, "move", token=table.position.legal[0], **more)


def last_mix(table: Table) -> str:
    return table.throws[-1][0].mix


def refused(table: Table, who: str, do: str, **fields: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        ask(table, PEOPLE[who], do, **fields)
    return str(refusal.value)


def test_a_throw_waits_for_what_the_other_has_pledged_and_mixes_both() -> None:
    table = moved(dice(), nonce=nonce(1))
    assert table.is_waiting
    assert table.turn is None
    assert (view(table, "ben")["chance"]["asks_you"], view(table, "ada")["chance"]["asks_you"]) == (
        True,
        False,
    )
    assert view(table, None)["chance"]["awaited"] == [1]
    made = len(table.throws)
    table = ask(table, BEN, "give", nonce=nonce(200), pledge=pledge("t1", nonce(201)))
    assert len(table.throws) == made + 1
    assert last_mix(table) == f"0 {nonce(1)} 1 {nonce(200)}"
    assert table.turn == 1
    assert table.pledges["ben"] == pledge("t1", nonce(201))
    report = verify(record(table))
    assert report.holds
    assert (report.together, report.alone) == (1, 1)


def test_those_who_are_asked_stand_in_the_log_in_the_order_of_their_seats() -> None:
    table = opened("columba", ("me", "open", "open", "open"), options={"players": "4"})
    for seat, who in enumerate(("ben", "cyd", "dot"), 1):
        table = pledged(ask(table, PEOPLE[who], "sit", seat=seat), who, seat)
    [asked] = [one.event for one in ask(table, ADA, "begin").unstored if isinstance(one.event, Awaited)]
    assert asked.seats == (1, 2, 3)


def test_an_operator_who_plays_cannot_choose_the_throw_after_the_others_move() -> None:
    """Whatever nonce the cheater would like to give: it was pledged before, or it is refused."""
    table = moved(dice())
    for other in range(300, 340):
        assert "not the nonce that you have pledged" in refused(table, "ben", "give", nonce=nonce(other))
    assert "waits for nonces" in refused(table, "ben", "pledge", pledge=pledge("t1", nonce(300)))


def test_after_a_short_while_the_throw_is_made_without_who_gave_nothing_and_tells_it() -> None:
    table = moved(dice(), nonce=nonce(1))
    assert overdue(table, moment(PATIENCE / 1000)) is None
    after = overdue(table, moment(PATIENCE / 1000 + 0.001))
    assert after is not None
    assert last_mix(after) == f"0 {nonce(1)} 1 missing {pledge('t1', nonce(200))}"
    assert verify(record(after)).missing == {"1": 1}
    assert "ben" not in after.pledges, "what came too late is never used"
    assert "no throw waits" in refused(after, "ben", "give", nonce=nonce(200))
    assert not moved(after).awaited or moved(after).seats[1].who not in moved(after).awaited


def test_nobody_can_slow_a_game_down_by_keeping_nonces_back() -> None:
    table = pledged(two_people("columns-dice"), "ben", 200)
    waited, moves = 0, 0
    while table.state != "over":
        if table.turn == 0 and "ben" not in table.pledges:
            table = pledged(table, "ben", 200 + table.version)
        is_ada = table.turn == 0
        table = moved(table)
        moves += is_ada
        if table.is_waiting:
            waited += 1
            table = overdue(table, moment(10 * waited)) or table
    assert moves >= 10
    assert waited <= 4
    assert verify(record(table)).missing["1"] > 5, "and each time it is told"


def test_who_was_late_once_and_gives_again_is_waited_for_as_before() -> None:
    table = overdue(moved(dice()), moment(60))
    assert table is not None
    table = moved(pledged(table, "ben", 300), away={0: START})
    table = moved(table)
    assert table.is_waiting
    assert not ask(table, BEN, "give", nonce=nonce(300)).late


def test_who_is_away_or_has_pledged_nothing_is_not_waited_for() -> None:
    table = two_people("columns-dice")
    assert not moved(table).is_waiting
    assert last_mix(moved(table, nonce=nonce(5))) == f"0 {nonce(5)}"
    table = moved(dice(), away={1: START}, nonce=nonce(5))
    assert not table.is_waiting
    assert last_mix(table) == f"0 {nonce(5)} 1 missing {pledge('t1', nonce(200))}", "and all can see that"
    assert "no throw waits" in refused(table, "ben", "give", nonce=nonce(200))


def test_against_computers_alone_nothing_waits() -> None:
    table = pledged(begun("columns-dice", ("me", "random")), "ada", 100)
    for number in range(6):
        table = moved(table, nonce=nonce(number)) if table.turn == 0 else moved(table)
        assert not table.is_waiting
    assert last_mix(table).startswith("0 before ")


def test_after_a_computers_move_all_people_are_asked() -> None:
    table = opened("columba", ("me", "open", "random"), options={"players": "3"})
    table = ask(table, BEN, "sit", seat=1)
    table = pledged(pledged(ask(table, ADA, "begin"), "ada", 100), "ben", 200)
    rng = random.Random(1)
    for _ in range(200):
        if table.is_waiting:
            if table.awaited.keys() == {"ada", "ben"}:
                break
            (who,) = table.awaited
            old, new = (100, 101) if who == "ada" else (200, 201)
            known = {pledge("t1", nonce(n)): n for n in range(100, 300)}
            number = known[table.awaited[who]]
            assert number >= old
            table = ask(
                table, PEOPLE[who], "give", nonce=nonce(number), pledge=pledge("t1", nonce(number + 1))
            )
            assert new
            continue
        seat = table.seats[table.turn or 0]
        mover = PEOPLE[seat.who] if seat.who else None
        table = ask(table, mover, "move", token=rng.choice(table.position.legal))
    assert table.awaited.keys() == {"ada", "ben"}
    assert table.nonce is not None
    assert table.nonce.kind == "before"


def test_the_clock_stands_still_while_a_throw_waits() -> None:
    table = in_earnest(dice(clock=Clock("fischer", 60_000, 5_000)))
    table = moved(table, seconds=10)
    assert table.faces.running is None
    assert table.faces.left == [50_000, 60_000]
    table = ask(table, BEN, "give", seconds=12, nonce=nonce(200))
    assert table.faces.left == [55_000, 60_000], "the increment comes with the move that passed the turn"
    assert table.faces.running == 1
    assert table.faces.since == START + 12_000


def test_a_game_begins_with_the_nonces_of_all_who_are_there() -> None:
    table = ask(opened("columns-dice", starts="dice"), BEN, "sit", seat=1)
    table = pledged(pledged(table, "ada", 100), "ben", 200)
    table = ask(table, ADA, "begin", nonce=nonce(7))
    assert (table.state, table.is_waiting) == ("open", True)
    assert "about to begin" in refused(table, "ben", "begin", nonce=nonce(8))
    table = ask(table, BEN, "give", nonce=nonce(200))
    assert table.state == "running"
    first = table.throws[0][0].mix
    assert first == f"0 {nonce(7)} 1 {nonce(200)}"
    report = verify(record(table))
    assert report.holds
    assert report.together == report.throws == len(table.throws)
    ada = table.seat_of("ada")
    assert last_mix(table).split()[:2] == [str(ada), nonce(7)], "seats are counted as the game counts them"


def test_what_was_pledged_after_the_mover_had_looked_is_not_asked_for() -> None:
    """The mover's nonce may be on its way already: what comes now might be chosen by it."""
    table = pledged(two_people("columns-dice"), "ada", 100)
    seen = table.version
    later = pledged(table, "ben", 200)
    assert not moved(later, version=seen).is_waiting
    assert last_mix(moved(later, version=seen)).endswith(f" 1 missing {pledge('t1', nonce(200))}")
    assert moved(later, version=seen + 1).is_waiting
    table = pledged(ask(opened("columns-dice"), BEN, "sit", seat=1), "ben", 200)
    assert not ask(table, ADA, "begin", version=table.version - 1).is_waiting
    assert ask(table, ADA, "begin", version=table.version).is_waiting


def test_a_view_shows_the_pledges_that_a_throw_has_asked_for_until_it_is_made() -> None:
    table = moved(dice())
    assert view(table, None)["chance"]["asked"] == [None, pledge("t1", nonce(200))]
    table = ask(table, BEN, "give", nonce=nonce(200), pledge=pledge("t1", nonce(201)))
    assert view(table, None)["chance"]["asked"] == [None, None]


def test_nobody_leaves_between_the_nonces_and_the_lot_to_have_it_drawn_again() -> None:
    table = pledged(ask(opened("columns-dice", starts="lot"), BEN, "sit", seat=1), "ben", 1)
    table = ask(table, ADA, "begin", version=table.version)
    for who, do, fields in (
        ("ben", "stand", {"seat": 1}),
        ("ada", "stand", {"seat": 1}),
        ("ada", "close", {}),
    ):
        assert "about to begin" in refused(table, who, do, **fields)
    done = overdue(table, moment(60))
    assert done is not None
    assert done.draws


def test_a_pledge_may_be_changed_once_the_game_has_gone_on() -> None:
    table = dice()
    assert "pledged a nonce already" in refused(table, "ben", "pledge", pledge="0" * 64)
    assert "a pledge is a SHA-256" in refused(two_people("columns-dice"), "ben", "pledge", pledge="0" * 63)
    table = moved(table, away={1: START})
    assert ask(table, BEN, "pledge", pledge="0" * 64).pledges["ben"] == "0" * 64
    assert "nothing is thrown at this table" in refused(two_people(), "ben", "pledge", pledge="0" * 64)


def test_where_only_a_lot_is_drawn_a_nonce_is_pledged_before_it_and_none_after() -> None:
    before = ask(opened(starts="lot"), BEN, "sit", seat=1)
    assert pledged(before, "ben", 1).pledges.keys() == {"ben"}
    after = ask(before, ADA, "begin")
    assert "nothing is thrown at this table" in refused(after, "ben", "pledge", pledge="0" * 64)


def test_the_log_of_a_throw_that_waits_adds_up_to_the_same_table() -> None:
    table = opened("columns-dice")
    log = list(table.news)
    for who, do, fields in (
        ("ben", "sit", {"seat": 1}),
        ("ada", "begin", {}),
        ("ben", "pledge", {"pledge": pledge("t1", nonce(200))}),
        ("ada", "move", {"token": "A1"}),
    ):
        table = ask(table, PEOPLE[who], do, **fields)
        log += table.news
    folded = fold("t1", json.loads(json.dumps(log)))
    assert folded.is_waiting
    assert folded.waits_until == table.waits_until
    assert view(folded, "ben") == view(table, "ben")
    table = ask(folded, BEN, "give", nonce=nonce(200))
    assert verify(record(table)).holds


def test_one_may_resign_while_a_throw_waits() -> None:
    table = ask(moved(dice()), ADA, "resign")
    assert table.state == "over"
    assert not table.is_waiting
    assert verify(record(table)).signed


# After the site was set back


def restored(table: Table) -> Table | None:
    return set_back(table, moment(restores=1))


def test_after_the_site_was_set_back_a_new_segment_is_announced_before_the_next_throw() -> None:
    """A backup that is brought back must not make throws whose links were already shown."""
    table = two_people("columns-dice")
    shown = {throw.link for throw, _ in moved(moved(moved(table))).throws}
    after = restored(table)
    assert after is not None
    assert view(after, None)["chance"]["commitments"][1]["why"] == "restored"
    assert restored(after) is None, "once is enough"
    played = moved(moved(moved(after)))
    again = {throw.link for throw, _ in played.throws[len(table.throws) :]}
    assert not shown & again
    other = restored(table)
    assert other is not None
    assert not {throw.link for throw, _ in moved(other).throws[len(table.throws) :]} & again
    report = verify(record(played))
    assert report.holds
    assert report.restored == (len(table.throws) + 1,)


def test_a_move_made_before_the_new_segment_was_seen_is_refused() -> None:
    table = two_people("columns-dice")
    after = restored(table)
    assert after is not None
    assert "changed since" in refused(after, "ada", "move", token="A1", version=table.version)


def test_a_game_whose_end_was_signed_and_is_no_more_is_signed_with_another_key() -> None:
    table = two_people(starts="lot")
    first, after = ask(table, ADA, "resign"), restored(table)
    assert after is not None
    second = ask(after, BEN, "resign")
    assert all(verify(record(one)).signed for one in (first, second))
    keys = [one.segment.commitment.split()[1] for one in (first, second)]
    assert keys[0] != keys[1]


def test_only_tables_that_have_to_do_with_chance_are_concerned() -> None:
    assert restored(two_people()) is None
    assert restored(opened(starts="lot")) is not None
    assert restored(ask(opened("columns-dice"), ADA, "close")) is None


def test_a_throw_that_was_waiting_then_is_made_with_nonces_that_do_not_count_as_new() -> None:
    table = moved(dice(), nonce=nonce(1))
    after = restored(table)
    assert after is not None
    assert after.is_waiting or last_mix(after).startswith("0 before ")
    done = after if not after.is_waiting else overdue(after, moment(60))
    assert done is not None
    report = verify(record(done))
    assert report.holds
    assert report.carried == 1


# What 0.1.0 has begun


@pytest.mark.parametrize("table", [game.id for game in of_this_house() if game.has_chance])
def test_a_game_begun_by_0_1_0_goes_on_by_its_own_scheme_and_verifies(table: str) -> None:
    log = stored(table)
    end = next(
        n
        for n, event in enumerate(log)
        if event["kind"] in ("ended", "handed", "took-back", "flagged", "resigned")
    )
    begun = fold(table, log[: end // 2])
    rng = random.Random(1)
    for _ in range(12):
        seat = begun.seats[begun.turn or 0]
        mover = PEOPLE[seat.who] if seat.is_person and seat.who else None
        begun = ask(begun, mover, "move", token=rng.choice(begun.position.legal))
        assert not begun.is_waiting
    after = restored(begun)
    assert after is not None
    played = moved(after)
    paper = record(played)
    assert paper.more["fair"] == "hash chain 1"
    report = verify(paper)
    assert report.holds
    assert report.restored == (len(begun.throws) + 1,)
    assert "Names, date, moves and result are not signed: that came later." in report.sentences()
    assert "nothing is thrown at this table" in refused(played, "ada", "pledge", pledge="0" * 64)


def test_a_table_that_was_opened_after_the_site_was_set_back_has_nothing_to_announce() -> None:
    opened = open_table("t1", ADA, Proposal("columns-dice", seats=("me", "open")), moment(restores=2))
    assert set_back(opened, moment(restores=2)) is None
    assert set_back(opened, moment(restores=3)) is not None
