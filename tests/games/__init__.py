"""What is special to one game, a folder each: its reference, its counts, its playthroughs, its tests."""
