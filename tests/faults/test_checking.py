"""The checker itself: a history as it should be passes, and each way to spoil it is noticed.

Ada and Ben play; everything takes a second, and the next thing is asked for a second later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stylobate.errors import Refusal
from stylobate.play import Clock, Table
from tests.faults.checking import faults
from tests.faults.history import Entry, History, Sight, Told, Try, Wish
from tests.tables import ADA, BEN, CYD, ask, opened, view

TABLE = "t1"
PEOPLE = {person.name: person for person in (ADA, BEN, CYD)}


class Played:
    """A history that is as it should be, and the log that it left."""

    def __init__(self, **plan: Any) -> None:
        self.history = History()
        self.now = 0.0
        plan.setdefault("seats", ("me", "open"))
        self.table = opened(**plan)
        self.log = self._entries(self.table, "k0")
        self.table.unstored = []
        wish = Wish(TABLE, "Ada", {"do": "open"}, "k0", tries=[self._try("done", self.table.version)])
        self.history.wishes.append(wish)
        self.look("Ada")

    def ask(self, who: str, do: str, outcome: Any = None, **asked: Any) -> Wish:
        """Somebody asks for something; the answer comes, unless it is said to be lost."""
        if do == "move":
            asked = {"version": self.table.version, "token": self.table.position.legal[0], **asked}
        wish = Wish(TABLE, who, {"do": do, **asked}, f"k{len(self.history.wishes)}")
        try:
            after = ask(self.table, PEOPLE[who], do, seconds=self.now + 0.5, **asked)
        except Refusal as refusal:
            wish.tries.append(self._try("refused", reason=refusal.reason))
        else:
            self.log += self._entries(after, wish.key)
            self.table = after
            self.table.unstored = []
            wish.tries.append(self._try(outcome or "done", self.table.version))
        self.history.wishes.append(wish)
        return wish

    def look(self, who: str, stream: int | None = None, server: str = "s1") -> None:
        """Somebody looks at the table."""
        seen = view(self.table, PEOPLE[who].id)
        began, ended = self._second()
        told = Told.by(seen)
        self.history.sights.append(Sight(TABLE, who, server, began, ended, self.table.version, told, stream))

    def faults(self) -> list[str]:
        return faults(self.history, {TABLE: self.log})

    def wish(self, do: str) -> Wish:
        """The last wish of that kind."""
        return next(wish for wish in reversed(self.history.wishes) if wish.asked["do"] == do)

    def cut(self, versions: int) -> None:
        """The end of the log is lost."""
        del self.log[-versions:]

    def _try(self, outcome: Any, version: int | None = None, reason: str = "") -> Try:
        return Try("s1", *self._second(), outcome, version if outcome == "done" else None, reason)

    def _second(self) -> tuple[float, float]:
        self.now += 2
        return self.now - 2, self.now - 1

    def _entries(self, after: Table, key: str | None) -> list[Entry]:
        return [Entry(event["v"], key, event) for event in after.news]


def played(**plan: Any) -> Played:
    """Ben sits down, and both move, talk, watch, are refused and take back."""
    play = Played(**plan)
    play.ask("Ben", "sit", seat=1, name="Ben")
    play.ask("Cyd", "sit", seat=1, name="Cyd")
    play.ask("Ada", "move", token="b2a")
    play.look("Ben", stream=1)
    play.ask("Ben", "say", text="Well, well.")
    play.ask("Ben", "move", token="c2d")
    play.look("Ada")
    play.look("Ben", stream=1)
    play.ask("Ada", "move", token="a1b", version=3)
    play.ask("Ada", "ask-takeback")
    play.ask("Ben", "answer-takeback", yes=False)
    play.ask("Ada", "move", token="f2e")
    play.look("Ben")
    return play


@pytest.mark.parametrize("clock", [Clock(), Clock("fischer", 60_000, 5_000)], ids=["no clock", "clock"])
def test_what_could_have_been_is_believed(clock: Clock) -> None:
    play = played(clock=clock)
    assert [wish.is_refused for wish in play.history.wishes].count(True) == 2
    assert play.faults() == []


def test_in_times_of_trouble_a_clock_may_stand_still() -> None:
    play = played(clock=Clock("fischer", 60_000, 5_000))
    play.now += 10
    play.ask("Ben", "move")
    play.log[-1].event["at"] = play.log[-2].event["at"]
    play.history.troubles.append((play.now - 13, play.now - 2))
    assert play.faults() == []


def test_what_nobody_knows_the_end_of_may_be_there_or_not() -> None:
    play = played()
    play.ask("Ben", "move", "lost")
    assert play.faults() == []
    play.cut(1)
    assert play.faults() == []


def test_what_was_lost_and_then_refused_may_have_been_done_the_first_time() -> None:
    play = played()
    wish = play.ask("Ben", "say", "lost", text="Once.")
    wish.tries.append(play._try("refused", reason="not-now"))
    assert play.faults() == []


Spoil = Callable[[Played], object]
SPOILT: dict[str, tuple[Spoil, str]] = {}


def spoilt(sentence: str) -> Callable[[Spoil], Spoil]:
    """A way to spoil a history, and a part of what is to be said of it."""

    def keep(spoil: Spoil) -> Spoil:
        SPOILT[spoil.__name__] = spoil, sentence
        return spoil

    return keep


@spoilt("was acknowledged and is not there")
def a_lost_move(play: Played) -> None:
    play.history.sights.pop()
    play.cut(1)


@spoilt("the log ends at")
def a_move_that_somebody_saw_and_that_is_gone(play: Played) -> None:
    play.history.wishes.pop()
    play.cut(1)


@spoilt("was done twice")
def a_remark_stored_twice(play: Played) -> None:
    play.look("Ada")
    said = next(entry for entry in play.log if entry.event["kind"] == "said")
    again = len(play.log) + 1
    play.log.append(Entry(again, said.key, {**said.event, "v": again}))


@spoilt("was asked for under no key")
def a_move_made_by_nobody(play: Played) -> None:
    play.ask("Ben", "move")
    play.history.wishes.pop()
    play.log[-1] = play.log[-1]._replace(key=None)


@spoilt("nobody asked for")
def a_move_under_a_key_of_nobodys(play: Played) -> None:
    play.ask("Ben", "move")
    play.history.wishes.pop()


@spoilt("became ['token']")
def another_move_than_was_asked_for(play: Played) -> None:
    wish = play.wish("move")
    wish.asked = {**wish.asked, "token": "b3c"}


@spoilt("became ['said']")
def another_remark(play: Played) -> None:
    wish = play.wish("say")
    wish.asked = {**wish.asked, "text": "Oh."}


@spoilt("was refused (taken) and is there")
def a_refused_seat_that_was_given(play: Played) -> None:
    other = Played()
    wish = other.ask("Ben", "sit", seat=1, name="Ben")
    wish.tries[:] = [other._try("refused", reason="taken")]
    play.history, play.log = other.history, other.log


@spoilt("for no reason")
def a_move_refused_for_no_reason(play: Played) -> None:
    asked = {"do": "move", "token": play.table.position.legal[0], "version": play.table.version}
    wish = Wish(TABLE, "Ben", asked, "k99", tries=[play._try("refused", reason="stale")])
    play.history.wishes.append(wish)


@spoilt("was given to two")
def a_seat_given_twice(play: Played) -> None:
    other = Played(game="columbiz", seats=("me", "open", "open"), options={"players": "3"})
    other.ask("Ben", "sit", seat=1, name="Ben")
    sat = other.log[-1]
    cyd = {**sat.event, "v": sat.version + 1, "who": CYD.id, "name": "Cyd"}
    other.log.append(Entry(sat.version + 1, "c", cyd))
    other.history.wishes.append(
        Wish(TABLE, "Cyd", {"do": "sit", "seat": 1}, "c", tries=[other._try("done", sat.version + 1)])
    )
    play.history, play.log = other.history, other.log


@spoilt("one invitation seated both Ben and Cyd")
def an_invitation_used_twice(play: Played) -> None:
    for who, seat in (("Ben", 1), ("Cyd", 2)):
        asked = {"do": "sit", "seat": seat}
        play.history.wishes.append(Wish(TABLE, who, asked, invite="i", tries=[play._try("done")]))


@spoilt("had ended before")
def an_order_that_is_not_that_of_time(play: Played) -> None:
    ben = play.wish("say")
    later = play.now + 100
    ben.tries[:] = [replace(ben.tries[0], began=later, ended=later + 1)]


@spoilt("was answered with version")
def an_answer_with_another_version(play: Played) -> None:
    wish = play.wish("move")
    wish.tries[:] = [replace(wish.tries[0], version=3)]


@spoilt("was made for version 3 and taken at version")
def a_move_for_an_earlier_position(play: Played) -> None:
    wish = play.wish("move")
    wish.asked = {**wish.asked, "version": 3}


@spoilt("was known")
def a_stale_look(play: Played) -> None:
    old = play.history.sights[1]
    play.history.sights.append(replace(old, began=play.now, ended=play.now + 1, stream=None))


@spoilt("was known")
def a_look_that_does_not_show_what_was_acknowledged(play: Played) -> None:
    before = play.history.sights[-1]
    play.ask("Ben", "move")
    play.history.sights.append(replace(before, began=play.now, ended=play.now + 1))


@spoilt("went back from")
def a_stream_that_goes_back(play: Played) -> None:
    old = play.history.sights[1]
    play.history.sights.append(replace(old, began=play.now, ended=play.now + 1))


@spoilt("and the log says")
def a_view_of_another_game(play: Played) -> None:
    seen = play.history.sights[-1]
    told = seen.told._replace(tokens=(*seen.told.tokens[:-1], "b3c"))
    play.history.sights[-1] = replace(seen, told=told)


@spoilt("before it was asked for")
def a_view_of_the_future(play: Played) -> None:
    play.history.sights[-1] = replace(play.history.sights[-1], server="s2", began=-2.0, ended=-1.0)


@spoilt("does not replay")
def a_log_with_a_hole(play: Played) -> None:
    del play.log[4]


@spoilt("was charged")
def a_clock_that_ran_while_no_server_was_there(play: Played) -> None:
    timed = played(clock=Clock("fischer", 60_000, 5_000))
    timed.now += 30
    timed.ask("Ben", "move")
    timed.history.gaps.append((timed.now - 30, timed.now - 3))
    play.history, play.log = timed.history, timed.log


@spoilt("was charged")
def a_clock_that_ran_too_fast(play: Played) -> None:
    timed = played(clock=Clock("fischer", 60_000, 5_000))
    timed.ask("Ben", "move")
    timed.log[-1].event["at"] += 20_000
    play.history, play.log = timed.history, timed.log


@spoilt("was charged 0.0 s")
def a_clock_that_stood_still(play: Played) -> None:
    timed = played(clock=Clock("fischer", 60_000, 5_000))
    timed.now += 10
    timed.ask("Ben", "move")
    timed.log[-1].event["at"] = timed.log[-2].event["at"]
    play.history, play.log = timed.history, timed.log


@spoilt("the flag of seat")
def a_flag_that_fell(play: Played) -> None:
    timed = played(clock=Clock("fischer", 60_000, 5_000))
    last = timed.log[-1]
    flagged = {"v": last.version + 1, "at": last.event["at"] + 1_000, "kind": "flagged", "seat": 1}
    timed.log.append(Entry(last.version + 1, None, flagged))
    play.history, play.log = timed.history, timed.log


@pytest.mark.parametrize("name", SPOILT)
def test_what_cannot_have_been_is_noticed(name: str) -> None:
    spoil, sentence = SPOILT[name]
    play = played()
    spoil(play)
    assert sentence in "\n".join(play.faults())
