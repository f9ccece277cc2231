"""Solutions on disk: stopped and gone on with, cut short, altered, from another time."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import stylobate
from stylobate.errors import BadFile
from stylobate.games.colonnade.solver.file import PAGE, Growing
from stylobate.games.colonnade.solver.oracle import Oracle
from stylobate.games.colonnade.solver.solution import Solution, Stopped, everything, reachable
from stylobate.games.colonnade.solver.wings import atlas

COLONNADE = stylobate.load("colonnade")
CHECKERS = 11


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "eleven.solution"
    everything(CHECKERS, path, threads=2)
    return path.read_bytes()


@pytest.fixture
def path(whole: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "copy.solution"
    path.write_bytes(whole)
    return path


def touch_all(path: Path) -> list[int | None]:
    solution = Solution.open(path)
    return [solution.value(number) for number in range(0, atlas().extent(CHECKERS), 1000)]


def test_one_thread_and_three_write_the_same_file(whole: bytes, tmp_path: Path) -> None:
    everything(CHECKERS, tmp_path / "one", threads=1)
    everything(CHECKERS, tmp_path / "three", threads=3)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes() == whole


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.95])
def test_stopped_and_gone_on_with_it_becomes_the_same_file(
    whole: bytes, tmp_path: Path, share: float
) -> None:
    path, done = tmp_path / "again", list[int]()
    enough = share * atlas().extent(CHECKERS)
    with pytest.raises(Stopped):
        everything(CHECKERS, path, 2, done.append, stop=lambda: bool(done) and done[-1] >= enough)
    assert not path.exists()
    assert (tmp_path / "again.part").exists()
    begun: list[int] = []
    everything(CHECKERS, path, 2, begun.append)
    assert begun[0] <= done[-1]
    assert begun[0] > 0 or share < 0.1
    assert path.read_bytes() == whole
    assert not (tmp_path / "again.part").exists()


def test_what_a_killed_solver_had_written_beyond_the_last_whole_layer_does_no_harm(
    whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "killed"
    layers = 9
    with pytest.raises(Stopped):
        everything(CHECKERS, path, 1, stop=stop_in_layer(layers))
    part = tmp_path / "killed.part"
    content = bytearray(part.read_bytes())
    content[-1000:] = b"\x77" * 1000
    part.write_bytes(content)
    everything(CHECKERS, path, 1)
    assert path.read_bytes() == whole


def stop_in_layer(layer: int) -> Callable[[], bool]:
    """Stops at the first chunk of that layer."""
    blocks = sum(block.checkers < layer for block in atlas().blocks)
    asked = iter(range(10**6))
    return lambda: next(asked) >= blocks


def test_a_finished_file_is_taken_as_it_is(path: Path, whole: bytes) -> None:
    assert everything(CHECKERS, path).tallies.sum() > 0
    assert path.read_bytes() == whole


def test_a_file_cut_short_is_refused_with_its_length(path: Path, whole: bytes) -> None:
    path.write_bytes(whole[:-1])
    with pytest.raises(BadFile, match=r"copy\.solution is cut short: 1,281,536 bytes instead of 1,281,537"):
        Solution.open(path)


@pytest.mark.parametrize("length", [9, 30, 2000])
def test_a_file_cut_short_inside_its_header_is_refused(path: Path, whole: bytes, length: int) -> None:
    path.write_bytes(whole[:length])
    with pytest.raises(BadFile, match=r"is cut short.*remove it and solve again"):
        Solution.open(path)


def test_a_file_with_something_after_its_end_is_refused(path: Path, whole: bytes) -> None:
    path.write_bytes(whole + b"more")
    with pytest.raises(BadFile, match="is too long"):
        Solution.open(path)


@pytest.mark.parametrize("place", [-1, -(PAGE // 3), 4096])
def test_a_flipped_bit_among_the_values_is_noticed_when_its_page_is_read(
    path: Path, whole: bytes, place: int
) -> None:
    altered = bytearray(whole)
    altered[place] ^= 4
    path.write_bytes(altered)
    with pytest.raises(BadFile, match=r"is damaged: page \d of 2 does not match its checksum"):
        touch_all(path)
    with pytest.raises(BadFile, match=r"is damaged: page \d of 2 does not match its checksum"):
        everything(CHECKERS, path)


def test_a_sound_page_can_be_read_beside_a_damaged_one(path: Path, whole: bytes) -> None:
    altered = bytearray(whole)
    altered[-1] ^= 1
    path.write_bytes(altered)
    assert Solution.open(path).value(0) == 0


@pytest.mark.parametrize("place", [13, 17, 20, 25, 33, 41, 500, 840])
def test_a_flipped_bit_in_the_header_is_noticed_at_once(path: Path, whole: bytes, place: int) -> None:
    altered = bytearray(whole)
    altered[place] ^= 1
    path.write_bytes(altered)
    with pytest.raises(BadFile, match=r"is damaged: its header|is cut short|is too long"):
        Solution.open(path)


def test_another_version_is_refused_by_its_number(path: Path, whole: bytes) -> None:
    path.write_bytes(whole[:8] + struct.pack("<I", 7) + whole[12:])
    with pytest.raises(BadFile, match="is a solution of version 7; this program reads version 1"):
        Solution.open(path)


@pytest.mark.parametrize("content", [b"", b"Colonnade is a game by Mark Steere", b"\x89PNG" + bytes(5000)])
def test_a_file_of_another_kind_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is not a Colonnade solution; `stylobate solve colonnade` makes one"):
        Solution.open(path)


def test_a_missing_file_a_folder_and_an_unreadable_place_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="nowhere cannot be read: No such file"):
        Solution.open(tmp_path / "nowhere")
    with pytest.raises(BadFile, match="cannot be read"):
        Solution.open(tmp_path)


def test_a_solution_for_another_number_of_checkers_is_refused(path: Path) -> None:
    with pytest.raises(
        BadFile, match="holds positions with up to 11 checkers, not all up to 9; name another --out"
    ):
        everything(9, path)


def test_a_part_of_the_positions_is_not_taken_for_all(tmp_path: Path) -> None:
    reachable(COLONNADE.position("R2/R1/-/-/-/-/B1/- R").state, tmp_path / "part")
    with pytest.raises(BadFile, match="holds only some positions with up to 4 checkers"):
        everything(4, tmp_path / "part")


def test_work_begun_for_another_number_of_checkers_is_not_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        everything(CHECKERS, tmp_path / "some", stop=lambda: True)
    with pytest.raises(
        BadFile, match=r"some\.part was begun for 11 checkers, not 9; go on with --checkers 11"
    ):
        everything(9, tmp_path / "some")


def test_damaged_work_is_not_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        everything(CHECKERS, tmp_path / "some", 1, stop=stop_in_layer(10))
    part = tmp_path / "some.part"
    content = bytearray(part.read_bytes())
    content[4096 + 50] ^= 1
    part.write_bytes(content)
    with pytest.raises(BadFile, match=r"some\.part is damaged: page 1 does not match its checksum"):
        everything(CHECKERS, tmp_path / "some")


def test_two_solvers_do_not_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        Growing(tmp_path / "busy", 3, atlas().extent(3)),
        pytest.raises(BadFile, match=r"busy\.part is being written by another"),
    ):
        everything(3, tmp_path / "busy")


def test_an_unfinished_file_is_not_looked_up_in(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        everything(CHECKERS, tmp_path / "some", 1, stop=stop_in_layer(10))
    with pytest.raises(BadFile, match=r"some\.part is unfinished: 10 layers of 12"):
        Solution.open(tmp_path / "some.part")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadFile, match="cannot be written"):
        everything(3, tmp_path / "file" / "below")


def test_a_part_is_kept_in_a_checked_file_too(tmp_path: Path) -> None:
    root = COLONNADE.position("R3/B3/-/R2/B1/-/-/- B")
    part = reachable(root.state, tmp_path / "kept")
    assert part.path == tmp_path / "kept"
    number = atlas().number(root.state)
    again = Solution.open(tmp_path / "kept")
    assert again.value(number) == part.value(number) == reachable(root.state).value(number)
    content = bytearray((tmp_path / "kept").read_bytes())
    content[-1] ^= 1
    (tmp_path / "kept").write_bytes(content)
    with pytest.raises(BadFile, match="does not match its checksum"):
        Solution.open(tmp_path / "kept").value(number)


def test_what_an_ended_program_left_half_written_is_swept_up(tmp_path: Path) -> None:
    import os

    old, fresh = tmp_path / "kept.1234.part", tmp_path / "kept.5678.part"
    old.write_bytes(b"half of it")
    fresh.write_bytes(b"half of it")
    os.utime(old, (0, 0))
    reachable(COLONNADE.position("R2/R1/-/-/-/-/B1/- R").state, tmp_path / "kept")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "kept.5678.part"]


def test_where_a_part_cannot_be_kept_it_stays_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    root = COLONNADE.position("R3/B3/-/R2/B1/-/-/- B")
    part = reachable(root.state, tmp_path / "file" / "below")
    assert part.path is None
    assert part.value(atlas().number(root.state)) is not None


def test_a_header_that_promises_too_much_is_refused(path: Path, whole: bytes) -> None:
    """A file made to deceive: fewer values than its checkers need, but checksums in order."""
    altered = bytearray(whole)
    altered[16:20] = struct.pack("<I", 12)
    altered[20:24] = struct.pack("<I", 13)
    body = 40 + 25 * 4 * 8 + 4 * 2
    altered[12:16] = struct.pack("<I", zlib.crc32(bytes(altered[16:body])))
    path.write_bytes(altered)
    with pytest.raises(BadFile, match="has not one value for each position"):
        Solution.open(path)


def test_a_damaged_file_that_was_named_is_refused_by_the_oracle(path: Path, whole: bytes) -> None:
    altered = bytearray(whole)
    altered[4096] ^= 1
    path.write_bytes(altered)
    with pytest.raises(BadFile, match="page 1 of 2 does not match its checksum"):
        Oracle(path).answer(COLONNADE.position("-/-/-/-/-/-/-/- R"))
