"""Tables whose games are prepared before a visitor opens them: a click costs the browser a hundred
times what a request costs the server."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from loseta.client import Account
from loseta.games import game_named
from loseta.players import make

from .browsing import Visitor


def open_late_game(visitor: Visitor, game: str, at_round: int) -> None:
    """Go to a table of the visitor and a computer player in this round of their game. Up to there
    both have played well, so that a game of Azul has but a round or two left in round 5."""
    visitor.open()
    visitor.wait_for(".btn.big")
    (cookie,) = (each for each in visitor.page.context.cookies() if each["name"] == "loseta")
    with ThreadPoolExecutor(1) as thread:  # in this one runs the loop of the browser
        playing = _play(visitor.url, cookie["value"], game, at_round)
        table = thread.submit(asyncio.run, playing).result()
    visitor.open(f"/table/{table}")
    visitor.wait_for(".table")


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
