"""Batches: each game of one is as if it were played by itself, move by move."""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from types import FrameType
from typing import TYPE_CHECKING

import numpy as np
import pytest

import stylobate
from stylobate import CHANCE, OVER, Game, Position
from stylobate.batches import Batch, crew
from stylobate.chance import Rng, stream
from stylobate.errors import BadBatch, BadOption, BadToken, UnknownGame
from tests.harness import every_game, every_game_and_variant

if TYPE_CHECKING:
    from _typeshed import TraceFunction

LAST = "R1/R1/-/-/-/-/-/- R"  # a move of Red ends it


def thrown(position: Position, rng: Rng) -> Position:
    """The position after all that chance has to do there."""
    while position.turn == CHANCE:
        position = position.play(position.sample(rng))
    return position


def arrays(batch: Batch) -> list[bytes]:
    """All that a batch tells, but for what stands behind the lists."""
    listed = [row[:count] for row, count in zip(batch.legal, batch.count, strict=True)]
    told = [batch.turn, batch.count, *listed, batch.done, batch.payoff, batch.state]
    return [array.tobytes() for array in told]


# Played one by one


@every_game_and_variant()
def test_every_game_of_a_batch_is_as_if_played_by_itself(game: Game, options: Mapping[str, str]) -> None:
    batch = Batch(game, 2, seed=7, options=options)
    chances = [stream(int(seed)) for seed in batch.seeds]
    positions = [thrown(game.begin(options), rng) for rng in chances]
    ended = np.zeros(2, dtype=bool)
    steps = 0
    while not ended.all():
        for number, position in enumerate(positions):
            assert batch.position(number) == position
            assert batch.turn[number] == position.turn
            if steps % 5 == 0:
                listed = batch.legal[number, : batch.count[number]].tolist()
                assert listed == sorted(position.actions.values())
        actions = batch.pick().copy()
        batch.step(actions)
        for number, rng in enumerate(chances):
            before = positions[number]
            after = thrown(before.play(before.token(int(actions[number]))), rng)
            assert batch.done[number] == after.is_over
            assert tuple(batch.payoff[number]) == (after.payoff or (0.0,) * after.seats)
            positions[number] = thrown(game.begin(options), rng) if after.is_over else after
        ended |= batch.done
        steps += 1


@every_game()
def test_the_same_seed_gives_the_same_games_for_any_number_of_threads(game: Game) -> None:
    batches = [stylobate.vector(game, 300, threads=threads, seed=5) for threads in (1, 2, 3)]
    for _ in range(40):
        for batch in batches:
            batch.step(batch.pick())
        assert arrays(batches[0]) == arrays(batches[1]) == arrays(batches[2])


def test_a_batch_of_fewer_games_has_the_first_of_a_larger_one() -> None:
    few, many = (stylobate.vector("columns-dice", n, seed=3) for n in (4, 50))
    for _ in range(60):
        few.step(few.pick())
        many.step(many.pick())
    assert (few.state == many.state[:4]).all()


def test_without_a_seed_no_two_batches_are_alike() -> None:
    one, other = (stylobate.vector("columns-dice", 64) for _ in range(2))
    assert (one.state != other.state).any()


# Beginning anew


def test_a_game_that_ends_tells_so_once_and_the_next_one_begins_at_once() -> None:
    batch = stylobate.vector("colonnade", 3, setup=LAST)
    start = batch.position(0)
    for _ in range(2):
        batch.step(batch.pick())
        assert batch.done.all()
        assert batch.payoff.tolist() == [[1.0, 0.0]] * 3
        assert [batch.position(number) for number in range(3)] == [start] * 3


def test_a_step_that_ends_nothing_pays_nothing() -> None:
    batch = stylobate.vector("colonnade", 1, seed=1)
    paid = []
    for _ in range(200):
        batch.step(batch.pick())
        paid.append((bool(batch.done[0]), float(batch.payoff.sum())))
    assert {*paid} == {(True, 1.0), (False, 0.0)}
    assert batch.payoff.shape == (1, 2)


def test_a_game_that_is_over_before_it_begins_ends_at_every_step_whatever_is_played() -> None:
    batch = stylobate.vector("colonnade", 2, setup="R1/-/-/-/-/-/-/- B")
    assert batch.turn.tolist() == [OVER, OVER]
    assert batch.pick().tolist() == [-1, -1]
    batch.step([5, -1])
    assert batch.done.all()
    assert batch.payoff.tolist() == [[1.0, 0.0]] * 2


def test_a_reset_with_the_seed_of_a_batch_makes_it_new() -> None:
    batch = stylobate.vector("columns-dice", 5, seed=9)
    new = arrays(batch)
    for _ in range(70):
        batch.step(batch.pick())
    assert arrays(batch) != new
    batch.reset(9)
    assert arrays(batch) == new


def test_options_hold_for_every_game_that_follows() -> None:
    batch = stylobate.vector("columbiz", 2, seed=1, players=4)
    ends = 0
    while ends < 4:
        batch.step(batch.pick())
        ends += int(batch.done.sum())
    assert batch.payoff.shape == (2, 4)
    assert batch.position(0).seats == 4


# What learners see


@every_game()
def test_masks_and_observations_are_those_of_the_game_s_space(game: Game) -> None:
    batch = stylobate.vector(game, 130, threads=2, seed=2, masks=True, observations=True)
    twin = stylobate.vector(game, 130, seed=2)
    space, rng = game.space, np.random.default_rng(1)
    for _ in range(12):
        for number in (0, 64, 129):
            position = batch.position(number)
            state, seat = position.state, position.turn
            numbers = {space.number(state, action): action for action in position.actions.values()}
            assert {*np.flatnonzero(batch.mask[number]).tolist()} == {*numbers}
            assert (batch.observation[number] == space.observed(state, seat)).all()
        chosen = np.array([rng.choice(np.flatnonzero(row)) for row in batch.mask])
        actions = [space.action(batch.state[i].copy(), int(chosen[i])) for i in range(130)]
        batch.step_numbers(chosen)
        twin.step(actions)
        assert arrays(batch) == arrays(twin)


@every_game()
def test_nothing_is_left_in_masks_and_observations_of_what_stood_there_before(game: Game) -> None:
    batch = stylobate.vector(game, 20, seed=3, masks=True, observations=True)
    space, ends = game.space, 0
    for step in range(200):
        batch.step(batch.pick())
        ends += int(batch.done.sum())
        if step == 90:
            batch.reset(4)
        if step % 13 and step != 90:
            continue
        for number, (state, seat) in enumerate(zip(batch.state, batch.turn, strict=True)):
            legal = batch.legal[number, : batch.count[number]]
            numbers = sorted(space.number(state, action) for action in legal)
            assert np.flatnonzero(batch.mask[number]).tolist() == numbers
            assert (batch.observation[number] == space.observed(state, int(seat))).all()
    assert ends > 20


def test_a_number_that_means_nothing_legal_is_refused_by_game_and_none_is_stepped() -> None:
    batch = stylobate.vector("columba", 2, seed=1, masks=True)
    before = arrays(batch)
    right = int(np.flatnonzero(batch.mask[1])[0])
    for wrong in (-1, int(np.flatnonzero(~batch.mask[0])[0]), 10**9):
        with pytest.raises(BadToken, match=rf"game 0: {wrong} is no legal action there.*legal: \d+ \("):
            batch.step_numbers([wrong, right])
    assert arrays(batch) == before


@pytest.mark.parametrize("vector", [stylobate.vector, lambda game, n: Batch(stylobate.load(game), n)])
def test_what_was_not_asked_for_is_not_there(vector: Callable[[str, int], Batch]) -> None:
    before = {*threading.enumerate()}
    batch = vector("colonnade", 500)
    batch.step(batch.pick())
    assert {*threading.enumerate()} == before
    with pytest.raises(BadBatch, match=r"stylobate.vector\(…, masks=True\)"):
        batch.mask  # noqa: B018
    with pytest.raises(BadBatch, match=r"stylobate.vector\(…, observations=True\)"):
        batch.observation  # noqa: B018


# Arrays


def test_the_arrays_are_made_once_and_other_libraries_share_them() -> None:
    batch = stylobate.vector("colonnade", 8, threads=2, seed=1)
    shared = {name: np.from_dlpack(getattr(batch, name)) for name in ("turn", "legal", "done", "payoff")}
    for _ in range(60):
        batch.step(batch.pick())
        for name, array in shared.items():
            assert np.shares_memory(array, getattr(batch, name))
            assert (array == getattr(batch, name)).all()


@pytest.mark.parametrize("kind", [list, np.array, lambda given: np.array(given, dtype=np.uint8)])
def test_actions_may_come_as_any_row_of_whole_numbers(kind: type) -> None:
    batch = stylobate.vector("colonnade", 2)
    batch.step(kind([68, 196]))
    assert [str(batch.position(number)) for number in range(2)] == [
        str(stylobate.load("colonnade").start().play(token)) for token in ("b2a", "d2c")
    ]


# Refused


def test_an_illegal_action_is_refused_by_game_and_none_is_stepped() -> None:
    batch = stylobate.vector("colonnade", 200, threads=2, seed=1)
    before = arrays(batch)
    actions = batch.pick().copy()
    actions[[150, 199]] = 7
    with pytest.raises(BadToken) as refused:
        batch.step(actions)
    assert str(refused.value) == (
        "game 150: 7 is no legal action there, and no game was stepped; "
        "legal: 68 (b2a), 69 (b2c), 196 (d2c), 197 (d2e), 324 (f2e), 325 (f2g), 452 (h2g)"
    )
    assert arrays(batch) == before


def test_of_several_games_that_cannot_go_on_the_first_is_told_whichever_thread_met_it() -> None:
    with stylobate.vector("colonnade", 20_000, threads=2, seed=1) as batch:
        given = batch.pick().copy()  # in this game an action is its own number
        given[[3, 11_000, 19_999]] = 7
        for step in (batch.step, batch.step_numbers):
            with pytest.raises(BadToken, match="game 3: 7 is no legal action there"):
                step(given)


def test_of_many_legal_actions_the_first_dozen_are_told_and_how_many_more_there_are() -> None:
    batch = stylobate.vector("columns", 1)
    with pytest.raises(BadToken, match="game 0: -1 is no legal action") as refused:
        batch.step([-1])
    told, _, more = str(refused.value).partition("legal: ")[2].partition(" and ")
    legal = batch.position(0).actions
    assert told.split(", ") == [f"{action} ({token})" for token, action in [*legal.items()][:12]]
    assert more == f"{len(legal) - 12} more"


@pytest.mark.parametrize("action", [-1, 2**40, -(2**62), 67, 453])
def test_no_number_gets_past_the_list(action: int) -> None:
    batch = stylobate.vector("colonnade", 1)
    with pytest.raises(BadToken, match=f"game 0: {action} is no legal action there"):
        batch.step([action])


def test_what_was_picked_is_no_more_legal_than_all_else_once_the_list_has_grown_shorter() -> None:
    batch = stylobate.vector("columns-dice", 50, seed=1)
    behind = 0
    for _ in range(60):
        picked = batch.pick().copy()
        lists = [row[:count].tolist() for row, count in zip(batch.legal, batch.count, strict=True)]
        batch.step([row[0] for row in lists])
        first = batch.legal[:, 0].copy()
        for game, action in enumerate(picked.tolist()):
            legal = batch.legal[game, : batch.count[game]].tolist()
            place = lists[game].index(action)
            if place >= len(legal) and batch.legal[game, place] not in legal:
                behind += 1
                first[game] = batch.legal[game, place]
                with pytest.raises(BadToken, match=f"game {game}: "):
                    batch.step(first)
                first[game] = legal[0]
    assert behind > 20


@pytest.mark.parametrize("actions", [[68], [[68, 68]], [68.0, 68.0], ["b2a", "b2a"], 68, None])
def test_a_step_wants_a_whole_number_for_each_game(actions: object) -> None:
    batch = stylobate.vector("colonnade", 2)
    with pytest.raises(BadBatch, match="a step of this batch is 2 whole numbers, one for each game; not "):
        batch.step(actions)  # type: ignore[arg-type]


def test_what_cannot_be_a_batch_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadBatch, match="a batch of 0 games cannot be; one is the least"):
        stylobate.vector("colonnade", 0)
    with pytest.raises(BadBatch, match="0 threads cannot step a batch; one is the least"):
        stylobate.vector("colonnade", 5, threads=0)
    with pytest.raises(UnknownGame):
        stylobate.vector("chess", 5)
    with pytest.raises(BadOption, match="has no option “colour”"):
        stylobate.vector("colonnade", 5, colour="red")


def test_its_threads_end_with_it() -> None:
    before = {*threading.enumerate()}
    with stylobate.vector("colonnade", 500, threads=3) as batch:
        batch.step(batch.pick())
        assert len({*threading.enumerate()} - before) == 2
    assert not {*threading.enumerate()} - before
    forgotten = stylobate.vector("colonnade", 500, threads=3)
    started = {*threading.enumerate()} - before
    del forgotten
    for thread in started:
        thread.join(60.0)
        assert not thread.is_alive()


# A crew


def in_step(batch: Batch, twin: Batch, steps: int) -> bool:
    """Whether two batches tell the same after each of so many steps."""
    for _ in range(steps):
        batch.step(batch.pick())
        twin.step(twin.pick())
        if arrays(batch) != arrays(twin):
            return False
    return True


def test_threads_that_fell_asleep_for_want_of_orders_wake_for_the_next() -> None:
    batch, twin = (stylobate.vector("columns-dice", 200, threads=threads, seed=8) for threads in (4, 1))
    for _ in range(5):
        assert in_step(batch, twin, 5)
        time.sleep(0.05)


def test_more_threads_than_any_machine_has_cores_for_step_the_same_games() -> None:
    batch, twin = (stylobate.vector("columns-dice", 1000, threads=threads, seed=8) for threads in (60, 1))
    assert in_step(batch, twin, 30)


def test_a_batch_whose_threads_have_ended_is_stepped_by_whoever_asks() -> None:
    batch, twin = (stylobate.vector("columns-dice", 200, threads=threads, seed=8) for threads in (3, 1))
    batch.close()
    assert in_step(batch, twin, 20)
    batch.close()


def test_several_who_order_at_once_wait_for_each_other() -> None:
    batch, twin = (stylobate.vector("colonnade", 200, threads=threads, seed=8) for threads in (2, 1))

    def begin_again() -> None:
        for _ in range(50):
            batch.reset(8)

    asking = [threading.Thread(target=begin_again) for _ in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    batch.reset(8)
    assert in_step(batch, twin, 20)


def interrupted(act: Callable[[], None], line: int) -> bool | None:
    """Whether Ctrl-C came before so many lines of waking threads were begun; None if none was begun."""
    begun = 0

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal begun
        if frame.f_code.co_filename != crew.__file__ or frame.f_code.co_name == "do":
            return None  # what is compiled, and the locks of `do`, no signal comes between
        if event == "line":
            begun += 1
            if begun > line:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False if begun else None


def closes(batch: Batch, threads: set[threading.Thread]) -> bool:
    """Whether all threads of a batch end when it is closed."""
    closing = threading.Thread(target=batch.close, daemon=True)
    closing.start()
    closing.join(60.0)
    return not closing.is_alive() and not any(thread.is_alive() for thread in threads)


def test_an_interrupt_wherever_threads_are_woken_leaves_them_able_to_go_on_and_to_end() -> None:
    for line in range(100):
        before = {*threading.enumerate()}
        batch, twin = (stylobate.vector("columns-dice", 200, threads=threads, seed=8) for threads in (3, 1))
        threads = {*threading.enumerate()} - before
        for _ in range(5_000):  # until somebody slept
            time.sleep(0.005)
            came = interrupted(lambda: batch.reset(8), line)  # noqa: B023
            if came is not None:
                break
        assert came is not None
        batch.reset(8)
        assert in_step(batch, twin, 5)
        assert closes(batch, threads)
        if not came:
            return
    raise AssertionError("there is no end to the lines of waking")


def test_a_batch_that_was_interrupted_while_it_closed_can_be_closed_again() -> None:
    for line in range(100):
        before = {*threading.enumerate()}
        batch = stylobate.vector("columns-dice", 200, threads=3, seed=8)
        threads = {*threading.enumerate()} - before
        came = interrupted(batch.close, line)
        assert closes(batch, threads)
        if not came:
            return
    raise AssertionError("there is no end to the lines of closing")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_process_that_forked_steps_on_without_the_threads_of_the_one_before() -> None:
    batch, twin = (stylobate.vector("columns-dice", 200, threads=threads, seed=8) for threads in (3, 1))
    assert in_step(batch, twin, 5)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # newer Pythons advise against forking with threads
        child = os.fork()
    if child == 0:
        os._exit(0 if in_step(batch, twin, 20) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert in_step(batch, twin, 20)
