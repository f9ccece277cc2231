"""Every game in words, and by clicks: whatever may happen in it can be said, and built from steps.

Nobody is told anything in notation.  `SYNTAX` finds the signs that are never words; a game's own tests know
what else its notation looks like.
"""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from stylobate import Game, Position
from stylobate.telling import counted, listed, offered, place_word, ranged, verdict, ways
from tests.harness import Options, any_token, every_game_and_variant

SYNTAX = re.compile(r"[*_{}\[\]<>]|None|[a-z]:[A-Z0-9-]|\b\d:\d\b")


def nodes(game: Game, options: Options, games: int = 2) -> Iterator[Position]:
    """Every node of a few random games."""
    rng = random.Random(f"{game.id} {options} telling")
    for _ in range(games):
        position = game.begin(options)
        yield position
        while not position.is_over:
            position = position.play(any_token(position, rng))
            yield position


def some(position: Position, most: int = 40) -> list[str]:
    """Legal tokens here: all of them, or, of very many, a few from everywhere."""
    return list(position.legal[:: 1 + len(position.legal) // most])


def said(position: Position) -> Iterator[str]:
    """Whatever may be said of this moment."""
    telling = position.game.telling
    for token in some(position):
        yield telling.words(position, token)
        if position.turn >= 0:
            yield from (step.then for way in ways(position, token) for step in way)
    yield telling.asks(position)
    yield telling.how_to(position)
    yield from telling.squares(position).values()
    if position.is_over:
        yield from telling.result(position)


def hits(position: Position) -> dict[str, ElementTree.Element]:
    """What can be clicked on the board, by key."""
    drawn = ElementTree.fromstring(position.svg(controls=True))
    found = [part for part in drawn.iter() if part.get("data-key")]
    keyed = {part.get("data-key") or "": part for part in found}
    assert len(keyed) == len(found)
    return keyed


@every_game_and_variant()
def test_every_legal_token_has_words(game: Game, options: Options) -> None:
    telling = game.telling
    for position in nodes(game, options):
        for token in some(position):
            words = telling.words(position, token)
            assert words == words.strip()
            assert words[0].isupper()
            assert not words.endswith(".")
            assert not SYNTAX.search(words), words


@every_game_and_variant()
def test_people_are_called_by_their_names(game: Game, options: Options) -> None:
    telling = game.telling
    names = ["Ada Lovelace", "Bea", "Cy", "Di"]
    for position in nodes(game, options, games=1):
        sentences = [telling.words(position, token, names) for token in some(position, 10)]
        sentences += [
            telling.asks(position, names),
            *(telling.result(position, names) if position.is_over else ()),
        ]
        sentences += telling.squares(position, names).values()
        for sentence in sentences:
            assert not re.search(rf"\b({'|'.join(game.seat_names)})\b", sentence), sentence
        if position.turn >= 0:
            assert all(names[position.turn] in sentence for sentence in sentences[: len(some(position, 10))])


@every_game_and_variant()
def test_whoever_is_to_move_is_told_what_is_asked(game: Game, options: Options) -> None:
    telling = game.telling
    for position in nodes(game, options):
        asks = telling.asks(position)
        assert bool(asks) != position.is_over
        assert not SYNTAX.search(asks), asks
        if asks:
            assert asks[0].isupper()
            assert asks[-1] in ".?"
            assert telling.how_to(position).endswith(".")
            assert not SYNTAX.search(telling.how_to(position))


@every_game_and_variant()
def test_the_steps_of_all_legal_tokens_are_a_tree(game: Game, options: Options) -> None:
    telling = game.telling
    for position in nodes(game, options, games=1):
        if position.turn < 0:
            continue
        paths = [tuple(step.key for step in way) for token in position.legal for way in ways(position, token)]
        assert len(set(paths)) == len(paths)
        begun = {path[:length] for path in paths for length in range(1, len(path))}
        assert not begun & set(paths)
        for token in some(position):
            for key, about, _ in telling.steps(position, token):
                assert key
                assert " " not in key
                assert about == about.strip() != ""


@every_game_and_variant()
def test_a_key_is_on_the_board_or_fit_for_a_button(game: Game, options: Options) -> None:
    rng = random.Random(f"{game.id} {options} keys")
    telling = game.telling
    for position in nodes(game, options, games=1):
        if position.turn < 0 or rng.random() > 0.4:
            continue
        on_board = hits(position)
        for token in position.legal:
            for step in telling.steps(position, token):
                assert step.key in on_board or is_fit_for_a_button(step.label), step
        used = {step.key for token in position.legal for way in ways(position, token) for step in way}
        assert set(on_board) <= used | set(telling.squares(position))


def is_fit_for_a_button(text: str) -> bool:
    return text[0].isupper() and len(text) <= 60 and not SYNTAX.search(text)


@every_game_and_variant()
def test_where_no_seat_is_to_move_the_squares_are_all_there_is_on_the_board(
    game: Game, options: Options
) -> None:
    telling = game.telling
    for position in nodes(game, options, games=1):
        if position.is_over:
            assert set(hits(position)) == set(telling.squares(position))


@every_game_and_variant()
def test_the_end_is_explained(game: Game, options: Options) -> None:
    telling = game.telling
    for position in nodes(game, options, games=4):
        if not position.is_over:
            continue
        lines = telling.result(position)
        assert lines[0] == verdict(position)
        assert len(lines) > 1
        for line in lines:
            assert line[0].isupper()
            assert line.endswith(".")
            assert not SYNTAX.search(line), line
        for seat in position.winners:
            assert game.seat_name(seat) in lines[0]
            assert any(game.seat_name(seat) in line for line in lines[1:]) or len(position.winners) == 1


@every_game_and_variant()
def test_after_each_step_but_the_last_the_next_is_asked_for(game: Game, options: Options) -> None:
    for position in nodes(game, options, games=1):
        for token in some(position) if position.turn >= 0 else ():
            for *before, last in ways(position, token):
                assert last.then == ""
                for step in before:
                    assert re.fullmatch(r"[A-Z].*[.?]", step.then), step
                    assert not SYNTAX.search(step.then), step


@every_game_and_variant()
def test_all_choices_are_offered_in_the_order_of_the_game(game: Game, options: Options) -> None:
    for position in nodes(game, options, games=1):
        if position.turn >= 0:
            assert sorted(offered(position)) == list(position.legal)


@every_game_and_variant()
def test_only_a_choice_can_be_costly(game: Game, options: Options) -> None:
    telling = game.telling
    for position in nodes(game, options, games=1):
        costly = [token for token in some(position) if telling.costs(position, token)]
        assert len(position.legal) > 1 or not costly
        if position.turn < 0:
            assert not costly


def test_lists_and_numbers_read_well() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b"], "or") == "a or b"
    assert [counted(n, "die", "dice") for n in (0, 1, 2, 11)] == ["no dice", "one die", "two dice", "11 dice"]
    assert [ranged(n) for n in ((3,), (2, 3, 4), (2, 4))] == ["3", "2–4", "2, 4"]
    assert [place_word(n) for n in (1, 3, 10, 11, 12, 21, 22)] == [
        *("first", "third", "tenth", "11th", "12th", "21st", "22nd")
    ]
