"""The bus: delivers notices of changes at a table to its subscribers. Lost or duplicate notices do
no harm: subscribers detect gaps by the event numbers and read the missing events from the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from loseta.server.store import Counts, EventRow

Kind = Literal["events", "seats", "presence"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that something has changed at a table. Events and seats are stored by then."""

    game: str
    kind: Kind
    number: int = -1
    """The number of the last event, if there are new ones."""
    rows: Sequence[EventRow] = ()
    """The new events; if left out, they must be read from the log."""
    process: str = ""
    """The process that sent the notice; empty: this one."""
    presence: Counts | None = None
    """Who is connected to the table at that process."""


Subscriber = Callable[[Notice], None]
"""Called with each notice. It must not block."""
Listener = Callable[[str, Any], None]
"""Called with the sending process and the data of a broadcast."""


class Bus(Protocol):
    @property
    def is_healthy(self) -> bool:
        """Whether all notices arrive. If not, new events must be read from the log."""

    async def start(self) -> None:
        """Start delivering notices."""

    async def stop(self) -> None:
        """Send the notices that are queued, then stop."""

    def publish(self, notice: Notice) -> None:
        """Deliver a notice to all subscribers, in every process."""

    def deliver(self, notice: Notice) -> None:
        """Deliver a notice to the subscribers in this process only."""

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        """Subscribe to the notices of one game, or (None) to all notices that reach this process.
        Returns a function that unsubscribes."""

    def broadcast(self, topic: str, data: Any) -> None:
        """Send the other processes data that belongs to no table; it may be lost."""

    def listen(self, topic: str, listener: Listener) -> None:
        """Receive what other processes broadcast on a topic."""


class LocalBus:
    """The bus within one process."""

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
        pass  # there are no other processes

    def listen(self, topic: str, listener: Listener) -> None:
        pass

    @property
    def games(self) -> set[str]:
        """The games that have subscribers of their own."""
        return {game for game in self._subscribers if game is not None}
