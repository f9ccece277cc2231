"""Which computers play: those that a game has today, and after a win or a loss others if one likes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stylobate
from stylobate.errors import Refusal
from stylobate.ladder import ladder, names
from stylobate.play import Clock, Proposal, Table, fold, open_table, record, rematch
from stylobate.play.clock import SECOND
from stylobate.record import read
from tests.tables import ADA, BEN, START, ask, begun, in_earnest, moment, opened, played_out, two_people, view

THREE = ("random", "1", "2", "3")


def against(level: str) -> Table:
    """Ada plays Colonnade against that level, or against the perfect player."""
    there = moment(levels=names(stylobate.load("colonnade")))
    return open_table("t1", ADA, Proposal("colonnade", seats=("me", level)), there)


def lost(level: str) -> Table:
    """Ada has resigned against that level."""
    return ask(in_earnest(against(level)), ADA, "resign")


def won(level: str) -> Table:
    """Ada has won against that level, which slipped at every turn."""
    for seed in range(50):
        table = played_out(against(level), random.Random(seed))
        assert table.ending is not None
        if table.ending.winners == (0,):
            return table
    raise AssertionError("who moves at random should win now and then")


def suits(table: Table) -> str | None:
    return view(table, "ada", START)["rematch"]["suits"]


@pytest.mark.parametrize(
    ("level", "up", "down"), [("random", "1", None), ("3", "4", "2"), ("1", "2", "random")]
)
def test_after_a_win_the_next_level_up_suits_and_after_a_loss_the_next_down(
    level: str, up: str, down: str | None
) -> None:
    assert suits(won(level)) == up
    assert suits(lost(level)) == down


def test_above_the_strongest_level_there_is_only_the_perfect_player() -> None:
    strongest = ladder(stylobate.load("colonnade")).strongest.name
    assert suits(won(strongest)) == "perfect"
    assert suits(lost("perfect")) == strongest
    assert suits(won("perfect")) is None


def test_while_a_game_goes_on_or_people_play_or_computers_differ_no_level_suits() -> None:
    assert suits(opened(seats=("me", "3"))) is None
    assert suits(ask(opened(), ADA, "close")) is None
    assert suits(ask(two_people(), BEN, "resign")) is None
    assert suits(ask(opened(seats=("me:Ada", "me:Grandma")), ADA, "resign")) is None
    assert suits(played_out(opened(seats=("1", "2")), random.Random(1))) is None
    alone = played_out(begun("columbiz", ("me", "2", "2"), options={"players": "3"}), random.Random(1))
    assert suits(alone) in ("1", "3")
    mixed = played_out(begun("columbiz", ("me", "2", "1"), options={"players": "3"}), random.Random(1))
    assert suits(mixed) is None


def test_a_rematch_may_be_against_another_level_with_all_else_as_it_was() -> None:
    clock = Clock("fischer", 300 * SECOND, 5 * SECOND)
    over = ask(opened(seats=("me", "3"), clock=clock, stand_in="2", visibility="public"), ADA, "resign")
    again = ask(over, ADA, "rematch", level="2")
    assert fold("t1", [*logged(over), *again.news]).rematch_level == "2"
    new = rematch(again, "t2", moment())
    assert [seat.called for seat in new.seats] == ["level 2", "Ada"]
    assert (new.faces.clock, new.stand_in, new.visibility) == (clock, "2", "public")
    assert new.line.options == over.line.options
    assert [seat.called for seat in rematch(ask(over, ADA, "rematch"), "t2", moment()).seats] == [
        "level 3",
        "Ada",
    ]


def logged(table: Table) -> list[dict[str, Any]]:
    """The whole log of a table that Ada opened against level 3 and lost."""
    first = opened(
        seats=("me", "3"), clock=table.faces.clock, stand_in=table.stand_in, visibility=table.visibility
    )
    return [*first.news, *table.news]


def test_all_computers_of_a_rematch_have_the_level_that_was_asked_for() -> None:
    over = played_out(begun("columbiz", ("me", "2", "1"), options={"players": "3"}), random.Random(1))
    new = rematch(ask(over, ADA, "rematch", level="4"), "t2", moment())
    assert [seat.called for seat in new.seats] == ["level 4", "level 4", "Ada"]


@pytest.mark.parametrize("level", ["9", "", "nobody", "level 3"])
def test_a_rematch_against_a_level_that_there_is_not_is_refused_with_those_there_are(level: str) -> None:
    with pytest.raises(Refusal, match="there are random, 1, 2, 3, 4, 5"):
        ask(lost("3"), ADA, "rematch", level=level)


def test_where_another_person_played_nobody_chooses_a_level() -> None:
    left = ask(opened("columbiz", ("me", "open", "2"), options={"players": "3"}), BEN, "sit", seat=1)
    left = ask(in_earnest(ask(left, ADA, "begin")), BEN, "resign")
    assert left.seats[1].called == "Ben, then level 3"
    teams = ask(opened("columba", ("me", "open", "2", "2"), options={"players": "4"}), BEN, "sit", seat=1)
    family = begun("columba", ("me:Ada", "2", "me:Grandma", "2"), options={"players": "4"})
    for table in (
        ask(in_earnest(ask(family, ADA, "hand-over", seat=2)), ADA, "resign"),
        ask(in_earnest(ask(teams, ADA, "begin")), BEN, "resign"),
        ask(in_earnest(two_people()), BEN, "resign"),
        ask(opened(seats=("me:Ada", "me:Grandma")), ADA, "resign"),
        played_out(left, random.Random(1)),
    ):
        assert suits(table) is None
        with pytest.raises(Refusal, match="only who played against computers alone") as refused:
            ask(table, ADA, "rematch", level="4")
        assert refused.value.reason == "forbidden"
    with pytest.raises(Refusal, match="a rematch comes after the game"):
        ask(opened(seats=("me", "3")), ADA, "rematch", level="4")


def test_a_game_against_a_level_that_is_no_more_opens_is_told_and_can_be_played_again() -> None:
    assert names(stylobate.load("columns-dice")) == THREE
    before = opened("columns-dice", ("me", "5"), stand_in="5")
    begun_before = ask(before, ADA, "begin")
    table = fold("t1", [*before.news, *begun_before.news])
    assert [seat.called for seat in table.seats] == ["Ada", "level 5"]
    over = played_out(table, random.Random(2))
    assert over.ending is not None
    assert read(record(over).text()).seats == ("Ada", "level 5")
    assert suits(over) == ("2" if 0 not in over.ending.winners else None)
    today = moment(levels=THREE)
    again = rematch(ask(over, ADA, "rematch"), "t2", today)
    assert ([seat.called for seat in again.seats], again.stand_in) == (["level 3", "Ada"], "3")


def test_the_usual_stand_in_is_the_strongest_level_where_there_are_fewer_than_three() -> None:
    few = moment(levels=("random", "1", "2"))
    assert open_table("t1", ADA, Proposal("colonnade"), few).stand_in == "2"
    assert open_table("t1", ADA, Proposal.read({"game": "colonnade"}), moment()).stand_in == "3"
    with pytest.raises(Refusal, match="a stand-in is one of 1, 2"):
        open_table("t1", ADA, Proposal("colonnade", stand_in="3"), few)
