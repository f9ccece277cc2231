"""A chart in letters."""

from stylobate.tui.sparks import columns


def test_a_column_is_as_high_as_its_value_and_is_always_seen() -> None:
    assert columns([0.0, 0.5, 1.0], 5) == ["▁▄█"]


def test_two_lines_tell_twice_as_much() -> None:
    assert columns([0.25, 0.5, 0.75, 1.0], 5, high=2) == ["  ▄█", "▄███"]


def test_too_many_values_are_taken_together() -> None:
    assert columns([0.0, 1.0, 1.0, 1.0], 2) == ["▄█"]
    assert len(columns([0.5] * 100, 7)[0]) == 7
