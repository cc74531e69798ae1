"""A committer whose writes a test can replace."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from loseta.server.store import Committer, Database, Store
from loseta.server.store.committer import Write


class FaultyCommitter(Committer):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.fault: Callable[[Write], Awaitable[None]] | None = None
        """Called before something is written; what it raises is the answer."""
        self.errors: list[Exception] = []
        """What went wrong with commits."""

    async def write(self, write: Write) -> None:
        if self.fault is not None:
            await self.fault(write)
        await super().write(write)

    async def commit(self, group: list[Write]) -> Exception | None:
        error = await super().commit(group)
        self.errors += [error] if error else []
        return error


def committer_of(store: Store) -> FaultyCommitter:
    assert isinstance(store.committer, FaultyCommitter)
    return store.committer
