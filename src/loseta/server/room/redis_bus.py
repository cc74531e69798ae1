"""The bus of several processes, over the publish/subscribe channels of Redis.

Redis is only a shortcut: events are stored before they are published. While it is away, or may have
lost messages, `neighbours.py` reads the log of the loaded tables instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

import orjson

from loseta.server.redis_client import REDIS_ERRORS, connect
from loseta.server.room.bus import Listener, LocalBus, Notice, Subscriber
from loseta.server.store import EventRow, Seen

LOG = logging.getLogger(__name__)
VERSION = 1
"""The version of the message format. From a message with another version, only the oldest fields
are read."""
ECHO = 0.5
"""Seconds between two messages that this process sends itself to check that Redis works."""
LATE = 1.0
"""How many seconds late such a message may be before the bus counts as unhealthy."""
PAUSE = 0.3
"""Seconds before the next attempt to connect."""
MOST_WAITING = 10_000
"""The most messages queued for sending. Others are dropped; their events are read from the log."""


class RedisBus:
    """A bus for the processes that share a database. `database`: its name. `gap` is called when
    messages may have been lost, with one game, or with None for any game. Raises Refused if the URL
    is not one of Redis."""

    def __init__(
        self, url: str, database: str, process: str, gap: Callable[[str | None], None]
    ) -> None:
        self._local = LocalBus()
        self.redis = connect(url)
        # Channels are shared by all databases of a Redis, so the prefix has the database's number.
        number = self.redis.connection_pool.connection_kwargs.get("db", 0)
        prefix = f"loseta:{number}:{database}"
        self._prefix = f"{prefix}:table:"
        self._own = f"{prefix}:process:{process}"
        self._all = f"{prefix}:all"
        self._listeners: dict[str, list[Listener]] = {"gap": [lambda process, data: gap(None)]}
        self._dropped = False
        """Whether messages were dropped; the other processes must then be told of a gap."""
        self._process = process
        self._gap = gap
        self._outbox: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_WAITING)
        self._echoed = -LATE
        """When the last message to itself came back."""
        self._wanted = asyncio.Event()
        """Set when the games with subscribers may have changed."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_healthy(self) -> bool:
        return time.monotonic() - self._echoed < LATE + ECHO

    async def start(self) -> None:
        works = self._receive(), self._send(), self._echo()
        self._tasks = [asyncio.create_task(work) for work in works]

    async def stop(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._outbox.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*REDIS_ERRORS):
            await self.redis.aclose()

    # --- The interface of Bus -----------------------------------------------------------------

    def publish(self, notice: Notice) -> None:
        self.deliver(notice)
        self._put(self._prefix + notice.game, _encode(notice, self._process))

    def deliver(self, notice: Notice) -> None:
        self._local.deliver(notice)

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        end = self._local.subscribe(subscriber, game)
        if game is None:
            return end
        self._wanted.set()

        def unsubscribe() -> None:
            end()
            self._wanted.set()

        return unsubscribe

    def broadcast(self, topic: str, data: Any) -> None:
        self._put(self._all, orjson.dumps([VERSION, self._process, topic, data]).decode())

    def listen(self, topic: str, listener: Listener) -> None:
        self._listeners.setdefault(topic, []).append(listener)

    # --- Sending ------------------------------------------------------------------------------

    def _put(self, channel: str, message: str) -> None:
        try:
            self._outbox.put_nowait((channel, message))
        except asyncio.QueueFull:
            self._dropped = True

    async def _echo(self) -> None:
        while True:
            self._put(self._own, "")
            await asyncio.sleep(ECHO)

    async def _send(self) -> None:
        while True:
            waiting = [await self._outbox.get()]
            while not self._outbox.empty() and len(waiting) < 500:
                waiting.append(self._outbox.get_nowait())
            if self._dropped:
                self._dropped = False
                self.broadcast("gap", None)
            try:
                async with self.redis.pipeline(transaction=False) as pipeline:
                    for channel, message in waiting:
                        pipeline.publish(channel, message)
                    await pipeline.execute()
            except REDIS_ERRORS as error:  # receivers that miss it read the log
                LOG.debug("nothing can be published: %s", type(error).__name__)
                self._dropped = True
                await asyncio.sleep(PAUSE)
            finally:
                for _ in waiting:
                    self._outbox.task_done()

    # --- Receiving ----------------------------------------------------------------------------

    async def _receive(self) -> None:
        while True:
            try:
                await self._listen()
            except REDIS_ERRORS as error:
                LOG.warning("the bus is away: %s", type(error).__name__)
            self._echoed = -LATE
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        async with self.redis.pubsub() as channels:
            await channels.subscribe(self._own, self._all)
            following: set[str] = set()
            self._wanted.set()
            began = time.monotonic()
            while True:
                if self._wanted.is_set():
                    self._wanted.clear()
                    following = await self._follow(channels, following)
                message = await channels.get_message(timeout=0.05)
                while message is not None:
                    self._hear(message)
                    message = await channels.get_message()
                if time.monotonic() - max(began, self._echoed) > 2 * LATE:
                    raise TimeoutError("nothing comes back")

    async def _follow(self, channels: Any, before: set[str]) -> set[str]:
        """Subscribe to the channels of the games that have subscribers now, and unsubscribe from
        the rest of `before`. Returns all channels subscribed to."""
        wanted = {self._prefix + game for game in self._local.games}
        if wanted - before:
            await channels.subscribe(*(wanted - before))
        if before - wanted:
            await channels.unsubscribe(*(before - wanted))
        return wanted

    def _hear(self, message: dict[str, Any]) -> None:
        channel = message["channel"]
        if message["type"] != "message":
            if message["type"] == "subscribe" and channel.startswith(self._prefix):
                # Events stored between loading the table and subscribing were missed.
                self._gap(channel.removeprefix(self._prefix))
            return
        if channel == self._own:
            was_healthy = self.is_healthy
            self._echoed = time.monotonic()
            if not was_healthy:
                self._gap(None)
            return
        if channel == self._all:
            self._hear_all(message["data"])
            return
        notice = _decode(channel.removeprefix(self._prefix), message["data"], self._process)
        if notice is not None:
            self.deliver(notice)

    def _hear_all(self, text: str) -> None:
        try:
            version, process, topic, data = orjson.loads(text)
            if version == VERSION and process != self._process:
                for listener in self._listeners.get(topic, ()):
                    listener(process, data)
        except (ValueError, TypeError, AttributeError, KeyError):
            LOG.warning("a broadcast on the bus cannot be read")


def _encode(notice: Notice, process: str) -> str:
    rows = [[getattr(row, name) for name in EventRow.__slots__] for row in notice.rows]
    presence = None
    if notice.presence is not None:
        presence = {str(seat): list(seen) for seat, seen in notice.presence.items()}
    message = {
        "version": VERSION,
        "process": process,
        "kind": notice.kind,
        "number": notice.number,
        "rows": rows,
        "presence": presence,
    }
    return orjson.dumps(message).decode()


def _decode(game: str, data: str, own: str) -> Notice | None:
    """The notice in a message; None if it cannot be read, or this process sent it."""
    try:
        message = orjson.loads(data)
        if message["process"] == own:
            return None
        head = game, message["kind"], message["number"]
        if message["version"] != VERSION:  # from a process that runs another version
            return Notice(*head, process=message["process"])
        rows = [EventRow(*row) for row in message["rows"]]
        presence = message["presence"]
        if presence is not None:
            presence = {int(seat): Seen(*seen) for seat, seen in presence.items()}
        return Notice(*head, rows, message["process"], presence)
    except (ValueError, TypeError, KeyError, AttributeError):
        LOG.warning("a message on the bus cannot be read")
        return None
