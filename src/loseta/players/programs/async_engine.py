"""`Engine` for asyncio: the conversation runs in a thread of its own.

async with AsyncEngine("loseta engine") as engine:
    action = await engine.play(state, Limit(time=1))
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from loseta.game import A, State
from loseta.players.analysis import USUAL_BEST, Analysis
from loseta.players.programs.engine import Engine
from loseta.players.programs.limit import Limit

T = TypeVar("T")


class AsyncEngine:
    """An `Engine` whose methods are awaited. `async with` or `start` starts it.

    Cancelling a call stops its search; the program can be used again at once.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        **timeouts: float,
    ) -> None:
        self._start = partial(Engine, command, options=options, **timeouts)
        self._thread = ThreadPoolExecutor(1, "loseta-engine")
        self._engine: Engine | None = None

    async def start(self) -> Self:
        try:
            self._engine = await asyncio.wrap_future(self._thread.submit(self._start))
        except BaseException:
            self._thread.shutdown(wait=False)
            raise
        return self

    @property
    def engine(self) -> Engine:
        """The engine itself, for its `protocol`, `id` and `options`."""
        assert self._engine is not None, "not started"
        return self._engine

    async def set_option(self, name: str, value: object) -> None:
        await self._do(self.engine.set_option, name, value)

    async def play(
        self, state: State[A], limit: Limit, *, only: Iterable[A | str] | None = None
    ) -> A:
        return await self._do(self.engine.play, state.copy(), limit, only=only)

    async def analyse(
        self,
        state: State[A],
        limit: Limit,
        *,
        best: int = USUAL_BEST,
        only: Iterable[A | str] | None = None,
    ) -> Analysis[A]:
        return await self._do(self.engine.analyse, state.copy(), limit, best=best, only=only)

    async def stream_analysis(
        self,
        state: State[A],
        limit: Limit | None = None,
        *,
        best: int = USUAL_BEST,
        only: Iterable[A | str] | None = None,
    ) -> AsyncGenerator[Analysis[A], None]:
        """Yield analyses while the search goes on. Wrap it in `contextlib.aclosing`; otherwise a
        search whose loop is left goes on until the generator is collected."""
        found = self.engine.stream_analysis(state.copy(), limit, best=best, only=only)
        try:
            while (news := await self._do(next, found, None)) is not None:
                yield news
        finally:
            self.engine.stop()
            # Shielded: the rest of the conversation has to be read, even if this is cancelled.
            await asyncio.shield(self._do(found.close))

    async def stop(self) -> None:
        self.engine.stop()

    async def close(self) -> None:
        if self._engine is not None:
            self._engine.stop()
            await self._do(self._engine.close)
        self._thread.shutdown(wait=False)

    async def _do(self, call: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Call something in the thread. If this is cancelled, the search is stopped, and the call
        ends there."""
        done = self._thread.submit(partial(call, *arguments, **named))
        try:
            return await asyncio.shield(asyncio.wrap_future(done))
        except asyncio.CancelledError:
            self.engine.stop()
            raise

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
