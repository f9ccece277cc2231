"""Who is who: credentials nobody can guess, passwords nobody can read."""

import pytest

from stylobate.errors import Refusal
from stylobate.identity import digest, fits, fresh_credential, fresh_id, hash_password, password_fits

argon2 = pytest.importorskip("argon2")


def test_tokens_are_long_and_new_each_time() -> None:
    assert len({fresh_credential() for _ in range(100)} | {fresh_id() for _ in range(100)}) == 200
    assert len(fresh_credential()) >= 43


def test_only_the_digest_is_kept_and_only_the_token_fits_it() -> None:
    credential = fresh_credential()
    assert credential.encode() not in digest(credential)
    assert fits(credential, digest(credential))
    assert not fits(credential + "x", digest(credential))
    assert not fits("\ud800", digest(credential))


@pytest.mark.slow
def test_a_password_fits_its_hash_and_no_other_does() -> None:
    kept = hash_password("correct horse")
    assert kept.startswith("$argon2id$")
    assert "correct" not in kept
    assert password_fits("correct horse", kept)
    assert not password_fits("wrong horse", kept)
    assert not password_fits("x" * 100_000, kept)
    assert not password_fits("correct horse", "damaged")
    assert not password_fits("correct horse", None)


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_a_sensible_length(password: str) -> None:
    with pytest.raises(Refusal, match="8 to 200 characters"):
        hash_password(password)
