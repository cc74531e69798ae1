"""Leases: which process prompts the computer players of a table and flags its clocks."""

from __future__ import annotations

from typing import Protocol

from loseta.server.store import Cluster, Lease


class Leases(Protocol):
    def holds(self, game: str) -> bool:
        """Whether this process has the lease of a table."""

    def of(self, game: str) -> Lease | None:
        """The lease of a table, for the store to check before a write that needs one. None if this
        process does not hold it, or if there is nothing to check."""

    async def acquire(self, game: str) -> bool:
        """Take the lease unless another live process has it; returns whether this process has it
        now. Raises Unavailable."""

    async def release(self, game: str) -> None:
        """Release the lease. Raises Unavailable."""

    def lost(self, game: str) -> None:
        """Note that another process has taken the lease."""


class LocalLeases:
    """The leases of a single process, which has them all."""

    def holds(self, game: str) -> bool:
        return True

    def of(self, game: str) -> Lease | None:
        return None

    async def acquire(self, game: str) -> bool:
        return True

    async def release(self, game: str) -> None:
        pass

    def lost(self, game: str) -> None:
        pass


class SharedLeases:
    """The leases of several processes, kept in the database."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._held: dict[str, Lease] = {}
        self._doubtful: set[str] = set()
        """Games whose lease was requested without an answer so far: this process may have it."""

    @property
    def games(self) -> list[str]:
        """The games whose lease this process has, or may have."""
        return [*self._held, *self._doubtful]

    def holds(self, game: str) -> bool:
        return game in self._held

    def of(self, game: str) -> Lease | None:
        return self._held.get(game)

    async def acquire(self, game: str) -> bool:
        if game not in self._held:
            self._doubtful.add(game)
            lease = await self.cluster.take_lease(game)
            self._doubtful.discard(game)
            if lease is None:
                return False
            self._held[game] = lease
        return True

    async def release(self, game: str) -> None:
        if game in self._held or game in self._doubtful:
            await self.cluster.release_lease(game)
            self.lost(game)
            self._doubtful.discard(game)

    def lost(self, game: str) -> None:
        self._held.pop(game, None)
