"""Play random legal actions at a table of `loseta serve`: a client for docs/server.md.

The first command prints the arguments for the second, to be run in another terminal:

    python examples/online_player.py http://localhost:8000 open azul wall=gray
    python examples/online_player.py http://localhost:8000 join TABLE SECRET

The server may be stopped and restarted meanwhile; the game continues where it stopped.
"""

from __future__ import annotations

import asyncio
import random
import sys

from loseta.client import Account, LiveTable, ServerRefused


async def play(table: LiveTable) -> None:
    while not table.over:
        await table.wait_for_turn()
        if table.over:
            break
        action = random.choice(table.legal)["action"]
        try:
            number = await table.act(action)
            print(f"{number:4} {action}", flush=True)
            await table.wait_until(lambda: table.number >= number)  # noqa: B023
        except ServerRefused as refused:
            if refused.code != "stale":
                print(refused.sentence, flush=True)
            await asyncio.sleep(0.2)
    end = table.table["end"]
    print("scores", *end["scores"], "winners", *(seat + 1 for seat in end["winners"]), flush=True)


async def main(url: str, what: str, name: str, *rest: str) -> None:
    async with Account(url, what) as me:
        if what == "open":
            options = dict(option.split("=") for option in rest)
            seats = ["me", *["open"] * (int(options.get("players", "2")) - 1)]
            opened = await me.open_table(name, seats, options=options)
            name = opened["table"]["id"]
            for secret in opened["invitations"].values():
                print("join", name, secret, flush=True)
        else:
            await me.join(name, *rest)
        async with me.sit(name) as table:
            await play(table)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
