"""What was learned stays what it was: a file that is not the right one, or not whole, is refused."""

from pathlib import Path

import numpy as np
import pytest

from stylobate.errors import BadFile
from stylobate.learned import Learned, read

LEARNED = Learned("heap", 3, np.array([0.0, 0.5, -2.25]), {"games": 10, "seed": 1})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "heap.learned"
    LEARNED.write(path)
    return path


def test_weights_come_back_as_they_were_written(file: Path) -> None:
    again = read(file, "heap", 3, 3)
    assert again.weights.tolist() == LEARNED.weights.tolist()
    assert again.trained == LEARNED.trained


def test_nothing_unfinished_is_left_beside_the_file(file: Path) -> None:
    assert [path.name for path in file.parent.iterdir()] == ["heap.learned"]


@pytest.mark.parametrize(("game", "mind", "numbers"), [("nim", 3, 3), ("heap", 4, 3), ("heap", 3, 4)])
def test_weights_of_another_mind_are_not_taken(file: Path, game: str, mind: int, numbers: int) -> None:
    with pytest.raises(BadFile, match=r"holds 3 weights of heap, mind 3; wanted are .* train it anew"):
        read(file, game, mind, numbers)


def test_a_cut_or_changed_file_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:-4] + b"\0\0\0\0", whole + b"\0"):
        file.write_bytes(damaged)
        with pytest.raises(BadFile, match="its checksum does not agree"):
            read(file, "heap", 3, 3)


def test_what_is_no_file_of_weights_is_told_so(file: Path) -> None:
    file.write_bytes(b"PK\3\4 something else")
    with pytest.raises(BadFile, match="holds no weights"):
        read(file, "heap", 3, 3)
    file.write_bytes(b'stylobate learned 1\n{"game": "heap"}\n')
    with pytest.raises(BadFile, match="does not say what it holds"):
        read(file, "heap", 3, 3)


def test_what_cannot_be_written_is_told_with_its_name_and_leaves_nothing_behind(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()  # a folder of that name is in the way
    with pytest.raises(BadFile, match=r"there cannot be written: .*; name another file"):
        LEARNED.write(there)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
