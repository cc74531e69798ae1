"""The interface of the workers, whether they are processes of the server or on other machines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from loseta.players.levels import LEVELS
from loseta.server import metrics

LEVEL_SECONDS = {name: level.usual.budget.seconds for name, level in LEVELS.items()}
"""The seconds that a level has for a move; None for levels limited by visits, which are quick."""
SHORTER = (1.0, 0.5, 0.2, 0.1, 0.05)
"""The shares of its time budget that a job may get. They are few, because a worker keeps a player
for each level and time."""

Request = dict[str, Any]
"""A job as JSON, in the form that `worker.py` reads."""
Heard = Callable[[Any], None]
"""Called with the partial results of a job while it runs."""


def unheard(part: Any) -> None:
    """Ignore partial results."""


class ThinkingFailed(Exception):
    """A job failed, or no worker could do it after several tries."""


class Thinking(ABC):
    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def prepare(self, games: Iterable[str]) -> None:
        """Compile the code that the games' searches need, so that the first move does not wait for
        it."""

    @property
    @abstractmethod
    def is_idle(self) -> bool:
        """Whether a worker is idle."""

    @abstractmethod
    async def ask(self, request: Request, heard: Heard = unheard) -> Any:
        """Have a worker do a job; returns its answer. `heard` gets partial results. Cancelling the
        call ends the job. Raises ThinkingFailed."""

    async def move(self, game: str, position: str, level: str, seed: str) -> str:
        """The action that a computer player chooses. Raises ThinkingFailed."""
        request = {"kind": "move", "game": game, "position": position, "level": level}
        with metrics.THINKING_SECONDS.time():
            return str(
                await self.ask({**request, "seed": seed, "seconds": LEVEL_SECONDS.get(level)})
            )

    async def think(
        self, game: str, position: str, seconds: float, also: str = ""
    ) -> list[dict[str, Any]]:
        """The best actions as candidates. `also`: an action whose candidate is wanted, too. Raises
        ThinkingFailed."""
        request = {"kind": "think", "game": game, "position": position, "seconds": seconds}
        found: list[dict[str, Any]] = await self.ask({**request, "also": also})
        return found

    async def analyse(
        self, game: str, position: str, seconds: float, best: int, heard: Heard
    ) -> dict[str, Any]:
        """The `best` actions of a position. `heard` gets the results again and again as they
        improve. The analysis may end early to make way for other jobs. Raises ThinkingFailed."""
        request = {"kind": "analyse", "game": game, "position": position, "best": best}
        found: dict[str, Any] = await self.ask({**request, "seconds": seconds}, heard)
        return found

    async def effects(self, game: str, position: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.ask(
            {"kind": "effects", "game": game, "position": position}
        )
        return found


def seconds_of(request: Request) -> float | None:
    """The time budget of a job in seconds; None if it has none."""
    found: float | None = request.get("seconds")
    return found


def within_budget(request: Request, workers: int, jobs: int) -> Request:
    """The request with its time budget cut to a fair share of the workers' time. `jobs`: the number
    of jobs that wait or run."""
    wanted = seconds_of(request)
    if wanted is None:
        return request
    share = workers / max(workers, jobs)
    part = next((part for part in SHORTER if part <= share), SHORTER[-1])
    return request | {"seconds": wanted * part}
