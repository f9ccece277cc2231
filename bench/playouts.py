"""Random games and simulations a second, beside the same loop in C and beside OpenSpiel."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import stylobate
from bench.side_by_side import Line, at_least, compare
from stylobate.search.playouts import playouts
from stylobate.search.tree import Search

HERE = Path(__file__).parent

SIMULATIONS = 200  # of OpenSpiel's search, which is slower than ours


def lines() -> Iterator[Line]:
    """Every game beside what there is to compare it with."""
    yield from _beside_c("colonnade", 200_000, at_least=0.8)
    yield from _beside_c("columns", 100_000, at_least=0.7)
    yield from _beside_the_same_in_openspiel()
    for game, games in (("columns", 50_000), ("columns-dice", 50_000)):
        for other, count in (("connect_four", 2_000), ("backgammon", 40)):
            yield _beside_openspiel(game, {}, games, other, count)
    for game, games, least in (("columbiz", 5_000, 2_000), ("columba", 300, 150)):
        for seats in ("2", "3", "4"):
            yield _rate(game, {"players": seats}, games, least)
        yield _beside_openspiel(game, {}, games, "backgammon", 40)
    for game in stylobate.ids():
        yield _searching(game)


def ours(game: str, games: int) -> Callable[[], float]:
    """Our playouts a second."""
    start = stylobate.load(game).start()

    def rate() -> float:
        done = playouts(start, games, seed=1)
        return done.games / done.seconds

    return rate


def _beside_c(game: str, games: int, at_least: float) -> Iterator[Line]:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        print(f"no C compiler: {game} is not compared with C")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / game
        source = HERE / f"{game}.c"
        subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)

        def rate() -> float:
            out = subprocess.run([str(program), str(games), "1"], capture_output=True, text=True, check=True)
            plies, seconds = out.stdout.split()[:2]
            assert int(plies) == expected, f"{source.name} plays another game than ours"
            return games / float(seconds)

        expected = playouts(stylobate.load(game).start(), games, seed=1).plies
        yield compare(f"random games of {game}, beside C", ours(game, games), rate, at_least, "a second")


def _beside_the_same_in_openspiel() -> Iterator[Line]:
    from bench.openspiel_colonnade import random_games

    def rate() -> float:
        began = time.perf_counter()
        random_games("python_colonnade", 1000, seed=1)
        return 1000 / (time.perf_counter() - began)

    what = "random games of colonnade, beside the same as an OpenSpiel Python game"
    yield compare(what, ours("colonnade", 200_000), rate, 100, "a second")


def _rate(game: str, options: dict[str, str], games: int, least: int) -> Line:
    """Games a second, for what no other program plays."""
    start = stylobate.load(game).begin(options)
    playouts(start, 10, seed=1)
    rates = sorted(games / playouts(start, games, seed=1).seconds for _ in range(5))
    what = f"random games of {game}, {start.seats} seats"
    return at_least(what, rates[2], least, "a second", f"a state has {start.state.nbytes:,} bytes")


def _beside_openspiel(game: str, options: dict[str, str], games: int, other: str, count: int) -> Line:
    """Moves a second, because the games differ in length: ours beside OpenSpiel's C++ stepped from Python."""
    from bench.openspiel_colonnade import random_games

    def our_moves() -> float:
        done = playouts(stylobate.load(game).begin(options), games, seed=1)
        return done.plies / done.seconds

    def their_moves() -> float:
        began = time.perf_counter()
        plies = random_games(other, count, seed=1)
        return plies / (time.perf_counter() - began)

    what = f"random moves of {game}, beside OpenSpiel's {other} stepped from Python"
    return compare(what, our_moves, their_moves, 1, "a second", rounds=5)


def _searching(game: str) -> Line:
    """Simulations of a tree search a second, ours without a mind and OpenSpiel's, over the same kernel."""
    from bench.openspiel_mcts import begun, best

    position = stylobate.load(game).start()
    while position.is_chance:
        position = position.play(position.legal[0])

    def our_simulations() -> float:
        found = Search(position, seed=1).run(playouts=1000)
        return found.playouts / found.seconds

    theirs = begun(position)

    def their_simulations() -> float:
        began = time.perf_counter()
        best(theirs, SIMULATIONS)
        return SIMULATIONS / (time.perf_counter() - began)

    what = f"simulations of {game}, beside OpenSpiel's MCTS over the same rules"
    return compare(what, our_simulations, their_simulations, 1, "a second")
