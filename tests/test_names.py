"""Names: what they may hold, how they are compared, and that nobody can look like somebody else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.errors import Refusal
from stylobate.names import chosen, folded, folded_before, looks, shown
from stylobate.names.generate import made
from stylobate.names.signs import is_unseen, prototype
from stylobate.play.seat import Seat
from stylobate.players import names
from stylobate.registry import ids, load


def alike(one: str, other: str) -> bool:
    return bool(looks(one) & looks(other))


@pytest.mark.parametrize(
    "name",
    [
        "Сагоӏ",  # every letter Cyrillic
        "CaroI",  # a large i
        "Caro1",
        "Car0l",
        "CAROL",
        "сагоӏ",
        "СΑROL",
        "Ｃａｒｏｌ",
        "𝓒𝓪𝓻𝓸𝓵",
        "Ca\u00adrol",  # a soft hyphen
        "Ca\u200brol\ufe0f",
        "Ca\U000e0072rol",  # a letter among the tags
        "  Carol\u2800",
        "Carol\ufffc",  # in place of an object; browsers draw nothing there
        "Carol\uffff\ufdd0\U0001fffe",  # never assigned
    ],
)
def test_a_look_alike_of_carol_is_found(name: str) -> None:
    assert alike(name, "Carol")
    assert alike(name, "carol")


def test_a_name_in_other_letters_may_be_imitated_no_more_than_a_latin_one() -> None:
    assert alike("Anna", "Аnnа")
    assert alike("Morn", "Mom")
    assert alike("Iris", "ІRІЅ")
    assert alike("Ольга", "Oльгa")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Carol", "Caroline"),
        ("Lia", "Ila"),
        ("Ada", "Ida"),
        ("Zoë", "Zoe"),
        ("Two Words", "TwoWords"),
        ("王", "玉"),
    ],
)
def test_names_that_differ_for_everybody_to_see_are_two_names(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Two  Words", "Two Words"),
        (" \tTwo\nWords\u3000", "Two Words"),
        ("Ca\u00adrol", "Carol"),
        ("Ca\u200brol\ufe0f", "Carol"),
        ("\u202eloraC", "loraC"),
        ("Ａda", "Ada"),
        ("e\u0301va", "éva"),
        ("e\u200d\u0301va", "éva"),
        ("\u0301Eva \u0308Maria", "Eva Maria"),
        ("´Eva", "Eva"),
        ("鳩 Taube", "鳩 Taube"),
        ("Μαρία", "Μαρία"),
        ("Zoë ♥", "Zoë ♥"),
        ("Carol ✓✅", "Carol"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed: str, name: str) -> None:
    assert chosen(typed) == name
    assert folded(typed) == folded(name)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u00ad",
        "\u200b\u2060",
        "\u3164",
        "\u115f\u1160",
        "\u2800",
        "\ufffc",
        "\ufe0f",
        "\u0301",
        "\ue000",
        "\x00\x1b",
        "\u3000",
    ],
)
def test_a_blank_name_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="a name needs letters that can be seen"):
        chosen(typed)


@pytest.mark.parametrize(
    ("typed", "which"),
    [
        ("Cаrol", "Cyrillic and Latin"),
        ("Αda", "Greek and Latin"),
        ("Ѕοсrаtеѕ", "Cyrillic and Greek and Latin"),
        ("ᎠᎡa", "Cherokee and Latin"),
    ],
)
def test_a_name_in_two_alphabets_that_share_their_letters_is_refused(typed: str, which: str) -> None:
    with pytest.raises(Refusal, match=f"written in one alphabet, and this one has {which} letters"):
        chosen(typed)


def test_a_letter_does_not_carry_a_tower() -> None:
    assert chosen("Việt Nam")
    with pytest.raises(Refusal, match="at most 4 marks"):
        chosen("Z" + "\u0351\u036b\u0343\u036a\u0302")


def test_a_name_is_not_looked_at_beyond_what_anybody_types() -> None:
    assert chosen(" " * 70 + "x" * 30) == "x" * 30
    for typed in (" " * 100 + "x", "ﷺ" * 2_000):
        with pytest.raises(Refusal):
            chosen(typed)


def test_a_name_that_was_kept_is_shown_whatever_it_holds() -> None:
    assert shown("Cаrol") == "Cаrol"
    assert shown("\u00ad") == "Nameless"
    assert shown("Ca\u00adrol") == "Carol"
    assert len(shown("ﷺ" * 30)) <= 30


def test_one_logs_in_by_any_case_width_and_spacing() -> None:
    assert folded("Ada") == folded("ADA") == folded("Ａda") == folded(" a\u00adda ")
    assert folded("Straße") == folded("STRASSE")
    assert folded("Ada") != folded("Adam")


@given(st.text(max_size=40))
def test_what_is_shown_stays_as_it_is_when_it_is_typed_again(typed: str) -> None:
    name = shown(typed)
    assert shown(name) == name
    assert folded(name) == folded(folded(name))
    try:
        name = chosen(typed)
    except Refusal:
        return
    assert chosen(name) == name
    assert folded(typed) == folded(name) == folded_before(name)
    assert looks(typed) == looks(name)
    assert not any(is_unseen(sign) for sign in name)
    assert any(not unicodedata.category(sign).startswith(("Z", "C", "M")) for sign in name)


@given(
    st.text(min_size=1, max_size=12),
    st.sampled_from(["\u00ad", "\u200b", "\u2060", "\ufe0f", "\U000e0041", "\u034f"]),
)
def test_nothing_invisible_makes_another_name(name: str, unseen: str) -> None:
    assert looks(name) & looks(unseen.join(name))
    assert folded(name) == folded(unseen + name) == folded(name + unseen)


def test_the_table_is_made_of_the_files_of_unicode() -> None:
    confusables = "\ufeff#\n# Version: 99.0.0\n0430 ;\t0061 ;\tMA\t# ( а → a )\n006D ;\t0072 006E ;\tMA # m\n"
    ignorable = "Default_Ignorable_Code_Point"
    properties = f"0041 ; Alphabetic\n00AD ; {ignorable} # Cf\n200B..200F ; {ignorable}\n"
    text = made(confusables, properties)
    assert "Unicode 99.0.0" in text
    assert text.splitlines()[-3:] == ["ignorable: AD 200B-200F", "61: 430", "72+6E: 6D"]
    with pytest.raises(SystemExit, match=r"the first file should be confusables\.txt"):
        made(properties, confusables)


def test_the_table_knows_what_looks_like_what() -> None:
    assert [prototype(sign) for sign in "аСm0Iԝ"] == ["a", "C", "rn", "O", "l", "w"]
    assert prototype("x") == "x"
    assert all(is_unseen(sign) for sign in "\u00ad\u034f\u200d\u2066\u3164\ufe00\U000e0001\U000e0fff\ue000")
    assert not any(is_unseen(sign) for sign in "aé鳩 -♥")


@pytest.mark.parametrize(
    "typed", ["level 5", "Level  1", "LEVEL 3", "leve1 3", "random", "Perfect", "Ada, then level 3"]
)
def test_nobody_goes_by_the_name_of_a_computer(typed: str) -> None:
    with pytest.raises(Refusal, match="taken for a computer's"):
        chosen(typed)


def test_computers_are_called_what_nobody_may_be() -> None:
    for game in map(load, ids()):
        for level in names(game):
            called = Seat(level=level).called
            with pytest.raises(Refusal, match="taken for a computer's"):
                chosen(called)
