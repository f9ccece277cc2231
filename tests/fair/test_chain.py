"""The chain: what it commits to, what it reveals, that it is fair, and that it gives nothing away."""

import hmac
import pickle
from collections import Counter
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobate.fair import LENGTH, Chain, draw, fresh_salt, fresh_secret, is_nonce
from stylobate.fair import draw as one_throw

DIE = {f"*{side}": Fraction(1, 6) for side in range(1, 7)}
NONCE = "000102030405060708090a0b0c0d0e0f"
MIX = f"0 {NONCE}"
LINK = Chain(b"s" * 32).link(Chain(b"s" * 32).segment(), 1)


def test_each_link_hashes_to_the_one_before_and_the_first_to_the_commitment() -> None:
    chain = Chain(b"s" * 32)
    segment = chain.segment()
    before = segment.commitment[:64]
    for number in range(1, LENGTH + 1):
        assert sha256(bytes.fromhex(chain.link(segment, number))).hexdigest() == before
        before = chain.link(segment, number)


def test_when_a_chain_runs_out_its_last_throw_carries_the_next_commitment() -> None:
    chain = Chain(b"s" * 32)
    segment = chain.segment()
    assert chain.throw("t", segment, LENGTH - 1, DIE).next is None
    last = chain.throw("t", segment, LENGTH, DIE)
    following = chain.after(segment)
    assert last.next == following.commitment
    assert (following.first, following.why) == (LENGTH + 1, "used up")
    link = chain.link(following, LENGTH + 1)
    assert sha256(bytes.fromhex(link)).hexdigest() == following.commitment[:64]


def test_a_segment_with_a_salt_shares_no_link_with_any_other() -> None:
    chain = Chain(b"s" * 32)
    links = [
        {chain.link(segment, number) for number in range(9, LENGTH + 9)}
        for segment in (chain.segment(1, 9, "restored", salt) for salt in ("", fresh_salt(), fresh_salt()))
    ]
    assert len(set.union(*links)) == 3 * LENGTH


def test_the_same_throw_comes_out_the_same_for_ever() -> None:
    """Known answers: a change of the scheme would make every old record unverifiable."""
    chain = Chain(bytes(range(32)))
    segment = chain.segment(scheme=1)
    assert segment.commitment == KNOWN["commitment"]
    assert chain.segment().commitment == f"{KNOWN['commitment']} {KNOWN['key']}"
    assert chain.link(segment, 1) == KNOWN["link 1"]
    assert chain.link(chain.after(segment), LENGTH + 1) == KNOWN["link 1025"]
    thrown = [chain.throw("table", segment, n, DIE, MIX).outcome for n in range(1, 13)]
    assert " ".join(thrown) == KNOWN["dice"]
    cards = {"*AAAB": Fraction(1, 30), "*WRST": Fraction(4, 30), "*ZZZZ": Fraction(25, 30)}
    drawn = [chain.throw("table", segment, n, cards, "- -").outcome for n in range(1, 7)]
    assert " ".join(drawn) == KNOWN["cards"]
    thrown = [chain.throw("table", chain.segment(), n, DIE, MIX).outcome for n in range(1, 13)]
    assert " ".join(thrown) == KNOWN["dice of scheme 2"]


KNOWN = {
    "commitment": "63b3116f06ff9098926f758ed6870488aed76c3b075b88cad2a5c6442fc4eb37",
    "key": "63a065715ffbee171338a3d4a0b36a5b423d998c80913958449847e7ce34ff3e",
    "link 1": "2437464cd87a115c2867b49e86bd3b0adf16752fd1ef62b6e80b3b384000065d",
    "link 1025": "52c26e7293b3cbe60842eb7ffa35779f74ad1118291dc19ffe8cf7360fd57b7f",
    "dice": "*3 *2 *5 *6 *5 *1 *2 *2 *5 *2 *1 *3",
    "dice of scheme 2": "*2 *5 *1 *6 *2 *1 *5 *2 *5 *2 *4 *6",
    "cards": "*ZZZZ *ZZZZ *ZZZZ *ZZZZ *ZZZZ *AAAB",
}


def test_every_part_of_a_request_matters_to_its_throw() -> None:
    link = LINK
    wide = {f"*{n}": Fraction(1, 2**40) for n in range(3)} | {"*rest": Fraction(2**40 - 3, 2**40)}

    def place(
        *, link: str = link, table: str = "t", number: int = 1, seat: int = 0, nonce: str = NONCE
    ) -> int:
        text = f"stylobate throw 2 {table} {number} {seat} {nonce} 0"
        return int.from_bytes(hmac.digest(bytes.fromhex(link), text.encode(), "sha256"), "big")

    assert draw(link, "t", 1, MIX, wide)
    places = [place(), place(link="00" * 32), place(table="u"), place(number=2), place(seat=1)]
    assert len({*places, place(nonce="ff" * 16)}) == 6


def test_dice_are_even() -> None:
    """Chi-square with 5 degrees of freedom stays below 20.5 in 999 of 1000 fair samples; ours is fixed."""
    link = LINK
    counted = Counter(draw(link, "t", n, MIX, DIE) for n in range(12_000))
    assert sum((counted[side] - 2000) ** 2 / 2000 for side in DIE) < 20.5


def test_uneven_chances_get_their_share() -> None:
    link = LINK
    chance = {"*a": Fraction(1, 2), "*b": Fraction(1, 3), "*c": Fraction(1, 7), "*d": Fraction(1, 42)}
    counted = Counter(draw(link, "t", n, MIX, chance) for n in range(12_000))
    expected = {token: float(12_000 * share) for token, share in chance.items()}
    assert sum((counted[t] - expected[t]) ** 2 / expected[t] for t in chance) < 16.3


def test_a_block_that_would_favour_small_numbers_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([b"\xff" * 32, (5).to_bytes(32, "big")])
    asked: list[bytes] = []

    def digest(key: bytes, text: bytes, name: str) -> bytes:
        asked.append(text)
        return next(blocks)

    monkeypatch.setattr(hmac, "digest", digest)
    assert one_throw("00" * 32, "t", 1, MIX, DIE) == "*6"
    assert [text.split()[-1] for text in asked] == [b"0", b"1"]


def test_the_last_number_that_is_taken_completes_a_round_of_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**256 numbers, 4 are left over after the last whole round of six."""
    for drawn, outcome in ((2**256 - 5, "*6"), (2**256 - 4, "*1"), (2**256 - 1, "*1")):
        blocks = iter([drawn.to_bytes(32, "big"), bytes(32)])
        monkeypatch.setattr(hmac, "digest", lambda key, text, name, blocks=blocks: next(blocks))
        assert one_throw("00" * 32, "t", 1, MIX, DIE) == outcome
        assert len(list(blocks)) == (outcome == "*6")


def test_the_order_in_which_outcomes_are_told_changes_nothing() -> None:
    backwards = dict(reversed(DIE.items()))
    for number in range(20):
        assert draw("ab" * 32, "t", number, MIX, DIE) == draw("ab" * 32, "t", number, MIX, backwards)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12), st.integers(0, 10**6))
def test_any_weights_are_walked_exactly(weights: list[int], number: int) -> None:
    total = sum(weights)
    chance = {f"*{n:02}": Fraction(weight, total) for n, weight in enumerate(weights)}
    assert draw("ab" * 32, "t", number, MIX, chance) in chance


def test_shares_that_are_not_a_whole_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="do not add up to one"):
        [draw("ab" * 32, "t", number, MIX, {"*1": Fraction(1, 3)}) for number in range(50)]


def test_a_chain_neither_shows_its_secret_nor_travels_to_another_process() -> None:
    secret = fresh_secret()
    chain = Chain(secret)
    assert secret.hex() not in repr(chain)
    assert repr(secret) not in repr(chain)
    with pytest.raises(TypeError, match="stays in the process"):
        pickle.dumps(chain)


def test_secrets_are_new_each_time() -> None:
    assert len({fresh_secret() for _ in range(100)}) == 100
    assert len(fresh_secret()) == 32


@pytest.mark.parametrize(
    "text", ["", "00" * 15, "00" * 65, "0" * 33, "0G" * 16, "AB" * 16, None, 7, b"00" * 16]
)
def test_what_is_no_nonce_is_not_taken_for_one(text: object) -> None:
    assert not is_nonce(text)
    assert is_nonce("ab" * 16)
    assert is_nonce("ab" * 64)
