"""What the server asks of its workers, whether they are its own processes or on other machines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from loseta.players.levels import LEVELS
from loseta.server import metrics

LEVEL_SECONDS = {name: level.usual.budget.seconds for name, level in LEVELS.items()}
"""The time that a level has for a move; None for levels that are limited by visits, and quick."""
SHORTER = (1.0, 0.5, 0.2, 0.1, 0.05)
"""The shares of its budget that a job may get. There are few, because a worker keeps a player for
each."""

Request = dict[str, Any]
"""A job as `worker.py` reads it."""
Heard = Callable[[Any], None]
"""Told what is known so far while a job goes on."""


def unheard(part: Any) -> None:
    """For jobs of which only the end matters."""


class ThinkingFailed(Exception):
    """No worker could do it, after several tries."""


class Thinking(ABC):
    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def prepare(self, games: Iterable[str]) -> None:
        """Compile what thinking needs, so that the first move does not wait for it."""

    @property
    @abstractmethod
    def is_idle(self) -> bool:
        """Whether a worker is idle."""

    @abstractmethod
    async def ask(self, request: Request, heard: Heard = unheard) -> Any:
        """Have a worker do a job. Cancelling the call ends the job. Raises
        ThinkingFailed."""

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
        """The best actions, and what is thought of another one that is asked about."""
        request = {"kind": "think", "game": game, "position": position, "seconds": seconds}
        found: list[dict[str, Any]] = await self.ask({**request, "also": also})
        return found

    async def analyse(
        self, game: str, position: str, seconds: float, best: int, heard: Heard
    ) -> dict[str, Any]:
        """So many of the best actions; `heard` is told of them again and again, better founded each
        time. It may end early: those who wait for a move go first. Raises ThinkingFailed."""
        request = {"kind": "analyse", "game": game, "position": position, "best": best}
        found: dict[str, Any] = await self.ask({**request, "seconds": seconds}, heard)
        return found

    async def effects(self, game: str, position: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.ask(
            {"kind": "effects", "game": game, "position": position}
        )
        return found


def seconds_of(request: Request) -> float | None:
    """The time that a job may take; None if it is limited otherwise."""
    found: float | None = request.get("seconds")
    return found


def within_budget(request: Request, workers: int, jobs: int) -> Request:
    """The request with its share of the workers' time: the more jobs there are, the less each gets.
    `jobs` counts those that wait and those in progress."""
    wanted = seconds_of(request)
    if wanted is None:
        return request
    share = workers / max(workers, jobs)
    part = next((part for part in SHORTER if part <= share), SHORTER[-1])
    return request | {"seconds": wanted * part}
