"""The command that teaches computers: `stylobate train`."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from stylobate.cli.words import GameName, Options, Seed, beginning, console
from stylobate.errors import BadOption
from stylobate.registry import ids, load


def train(
    game: GameName,
    part: Annotated[
        str | None,
        typer.Option(
            metavar="PART", help="What of the mind: policy, value or leaning; else the first it has."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="How many games to learn from; else as many as that usually takes."
        ),
    ] = None,
    seed: Seed = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to keep what is learned; else GAME-PART.learned."),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=1024, help="How many to use; 0 for as many as there are cores."),
    ] = 0,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]", help="Learn on a Ray cluster; without an address, on one of this machine."
        ),
    ] = None,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Learn on the GPU of this machine, where the mind can.")
    ] = False,
    option: Options = None,
) -> None:
    """Let a game's mind learn from games against itself, and tell how strong it has become.

    It can be stopped at any time; the same command goes on from there.  The same seed gives the same weights,
    on however many cores or machines.

    Example: `stylobate train columns --games 100000 --seed 1`
    """
    from stylobate.cli.progress import in_parts
    from stylobate.training import cluster
    from stylobate.training.course import Course, in_threads, parts, usual_games

    start = beginning(game, option)
    mind = start.game.mind
    if mind is None:
        others = ", ".join(id for id in ids() if load(id).brings("mind")) or "none"
        raise BadOption(f"{start.game.title} has no mind that could learn; games that have one: {others}")
    able = parts(mind)
    chosen = next((one for one in able if one == part), None) if part else able[0]
    if chosen is None:
        raise BadOption(f"the mind of {start.game.title} has no {part}; it has {' and '.join(able)}")
    file = out or Path(f"{game}-{chosen}.learned")
    games = games or usual_games(mind, chosen, gpu)
    course = Course(mind, chosen, start, games, secrets.randbits(32) if seed is None else seed, gpu)
    if gpu and ray is not None:
        raise BadOption("a GPU is of this machine, a cluster of others: give --gpu or --ray, not both")
    learned, screen = course.resume(file), console()
    try:
        with (
            in_threads(threads) if ray is None else cluster.on(ray) as practise,
            in_parts(screen, "learning") as progress,
        ):
            task = progress.add_task("", total=course.rounds)
            for learned in course.run(learned, practise):  # noqa: B020
                learned.write(file)
                progress.update(task, completed=int(learned.trained["rounds"]))
    except KeyboardInterrupt:
        learned.write(file)
        screen.print(
            f"Stopped.  What was learned is kept; go on with the same command and --seed {course.seed}."
        )
        raise typer.Exit(130) from None
    learned.write(file)
    screen.print(
        f"{file}: {len(learned.weights)} weights from {games:,} games, seed {course.seed}", markup=False
    )
    known = {"who knows nothing": course.exercise.know_nothing(), "what we ship": course.shipped()}
    for name, other in known.items():
        if other is None:
            screen.print(f"against {name:<17} nothing to compare with: no weights of this mind are there yet")
            continue
        share, error = course.against(learned.weights, other, course.exercise.contest_games)
        screen.print(f"against {name:<17} {share:.3f} ± {error:.3f} of the wins, without looking ahead")
