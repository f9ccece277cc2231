"""Every square of every board can be reached and says what stands there, whoever looks and whenever.

The keys are the same all through a game, so that whoever goes over a board finds a place again.
"""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import stylobate
from stylobate import Position
from stylobate.drawing import silent
from stylobate.telling import ways
from tests.harness import Options, any_token, every_game, every_game_and_variant
from tests.test_telling import SYNTAX


def moments(game: stylobate.Game, options: Options, share: float = 0.25) -> Iterator[Position]:
    """The first and the last position of a random game, and some on the way."""
    rng = random.Random(f"{game.id} {options} squares")
    position = game.begin(options)
    yield position
    while not position.is_over:
        position = position.play(any_token(position, rng))
        if position.is_over or rng.random() < share:
            yield position


def drawn(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(position.svg(controls=True))


def areas(drawn: ElementTree.Element) -> list[ElementTree.Element]:
    """What can be hit, in reading order."""
    return [part for part in drawn.iter() if part.get("data-key")]


def keys(position: Position) -> list[str]:
    return [area.get("data-key") or "" for area in areas(drawn(position))]


def squares(position: Position) -> dict[str, str]:
    return position.game.telling.squares(position)


@every_game_and_variant()
def test_every_square_has_an_area_and_a_name_of_its_own(game: stylobate.Game, options: Options) -> None:
    for position in moments(game, options):
        told, found = squares(position), keys(position)
        assert set(told) <= set(found)
        assert len(set(found)) == len(found)
        assert len(set(told.values())) == len(told)
        for name in told.values():
            assert name[0].isupper()
            assert re.fullmatch(r"[^:]+: .*[^. ]", name), name
            assert not SYNTAX.search(name), name


@every_game_and_variant()
def test_a_square_that_may_be_chosen_is_chosen_by_its_own_key(game: stylobate.Game, options: Options) -> None:
    """So an area is a square, or a step, and what is a step only (a checker to pick) is no square."""
    for position in moments(game, options, 0.1):
        found, told = set(keys(position)), set(squares(position))
        if position.turn < 0:
            assert found == told
            continue
        paths = [[step.key for step in way] for token in position.legal for way in ways(position, token)]
        assert found <= told | {key for path in paths for key in path}
        assert {path[0] for path in paths} & told <= found


@every_game_and_variant()
def test_the_squares_of_a_board_stay_as_long_as_the_game(game: stylobate.Game, options: Options) -> None:
    before: set[str] = set()
    for position in moments(game, options):
        names = squares(position)
        assert before <= set(names)
        before = {key for key, name in names.items() if not name.endswith("bare table")}


@every_game_and_variant()
def test_a_move_changes_what_is_said_of_some_square(game: stylobate.Game, options: Options) -> None:
    rng = random.Random(f"{game.id} {options} change")
    position = game.begin(options)
    words = set()
    while not position.is_over:
        words.add(tuple(squares(position).values()))
        position = position.play(any_token(position, rng))
    assert len(words) > 3


@every_game_and_variant()
def test_every_area_has_room_and_an_outline_inside_the_picture(
    game: stylobate.Game, options: Options
) -> None:
    for position in moments(game, options, 0.1):
        root = drawn(position)
        _, _, width, height = map(float, (root.get("viewBox") or "").split())
        for area in areas(root):
            box, glow = area
            x, y, w, h = (float(box.get(name) or "nan") for name in ("x", "y", "width", "height"))
            assert 0 <= x < x + w <= width
            assert 0 <= y < y + h <= height
            assert w > 0 < h
            assert (glow.get("d") or "").startswith("M")


@every_game()
def test_without_controls_a_picture_has_none(game: stylobate.Game) -> None:
    for position in moments(game, {}, 0.1):
        assert "data-key" not in position.svg(hints=True)
        if position.turn < 0 and keys(position):
            with_controls = position.svg(controls=True)
            assert position.svg() == silent(re.sub('<g class="hits".*</g></g>', "", with_controls))
