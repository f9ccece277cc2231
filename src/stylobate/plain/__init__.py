"""The parts that a game does not bring: plain, but enough to play.

A game of nothing but rules and a notation can be played with these in the terminal, on the site and by the
engine.  Each class here has all the functions of its protocol in `stylobate.parts`; those without which there
is no game at all say so when they are called.
"""
