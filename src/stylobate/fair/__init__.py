"""Chance that nobody can bend and everybody can check.

The server draws a secret for each table and, before the game, publishes the end of a hash chain made of it.
Each throw reveals the next link of the chain, and mixes it with a nonce that a player's browser sent with the
request that led to the throw:

* the server cannot choose a throw: the links were fixed by the commitment before it knew any nonce;
* a player cannot choose it: the link is unknown until the throw is made;
* anybody can recompute every throw, at once and from the record alone (`verify`).

    >>> chain = Chain(bytes(32))
    >>> thrown = chain.throw("t1", 1, {"*heads": Fraction(1, 2), "*tails": Fraction(1, 2)}, 0, "00" * 16)
    >>> sha256(bytes.fromhex(thrown.link)).hexdigest() == chain.commitment()
    True
    >>> draw(thrown.link, "t1", 1, 0, "00" * 16, {"*heads": Fraction(1, 2), "*tails": Fraction(1, 2)})
    '*heads'

A nonce protects only when it is sent after the commitment has been seen: that is why a game of chance begins
by a request of its own (`begin`), not when the table is opened.

What it does not prove.  A throw that follows a computer's move mixes the nonce of the person who moved
before (`carried`): its outcome was not chosen, but the server, though not its computer players, could have
known it a move ahead.  A throw without any nonce (`bare`) was fixed by the commitment.  And a record shows
that its throws follow from its nonces; that they are the nonces which were sent, only those who sent them can
say: compare with the page, or with the site's own copy.
"""

from fractions import Fraction
from hashlib import sha256

from stylobate.fair.chain import LENGTH, Chain, Throw, fresh_secret, is_nonce
from stylobate.fair.draw import draw
from stylobate.fair.proof import SCHEME, Report, proof_lines, sealed, verify

__all__ = [
    "LENGTH",
    "SCHEME",
    "Chain",
    "Fraction",
    "Report",
    "Throw",
    "draw",
    "fresh_secret",
    "is_nonce",
    "proof_lines",
    "sealed",
    "sha256",
    "verify",
]
