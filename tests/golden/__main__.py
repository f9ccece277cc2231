"""Write the playthroughs: `python -m tests.golden [--all] [GAME…]`."""

import sys

from tests.golden import playthroughs, random_tokens, written


def main() -> None:
    named = [argument for argument in sys.argv[1:] if argument != "--all"]
    for game, options, file in playthroughs():
        if (named and game.id not in named) or (file.exists() and "--all" not in sys.argv):
            continue
        lines = written(game, options, random_tokens(game, options))
        file.write_text("\n".join(lines) + "\n", "utf-8")
        print(f"wrote {file.name}")


main()
