"""Games on a Ray cluster compared with the same games in local processes.

The cluster has two nodes on this machine, with half of its processors each, so that both use the
same ones. Starting up does not count: measuring begins after a quarter of the games.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

import ray as ray  # fails here if it is not installed

from loseta.arena.match import Contestant, Plan, match
from loseta.arena.simulate import simulate
from loseta.executors.cluster import Cluster
from loseta.executors.local import processors
from loseta.games import game_named

from .figures import Figure
from .ray_nodes import RayNodes

GOAL = 0.9
"""The goal for the cluster's pace per processor, as a share of the local one."""

Play = Callable[[int, "Cluster | None", Callable[[int], None]], object]
"""Plays a number of games, on a cluster if there is one, and reports how many are done."""


def _simulate(games: int, cluster: Cluster | None, progress: Callable[[int], None]) -> object:
    players = ["greedy", "greedy"]
    jobs = max(2, processors())
    return simulate(game_named("azul"), {}, players, games, "1", progress, jobs, cluster)


def _match(games: int, cluster: Cluster | None, progress: Callable[[int], None]) -> object:
    plan = Plan(Contestant.named("ai:2"), Contestant.named("ai:1"), games)
    return match(plan, max(2, processors()), False, progress, cluster=cluster)


KINDS: dict[str, tuple[Play, float]] = {
    "simulate greedy": (_simulate, 1.0),
    "match ai:2 ai:1": (_match, 0.25),
}
"""What is played, and the share of the effort's number of games that it plays."""


def figures(rounds: int, games: int) -> Iterator[Figure]:
    count = max(2, processors())
    with RayNodes(max(1, count // 2)) as nodes:
        nodes.start_head()
        nodes.start_node()
        count = 2 * max(1, count // 2)
        with Cluster(nodes.address) as cluster:
            for name, (play, share) in KINDS.items():
                many = max(20, int(games * share))
                measured: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
                for _ in range(rounds):
                    for there in (False, True):  # in turns, so that other load affects both
                        where = cluster if there else None
                        roots = [os.getpid(), *(nodes.processes if there else ())]
                        measured[there].append(_measure(play, many, where, roots))
                pace = {k: median(p for p, _ in v) / count for k, v in measured.items()}
                cost = {k: median(c for _, c in v) for k, v in measured.items()}
                ratio = pace[True] / pace[False]
                yield Figure(f"{name}: a core, {count} processes", pace[False], "games/s")
                yield Figure(f"{name}: a core, cluster", pace[True], "games/s", ratio, "local")
                yield Figure(
                    f"{name}: a core, cluster", pace[True], "games/s", ratio / GOAL, "the goal"
                )
                more = cost[True] / cost[False]
                yield Figure(f"{name}: processor time, processes", 1000 * cost[False], "ms/game")
                yield Figure(
                    f"{name}: processor time, cluster", 1000 * cost[True], "ms/game", more, "local"
                )


def _measure(
    play: Play, games: int, cluster: Cluster | None, roots: list[int]
) -> tuple[float, float]:
    """Games per second, and seconds of processor time per game."""
    seen: list[tuple[int, float, float]] = []

    def progress(done: int) -> None:
        if done >= games // 4 and (not seen or done == games):
            seen.append((done, time.perf_counter(), _processor_time(roots)))

    play(games, cluster, progress)
    (first, began, busy), (last, ended, busy_then) = seen[0], seen[-1]
    many = max(1, last - first)
    return many / max(ended - began, 1e-9), max(0.001, busy_then - busy) / many


def _processor_time(roots: list[int]) -> float:
    """Seconds of processor time of these processes and all that they have started."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, ValueError):
            fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            parents[int(name)] = int(fields[1])
            used[int(name)] = sum(map(int, fields[11:15]))  # with children that have ended
    ticks = 0
    for process, mine in used.items():
        above: int | None = process
        while above and above not in roots:
            above = parents.get(above)
        ticks += mine if above else 0
    return ticks / os.sysconf("SC_CLK_TCK")
