"""How minds learn: games of a game against itself, on all cores, resumable, the same for the same seed."""
