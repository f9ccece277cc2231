"""Options are kept in the form that a record holds, so that whatever was opened can be written and read."""

import pytest

from stylobate.errors import Refusal
from stylobate.fair import verify
from stylobate.game import Option
from stylobate.play import Proposal, fold, open_table, record
from stylobate.record import read
from stylobate.registry import load
from tests.tables import ADA, ask, begun, moment, opened

SPACED = "R3/B3/R3/B3/R3/B3/R3/B3 R"
DICE = "1112I/45-6/1255P/1111I/2335P/3-33 24 I - 9:26 ascending"


@pytest.mark.parametrize(
    "setup", [SPACED, SPACED.replace(" ", "_"), f" {SPACED}  ", SPACED.replace(" ", "\n")]
)
def test_a_set_up_is_kept_in_one_form_however_it_was_given(setup: str) -> None:
    table = opened(options={"setup": setup})
    assert table.line.options == {"setup": SPACED.replace(" ", "_")}
    assert str(read(record(table).text()).start) == SPACED


def test_dice_thrown_from_a_set_up_with_spaces_can_be_verified() -> None:
    table = begun("columns-dice", options={"setup": DICE})
    table = ask(table, ADA, "move", token=table.position.legal[0])
    assert verify(read(record(table).text())).holds


def test_a_table_that_was_opened_with_spaces_by_an_earlier_version_can_be_written_down() -> None:
    log = opened(options={"setup": SPACED}).news
    log[0]["options"] = {"setup": SPACED}
    assert read(record(fold("t1", log)).text()).start.text() == load("colonnade").start().text()


def test_an_option_that_a_record_cannot_hold_is_refused_before_the_table_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house_rule = Option("house", "", "any text", {})
    game = load("colonnade")
    monkeypatch.setitem(game.__dict__, "options", (house_rule,))
    with pytest.raises(Refusal, match="cannot stand in a record"):
        open_table("t1", ADA, Proposal("colonnade", {"house": "two words"}, ("me", "random")), moment())
    table = open_table("t1", ADA, Proposal("colonnade", {"house": "word"}, ("me", "random")), moment())
    assert read(record(table).text()).options == {"house": "word"}
