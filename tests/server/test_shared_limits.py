"""Limits of several processes: what a client uses at one of them counts at the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from loseta.server.http import shared_limits
from loseta.server.http.shared_limits import ConnectionCounts, SharedSpending
from loseta.server.limiter import Limiter
from loseta.server.room.bus import Listener, LocalBus


class Network:
    """What one process broadcasts, the others hear."""

    def __init__(self) -> None:
        self.members: list[Member] = []

    def member(self, name: str) -> Member:
        found = Member(self, name)
        self.members.append(found)
        return found


class Member(LocalBus):
    def __init__(self, network: Network, name: str) -> None:
        super().__init__()
        self.name = name
        self._network = network
        self._listeners: list[tuple[str, Listener]] = []

    def broadcast(self, topic: str, data: Any) -> None:
        for other in self._network.members:
            for wanted, listener in other._listeners:
                if wanted == topic and other is not self:
                    listener(self.name, data)

    def listen(self, topic: str, listener: Listener) -> None:
        self._listeners.append((topic, listener))


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


def test_what_is_spent_at_one_process_is_spent_at_all() -> None:
    async def test() -> None:
        network = Network()
        clock = lambda: 0.0  # nothing fills up meanwhile  # noqa: E731
        limiters = [Limiter(10, 60, clock=clock) for _ in range(3)]
        for number, limiter in enumerate(limiters):
            SharedSpending(network.member(str(number)), {"guests": limiter})
        assert limiters[0].take("ana", 4) == limiters[1].take("ana", 4) == 0
        await until(lambda: limiters[2].of("ana").wait(3) > 0)
        assert limiters[2].of("ana").wait(2) == 0
        for limiter in limiters:
            assert limiter.take("ana", 3) > 0
            assert limiter.take("luis", 10) == 0  # of somebody else

    asyncio.run(test())


def test_nobody_is_in_debt_for_longer_than_it_takes_to_fill_up_twice() -> None:
    now = 0.0
    limiter = Limiter(10, 60, clock=lambda: now)
    for _ in range(5):
        limiter.of("ana").charge(10)  # each of five processes allowed as much
    assert 0 < limiter.of("ana").wait(1) <= 120
    now = 120.0
    assert limiter.take("ana", 10) == 0


def test_connections_count_at_all_processes() -> None:
    async def test() -> None:
        network = Network()
        live = {"a", "b"}
        here = ConnectionCounts(network.member("a"), lambda: live)
        there = ConnectionCounts(network.member("b"), lambda: live)
        for _ in range(3):
            here.add("ana")
        there.add("ana")
        await until(lambda: here.of("ana") == there.of("ana") == 4)
        assert (here.total, there.total) == (3, 1)
        here.remove("ana")
        await until(lambda: there.of("ana") == 3)
        live.remove("a")  # what was there ended with its process
        assert there.of("ana") == 1

    asyncio.run(test())


def test_a_process_that_starts_later_learns_who_has_several(monkeypatch: Any) -> None:
    monkeypatch.setattr(shared_limits, "REPEATED", 0.05)

    async def test() -> None:
        network = Network()
        here = ConnectionCounts(network.member("a"), lambda: {"a", "b"})
        for _ in range(2):
            here.add("ana")
        await asyncio.sleep(2 * shared_limits.PAUSE)
        late = ConnectionCounts(network.member("b"), lambda: {"a", "b"})
        await until(lambda: late.of("ana") == 2)

    asyncio.run(test())
