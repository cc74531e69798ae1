"""A relay between two parts of a cluster, with the faults of a network: connections break, bytes
come late, or nothing comes for a while."""

from __future__ import annotations

import asyncio
import contextlib
import random


class Relay:
    """Passes on what comes to its port. It must be started and closed in one event loop."""

    def __init__(self, name: str, target: int = 0) -> None:
        self.name = name
        self.target = target
        """The port to which it passes on."""
        self.port = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._late = 0.0
        self._open = asyncio.Event()
        self._open.set()
        self._chance = random.Random(name)

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.drop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Faults -------------------------------------------------------------------------------

    def drop(self) -> None:
        """All connections break."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def delay(self, seconds: float, late: float) -> None:
        """For some seconds all data is delayed by up to `late` seconds."""
        self._late = late
        await asyncio.sleep(seconds)
        self._late = 0.0

    async def stall(self, seconds: float) -> None:
        """For some seconds no data passes, without an error."""
        self._open.clear()
        await asyncio.sleep(seconds)
        self._open.set()

    # --- Passing on ---------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            await self._open.wait()
            answers, there = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(there)
            directions = {
                asyncio.create_task(self._pass(reader, there)),
                asyncio.create_task(self._pass(answers, writer)),
            }
            try:
                await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for direction in directions:
                    direction.cancel()
                await asyncio.gather(*directions, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for each in (writer, there):
                if each is not None:
                    self._writers.discard(each)
                    each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while some := await reader.read(65536):
                if self._late:
                    await asyncio.sleep(self._chance.uniform(0, self._late))
                await self._open.wait()
                writer.write(some)
                await writer.drain()
