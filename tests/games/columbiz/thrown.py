"""What is special in the throws of Columbiz: eight dice at once, some of which are kept."""

GAMES: dict[str, dict[str, str]] = {"eight dice, of which some are kept": {}}
