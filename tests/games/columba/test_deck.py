"""Columba's cards: their names and numbers, the standard deck, and decks that an owner of the game lists."""

import random
from itertools import product
from pathlib import Path

import pytest

from stylobate.errors import BadOption
from stylobate.games.columba import GAME
from stylobate.games.columba.deck import (
    BREEDS,
    LONGEST_FILE,
    MOST,
    NAMES,
    STANDARD,
    listed,
    name,
    number,
    spelled,
)

SENTENCE = "a card is four of W, R, S and T, as in WWRS"


def refusal(deck: str) -> str:
    with pytest.raises(BadOption) as refused:
        GAME.start(deck=deck)
    return str(refused.value)


def written(folder: Path, text: str) -> str:
    """The deck that a file with this text lists."""
    file = folder / "cards.txt"
    file.write_text(text, "utf-8")
    return f"@{file}"


def test_a_cards_number_is_its_name_read_in_base_4() -> None:
    names = ["".join(four) for four in product(BREEDS, repeat=4)]
    assert len(names) == NAMES
    assert [number(card) for card in names] == list(range(NAMES))
    assert [name(card) for card in range(NAMES)] == names
    assert number("WRST") == 0 * 64 + 1 * 16 + 2 * 4 + 3


@pytest.mark.parametrize("text", ["", "WRS", "WRSTW", "WWRX", "wrst", "W RS"])
def test_what_is_no_cards_name_has_the_number_minus_1(text: str) -> None:
    assert number(text) == -1


def test_the_standard_deck_has_each_choice_of_four_pigeons_of_two_or_three_breeds_once() -> None:
    choices = {"".join(sorted(four)) for four in product(BREEDS, repeat=4) if len(set(four)) in (2, 3)}
    assert len(STANDARD) == len(choices) == 30
    assert {"".join(sorted(card)) for card in STANDARD} == choices
    assert all(card == "".join(sorted(card, key=card.count, reverse=True)) for card in STANDARD)
    assert listed("standard") == STANDARD
    assert spelled("standard") == "standard"


def test_the_standard_deck_may_be_listed_in_any_order() -> None:
    cards = list(STANDARD)
    random.Random(1).shuffle(cards)
    assert GAME.start(deck=",".join(cards)) == GAME.start()


def test_a_deck_may_be_of_any_cards_in_any_number_up_to_the_most() -> None:
    assert listed("WWWW,WRST") == ("WWWW", "WRST")
    assert listed(",".join(["TTTT"] * MOST)) == ("TTTT",) * MOST
    assert (MOST, spelled("WRST,WWRR")) == (200, "WRST,WWRR")


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ("WWRX,WRST", f"deck: card 1: “WWRX” is no card; {SENTENCE}"),
        ("WRST,wwrs", f"deck: card 2: “wwrs” is no card; {SENTENCE}"),
        ("WRST,", f"deck: card 2: “” is no card; {SENTENCE}"),
        ("WRST", "deck: 1 card will not do; a deck has 2 to 200, as in WRST,WWRR"),
        (",".join(["WRST"] * 201), "deck: 201 cards will not do; a deck has 2 to 200, as in WRST,WWRR"),
    ],
)
def test_a_list_that_is_no_deck_is_refused(deck: str, sentence: str) -> None:
    assert refusal(deck) == sentence


def test_a_deck_may_come_from_a_file_and_stands_for_its_list(tmp_path: Path) -> None:
    deck = written(tmp_path, "\ufeffWRST\n\n  WWRR \nWRST\n")
    assert GAME.start(deck=deck) == GAME.start(deck="WRST,WWRR,WRST")
    assert spelled(deck) == "WRST,WWRR,WRST"


def test_a_bad_card_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    deck = written(tmp_path, "WRST\n\nWWRX\n")
    assert refusal(deck) == f"deck: {deck[1:]}, line 3: “WWRX” is no card; {SENTENCE}"


def test_a_file_without_cards_is_no_deck(tmp_path: Path) -> None:
    assert refusal(written(tmp_path, "\n \n")).startswith("deck: 0 cards will not do; ")


def test_a_file_may_be_as_long_as_two_hundred_cards_ever_need_and_no_longer(tmp_path: Path) -> None:
    cards = "WRST\n" * MOST
    longest = cards + " " * (LONGEST_FILE - len(cards))
    assert len(listed(written(tmp_path, longest))) == MOST
    assert "is too long; a deck has a card a line, 200 at most" in refusal(written(tmp_path, longest + " "))
    assert LONGEST_FILE == 20_000


def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    missing = f"deck: the file “{file}” cannot be read: No such file or directory"
    assert refusal(f"@{file}") == missing
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(f"@{file}") == f"deck: the file “{file}” cannot be read: it is no text"


def test_a_deck_beside_a_set_up_position_is_refused() -> None:
    setup = str(GAME.start().play("*WWRR")).replace(" ", "_")
    with pytest.raises(BadOption, match="deck= cannot stand beside setup="):
        GAME.start(setup=setup, deck="WRST,WWRR")
