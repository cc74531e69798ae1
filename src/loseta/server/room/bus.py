"""The bus: "this game has events up to this number". Whoever follows a game reads the events from
its log; the bus carries none, so a message that is lost or comes twice does no harm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Subscriber = Callable[[str, int], None]
"""Told the id of a game, and the number of its last event. It must not wait."""


class Bus(Protocol):
    def publish(self, game: str, number: int) -> None:
        """Tell all subscribers that events of a game are stored, up to a number."""

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        """Be told of one game, or of all of them. Returns how to end that."""


class LocalBus:
    """For one process."""

    def __init__(self) -> None:
        self._subscribers: dict[str | None, list[Subscriber]] = {}

    def publish(self, game: str, number: int) -> None:
        for topic in (game, None):
            for subscriber in list(self._subscribers.get(topic, ())):
                subscriber(game, number)

    def subscribe(self, subscriber: Subscriber, game: str | None = None) -> Callable[[], None]:
        self._subscribers.setdefault(game, []).append(subscriber)

        def unsubscribe() -> None:
            subscribers = self._subscribers.get(game, [])
            if subscriber in subscribers:
                subscribers.remove(subscriber)
            if not subscribers:
                self._subscribers.pop(game, None)

        return unsubscribe
