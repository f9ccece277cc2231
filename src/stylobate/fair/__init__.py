"""Chance that nobody can bend and everybody can check; `docs/dice.md` tells it byte by byte.

The server draws a secret for each table and, before the game, publishes the end of a hash chain made of it.
Each throw reveals the next link of the chain, and mixes it with nonces of the people at the table: that of
whoever asked for the throw, sent with the request, and those of the others who are there.  These they had
pledged before (shown by their hash), so that nobody can choose a nonce by what another one is.

* the server cannot choose a throw: the links were fixed by the commitment before it knew any nonce;
* a player cannot choose it, not even one who runs the server: somebody else's nonce was unknown until all
  were fixed.  Who has pledged may still keep back a nonce; the throw then goes on without it, and says so;
* anybody can recompute every throw, at once and from the record alone (`verify`), and see that a finished
  record is as it was signed at the end.

    >>> chain = Chain(bytes(32))
    >>> segment = chain.segment()
    >>> coin = {"*heads": Fraction(1, 2), "*tails": Fraction(1, 2)}
    >>> thrown = chain.throw("t1", segment, 1, coin, "0 " + "00" * 16)
    >>> sha256(bytes.fromhex(thrown.link)).hexdigest() == segment.commitment[:64]
    True
    >>> draw(thrown.link, "t1", 1, "0 " + "00" * 16, coin) == thrown.outcome
    True

A nonce protects only when it is sent after the commitment has been seen: that is why a game of chance begins
by a request of its own (`begin`), not when the table is opened.
"""

from fractions import Fraction
from hashlib import sha256

from stylobate.fair.chain import LENGTH, Chain, Segment, Throw, fresh_salt, fresh_secret, is_nonce, pledge
from stylobate.fair.draw import draw
from stylobate.fair.mix import Part, mixed
from stylobate.fair.proof import proof_lines, scheme_name, sealed, signed_text
from stylobate.fair.report import Report
from stylobate.fair.verify import verify

__all__ = [
    "LENGTH",
    "Chain",
    "Fraction",
    "Part",
    "Report",
    "Segment",
    "Throw",
    "draw",
    "fresh_salt",
    "fresh_secret",
    "is_nonce",
    "mixed",
    "pledge",
    "proof_lines",
    "scheme_name",
    "sealed",
    "sha256",
    "signed_text",
    "verify",
]
