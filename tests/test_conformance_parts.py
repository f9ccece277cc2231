"""A part of a game that breaks a promise is found out, whichever it is, and told in a sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stylobate import Game, Option, Position
from stylobate.chance import Rng
from stylobate.colours import CLOTH, HOUSE, INK
from stylobate.conformance import BrokenPromise, broken, check, stand_ins
from stylobate.errors import BadFile, BadGame, BadPosition
from stylobate.kernel import Actions, Payoffs, State
from stylobate.learned import Weights
from stylobate.mind import UNSEEN, Expected, Policy, Sights, Traits, Value
from stylobate.page import Page
from stylobate.palette import Palette
from stylobate.parts import Answer, Beside, Cell, Key, Outcome, Portrait, Tally
from stylobate.plain.drawing import PlainDrawing
from stylobate.plain.telling import PlainTelling
from stylobate.sheet import Sheet
from stylobate.telling import Step, Switches
from tests.heap import GAME


def heap(**facts: Any) -> Game:
    """The small game of tests/heap, saying something else of itself."""
    return replace(GAME, **facts)


def breaking(sentence: str, game: Game) -> None:
    with pytest.raises(BrokenPromise, match=f"^heap: .*{sentence}"):
        check(game, games=3, seed=1)


def test_a_game_of_rules_and_notation_alone_keeps_its_promises() -> None:
    assert check(heap(), games=5, seed=1).games == 5
    assert list(broken(heap(), games=5)) == []


def test_what_it_does_not_bring_is_told_with_what_stands_in_for_it() -> None:
    told = list(stand_ins(GAME))
    assert "drawing.svg is plain: the lines of letters, in our own lettering." in told
    assert "telling.steps is plain: one, on a button that bears the token." in told
    assert "guide.md is plain: the summary, and a picture of the start." in told
    assert "the goal is plain: the summary, for guide.md does not tell the game in a minute." in told
    assert "page/portrait.svg is missing: it is drawn when it is first asked for." in told
    assert "solver is missing: nobody plays perfectly." in told
    assert "mind is missing: computers know the rules alone." in told
    assert "ladder.json is plain: five levels, whose strength was not measured." in told


SIZE = Option("size", "7", "how many there are", {"8": "eight"})
NUMBERED = Option("players", "2", "how many play", {"2": "two", "4": "four"})


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        ("its name should be small letters", {"id": "heap_"}),
        ("it has no title", {"title": " "}),
        (r"players should be the numbers that can play, ascending, not \(3, 2\)", {"players": (3, 2)}),
        ("3 can play, but only 2 seats have names", {"players": (2, 3)}),
        ("summary must be a sentence", {"summary": ""}),
        ("minutes must say", {"minutes": 0}),
        ("rules_version must be 1", {"rules_version": 0}),
        ("starts must be one of lot, dice, host, not “arm-wrestling”", {"starts": "arm-wrestling"}),
        ("keys are those of a widget, but there is no page/widget.js", {"keys": (Key("R", "to turn"),)}),
        (
            "two options have the same name",
            {"options": (Option("a", "1", "s", {}), Option("a", "1", "s", {}))},
        ),
        ("an option cannot be called “set up”", {"options": (Option("set up", "1", "s", {}),)}),
        ("a=“4 # 3” cannot be typed", {"options": (Option("a", "4 # 3", "s", {"4 # 3": "long"}),)}),
        ("the option a must say what it changes", {"options": (Option("a", "1", " ", {}),)}),
        (
            r"\(2, 3\) can play, so it needs an option “players” with just these",
            {"players": (2, 3), "seat_names": ("A", "B", "C"), "options": (NUMBERED,)},
        ),
        ("colonnade must hold the game under the name GAME", {"package": "stylobate.games.colonnade"}),
    ],
)
def test_what_a_game_says_of_itself_must_be_true(sentence: str, facts: Mapping[str, Any]) -> None:
    with pytest.raises(BrokenPromise, match=sentence):
        check(heap(**facts), games=1)


def telling(**functions: Callable[..., Any]) -> Game:
    return _with("telling", PlainTelling(GAME), functions)


def drawing(**functions: Callable[..., Any]) -> Game:
    return _with("drawing", PlainDrawing(GAME), functions)


def _with(part: str, plain: object, functions: Mapping[str, Callable[..., Any]]) -> Game:
    game = heap()
    for name, function in functions.items():
        setattr(plain, name, function)
    game.__dict__[part] = plain
    return game


def one_step(key: str, label: str = "label") -> Callable[..., tuple[Step, ...]]:
    return lambda position, token: (Step(key, label),)


def shortcut(position: Position, token: str) -> tuple[Step, ...]:
    return (Step("take", "take"), Step("3", "three")) if token == "take3" else (Step("take", "take"),)


@pytest.mark.parametrize(
    ("sentence", "functions"),
    [
        ("telling.asks must ask while it goes on, not “”", {"asks": lambda *_: ""}),
        ("telling.asks must ask while it goes on, not “Well\\?”", {"asks": lambda *_: "Well?"}),
        ("telling.words must tell “\\*1” in a line", {"words": lambda *_: ""}),
        ("telling.words must tell “\\*1” in a line", {"words": lambda *_: "two\nlines"}),
        ("telling.how_to must be words", {"how_to": lambda *_: None}),
        ("telling.points must be words", {"points": lambda *_: 3}),
        ("telling.why_not must be a sentence, for the square nowhere", {"why_not": lambda *_: "no"}),
        ("a square's key must be a word without spaces, not “a 1”", {"squares": lambda *_: {"a 1": "x"}}),
        ("telling.squares must say what stands on a1", {"squares": lambda *_: {"a1": ""}}),
        ("telling.squares has “a1”, but the picture no area for it", {"squares": lambda *_: {"a1": "x"}}),
        ("telling.result must say who has won", {"result": lambda *_: []}),
        ("telling.tally must have a row for each seat", {"tally": lambda *_: Tally(("Points",), (("1",),))}),
        ("“take1” needs a step at least", {"steps": lambda *_: ()}),
        ("a step's key must be a word, not “a b”", {"steps": one_step("a b")}),
        ("the step a of “take1” must have a label", {"steps": one_step("a", "")}),
        ("the clicks a build both “take1” and “take3”", {"steps": one_step("a")}),
        ("“take3” begins with the clicks take, which are “take1” already", {"steps": shortcut}),
        ("telling.costs must be words, for “take1”", {"costs": lambda *_: None}),
        (
            "the keys of telling.switches must be words",
            {"switches": lambda *_: Switches(("one", "one"), "done", lambda _: "take1")},
        ),
        (
            "telling.switches must make a legal token of one, not “take9”",
            {"switches": lambda *_: Switches(("one",), "done", lambda on: "take9" if on else "take1")},
        ),
        ("telling.goes_by_itself must leave a choice", {"goes_by_itself": lambda *_: True}),
    ],
)
def test_words_and_clicks_that_break_a_promise_are_found_out(
    sentence: str, functions: Mapping[str, Callable[..., Any]]
) -> None:
    breaking(sentence, telling(**functions))


def svg(inside: str = "", root: str = 'viewBox="0 0 9 9"') -> Callable[..., str]:
    return lambda *_, **__: f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>'


def steps(position: Position) -> tuple[str, ...]:
    """What may be clicked, where somebody chooses."""
    return position.legal[:1] if position.turn >= 0 else ()


ANSWERS = iter(range(10**9))
HIT = '<g data-key="a1"/>'


@pytest.mark.parametrize(
    ("sentence", "functions"),
    [
        ("drawing.text must draw something", {"text": lambda *_: " \n"}),
        ("drawing.text must draw the same again", {"text": lambda *_: str(next(ANSWERS))}),
        ("must be well-formed SVG", {"svg": lambda *_, **__: "<svg>"}),
        ("must be an svg element with its namespace", {"svg": lambda *_, **__: "<svg/>"}),
        ("must say its viewBox", {"svg": svg(root="")}),
        ("must stand by itself, but has <script>", {"svg": svg("<script/>")}),
        ("must stand by itself, but has <style>", {"svg": svg("<style/>")}),
        ("no ids, scripts or references, but has id=", {"svg": svg('<g id="a"/>')}),
        ("no ids, scripts or references, but has onclick=", {"svg": svg('<g onclick="a()"/>')}),
        ("two areas with the same data-key", {"svg": svg(HIT + HIT)}),
        ("an area “a1” that is no square, step or switch", {"svg": svg(HIT)}),
        (r"drawing.sign\(0\) must be well-formed SVG", {"sign": lambda seat: "a disc"}),
        ("drawing.cells must draw something", {"cells": lambda *_: [[Cell(" ")], []]}),
        (r"has 'a\\nb', which is not a part of one line", {"cells": lambda *_: [[Cell("a\nb")]]}),
        ("names the role chalk, which no palette has", {"cells": lambda *_: [[Cell("a", "chalk")]]}),
        (
            "has a key “a1” that is no square, step or switch",
            {"cells": lambda *_: [[Cell("a", keys=("a1",))]]},
        ),
        (
            "drawing.beside must give each seat its tray, but gives 1",
            {"beside": lambda *_: Beside(trays=[[Cell("a")]])},
        ),
        (
            "a hand of drawing.beside has 52 columns, but there are 51",
            {"beside": lambda *_: Beside([[Cell("a" * 52)]])},
        ),
        (
            "a tray of drawing.beside has 24 columns, but there are 23",
            {"beside": lambda *_: Beside(trays=[[Cell("a" * 20), Cell("bcde")], []])},
        ),
        (
            "drawing.beside names the role chalk, which no palette has",
            {"beside": lambda *_: Beside([[Cell("a", "chalk")]])},
        ),
        (
            "drawing.beside has a key “a1” that is no square, step or switch",
            {"beside": lambda *_: Beside([[Cell("a", keys=("a1",))]])},
        ),
        (
            "nothing on a tray of drawing.beside can be clicked",
            {"beside": lambda position: Beside(trays=[[Cell("a", keys=steps(position))]] * 2)},
        ),
    ],
)
def test_a_drawing_that_breaks_a_promise_is_found_out(
    sentence: str, functions: Mapping[str, Callable[..., Any]]
) -> None:
    breaking(sentence, drawing(**functions))


def notation(**functions: Callable[..., Any]) -> Game:
    game = heap()
    plain = {name: getattr(GAME.notation, name) for name in ("token", "action", "write", "read", "explain")}
    game.__dict__["notation"] = SimpleNamespace(**{"options": lambda s: {}} | plain | functions)
    return game


def numbers(text: str) -> State:
    return np.array([int(number) for number in text.split()], dtype=np.int16)


def some_numbers(text: str) -> State:
    if not text:
        raise BadPosition("there is nothing there")
    return numbers(text)


def any_action(s: State, text: str) -> int:
    return GAME.notation.action(s, text) if text else 5


@pytest.mark.parametrize(
    ("sentence", "functions"),
    [
        (
            "notation.action must refuse “\\?” by BadToken, but raises ValueError",
            {"action": lambda s, t: int(t[-1:] or 0)},
        ),
        (
            "notation.action must refuse “”, but takes it for “\\*1”",
            {"action": lambda s, t: int(t[-1:] == "3") * 2 + 1},
        ),
        ("notation.explain must say why “.*” is not legal", {"action": any_action, "explain": lambda *_: ""}),
        (
            "notation.read must refuse “\\?” by BadPosition, but raises ValueError",
            {"read": some_numbers},
        ),
        ("notation.read must refuse “”, but gives a state of 0 numbers for it", {"read": numbers}),
        (
            "notation.read must refuse “7 0 0 ”: what it gives is written “7 0 0”",
            {"read": lambda t: GAME.notation.read(t.strip())},
        ),
    ],
)
def test_a_notation_that_takes_what_is_none_of_the_games_is_found_out(
    sentence: str, functions: Mapping[str, Callable[..., Any]]
) -> None:
    breaking(sentence, notation(**functions))


def coloured(palette: Palette) -> Game:
    game = heap()
    game.__dict__["palettes"] = (HOUSE, palette)
    return game


def test_colours_that_are_too_alike_are_found_out() -> None:
    palette = Palette("heap")
    stones = palette.role("stones", "#444444")
    palette.shapes(stones, CLOTH)
    breaking(
        "colours.py has two colours that are too alike: "
        r"--heap-stones on --board-cloth has 1\.\d\d to 1 in the dark theme, not 3$",
        coloured(palette),
    )


def test_a_contrast_with_a_colour_that_is_not_there_is_found_out() -> None:
    palette = Palette("heap")
    palette.letters(INK, "var(--heap-stones)")
    breaking("colours.py requires a contrast with --heap-stones, which is not there", coloured(palette))


def guide(text: str) -> Game:
    game = heap(author="Ada Byron")
    game.__dict__["guide"] = text
    return game


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("guide.md must begin with a heading", "Heap, by Ada Byron"),
        ("guide.md must name the author", "# Heap"),
        ("Heap's guide: in a minute: there is no", "# Ada Byron\n\n## In a minute\n\n- **The end.** Now.\n"),
        ("its goal, .* must fit in a line", f"# Ada Byron\n\n## In a minute\n\n- **Goal.** {'Win. ' * 30}\n"),
        (
            "figure 1 of Heap's guide: “7 0” is not three numbers",
            "# Ada Byron\n\n```figure\nposition: 7 0\n```\n",
        ),
        ("figure 1 of guide.md says that take3 is legal", "# Ada Byron\n\n```figure\nlegal: take3\n```\n"),
        ("figure 1 of guide.md says that \\*3 is not legal", "# Ada Byron\n\n```figure\nillegal: *3\n```\n"),
    ],
)
def test_a_guide_that_tells_what_is_not_so_is_found_out(sentence: str, text: str) -> None:
    breaking(sentence, guide(text))


class Files(Page):
    """A page with these files."""

    def __init__(self, game: Game, **files: str) -> None:
        super().__init__(game)
        self._brought = {name.replace("_", "."): text.encode() for name, text in files.items()}

    def files(self) -> dict[str, bytes]:
        return self._brought


@pytest.mark.parametrize(
    ("sentence", "files"),
    [
        ("page/widget.js must export a function widget", {"widget_js": "export function wiget() {}"}),
        ("page/sign.svg must be well-formed SVG", {"sign_svg": "<svg"}),
        ('page/sign.svg must begin with <svg id="picture" …>: pages refer', {"sign_svg": svg()()}),
        (
            "page/sign.svg must have no ids, scripts or references, but has id=",
            {"sign_svg": svg('<g id="picture"/>', 'id="picture" viewBox="0 0 9 9"')()},
        ),
    ],
)
def test_files_that_a_page_cannot_use_are_found_out(sentence: str, files: Mapping[str, str]) -> None:
    game = heap()
    game.__dict__["page"] = Files(game, **files)
    breaking(sentence, game)


def test_a_portrait_of_nothing_is_found_out() -> None:
    breaking("its portrait is of no position: “seven” is not three numbers", heap(portrait=Portrait("seven")))


def offering(**parts: Any) -> Game:
    """A game with a sheet, a solver or a mind that is not in its folder."""
    cls = type("Offered", (Game,), parts)
    return cls(**{name: getattr(GAME, name) for name in GAME.__dataclass_fields__})  # type: ignore[no-any-return]


def test_a_sheet_larger_than_the_paper_is_found_out() -> None:
    breaking(
        "its sheet is too large for a page of a4",
        offering(sheet=SimpleNamespace(blank=lambda: Sheet(900, 900, ()))),
    )


LOST, WON = Outcome(0.0, 2), Outcome(1.0, 1)


def solver(answer: Callable[[Position], Answer], ready: bool = True) -> Game:
    return offering(
        solver=SimpleNamespace(
            largest=7, prepare=lambda position, stop: True, ready=lambda position: ready, answer=answer
        )
    )


def test_a_solver_that_is_never_ready_is_found_out() -> None:
    breaking(
        "the solver must be ready once prepared", solver(lambda position: Answer(LOST, {}, ""), ready=False)
    )


def test_a_solver_that_forgets_a_move_is_found_out() -> None:
    breaking("the solver must value every legal move", solver(lambda position: Answer(LOST, {}, "")))


def test_a_solver_that_plays_what_is_not_legal_is_found_out() -> None:
    answer = lambda position: Answer(LOST, dict.fromkeys(position.legal, LOST), "take9")  # noqa: E731
    breaking("the solver's best move “take9” is not legal", solver(answer))


def test_a_solver_that_has_a_better_move_is_found_out() -> None:
    def answer(position: Position) -> Answer:
        moves = dict.fromkeys(position.legal, LOST) | {position.legal[-1]: WON}
        return Answer(WON, moves, position.legal[0])

    game = solver(answer)
    with pytest.raises(BrokenPromise, match="the solver has a better move than “take1”"):
        check(game, games=12, seed=1)


class Remembering:
    """A mind of two weights, or of none."""

    def __init__(self, game: str = "heap", weights: tuple[float, ...] = (0.0, 1.0), **parts: Any) -> None:
        self.game, self.policy, self.value = game, parts.get("policy"), parts.get("value")
        self._weights = weights

    def policy_weights(self) -> tuple[float, ...]:
        return self._weights

    def value_weights(self, s: State) -> tuple[float, ...]:
        if not self._weights:
            raise BadFile("value.bin is damaged")
        return self._weights


def liking(traits: Callable[..., None], **said: Any) -> Game:
    """The small game with a mind that has a policy."""
    return offering(mind=Remembering(policy=Policy(traits, kinds=2, most=1), **said))


def alike(s: State, actions: Actions, count: int, out: Traits) -> None:
    out[:count] = 1


def test_a_mind_whose_traits_exist_passes() -> None:
    check(liking(alike), games=2)


def test_a_mind_of_another_game_is_found_out() -> None:
    breaking("its mind is one of nim", liking(alike, game="nim"))


def test_a_mind_without_anything_in_it_is_found_out() -> None:
    breaking("its mind has neither a policy nor a value", offering(mind=Remembering()))


def test_a_mind_that_weighs_what_is_not_there_is_found_out() -> None:
    breaking("the weight of trait 0 must be nought", liking(alike, weights=(1.0, 1.0)))


def test_a_mind_that_leaves_a_row_open_or_sees_what_no_weight_is_for_is_found_out() -> None:
    sentence = "a row of traits must be full, with numbers from 0 to 1"
    breaking(sentence, liking(lambda s, actions, count, out: None))
    breaking(sentence, liking(lambda s, actions, count, out: out.fill(2)))


def test_a_mind_that_plays_while_it_looks_is_found_out() -> None:
    def meddle(s: State, actions: Actions, count: int, out: Traits) -> None:
        alike(s, actions, count, out)
        s[0] -= 1

    breaking("looking at traits must not change the state", liking(meddle))


def judging(weights: tuple[float, ...] = (0.0, 1.0), **said: Any) -> Game:
    """The small game with a mind that has a value; it sees how large the heap is."""

    def sights(s: State, out: Sights) -> None:
        out[:] = s[0]

    parts = {"sights": sights, "rests": lambda s: s[1] == 0, "width": 1, "hidden": 1, **said}
    return offering(mind=Remembering(weights=weights, value=Value(**parts)))


def test_a_mind_that_sees_how_one_stands_passes() -> None:
    check(judging(), games=2)


def test_a_value_without_weights_is_found_out() -> None:
    breaking("its mind has no weights: value.bin is damaged", judging(weights=()))


def test_sights_that_are_left_out_are_found_out() -> None:
    breaking("each seat must get 1 sights, all of them numbers", judging(sights=lambda s, out: None))


def test_a_turn_that_never_ends_is_found_out() -> None:
    breaking("nowhere did it rest", judging(rests=lambda s: False))


def test_whoever_foresees_more_or_less_than_the_legal_actions_is_found_out() -> None:
    breaking("of every legal action", judging(foresee=lambda s, learned, partners, turns, out: 9))
    sentence = "what is foreseen must be shares of the win"
    breaking(
        sentence,
        judging(foresee=lambda s, learned, partners, turns, out: GAME.kernel.legal(s, np.empty(9, int))),
    )


def test_whoever_looks_at_no_legal_action_is_found_out_but_some_may_be_left_out() -> None:
    def looking_at(first: int) -> Game:
        def foresee(s: State, learned: Weights, partners: float, turns: int, out: Expected) -> int:
            count = GAME.kernel.legal(s, np.empty(9, int))
            out[:first] = 0.5
            out[first:] = UNSEEN
            return count

        return judging(foresee=foresee)

    check(looking_at(1), games=2)
    breaking("at least one must be looked at", looking_at(0))


def hoping(shares: tuple[float, float], **said: Any) -> Game:
    """The small game with a value that hopes for these shares before every throw."""

    def hope(s: State, learned: Weights, partners: float, out: Payoffs) -> None:
        out[:] = shares

    return judging(hope=hope, **said)


def take_turn(s: State, learned: Weights, partners: float, rng: Rng, hoped: Payoffs) -> None:
    """Throw, and take one."""
    hoped[:] = 0.5
    GAME.kernel.apply(s, GAME.kernel.sample(s, rng))
    GAME.kernel.apply(s, 1)


def test_whoever_hopes_for_more_than_there_is_to_win_is_found_out() -> None:
    check(hoping((0.5, 0.5)), games=2)
    breaking("what is hoped must be shares of the win", hoping((0.8, 0.8)))
    breaking("what is hoped must be shares of the win", hoping((1.5, -0.5)))


def test_whoever_takes_a_turn_tells_the_same_hope_and_plays_it_to_its_end() -> None:
    def throw_and_stop(s: State, learned: Weights, partners: float, rng: Rng, hoped: Payoffs) -> None:
        hoped[:] = 0.5
        GAME.kernel.apply(s, GAME.kernel.sample(s, rng))

    check(hoping((0.5, 0.5), take_turn=take_turn), games=2)
    breaking("must tell what could be hoped of it", hoping((0.6, 0.4), take_turn=take_turn))
    breaking("must play it to its end", hoping((0.5, 0.5), take_turn=throw_and_stop))


def test_every_part_tells_its_own_trouble_and_whatever_fails_is_told_too() -> None:
    game = drawing(text=lambda *_: "")
    game.__dict__["telling"] = SimpleNamespace()
    game.__dict__["guide"] = "no heading"
    told = list(broken(game, games=3))
    assert any("drawing.text must draw something" in sentence for sentence in told)
    assert any("guide.md must begin with a heading" in sentence for sentence in told)
    assert any("fails with AttributeError" in sentence for sentence in told)


def test_a_failure_is_told_with_the_line_of_the_games_own_that_led_to_it() -> None:
    game = telling(asks=lambda position, *_: GAME.notation.read(None))  # type: ignore[arg-type]
    (sentence,) = broken(game, games=1)
    assert re.match(r"heap: .*tests.heap.notation\.py, line \d+ fails with TypeError: ", sentence)


def test_what_is_refused_with_a_sentence_is_told_by_it_alone() -> None:
    def refuse(*_: object) -> str:
        raise BadGame("there is no chalk")

    assert list(broken(telling(asks=refuse), games=1)) == ["heap: there is no chalk"]


def test_colours_without_a_palette_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tests.heap.colours", ModuleType("tests.heap.colours"))
    monkeypatch.setattr(Game, "brings", lambda self, part: part in ("rules", "notation", "colours"))
    told = set(broken(heap(), games=1))
    assert told == {"heap: tests.heap.colours must hold a Palette under the name PALETTE"}


@pytest.mark.slow
def test_the_command_tells_what_is_wrong_and_ends_accordingly() -> None:
    def run(name: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "stylobate.conformance", name]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    sound = run("colonnade")
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout.startswith("colonnade keeps its promises.\n")
    unknown = run("chess")
    assert unknown.returncode == 1
    assert unknown.stdout.startswith("there is no game called “chess”")


@pytest.mark.slow
def test_the_command_is_silent_when_nobody_reads_on() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "stylobate.conformance", "chess"]
    with os.fdopen(writing, "wb") as nobody:
        told = subprocess.run(words, stdout=nobody, stderr=subprocess.PIPE, text=True, check=False)
    assert (told.returncode, told.stderr) == (1, "")
