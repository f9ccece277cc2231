"""Is the drawing one that any page may hold, and can everything be clicked that should be?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from stylobate.conformance.promises import Met, promise
from stylobate.game import Game
from stylobate.parts import WIDEST_HAND, WIDEST_TRAY, Cell, Spread
from stylobate.telling import ways

SVG = "{http://www.w3.org/2000/svg}"
FORBIDDEN = ("script", "style", "foreignObject", "image", "a", "use", "iframe")


def check_drawing(met: Met) -> None:
    """The board of a position, as text and as a picture, has everything that a page needs."""
    position, game = met.position, met.position.game
    text = position.text(met.last)
    met.promise(bool(text.strip()), "drawing.text must draw something")
    met.promise(text == position.text(met.last), "drawing.text must draw the same again")
    hints = position.turn >= 0
    drawn = position.svg(met.last, hints, controls=True, earlier=met.story[-3:-1])
    again = position.svg(met.last, hints, controls=True, earlier=met.story[-3:-1])
    met.promise(drawn == again, "drawing.svg must draw the same again")
    check_svg(game, drawn, f"the picture of “{position}”")
    check_svg(game, position.svg(), f"the plain picture of “{position}”")
    clicks = _Clicks(met)
    clicks.check_areas([*_keys(ElementTree.fromstring(drawn))])
    _check_spread(met, clicks, game.drawing.spread(position, met.last, hints, met.story[-3:-1]))
    for large in (False, True):
        cells = [cell for line in game.drawing.cells(position, met.last, large) for cell in line]
        _check_cells(met, clicks, cells)
    _check_beside(met, clicks)


class _Clicks:
    """What a click at a position may mean: a square, a step of a legal token, or a switch."""

    def __init__(self, met: Met) -> None:
        position = met.position
        tokens = position.legal if position.turn >= 0 else ()
        routes = [way for token in tokens for way in ways(position, token)]
        self._met = met
        self._squares = set(position.game.telling.squares(position))
        self._steps = {step.key for way in routes for step in way}
        self.first = {way[0].key for way in routes}
        switches = position.game.telling.switches(position) if tokens else None
        self._switches = {*switches.keys, switches.done} if switches else set()

    def check_areas(self, hit: list[str]) -> None:
        """Each area of a picture has its own key, and each square an area."""
        self._met.promise(len(set(hit)) == len(hit), "the picture has two areas with the same data-key")
        lost = sorted(self._squares - set(hit))
        self._met.promise(
            not lost, f"telling.squares has “{lost[0] if lost else ''}”, but the picture no area for it"
        )
        self.check_keys(set(hit), "the picture has an area")

    def check_keys(self, keys: set[str], has: str) -> None:
        """Whatever can be clicked means something."""
        odd = sorted(keys - self._squares - self._steps - self._switches)
        self._met.promise(not odd, f"{has} “{odd[0] if odd else ''}” that is no square, step or switch")


def _check_cells(met: Met, clicks: _Clicks, cells: list[Cell], part: str = "cells") -> None:
    """A terminal can show them: letters of one line, roles that there are, clicks that mean something."""
    roles = {role for palette in met.position.game.palettes for role in palette.colours}
    met.promise(any(cell.text.strip() for cell in cells), f"drawing.{part} must draw something")
    for cell in cells:
        met.promise(
            cell.text.isprintable(), f"drawing.{part} has {cell.text!r}, which is not a part of one line"
        )
        for role in filter(None, (cell.ink, cell.ground)):
            met.promise(role in roles, f"drawing.{part} names the role {role}, which no palette has")
    clicks.check_keys({key for cell in cells for key in cell.keys}, f"drawing.{part} has a key")


def _check_beside(met: Met, clicks: _Clicks) -> None:
    """What stays in sight fits into the smallest terminal, and each seat has its tray."""
    position = met.position
    beside = position.game.drawing.beside(position)
    many = len(beside.trays)
    met.promise(many in (0, position.seats), f"drawing.beside must give each seat its tray, but gives {many}")
    for lines, what, widest in ((beside.hand, "hand", WIDEST_HAND), (beside.trays, "tray", WIDEST_TRAY)):
        wide = max((sum(len(cell.text) for cell in line) for line in lines), default=0)
        met.promise(wide <= widest, f"a {what} of drawing.beside has {wide} columns, but there are {widest}")
    if cells := [cell for line in (*beside.hand, *beside.trays) for cell in line]:
        _check_cells(met, clicks, cells, "beside")
    keys = {key for tray in beside.trays for cell in tray for key in cell.keys}
    met.promise(not keys, "nothing on a tray of drawing.beside can be clicked, so it needs no keys")


def _check_spread(met: Met, clicks: _Clicks, spread: Spread) -> None:
    position, game = met.position, met.position.game
    check_svg(game, spread.board, f"the board of “{position}”")
    clicks.check_areas([*_keys(ElementTree.fromstring(spread.board))])
    many = len(spread.trays)
    met.promise(many in (0, position.seats), f"drawing.spread must give each seat its tray, but gives {many}")
    has_chart = bool(spread.chart) == (spread.square is not None)
    met.promise(has_chart, "drawing.spread must give a square and a chart together, or neither")
    if spread.chart:
        check_svg(game, spread.chart, f"the chart of “{position}”")
    for item in (*spread.hand, *chain.from_iterable(spread.trays), *spread.aside):
        met.promise(bool(item.says), "drawing.spread has an item that says nothing")
        met.promise(bool(item.picture or item.text), f"the item “{item.says}” is nothing to be seen")
        met.promise(
            not item.key or item.key in clicks.first, f"the item “{item.says}” has a key that is no step"
        )
        if item.picture:
            check_svg(game, item.picture, f"the item “{item.says}”")


def _keys(picture: Element) -> Iterator[str]:
    return (element.attrib["data-key"] for element in picture.iter() if "data-key" in element.attrib)


def check_pieces(game: Game) -> None:
    """There is a small picture of each seat's piece."""
    for seat in range(max(game.players)):
        check_svg(game, game.drawing.sign(seat), f"drawing.sign({seat})")


def check_svg(game: Game, drawn: str, what: str, id: str | None = None) -> None:
    """A picture needs nothing from outside it, and cannot change the page that shows it.

    Where pages refer to it, the whole has that `id`; nothing else has one.
    """
    try:
        picture = ElementTree.fromstring(drawn)
    except ElementTree.ParseError as error:
        promise(game, False, f"{what} must be well-formed SVG: {error}")
    promise(game, picture.tag == f"{SVG}svg", f"{what} must be an svg element with its namespace")
    box = picture.get("viewBox", "").split()
    promise(game, len(box) == 4 and all(map(_is_number, box)), f"{what} must say its viewBox")
    if id is not None:
        has_it = picture.attrib.pop("id", None) == id
        promise(game, has_it, f'{what} must begin with <svg id="{id}" …>: pages refer to it by that id')
    for element in picture.iter():
        name = element.tag.removeprefix(SVG)
        if name in FORBIDDEN:
            promise(game, False, f"{what} must stand by itself, but has <{name}>")
        told = element.get("data-tells", ".")
        if not told.endswith("."):
            promise(game, False, f"{what} has a mark that says “{told}”, which is no sentence")
        for attribute in element.attrib:
            if attribute == "id" or attribute.startswith("on") or "href" in attribute:
                promise(game, False, f"{what} must have no ids, scripts or references, but has {attribute}=")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]*\.?[0-9]+", text) is not None
