"""Simulated players who move at a steady pace, at one server or several."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import httpx

from .server import ARRIVAL, PACE, Player, Tally


async def seat_players(
    urls: Sequence[str], pairs: int, tally: Tally, games: Sequence[str], apart: bool
) -> list[tuple[Player, str]]:
    """Seat pairs of players, each pair at a table, and return the players with their tables. Both
    players of a pair use the same server or, if `apart`, two different ones."""
    seated: list[tuple[Player, str]] = []
    async with httpx.AsyncClient(timeout=120) as http:

        async def seat(number: int) -> None:
            one = urls[number % len(urls)]
            other = urls[(number + apart) % len(urls)]
            first, second = Player(one, tally, 2 * number), Player(other, tally, 2 * number + 1)
            await first.arrive(http)
            await second.arrive(http)
            body = {"game": games[number % len(games)], "seats": ["me", "open"]}
            opened = await first.post(http, "/tables", body)
            table = opened["table"]["id"]
            await second.post(http, f"/tables/{table}/join", {"secret": opened["invitations"]["1"]})
            seated.extend([(first, table), (second, table)])

        for begin in range(0, pairs, 10):
            await asyncio.gather(*map(seat, range(begin, min(pairs, begin + 10))))
    return seated


async def play(
    urls: Sequence[str],
    players: int,
    seconds: float,
    games: Sequence[str] = ("azul", "azul", "duel"),
    apart: bool = False,
    before: Callable[[], None] = lambda: None,
    after: Callable[[], None] = lambda: None,
) -> Tally:
    """Let players play for some seconds; return what they measured. `before` and `after` are called
    when measuring begins and ends."""
    tally = Tally()
    seated = await seat_players(urls, players // 2, tally, games, apart)
    until = time.perf_counter() + ARRIVAL + seconds
    playing = [asyncio.create_task(player.play(table, until)) for player, table in seated]
    await asyncio.sleep(ARRIVAL)
    before()
    tally.measuring = True
    await asyncio.sleep(max(0.0, until - 0.5 - time.perf_counter()))
    tally.measuring = False
    after()
    results = await asyncio.gather(*playing, return_exceptions=True)
    tally.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    return tally


def percentile(times: Sequence[float], percent: int) -> float:
    """A percentile of times in seconds; infinite if there are none."""
    ordered = sorted(times)
    if not ordered:
        return float("inf")
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


__all__ = ["PACE", "percentile", "play", "seat_players"]
