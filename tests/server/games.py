"""Whole games over the network."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from loseta.client import Account, LiveTable, ServerRefused

VARIANTS: dict[str, tuple[str, dict[str, str]]] = {
    "azul-2": ("azul", {}),
    "azul-3": ("azul", {"players": "3"}),
    "azul-4": ("azul", {"players": "4"}),
    "azul-2-gray": ("azul", {"wall": "gray"}),
    "azul-3-gray": ("azul", {"players": "3", "wall": "gray"}),
    "azul-4-gray": ("azul", {"players": "4", "wall": "gray"}),
    "duel": ("duel", {}),
    "duel-random": ("duel", {"tablets": "random-4"}),
    "duel-chosen": ("duel", {"tablets": "rows+border+corners"}),
}
"""Every kind of game."""


def seat_count(options: dict[str, str]) -> int:
    return int(options.get("players", "2"))


class Party:
    """Friends at one table: each an account and a live connection."""

    def __init__(self, url: str, game: str, options: dict[str, str], **settings: Any) -> None:
        self._url = url
        self._game = game
        self._options = options
        self._settings = settings
        self._stack = AsyncExitStack()
        self.accounts: list[Account] = []
        self.seats: list[LiveTable] = []
        self.id = ""
        self.invitations: list[str] = []

    async def __aenter__(self) -> Party:
        for number in range(seat_count(self._options)):
            account = Account(self._url, f"Player {number + 1}")
            self.accounts.append(await self._stack.enter_async_context(account))
        host, *friends = self.accounts
        seats = ["me", *["open"] * len(friends)]
        opened = await host.open_table(self._game, seats, options=self._options, **self._settings)
        self.id = opened["table"]["id"]
        self.invitations = list(opened["invitations"].values())
        for friend, secret in zip(friends, self.invitations, strict=True):
            await friend.join(self.id, secret)
        for account in self.accounts:
            self.seats.append(await self._stack.enter_async_context(account.sit(self.id)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def watch(self) -> LiveTable:
        """A spectator's connection."""
        stranger = await self._stack.enter_async_context(Account(self._url))
        return await self._stack.enter_async_context(stranger.sit(self.id))

    async def play(self, seed: str = "1", until: Callable[[], bool] = lambda: False) -> None:
        """All play at random until the game is over."""
        await asyncio.gather(
            *(play_seat(seat, f"{seed}/{n}", until) for n, seat in enumerate(self.seats))
        )

    async def settled(self) -> None:
        """Until all have seen the last event."""
        last = max(seat.number for seat in self.seats)
        for seat in self.seats:
            await seat.wait_until(lambda seat=seat: seat.number == last)  # type: ignore[misc]


async def play_seat(
    seat: LiveTable,
    seed: str,
    until: Callable[[], bool] = lambda: False,
    note: Callable[[int], None] = lambda number: None,
) -> list[int]:
    """Play at random to the end; the numbers of the events that were acknowledged, each of which is
    noted at once."""
    chance = random.Random(seed)
    acknowledged = []
    while not seat.over and not until():
        # `until` may come true without a message to this seat, so it is asked again and again.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await seat.wait_until(lambda: bool(seat.legal) or seat.over or until())
        if seat.over or not seat.legal:
            continue
        ply, number = seat.position["ply"], seat.number
        action = chance.choice(seat.legal)["action"]
        try:
            acknowledged.append(await seat.act(action, ply=ply))
            note(acknowledged[-1])
            await seat.wait_until(lambda: seat.number > number)  # noqa: B023
        except ServerRefused as refused:
            if refused.code not in ("stale", "not_your_turn", "decided", "storage", "game_over"):
                raise
            await asyncio.sleep(0.02)
    return acknowledged


async def code_of(asking: Any) -> str:
    """The code of the refusal that something must end in."""
    with pytest.raises(ServerRefused) as caught:
        await asking
    return caught.value.code
