"""Trying out what follows a position: perft counts, playouts, and Monte Carlo tree search.

Each module compiles one function that is given a game's kernel as arguments, once for all games.
"""
