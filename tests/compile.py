"""Compiles what the tests run on, before several workers would each compile the same.

    python -m tests.compile

It plays a little of everything; what is kept for these sources is not compiled again. The tests
themselves are collected once, so that the workers find them as bytecode.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bench import twins
from loseta.arena.series import Series, SeriesPlayers
from loseta.envs import vector
from loseta.game import complete_options
from loseta.games import GAMES, part
from loseta.kernels import play as kernels
from loseta.kernels.compiled import cache_folder
from loseta.learning import self_play
from loseta.learning.games import OnePly, play
from loseta.learning.network import Network
from loseta.learning.searched import Searched
from loseta.players.search.uct import UctPlayer

from .support import Options, play_table


def search(name: str, options: Options) -> None:
    """Levels that look ahead by a tree, and by alpha-beta where the game has it; plain UCT."""
    game = GAMES[name]
    play_table(game, options, "compile", ["ai:4", "ai:5"])
    UctPlayer(visits=1).prepare(play_table(game, options, "compile", limit=0).state)


def learn(name: str, options: Options) -> None:
    playing = self_play(name, options)
    network = Network.new(playing.features, np.random.default_rng(1))
    play(playing, OnePly(2, 0.1, network), 2, 1, 1, lambda share: None)
    play(playing, Searched(30, 10, 0.1, network), 1, 1, 1, lambda share: None)


def batch(games: vector.Games) -> None:
    games.reset(seed=1)
    games.step(games.sample())
    games.close()


def random(name: str, variant: tuple[int, int]) -> None:
    states = np.zeros(1, part("kernels", name).STATE)
    kernels.random_games(states, variant, 2, 1, 1)
    kernels.new_game(states, variant, 0)


def greedy(name: str) -> None:
    """As `simulate` plays many games."""
    options = complete_options(GAMES[name], {})
    SeriesPlayers(Series(name, options, ("greedy",) * 2, "1"), many=True).play(0, False)


PARTS: dict[str, Callable[[], object]] = {
    "duel search": lambda: search("duel", {}),
    "duel learning": lambda: learn("duel", {}),
    "azul search": lambda: search("azul", {}),
    "azul learning": lambda: learn("azul", {}),
    "duel random": lambda: random("duel", (0, 3)),
    "azul random": lambda: random("azul", (2, 0)),
    "duel greedy": lambda: greedy("duel"),
    "azul greedy": lambda: greedy("azul"),
    "duel batch": lambda: batch(vector.duel(2)),
    "azul batch": lambda: batch(vector.azul(2)),
    "duel twins": lambda: twins.VARIANTS["duel"](0),
    "azul twins": lambda: twins.VARIANTS["azul-2-coloured"](0),
}
"""What takes longest to compile first."""


def in_a_process(part: str) -> int:
    return subprocess.run([sys.executable, "-m", "tests.compile", part], check=False).returncode


def collect() -> None:
    """The workers report what cannot be collected."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "--quiet"]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    if sys.argv[1:]:
        PARTS[" ".join(sys.argv[1:])]()
        return 0
    done = cache_folder() / "compiled-for-the-tests"
    if done.exists():
        collect()
        return 0
    print("Compiling what the tests run on ...", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(in_a_process, PARTS)
        pool.submit(collect)
        failed = any(results)
    if not failed:
        done.touch()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
