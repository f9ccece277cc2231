"""What can be found out about a position by trying: counts, random games, and a tree of them.

Each module compiles one function that is given a game's kernel as arguments, once for all games.
"""
