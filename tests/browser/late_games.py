"""Tables whose games are prepared before a visitor opens them: a click costs the browser a hundred
times what a request costs the server."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from loseta.client import Account
from loseta.games import game_named
from loseta.players import make

from .browsing import Visitor

CROWDED: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("crowded.toml").read_text(encoding="utf-8")
)
"""Positions in which much lies on the table, by name."""


def open_late_game(visitor: Visitor, game: str, at_round: int) -> None:
    """Go to a table of the visitor and a computer player in this round of their game. Up to there
    both have played well, so that a game of Azul has but a round or two left in round 5."""
    _open(visitor, _play(visitor.url, _cookie(visitor), game, at_round))


def open_position(visitor: Visitor, position: str, names: tuple[str, ...] = ()) -> None:
    """Go to a table that begins from a position, whose turn is the visitor's. The others are
    computer players, or people with these names; the visitor has the first of them."""
    _open(visitor, _set_up(visitor.url, _cookie(visitor), position, names))


def _cookie(visitor: Visitor) -> str:
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")  # the first answer brings the cookie
    (cookie,) = (each for each in visitor.page.context.cookies() if each["name"] == "loseta")
    return cookie["value"]


def _open(visitor: Visitor, making: Coroutine[object, object, str]) -> None:
    with ThreadPoolExecutor(1) as thread:  # in this one runs the loop of the browser
        table = thread.submit(asyncio.run, making).result()
    visitor.open(f"/table/{table}")
    visitor.wait_for(".table .own.turn")


async def _play(url: str, cookie: str, game: str, at_round: int) -> str:
    """The table that the game is played at."""
    player = make("greedy", seed="1")
    async with Account(url, cookie=cookie) as account:
        opened = await account.open_table(game, ["me", "greedy"])
        table: str = opened["table"]["id"]
        async with account.sit(table) as seat:
            await seat.wait_for_turn()
            while seat.position["state"]["round"] < at_round:
                state = game_named(game).state_from_text(seat.position["position"])
                number = await seat.act(player.choose(state).text)
                await seat.wait_until(lambda: seat.number >= number)  # noqa: B023
                await seat.wait_for_turn()
            assert not seat.over
        return table


async def _set_up(url: str, cookie: str, position: str, names: tuple[str, ...]) -> str:
    """The table that begins there."""
    game = position.split()[0]
    state = game_named(game).state_from_text(position)
    assert state.to_move is not None
    seats = ["open" if names else "greedy"] * state.seats
    seats[state.to_move] = "me"
    async with Account(url, names[0] if names else None, cookie=cookie) as account:
        opened = await account.open_table(game, seats, start={"position": position})
        table: str = opened["table"]["id"]
        for name, secret in zip(names[1:], opened["invitations"].values(), strict=False):
            async with Account(url, name) as guest:
                await guest.join(table, secret)
    return table
