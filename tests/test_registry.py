"""Games are found where they are offered; one that cannot be had keeps nobody from the others."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from stylobate import Game
from stylobate.errors import UnknownGame
from stylobate.registry import Entry, Registry
from tests.heap import GAME


def offer(thing: Any, id: str | None = None, by: str = "guests") -> Entry:
    return Entry(id or thing.id, by, lambda: thing)


def failing(id: str, error: Exception) -> Entry:
    def get() -> Game:
        raise error

    return Entry(id, "guests", get)


def registry(*entries: Entry) -> Registry:
    return Registry(lambda: entries)


def other(id: str, **facts: Any) -> Game:
    return replace(GAME, id=id, **facts)


def test_games_stand_by_their_shelf_and_then_by_their_title() -> None:
    third, first = other("a", title="Zoo"), other("z", title="Ark")
    shelved = other("m", title="Moss", shelf=1)
    assert registry(offer(third), offer(first), offer(shelved)).ids() == ("m", "z", "a")


def test_a_game_is_fetched_once_and_only_when_it_is_asked_for() -> None:
    asked: list[str] = []

    def get() -> Game:
        asked.append("heap")
        return GAME

    games = registry(Entry("heap", "guests", get), failing("broken", RuntimeError("never asked for")))
    assert asked == []
    assert games.load("heap") is games.load("heap") is GAME
    assert asked == ["heap"]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (failing("bad", ImportError("No module named 'cards'")), "ImportError: No module named 'cards'"),
        (offer("a string", "bad"), "it should be a stylobate.Game, not a str"),
        (offer(GAME, "bad"), "it calls itself “heap”"),
        (
            offer(other("Bad"), "Bad"),
            "its name should be small letters and digits, with single hyphens between them",
        ),
        (offer(other("bad", title="")), "it has no title"),
        (offer(other("bad", seat_names=("One",))), "2 can play, but only 1 seats have names"),
        (
            offer(other("bad", package="tests.reference")),
            "its folder tests.reference has no rules, without which there is no game",
        ),
    ],
)
def test_a_game_that_cannot_be_had_is_left_out_with_a_sentence(
    entry: Entry, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    games = registry(entry, offer(GAME))
    with caplog.at_level(logging.WARNING):
        assert games.ids() == ("heap",)
        assert games.ids() == ("heap",)
    assert caplog.messages == [f"the game “{entry.id}” of the package guests is left out: {why}"]
    with pytest.raises(UnknownGame) as refused:
        games.load(entry.id)
    assert str(refused.value) == f"the game “{entry.id}” is left out: {why}"


def test_of_two_games_with_one_name_our_own_stays(caplog: pytest.LogCaptureFixture) -> None:
    own = other("heap", title="Ours")
    with caplog.at_level(logging.WARNING):
        games = registry(offer(GAME, by="another"), offer(own, by="stylobate"), offer(GAME, by="yet-another"))
        assert games.load("heap") is own
    assert caplog.messages == [
        "the game “heap” of the package another is left out: stylobate brings a game of the same name",
        "the game “heap” of the package yet-another is left out: stylobate brings a game of the same name",
    ]


def test_a_game_that_nobody_offers_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(UnknownGame, match=r"^there is no game called “chess”; there are heap$"):
        registry(offer(GAME)).load("chess")


def test_who_asks_while_another_thread_looks_for_games_finds_all_of_them_or_waits() -> None:
    looking, go_on = threading.Event(), threading.Event()

    def offers() -> Iterator[Entry]:
        if not looking.is_set():
            looking.set()
            assert go_on.wait(60)
        yield offer(GAME)

    games = Registry(lambda: list(offers()))
    with ThreadPoolExecutor(1) as other:
        first = other.submit(games.ids)
        assert looking.wait(60)
        assert games.ids() == ("heap",)
        go_on.set()
        assert first.result() == ("heap",)
