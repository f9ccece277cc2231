"""What lies beside the board: colours, guide, lesson, page, score sheet, solver, mind, ladder, styles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from stylobate import lesson
from stylobate.chance import stream
from stylobate.conformance.drawing import check_svg
from stylobate.conformance.promises import BrokenPromise, Met, promise
from stylobate.errors import StylobateError
from stylobate.game import Game
from stylobate.guide import figures
from stylobate.kernel import OVER
from stylobate.ladder import ladder
from stylobate.learned import Weights
from stylobate.mind import UNSEEN, Mind, Policy, Value
from stylobate.page import CHANCES, PICTURE, WIDGET
from stylobate.palette import name, too_close
from stylobate.sheet import PAPERS, pdf, places
from stylobate.style import styles

ENDS_PROBED = 5

SCRIPTS = {WIDGET: "widget", CHANCES: "chances"}


def check_colours(game: Game) -> None:
    """Whatever the game says must be seen can be told from its ground, in both themes."""
    roles = {role for palette in game.palettes for role in palette.colours}
    for pair in (pair for palette in game.palettes for pair in palette.pairs):
        for role in (*pair.seen, pair.ground):
            promise(
                game, role in roles, f"colours.py requires a contrast with {name(role)}, which is not there"
            )
    for sentence in too_close(*game.palettes):
        promise(game, False, f"colours.py has two colours that are too alike: {sentence}")


def check_guide(game: Game) -> None:
    """The guide can be read, names the author, and says rightly which tokens of its figures are legal."""
    promise(game, game.guide.startswith("# "), "guide.md must begin with a heading, “# …”")
    promise(game, not game.author or game.author in game.guide, "guide.md must name the author")
    try:
        drawn = figures(game)
    except StylobateError as error:
        promise(game, False, str(error))
    for figure in drawn:
        legal, where = set(figure.position.legal), f"figure {figure.number} of guide.md"
        for token in figure.legal:
            promise(game, token in legal, f"{where} says that {token} is legal, but it is not")
        for token in figure.illegal:
            promise(game, token not in legal, f"{where} says that {token} is not legal, but it is")
        check_svg(game, figure.svg(), where)


def check_lesson(game: Game) -> None:
    """Every stage of the lesson, where there is one, can be done, and can be done wrongly."""
    try:
        lesson.check(game)
    except StylobateError as error:
        promise(game, False, str(error))


def check_page(game: Game) -> None:
    """The scripts have the functions that pages call, and every picture the id that they refer to."""
    files = game.page.files()
    for file, function in SCRIPTS.items():
        if file in files:
            promise(game, _exports(files[file], function), f"page/{file} must export a function {function}")
    if game.portrait:
        try:
            game.position(game.portrait.position)
        except StylobateError as error:
            promise(game, False, f"its portrait is of no position: {error}")
    pictures = {f"the picture {name}, as it is drawn,": game.page.draw(name) for name in game.page.pictures}
    pictures |= {
        f"page/{file}": text.decode("utf-8") for file, text in files.items() if file.endswith(".svg")
    }
    for what, drawn in pictures.items():
        check_svg(game, drawn, what, id=PICTURE)


def _exports(script: bytes, name: str) -> bool:
    exported = rf"^export (?:async )?(?:function|const|let) {name}\b|^export \{{[^}}]*\b{name}\b"
    return re.search(exported, script.decode("utf-8"), re.MULTILINE) is not None


def check_sheet(game: Game) -> None:
    """The blank score sheet fits on every size of paper."""
    if game.sheet is None:
        return
    sheet = game.sheet.blank()
    for paper in PAPERS:
        promise(game, bool(places(sheet, paper)), f"its sheet is too large for a page of {paper}")
        promise(game, pdf(game, paper).startswith(b"%PDF"), f"its sheet cannot be printed on {paper}")


def check_solver(game: Game, met: Sequence[Met]) -> None:
    """The solver values every legal move, in the last positions of some games."""
    if game.solver is None:
        return
    promise(game, game.solver.largest > 0, "its solver must say how large the game is")
    late = [one for one in met if one.position.turn >= 0][-ENDS_PROBED:]
    for one in late:
        promised = game.solver.prepare(one.position, lambda: False)
        one.promise(promised and game.solver.ready(one.position), "the solver must be ready once prepared")
        answer = game.solver.answer(one.position)
        one.promise(set(answer.moves) == set(one.position.legal), "the solver must value every legal move")
        one.promise(answer.best in answer.moves, f"the solver's best move “{answer.best}” is not legal")
        best = max(move.worth for move in answer.moves.values())
        one.promise(
            answer.moves[answer.best].worth == best, f"the solver has a better move than “{answer.best}”"
        )


def check_ladder(game: Game) -> None:
    """The ladder, where there is one, can be read and goes up."""
    try:
        steps = ladder(game)
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenPromise(f"{game.id}: its ladder.json cannot be read: {error!r}") from None
    promise(game, bool(steps.levels), "its ladder.json has no levels")
    for level in steps.levels:
        sound = level.playouts >= 0 and min(level.heat, *level.among.values(), 0.0) == 0.0
        promise(game, sound, f"level {level.name} of its ladder has less than no playouts or heat")
        for seats in level.among:
            promise(
                game,
                seats in game.players,
                f"level {level.name} of its ladder has a heat among {seats}, who cannot play",
            )
    for seats, ratings in steps.ratings.items():
        promise(game, seats in game.players, f"its ladder has ratings for {seats}, who cannot play")
        whole = len(ratings) == len(steps.levels)
        promise(game, whole, f"its ladder needs a rating for each level among {seats}")
        rising = all(low < high for low, high in pairwise((0, *ratings)))
        promise(game, rising, f"a level of its ladder is not stronger than the one before among {seats}")


def check_styles(game: Game) -> None:
    """The styles, where there are any, can be read, say what they do, and like what the mind can see."""
    try:
        brought = styles(game)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BrokenPromise(f"{game.id}: its styles.json cannot be read: {error!r}") from None
    value = game.mind.value if brought and game.mind else None
    promise(game, bool(value) or not brought, "its styles need a mind with a value")
    for style in brought:
        promise(game, style.name.isalpha() and style.name.islower(), f"its style “{style.name}” is no word")
        promise(game, bool(style.says.strip()), f"its {style.name} must say what it does")
        odd = sorted({*style.likes} - {*(value.named if value else ())})
        promise(
            game, not odd, f"its {style.name} likes “{odd[0] if odd else ''}”, which its mind does not name"
        )
        promise(game, any(style.likes.values()), f"its {style.name} likes nothing")


def check_mind(game: Game, met: Sequence[Met]) -> None:
    """The mind is the game's own, its weights can be read, and what it sees is there to be seen."""
    mind = game.mind
    if mind is None:
        return
    promise(game, mind.game == game.id, f"its mind is one of {mind.game}")
    promise(game, bool(mind.policy or mind.value), "its mind has neither a policy nor a value")
    if mind.policy:
        _check_policy(game, mind, mind.policy, met)
    if mind.value:
        _check_value(game, mind, mind.value, met)


def _check_policy(game: Game, mind: Mind, policy: Policy, met: Sequence[Met]) -> None:
    try:
        promise(game, mind.policy_weights()[0] == 0.0, "the weight of trait 0 must be nought")
    except (StylobateError, OSError) as error:
        promise(game, False, f"its mind has no weights: {error}")
    actions = np.empty(game.kernel.width, dtype=np.int64)
    for one in (one for one in met if one.position.turn >= 0):
        state = one.position.state
        count = game.kernel.legal(state, actions)
        rows = np.full((count, policy.most), -1, dtype=np.int32)
        policy.traits(state, actions, count, rows)
        one.promise(np.array_equal(state, one.position.state), "looking at traits must not change the state")
        exist = bool(((rows >= 0) & (rows < policy.kinds)).all())
        one.promise(exist, f"a row of traits must be full, with numbers from 0 to {policy.kinds - 1}")


def _check_hope(one: Met, value: Value, learned: Weights) -> None:
    """What is hoped of a throw is a share of the win for everybody, and leaves the state as it is.

    Whoever then takes the turn, if the mind can, tells the same and plays until it has ended.
    """
    assert value.hope is not None
    state, together = one.position.state, one.position.seats / len(set(one.position.sides))
    hoped = np.full(one.position.seats, np.nan)
    value.hope(state, learned, together, hoped)
    one.promise(np.array_equal(state, one.position.state), "to hope must not change the state")
    possible = bool(((hoped >= 0.0) & (hoped <= 1.0)).all()) and abs(hoped.sum() - together) < 1e-9
    one.promise(possible, "what is hoped must be shares of the win, from 0 to 1, and one win together")
    if value.take_turn is not None and value.rests(state):
        told = np.full_like(hoped, np.nan)
        value.take_turn(state, learned, together, stream(0), told)
        alike = np.allclose(told, hoped, atol=1e-12)
        one.promise(bool(alike), "who takes a turn must tell what could be hoped of it")
        ended = one.position.game.kernel.turn(state) == OVER or value.rests(state)
        one.promise(bool(ended), "who takes a turn must play it to its end")


def _check_value(game: Game, mind: Mind, value: Value, met: Sequence[Met]) -> None:
    for one in met:
        state, seats, sides = one.position.state, one.position.seats, one.position.sides
        try:
            learned = mind.value_weights(state)
        except (StylobateError, OSError) as error:
            promise(game, False, f"its mind has no weights: {error}")
        rows = np.full((seats, value.width), np.nan)
        value.sights(state, rows)
        one.promise(np.array_equal(state, one.position.state), "looking at sights must not change the state")
        every = bool(np.isfinite(rows).all())
        one.promise(every, f"each seat must get {value.width} sights, all of them numbers")
        alike = all((rows[seat] == rows[sides.index(sides[seat])]).all() for seat in range(seats))
        one.promise(alike, "partners must have the same sights")
        if value.hope is not None and one.position.is_chance:
            _check_hope(one, value, learned)
        if value.foresee is None or one.position.turn < 0:
            continue
        for turns in {1, value.turns_ahead(state, 0.0)}:
            expected = np.full((game.kernel.width, seats), np.nan)
            count = value.foresee(state, learned, seats / len(set(sides)), turns, expected)
            one.promise(np.array_equal(state, one.position.state), "looking ahead must not change the state")
            one.promise(count == len(one.position.legal), "what is foreseen must be of every legal action")
            looked_at = expected[:count][expected[:count, one.position.turn] != UNSEEN]
            one.promise(len(looked_at) > 0, "of the legal actions at least one must be looked at")
            possible = bool(((looked_at >= 0.0) & (looked_at <= 1.0)).all())
            one.promise(possible, "what is foreseen must be shares of the win, from 0 to 1")
    turns_end = any(value.rests(one.position.state) for one in met)
    promise(game, turns_end, "its mind must say where a turn ends: nowhere did it rest")
