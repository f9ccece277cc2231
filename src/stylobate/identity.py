"""Who is who: credentials that prove it, and passwords.

A credential (a session's cookie, a seat's, an invitation's) is 256 random bits.  The store keeps only its
digest, so a stolen database opens no seat.  Passwords are hashed by Argon2, which is imported when first
needed.
"""

import hashlib
import hmac
import secrets

from stylobate.errors import Refusal

SHORTEST, LONGEST = 8, 200


def fresh_credential() -> str:
    """A new credential, safe in a cookie or a link."""
    return secrets.token_urlsafe(32)


def fresh_id() -> str:
    """A new name for a table or a person that nobody can guess and anybody may see."""
    return secrets.token_hex(8)


def digest(credential: str) -> bytes:
    """What the store keeps of a credential."""
    return hashlib.sha256(credential.encode("utf-8", "surrogatepass")).digest()


def fits(credential: str, kept: bytes) -> bool:
    """Whether this credential has this digest."""
    return hmac.compare_digest(digest(credential), kept)


def hash_password(password: str) -> str:
    """What the store keeps of a password.  Takes tens of milliseconds, on purpose."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal(f"a password has {SHORTEST} to {LONGEST} characters", "illegal")
    from argon2 import PasswordHasher

    return str(PasswordHasher().hash(password.encode("utf-8", "surrogatepass")))


def password_fits(password: str, kept: str | None) -> bool:
    """Whether this is the password; as slow for a name that does not exist as for one that does."""
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    hasher = PasswordHasher()
    if kept is None:
        hasher.hash(b"nobody")
        return False
    try:
        return bool(hasher.verify(kept, password[: LONGEST + 1].encode("utf-8", "surrogatepass")))
    except (VerificationError, InvalidHashError):
        return False
