"""What holds in every game and variant, at whatever moment it is looked at."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from stylobate import CHANCE, OVER, Game, Position
from stylobate.chance import below, stream
from stylobate.errors import BadOption, BadPosition, BadToken
from stylobate.kernel import State
from stylobate.record import Record, read
from tests.harness import any_token, every_game, every_game_and_variant, random_game, variants

GAMES = 40
FAR = 2_000
FEWER = settings(max_examples=settings().max_examples * 5 // 8)  # than elsewhere: there are fifteen variants
SIGNS = st.sampled_from("RBabcdh0123456789-/ _*xX^v.,:;|=+()LDST\n\t\0é“")


@cache
def random_states(game: Game, options: tuple[tuple[str, str], ...], seed: int) -> list[State]:
    """The states of one random game, played by the kernel alone: nothing of it is written or read yet."""
    kernel, rng = game.kernel, stream(seed)
    actions = np.empty(kernel.width, dtype=np.int64)
    states = [game.begin(dict(options)).state]
    while kernel.turn(states[-1]) != OVER and len(states) <= FAR:
        after = states[-1].copy()
        if kernel.turn(after) == CHANCE:
            action = kernel.sample(after, rng)
        else:
            action = actions[below(rng, kernel.legal(after, actions))]
        kernel.apply(after, action)
        states.append(after)
    return states


@st.composite
def states_played(draw: Any, game: Game, options: Mapping[str, str]) -> list[State]:
    """A random game up to some moment: all its states in order."""
    seed = draw(st.integers(min_value=0, max_value=GAMES - 1), label="seed")
    states = random_states(game, tuple(options.items()), seed)
    return states[: draw(st.integers(min_value=1, max_value=len(states)), label="moments")]


def games_played(game: Game, options: Mapping[str, str]) -> st.SearchStrategy[list[Position]]:
    """A random game up to some moment: all its positions in order."""
    return states_played(game, options).map(lambda states: [Position(game, state.copy()) for state in states])


def moments(game: Game, options: Mapping[str, str]) -> st.SearchStrategy[Position]:
    """A position out of a random game."""
    return states_played(game, options).map(lambda states: Position(game, states[-1].copy()))


@st.composite
def misprints(draw: Any, text: str) -> str:
    """The text with a few signs left out, put in, changed or exchanged."""
    signs = list(text)
    for _ in range(draw(st.integers(min_value=1, max_value=3))):
        place = draw(st.integers(min_value=0, max_value=len(signs)))
        kind = draw(st.sampled_from(["left out", "put in", "changed", "exchanged", "copied"]))
        if kind == "left out":
            del signs[place : place + 1]
        elif kind == "put in":
            signs.insert(place, draw(SIGNS))
        elif kind == "changed":
            signs[place : place + 1] = draw(SIGNS)
        elif kind == "exchanged":
            signs[place : place + 2] = reversed(signs[place : place + 2])
        elif signs:
            signs.insert(place, draw(st.sampled_from(signs)))
    return "".join(signs)


def is_a_sentence(text: str) -> bool:
    """Whether it tells a person more than a word or two."""
    return len(text.split()) >= 4


def taken(make: Callable[[Any], Position], given: Any) -> Position | str:
    """What is made of it, or the sentence that refuses it."""
    try:
        return make(given)
    except (BadOption, BadPosition) as refused:
        return str(refused)


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_legal_tokens_are_sorted_and_each_stands_once(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    legal = data.draw(moments(game, options)).legal
    assert list(legal) == sorted(set(legal))


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_token_means_its_action_and_an_action_is_written_as_its_token(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    for token, action in position.actions.items():
        assert position.token(action) == token
        assert game.notation.action(position.state, token) == action
        assert token.startswith("*") == position.is_chance
        assert token.split() == [token]


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_position_and_its_text_are_the_same(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    text = str(position)
    assert len(text.splitlines()) == 1
    assert game.position(text) == position
    assert game.start(setup=text) == position
    assert game.start(setup=text.replace(" ", "_")) == position
    assert text in repr(position)


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_position_tells_the_options_it_is_played_under(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    told = game.notation.options(data.draw(moments(game, options)).state)
    assert {name: told.get(name, value) for name, value in options.items()} == dict(options)


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_setup_refuses_options_that_contradict_it(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    assert game.begin({**options, "setup": str(position)}) == position
    for other in variants(game):
        if other != options and set(other) <= set(game.notation.options(position.state)):
            with pytest.raises(BadOption, match="does not agree with setup="):
                game.begin({**other, "setup": str(position)})


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_positions_of_the_past_stay_as_they_were(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    start = data.draw(moments(game, options))
    seen = [(start, hash(start), start.state.tobytes(), str(start), start.legal)]
    rng = random.Random(data.draw(st.integers(min_value=0, max_value=2**32 - 1)))
    for token in random_game(start, rng, limit=12):
        position = seen[-1][0].play(token)
        seen.append((position, hash(position), position.state.tobytes(), str(position), position.legal))
    for position, number, state, text, legal in seen:
        assert hash(position) == number
        assert position.state.tobytes() == state
        assert str(position) == text
        assert position.legal == legal


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_no_two_positions_share_an_array(game: Game, options: Mapping[str, str], data: st.DataObject) -> None:
    position = data.draw(moments(game, options))
    text = str(position)
    position.state[:] = 99
    assert str(position) == text
    assume(not position.is_over)
    after = position.play(any_token(position, random.Random(1)))
    after._state[:] = 0
    assert str(position) == text


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_position_is_equal_to_itself_copied_pickled_or_reached_again(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    played = data.draw(games_played(game, options))
    last = played[-1]
    copies = [
        copy.copy(last),
        copy.deepcopy(last),
        pickle.loads(pickle.dumps(last)),
        game.position(str(last)),
    ]
    for other in copies:
        assert other == last
        assert hash(other) == hash(last)
        assert (other.legal, other.scores, other.winners) == (last.legal, last.scores, last.winners)
    assert last != str(last)
    assert (played[0] == last) == (str(played[0]) == str(last))


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_an_illegal_token_is_refused_and_changes_nothing(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    played = data.draw(games_played(game, options))
    position = played[-1]
    before = position.state.tobytes()
    elsewhere = sorted({token for other in played[-6:] for token in other.legal} - set(position.legal))
    near = misprints(data.draw(st.sampled_from(position.legal or ("a1b",))))
    sources = [st.text(max_size=12), near] + ([st.sampled_from(elsewhere)] if elsewhere else [])
    token = data.draw(st.one_of(sources))
    assume(token not in position.legal)
    with pytest.raises(BadToken) as refused:
        position.play(token)
    assert is_a_sentence(str(refused.value))
    assert position.state.tobytes() == before


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_all_tokens_are_played_or_none(game: Game, options: Mapping[str, str], data: st.DataObject) -> None:
    position = data.draw(moments(game, options))
    assume(not position.is_over)
    with pytest.raises(BadToken, match="no-such-token"):
        position.play(position.legal[0], "no-such-token")


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_text_is_a_position_that_can_be_played_or_is_refused_with_a_sentence(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    text = data.draw(misprints(str(data.draw(moments(game, options)))))
    position = taken(game.position, text)
    if isinstance(position, str):
        assert is_a_sentence(position)
        return
    assert str(position) == text
    rng = random.Random(1)
    for token in [*random_game(position, rng, limit=50)]:
        position = position.play(token)
        assert game.position(str(position)) == position
        assert len(position.scores) == position.seats


@every_game()
@FEWER
@given(text=st.one_of(st.text(), st.text(SIGNS, max_size=60)))
@example(text="")
@example(text=" ")
@example(text="x" * 30_000)
@example(text="\ud800")
def test_any_text_at_all_is_read_or_refused_with_a_sentence(game: Game, text: str) -> None:
    position = taken(game.position, text)
    assert is_a_sentence(position) if isinstance(position, str) else str(position) == text


@every_game()
@FEWER
@given(text=st.one_of(st.text(), st.text(SIGNS, max_size=12)))
@example(text="")
@example(text="a" + "9" * 5_000 + "b")
@example(text="a²b")
@example(text="a٣b")
def test_any_text_at_all_is_a_token_or_refused_with_a_sentence(game: Game, text: str) -> None:
    position = game.start()
    assume(text not in position.legal)
    with pytest.raises(BadToken) as refused:
        position.play(text)
    assert is_a_sentence(str(refused.value))


@every_game()
@FEWER
@given(options=st.dictionaries(st.text(max_size=8), st.text(max_size=8), min_size=1, max_size=3))
@example(options={"": ""})
@example(options={"setup": ""})
@example(options={"players": "1"})
@example(options={"players": "two"})
def test_any_options_at_all_are_taken_or_refused_with_a_sentence(game: Game, options: dict[str, str]) -> None:
    position = taken(game.begin, options)
    if isinstance(position, str):
        assert is_a_sentence(position)
    else:
        assert set(options) <= {option.name for option in game.options} | {"setup"}


@every_game()
@FEWER
@given(data=st.data())
def test_an_option_takes_the_values_it_lists_and_no_other(game: Game, data: st.DataObject) -> None:
    for option in game.options:
        if option.choices:
            assert option.default in option.choices
            value = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(list(option.choices))))
            if value in option.choices:
                game.begin({option.name: value})
            else:
                with pytest.raises(BadOption, match="cannot be"):
                    game.begin({option.name: value})


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_chance_tells_every_outcome_with_a_fraction_and_the_fractions_are_all_there_is(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    if position.is_chance:
        assert tuple(position.chance) == position.legal
        assert all(share > 0 for share in position.chance.values())
        assert sum(position.chance.values()) == 1
    else:
        assert position.chance == {}


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_game_has_winners_when_it_is_over_and_not_before(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    assert position.seats in game.players
    assert len(position.scores) == position.seats
    if position.is_over:
        assert position.legal == ()
        assert position.winners
        assert sum(dict(zip(position.sides, position.payoff, strict=True)).values()) == pytest.approx(1)
        with pytest.raises(BadToken, match="the game is over"):
            position.play("anything")
    else:
        assert position.legal
        assert position.winners == ()
        assert position.payoff == ()


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_game_and_its_record_are_the_same(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    rng = random.Random(data.draw(st.integers(min_value=0, max_value=2**32 - 1)))
    tokens = tuple(random_game(game.begin(options), rng, limit=data.draw(st.integers(0, 60))))
    record = Record(game=game.id, options=dict(options), tokens=tokens)
    for back in (read(record.text()), read(record.json()), pickle.loads(pickle.dumps(record))):
        assert back == record
    assert read(record.text()).text() == record.text()
    assert read(record.text()).final() == game.begin(options).play(*tokens)


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_a_game_from_a_set_up_position_has_a_record_like_any_other(
    game: Game, options: Mapping[str, str], data: st.DataObject
) -> None:
    position = data.draw(moments(game, options))
    tokens = tuple(random_game(position, random.Random(1), limit=20))
    record = Record(game=game.id, options={"setup": str(position).replace(" ", "_")}, tokens=tokens)
    assert read(record.text()) == record
    assert read(record.text()).final() == position.play(*tokens)


@every_game_and_variant()
@FEWER
@given(data=st.data())
def test_every_moment_can_be_drawn(game: Game, options: Mapping[str, str], data: st.DataObject) -> None:
    position = data.draw(moments(game, options))
    assert position.text().strip()
    assert position.svg().startswith("<svg")
    assert position.svg(hints=True).startswith("<svg")
