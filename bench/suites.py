"""The suites of `loseta bench`, by name. To add one, write its function and list it in SUITES.

A suite imports what it measures only when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from loseta.game import Reason, Refusal

from .figures import Figure
from .sources import SOURCES


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the suites measure."""

    rounds: int
    """The number of measurements of a figure; the median counts."""
    seconds: float
    """The length of a measurement of the rules engine or the environments."""
    search_seconds: float
    """The length of a measurement of the search."""
    games: int
    """The games played to measure memory."""
    choices: int
    """The moves of each computer player, and the actions in a browser."""
    players: int
    """The players at the server's tables."""
    load_seconds: float
    """How long they play."""
    tables: int
    """The idle tables in the server's memory."""
    victims: int
    """The players among hostile guests."""
    hostile_seconds: float
    """How long they play."""
    hostile: int
    """The number of hostile guests of each kind."""
    games_stored: int
    """The games in the database when the server starts."""
    step_seconds: float
    """The length of a step; players are doubled from step to step until the server is too slow."""
    step_players: int
    """The players in the first step."""
    steps_for: float
    """The seconds after which no further step begins."""
    tab_games: int
    """The games played in one tab of a browser."""
    cluster_games: int
    """The games of quick players on a cluster; slower ones play a quarter as many."""


FULL = Effort(
    rounds=5,
    seconds=0.3,
    search_seconds=2.0,
    games=20_000,
    choices=12,
    players=1000,
    load_seconds=60.0,
    tables=10_000,
    games_stored=100_000,
    step_seconds=8.0,
    step_players=200,
    steps_for=240.0,
    victims=200,
    hostile_seconds=40.0,
    hostile=2,
    tab_games=20,
    cluster_games=2000,
)
QUICK = Effort(
    rounds=1,
    seconds=0.02,
    search_seconds=0.2,
    games=200,
    choices=1,
    players=20,
    load_seconds=4.0,
    tables=20,
    games_stored=200,
    step_seconds=3.0,
    step_players=8,
    steps_for=0.0,
    victims=20,
    hostile_seconds=4.0,
    hostile=1,
    tab_games=1,
    cluster_games=400,
)


@contextmanager
def needing(extra: str, suite: str) -> Iterator[None]:
    """Turn a failed import into a Refusal that names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("loseta", "bench", "tests"):
            raise
        params = {"name": f"bench {suite}", "extra": f"loseta[{extra}]"}
        raise Refusal(Reason("", "missing_extra", params)) from None


def need_sources(suite: str) -> None:
    """Raises Refusal if there are no sources: the suite uses the tests."""
    if SOURCES is None:
        raise Refusal(Reason("", "no_sources", {"name": f"bench {suite}"}))


def engine(effort: Effort) -> Iterator[Figure]:
    """The rules engine, the kernels compared with it, and the searches."""
    with needing("ai", "engine"):
        from . import kernels, rules_engine
    yield from rules_engine.memory(effort.games)
    yield from rules_engine.speeds(effort.rounds, effort.seconds)
    yield from kernels.kernels(effort.rounds)
    yield from kernels.beside_c(effort.rounds)
    yield from kernels.searches(effort.search_seconds)


def ai(effort: Effort) -> Iterator[Figure]:
    """The time per move of each computer player."""
    with needing("ai", "ai"):
        from . import choices
    yield from choices.figures(effort.choices)


def server(effort: Effort) -> Iterator[Figure]:
    """The table server: many players, idle tables, starting, and loading tables."""
    need_sources("server")
    with needing("server", "server"):
        from . import server as tables
    yield from tables.figures(
        effort.players, effort.load_seconds, effort.tables, effort.games_stored, effort.rounds
    )


def hostile(effort: Effort) -> Iterator[Figure]:
    """The table server with hostile guests, who use every limit to the full, among the players."""
    need_sources("server")
    with needing("server", "server"):
        from . import hostile as guests
    yield from guests.figures(effort.victims, effort.hostile_seconds, effort.hostile)


def processes(counts: Sequence[int], effort: Effort) -> Iterator[Figure]:
    """Several server processes with one database: how many players they carry, and what a move
    costs each part."""
    need_sources("server --processes")
    with needing("dev", "server --processes"):
        from . import processes as clusters
    yield from clusters.figures(counts, effort.step_seconds, effort.step_players, effort.steps_for)


def beside(effort: Effort) -> Iterator[Figure]:
    """The table server compared with that of boardgame.io, in one run."""
    need_sources("server --beside")
    with needing("server", "server --beside"):
        from . import beside as others
    yield from others.figures(effort.step_players, effort.step_seconds)


def page(effort: Effort) -> Iterator[Figure]:
    """The page in a real browser: how soon it is ready, how fast it responds, how smoothly it
    animates."""
    need_sources("page")
    with needing("dev", "page"):
        from . import page as browsers
    yield from browsers.figures(effort.rounds, effort.choices, effort.tab_games)


def envs(effort: Effort) -> Iterator[Figure]:
    """The environments for reinforcement learning: batches of games, and PettingZoo."""
    with needing("rl", "envs"):
        from . import envs as environments
    yield from environments.figures(effort.rounds, effort.seconds)


def beside_pgx(effort: Effort) -> Iterator[Figure]:
    """Batches of games compared with those of Pgx, in one run."""
    with needing("pgx", "envs --beside pgx"):
        from . import beside_pgx as others
    yield from others.figures(effort.rounds, effort.seconds)


def cluster(effort: Effort) -> Iterator[Figure]:
    """Games on a Ray cluster compared with the same games in local processes."""
    with needing("cluster", "cluster"):
        from . import cluster as machines
    yield from machines.figures(effort.rounds, effort.cluster_games)


SUITES: dict[str, Callable[[Effort], Iterator[Figure]]] = {
    "engine": engine,
    "ai": ai,
    "server": server,
    "page": page,
    "envs": envs,
    "cluster": cluster,
}
