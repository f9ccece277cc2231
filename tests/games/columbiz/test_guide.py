"""The guide's figures show what their captions say, and every ruling is told."""

from stylobate import guide
from stylobate.games.columbiz import GAME
from stylobate.games.columbiz.rules import ransom

FIGURES = guide.figures(GAME)


def test_every_ruling_is_told_and_that_no_author_is_named() -> None:
    assert all(f"Ruling B{number}." in GAME.guide for number in (1, 2, 3, 4))
    assert "names no author" in GAME.guide


def test_the_tables_of_the_guide_are_right() -> None:
    rows = [line for line in GAME.guide.splitlines() if line.startswith("| points")]
    assert rows[0].split("|")[2:-1] == [" 1 ", " 2 ", " 3 ", " 4 "]
    assert [int(cell) for cell in rows[1].split("|")[2:-1]] == [ransom(n) for n in range(1, 13)]
    assert [ransom(n) for n in (13, 14, 15)] == [49, 56, 64]


def scored(text: str, token: str) -> tuple[int, ...]:
    before = GAME.position(text)
    after = before.play(token)
    return tuple(new - old for old, new in zip(before.scores, after.scores, strict=True))


def test_what_the_captions_promise_is_what_happens() -> None:
    by_position = {str(figure.position): figure for figure in FIGURES}
    captures = next(text for text in by_position if text.startswith("------/------/PP----"))
    assert str(GAME.position(captures).play("3:3")) in by_position
    three = next(text for text in by_position if text.endswith("11333366"))
    assert str(GAME.position(three).play("3:2")) in by_position
    halves = next(text for text in by_position if text.endswith("33344455"))
    assert scored(halves, "3:1") == (3, 0)
    fifth = next(text for text in by_position if text.endswith("555666"))
    assert scored(fifth, "5:1") == (3, 0)
    two = "PP----/-P----/P-----/------/-----B/-----B 14,16 0,0 0,0 P place0 11122233"
    assert str(GAME.position(two).play("1:3")) in by_position
    captured_run = GAME.start().play("*11223344", "stop", "1:1", "2:1", "3:1", "end", "*11223344", "stop")
    assert str(captured_run.play("1:2", "2:2", "3:2")) in by_position
