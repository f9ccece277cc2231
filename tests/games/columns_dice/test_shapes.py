"""Columns of the same shape have the same future, and those of another have not."""

from itertools import product

import pytest

from stylobate.games.columns_dice.rules import ASCENDING, CROSS, ORDERS, ROWS
from stylobate.games.columns_dice.shapes import CONTENTS, NONE, code, shapes
from tests.games.columns_dice.reference import ColumnsDice

EITHER = ORDERS.index("either")


def shape(*cells: int, order: int = ASCENDING) -> int:
    return int(shapes(order).of[code(cells)])


def test_a_full_column_is_shape_nought_whatever_is_in_it() -> None:
    assert {shape(1, 2, 3, 4), shape(CROSS, 5, 5, 6), shape(*[CROSS] * ROWS)} == {0}


def test_where_a_number_stands_matters_only_by_what_still_fits() -> None:
    assert shape(0, 3, CROSS, 4) == shape(0, 3, 5, 6) == shape(0, CROSS, 3, CROSS)
    assert shape(0, 3, 0, 0) != shape(0, 0, 3, 0)


def test_a_column_that_may_run_either_way_has_the_shapes_of_its_mirror_image() -> None:
    assert shape(0, 3, 0, 0, order=EITHER) == shape(0, 0, 3, 0, order=EITHER)


@pytest.mark.parametrize("order", range(len(ORDERS)))
def test_a_column_has_a_shape_if_its_numbers_are_in_order(order: int) -> None:
    sheet = ColumnsDice(ORDERS[order])
    for cells in product(range(CONTENTS), repeat=ROWS):
        numbers = [cell for cell in cells if cell not in (0, CROSS)]
        assert (shape(*cells, order=order) != NONE) == sheet.is_in_order(numbers)


@pytest.mark.parametrize("order", range(len(ORDERS)))
def test_a_number_finds_a_place_where_it_leads_somewhere(order: int) -> None:
    kinds = shapes(order)
    for kind in range(len(kinds)):
        leads = [bool((ways != NONE).any()) for ways in kinds.written[kind]]
        assert leads == [bool((int(kinds.fitting[kind]) >> side) & 1) for side in range(len(leads))]
        assert (kinds.crossed[kind] != NONE).any() == (kinds.empty[kind] > 0)
