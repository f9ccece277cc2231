"""Commands that count: token sequences, random games."""

from typing import Annotated

import typer

from stylobate.cli.words import GameName, Options, Seed, beginning, console


def perft(
    game: GameName,
    length: Annotated[int, typer.Argument(metavar="N", min=0, max=1000, help="How many tokens long.")],
    position: Annotated[str | None, typer.Argument(help="A position text; without it the start.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also what each first token contributes.")] = False,
    option: Options = None,
) -> None:
    """Count the token sequences of length N.

    Example: `stylobate perft colonnade 7`
    """
    from stylobate.cli.progress import in_parts
    from stylobate.search.perft import divide as parts

    start = beginning(game, option, position)
    total = 1 if length == 0 else 0
    with in_parts(console(), "counting") as progress:
        task = progress.add_task("", total=len(start.legal))
        for token, count in parts(start, length) if length else ():
            total += count
            progress.advance(task)
            if divide:
                progress.console.print(f"{token} {count}")
    console().print(f"perft {length} {total}")


def playouts(
    game: GameName,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="How many random games.")] = 10_000,
    position: Annotated[str | None, typer.Argument(help="A position text; without it the start.")] = None,
    seed: Seed = None,
    option: Options = None,
) -> None:
    """Play random games and tell how they went.

    Example: `stylobate playouts colonnade 100000 --seed 1`
    """
    from stylobate.cli.progress import in_parts
    from stylobate.search.playouts import playouts as play

    start = beginning(game, option, position)
    with in_parts(console(), "playing") as progress:
        task = progress.add_task("", total=number)

        def watch(done: int) -> bool:
            progress.update(task, completed=done)
            return True

        done = play(start, number, seed, watch)
    out = console()
    out.print(f"games     {done.games}")
    out.print(f"plies     {done.plies}  ({done.plies / done.games:.1f} a game)")
    out.print(f"a second  {done.games / max(done.seconds, 1e-9):,.0f}")
    for seat, share in enumerate(done.payoff):
        out.print(f"{start.game.seat_name(seat):<9} {share:.4f} of the wins")
