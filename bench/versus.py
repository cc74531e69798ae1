"""`python -m bench.versus PATH`: rules and kernels of this source tree beside those of another.

The same work is done in processes of either tree in turns, and CPU time is counted, so that a busy
machine disturbs little. A ratio above 1 says that this tree is faster, or compiles faster. What the
work gave is compared too: games, choices and values of both trees should be equal.

Only numpy and numba are needed, not an installed loseta; the rules need neither. PATH is a
checkout, such as `git worktree add --detach PATH REVISION` makes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent.parent
COMPILING = "compiling everything"

Work = Callable[[int], tuple[int, str]]
"""Does work of a given size, and returns how many units it had and its result as text."""


# --- The work, in a process of its own; it only uses what all source trees have ---------------


def started(name: str, **options: str) -> Any:
    """A game dealt up to the first decision of a seat."""
    from loseta.dealer import Dealer
    from loseta.game import DEALER
    from loseta.games import GAMES

    state: Any = GAMES[name].new(**options)
    dealer = Dealer("versus")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    return state


def rules_games(name: str, **options: str) -> Work:
    """Random games on the rules engine, with the deals of the real dealer."""
    from random import Random

    from loseta.dealer import Dealer
    from loseta.game import DEALER
    from loseta.games import GAMES

    def work(size: int) -> tuple[int, str]:
        random, ends, moves = Random(1).random, [], 0
        for number in range(size):
            state: Any = GAMES[name].new(**options)
            dealer = Dealer(str(number))
            while (seat := state.to_move) is not None:
                if seat == DEALER:
                    state.apply(dealer.action(state))
                else:
                    legal = state.legal_actions()
                    state.apply(legal[int(random() * len(legal))])
                    moves += 1
            ends.append(state.to_text())
        return moves, "\n".join(ends)

    return work


def random_games(name: str, **options: str) -> Work:
    from loseta.arena.simulate import simulate_kernel
    from loseta.games import GAMES

    def work(size: int) -> tuple[int, str]:
        run = simulate_kernel(GAMES[name], options, size, "versus")
        return run.moves, run.fingerprint

    return work


def uct(name: str, **options: str) -> Work:
    from loseta.players.search.uct import UctPlayer

    state = started(name, **options)

    def work(size: int) -> tuple[int, str]:
        return size, str(UctPlayer("versus", visits=size, memory_mb=64).choose(state))

    return work


def search(name: str, **options: str) -> Work:
    """The search of the levels: a tree, or alpha-beta if the game has it."""
    from loseta.players.search.budget import Budget
    from loseta.players.thinking import ready_thinker

    state = started(name, **options)
    thinker = ready_thinker(state, memory_mb=128)

    def work(size: int) -> tuple[int, str]:
        thinker.reseed(1)
        found = thinker.think(state, Budget(visits=size))
        told = [(str(each.action), each.value, each.win_chance, each.visits) for each in found]
        return thinker.visits, str(told)

    return work


def self_play(name: str, **options: str) -> Work:
    import numpy as np

    from loseta.learning import games
    from loseta.learning import self_play as playing_of
    from loseta.learning.network import Network

    playing = playing_of(name, options)
    network = Network.new(playing.features, np.random.default_rng(1))
    one_ply: Any = getattr(games, "OnePly", None) or getattr(games, "Policy")  # noqa: B009 (once)

    def work(size: int) -> tuple[int, str]:
        rows = games.play(playing, one_ply(4, 0.1, network), size, 1, 1, lambda share: None)
        arrays = (rows.features, rows.now, rows.shares, rows.finals, rows.games)
        return size, "".join(map(_digest, arrays))

    return work


def batches(name: str) -> Work:
    from loseta.envs import vector

    make: Any = {"azul": vector.azul, "duel": vector.duel}[name]

    def work(size: int) -> tuple[int, str]:
        try:
            games = make(64, threads=1, copy=False)
        except TypeError:  # an old tree, without `copy`
            games = make(64, threads=1)
        try:
            games.reset(seed=0)
        except TypeError:  # an old tree, from before it was a VectorEnv
            games.reset(list(range(64)))
        for _ in range(size):
            batch: Any = games.step(games.sample())
        seen = _digest(batch[0]["observation"] if isinstance(batch[0], dict) else batch[0])
        games.close()
        return 64 * size, seen

    return work


def _digest(array: Any) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


FIGURES: dict[str, tuple[Callable[[], Work], int, str]] = {
    "azul-2-coloured rules": (lambda: rules_games("azul"), 2_000, "moves"),
    "azul-4-gray rules": (lambda: rules_games("azul", players="4", wall="gray"), 500, "moves"),
    "duel rules": (lambda: rules_games("duel"), 500, "moves"),
    "azul-2-coloured random games": (lambda: random_games("azul"), 60_000, "moves"),
    "azul-4-gray random games": (
        lambda: random_games("azul", players="4", wall="gray"),
        20_000,
        "moves",
    ),
    "duel random games": (lambda: random_games("duel"), 20_000, "moves"),
    "azul uct": (lambda: uct("azul"), 100_000, "playouts"),
    "duel uct": (lambda: uct("duel"), 40_000, "playouts"),
    "azul alpha-beta": (lambda: search("azul"), 300_000, "nodes"),
    "azul-3-gray tree": (lambda: search("azul", players="3", wall="gray"), 60_000, "visits"),
    "duel tree": (lambda: search("duel"), 40_000, "visits"),
    "azul self-play": (lambda: self_play("azul"), 1_500, "games"),
    "duel self-play": (lambda: self_play("duel"), 200, "games"),
    "azul batches": (lambda: batches("azul"), 16_000, "steps"),
    "duel batches": (lambda: batches("duel"), 5_000, "steps"),
}
"""The measurements by name: the work, its size, and its unit."""


def measure(names: list[str], scale: float) -> None:
    """Print, for each figure, the CPU seconds per unit and a digest of the result; then the CPU
    seconds that preparing all the work took."""
    preparing = 0.0
    for name in names:
        make, size, unit = FIGURES[name]
        began = time.process_time()
        work = make()
        work(1)
        preparing += time.process_time() - began
        if scale > 0:
            began = time.process_time()
            units, result = work(max(1, int(scale * size)))
            spent = (time.process_time() - began) / units
            print(json.dumps([name, spent, unit, hashlib.sha256(result.encode()).hexdigest()]))
    print(json.dumps([COMPILING, preparing, "s", ""]))


# --- The comparison ---------------------------------------------------------------------------


def run(tree: Path, cache: str, names: list[str], scale: float) -> dict[str, tuple[float, str]]:
    """Measure a source tree in a process of its own; returns for each figure the CPU seconds per
    unit and the digest of the result."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "XDG_CACHE_HOME": cache}
    command = [sys.executable, "-P", __file__, "--measure", "--scale", str(scale)]
    for name in names:
        command += ["--only", name]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    rows = map(json.loads, done.stdout.splitlines())
    return {name: (seconds, digest) for name, seconds, _, digest in rows}


def compare(other: Path, names: list[str], rounds: int, scale: float) -> bool:
    """Print both trees' figures side by side; return whether all results were equal."""
    trees = (HERE, other.resolve())
    compiling: list[list[float]] = [[], []]
    with tempfile.TemporaryDirectory(prefix="versus-") as folder:
        for number in range(min(rounds, 3)):  # each with an empty cache
            for at, tree in enumerate(trees):
                found = run(tree, f"{folder}/{at}-{number}", names, 0.0)
                compiling[at].append(found[COMPILING][0])
        measured = [
            [run(tree, f"{folder}/{at}-0", names, scale) for at, tree in enumerate(trees)]
            for _ in range(rounds)
        ]
    equal = True
    print(f"{'':32}{'here':>12}{'there':>12}  unit          ratio")
    for name in names:
        here = median(found[name][0] for found, _ in measured)
        there = median(found[name][0] for _, found in measured)
        ratio = median(b[name][0] / a[name][0] for a, b in measured)
        same = len({found[name][1] for pair in measured for found in pair}) == 1
        equal &= same
        unit = f"{FIGURES[name][2]}/s"
        note = "" if same else "  RESULTS DIFFER"
        print(f"{name:32}{1 / here:12,.0f}{1 / there:12,.0f}  {unit:12}{ratio:7.3f}{note}")
    here, there = map(median, compiling)
    print(f"{COMPILING:32}{here:12.1f}{there:12.1f}  {'CPU s':12}{there / here:7.3f}")
    return equal


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.versus", description=__doc__)
    parser.add_argument("path", type=Path, nargs="?", help="the other source tree")
    parser.add_argument("--rounds", type=int, default=5, help="processes of each tree (5)")
    parser.add_argument("--scale", type=float, default=1.0, help="of the amount of work (1)")
    parser.add_argument("--only", choices=tuple(FIGURES), action="append", help="this figure")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = args.only or list(FIGURES)
    if args.measure:
        measure(names, args.scale)
        return 0
    if args.path is None or not (args.path / "src" / "loseta").is_dir():
        parser.error("PATH must be a checkout with src/loseta in it")
    return 0 if compare(args.path, names, args.rounds, args.scale) else 1


if __name__ == "__main__":
    sys.exit(main())
