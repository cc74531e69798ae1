"""Several server processes on one port: started, kept alive, and replaced one after the other.

Each has its own listening socket on that port (SO_REUSEPORT), so the system spreads new connections
evenly. Processes sharing one socket would not be balanced: the first to wake up accepts all pending
connections, and live connections stay where they are. The supervisor owns the sockets and never
closes them, so connections to a process that is being replaced wait instead of failing.

A child writes a line to its standard output when it is ready. It ends on SIGTERM, and when its
standard input is closed, because then the supervisor is gone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

LOG = logging.getLogger(__name__)
STEADY = 10.0
"""A child that ran for at least this many seconds is restarted at once, any other after a
pause."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
STOPPING_SECONDS = 30.0
"""Children that take longer to stop are killed."""


class Child:
    """A slot for one server process, which is restarted whenever it ends."""

    def __init__(
        self, command: Sequence[str], fd: int, env: Mapping[str, str], gone: Callable[[int], None]
    ) -> None:
        self._command = command
        self._fd = fd
        self._env = env
        self._gone = gone
        self.process: asyncio.subprocess.Process | None = None
        self.ready = asyncio.Event()
        self.stopping = asyncio.Event()
        self._replacing = False

    async def run(self) -> int:
        """Run one process to its end; returns its exit code."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=self._env,
            pass_fds=(self._fd,),
            start_new_session=True,  # Ctrl-C goes to the supervisor, which passes it on
        )
        self.process = process
        assert process.stdout is not None
        if self.stopping.is_set():
            self.signal(signal.SIGTERM)
        try:
            if await process.stdout.readline():
                self.ready.set()
            while await process.stdout.read(65536):
                pass
            return await process.wait()
        finally:
            self.ready.clear()
            self.process = None
            self._gone(process.pid)

    async def keep(self, running: asyncio.Task[int] | None = None) -> None:
        """Keep a process running until `stop` is called. `running`: one that has been started
        already."""
        pause = 0.0
        while not self.stopping.is_set():
            since = time.monotonic()
            code = await (running or asyncio.create_task(self.run()))
            running = None
            if self._replacing or self.stopping.is_set():
                self._replacing, pause = False, 0.0
                continue
            steady = time.monotonic() - since >= STEADY
            pause = 0.0 if steady else min(max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE)
            LOG.error("a server process ended with %d; the next one in %s s", code, pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.stopping.wait()

    async def replace(self) -> None:
        """Stop the process and wait until its successor is ready."""
        self.ready.clear()
        self._replacing = self.process is not None
        self.signal(signal.SIGTERM)
        await self.ready.wait()

    def stop(self) -> None:
        self.stopping.set()
        self.signal(signal.SIGTERM)

    def signal(self, number: int) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)


class Supervisor:
    def __init__(
        self,
        command: Callable[[int, int], Sequence[str]],
        sockets: Sequence[socket.socket],
        env: Mapping[str, str] | None = None,
        gone: Callable[[int], None] = lambda pid: None,
    ) -> None:
        """`command` returns the command line of a child, given its number and the file descriptor
        of its socket. `gone` is called with the id of each process that has ended."""
        given = env or os.environ
        numbered = enumerate(sockets)
        self._children = [
            Child(command(number, each.fileno()), each.fileno(), given, gone)
            for number, each in numbered
        ]
        self._stopping = False
        self._replacing: asyncio.Task[None] | None = None
        self._again = False

    async def run(self, ready: Callable[[], None]) -> int:
        """Run until SIGTERM or Ctrl-C; SIGHUP replaces all processes one after the other. Returns
        0, or the exit code of the first process if it fails to start; it has printed why."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop, number)
        loop.add_signal_handler(signal.SIGHUP, self._replace_all)
        first, *others = self._children
        # The first one starts alone: it migrates the database, or reports what is wrong.
        running = asyncio.create_task(first.run())
        is_ready = asyncio.create_task(first.ready.wait())
        await asyncio.wait([running, is_ready], return_when=asyncio.FIRST_COMPLETED)
        is_ready.cancel()
        if running.done():
            return 0 if self._stopping else running.result()
        keeping = [asyncio.create_task(first.keep(running))]
        keeping += [asyncio.create_task(child.keep()) for child in others]
        announcing = asyncio.create_task(self._announce(ready))
        await asyncio.gather(*keeping)
        for task in (announcing, self._replacing):
            if task is not None:
                task.cancel()
        return 0

    async def _announce(self, ready: Callable[[], None]) -> None:
        for child in self._children:
            await child.ready.wait()
        ready()

    def _stop(self, number: int) -> None:
        """Stop gracefully on the first signal, at once on a further Ctrl-C."""
        if self._stopping:
            if number == signal.SIGINT:
                self._signal_all(signal.SIGINT)
            return
        self._stopping = True
        for child in self._children:
            child.stop()
        asyncio.get_running_loop().call_later(STOPPING_SECONDS, self._signal_all, signal.SIGKILL)

    def _signal_all(self, number: int) -> None:
        for child in self._children:
            child.signal(number)

    def _replace_all(self) -> None:
        self._again = True
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.create_task(self._replace_in_turn())

    async def _replace_in_turn(self) -> None:
        while self._again:
            self._again = False
            for child in self._children:
                await child.replace()
            LOG.info("all server processes are replaced")
