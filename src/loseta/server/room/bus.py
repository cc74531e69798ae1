"""The bus: what has changed at a table, told to all who follow it. A message that is lost or comes
twice does no harm: whoever follows a game sees from the numbers that something is missing, and
reads it from the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from loseta.server.store import Counts, EventRow

Kind = Literal["events", "seats", "presence"]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something has changed at a table, and is stored."""

    game: str
    kind: Kind
    number: int = -1
    """Of the last event, if there are new ones."""
    rows: Sequence[EventRow] = ()
    """The new events, or none: they are in the log."""
    process: str = ""
    """Where it comes from; empty: from this one."""
    presence: Counts | None = None
    """Who is connected to it there."""


Subscriber = Callable[[Notice], None]
"""It must not wait."""
Listener = Callable[[str, Any], None]
"""Told which other process said something, and what."""


class Bus(Protocol):
    @property
    def is_healthy(self) -> bool:
        """Whether everything that is published arrives. If not, the log is to be read."""

    async def start(self) -> None:
        """Begin to carry."""

    async def stop(self) -> None:
        """Carry what is published, and end."""

    def publish(self, notice: Notice) -> None:
        """Tell all subscribers, in every process."""

    def deliver(self, notice: Notice) -> None:
        """Tell the subscribers in this process."""

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        """Be told of one game, or of all that are followed here. Returns how to end that."""

    def broadcast(self, topic: str, data: Any) -> None:
        """Tell the other processes something that belongs to no table; it may be lost."""

    def listen(self, topic: str, listener: Listener) -> None:
        """Be told what other processes broadcast."""


class LocalBus:
    """For one process."""

    is_healthy = True

    def __init__(self) -> None:
        self._subscribers: dict[str | None, list[Subscriber]] = {}

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def publish(self, notice: Notice) -> None:
        self.deliver(notice)

    def deliver(self, notice: Notice) -> None:
        for topic in (notice.game, None):
            for subscriber in list(self._subscribers.get(topic, ())):
                subscriber(notice)

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        self._subscribers.setdefault(game, []).append(subscriber)

        def unsubscribe() -> None:
            subscribers = self._subscribers.get(game, [])
            if subscriber in subscribers:
                subscribers.remove(subscriber)
            if not subscribers:
                self._subscribers.pop(game, None)

        return unsubscribe

    def broadcast(self, topic: str, data: Any) -> None:
        pass  # there are no others

    def listen(self, topic: str, listener: Listener) -> None:
        pass

    @property
    def games(self) -> set[str]:
        """Those with a subscriber of their own."""
        return {game for game in self._subscribers if game is not None}
