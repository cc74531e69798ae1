"""Whole games of every kind through the client, with a server that is killed in the middle."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from loseta import record as records
from loseta.game import DEALER
from loseta.record import verify

from ..support import PATIENCE, ROOT
from .games import VARIANTS, Party
from .servers import ServerProcess, run

QUICK = ("azul-3-gray",)  # Duel is played on every database


@pytest.mark.long
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[] if kind in QUICK else pytest.mark.long) for kind in VARIANTS],
)
def test_a_whole_game_through_a_killed_server(server: ServerProcess, kind: str) -> None:
    game, options = VARIANTS[kind]

    async def play() -> None:
        async with Party(server.url, game, options) as party:
            watcher = await party.watch()
            playing = asyncio.create_task(party.play())
            await party.seats[0].wait_until(lambda: party.seats[0].number > 20)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await playing
            assert all(seat.connections > 1 for seat in party.seats)
            await party.settled()
            await watcher.wait_until(lambda: watcher.number == party.seats[0].number)
            end = party.seats[0].table["end"]
            assert all(seat.table["end"] == end for seat in [*party.seats, watcher])
            text = await party.accounts[-1].record(party.id)
            record = records.read(text)
            assert verify(record) is None
            final = record.final()
            assert final.outcome is not None
            assert list(final.outcome.scores) == end["scores"]
            assert list(final.outcome.winners) == end["winners"]
            for seat in [*party.seats, watcher]:
                assert seat.position["position"] == final.view(seat.you).to_text()
            played = sum(state.to_move not in (None, DEALER) for state in record.states())
            assert played > 20

    run(play())


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("azul", [], id="azul"),
        pytest.param("azul", ["wall=gray", "players=3"], id="azul-3-gray", marks=pytest.mark.long),
        pytest.param("duel", ["tablets=random-3"], id="duel", marks=pytest.mark.long),
    ],
)
def test_terminals_play_through_a_restart(
    server: ServerProcess, game: str, options: list[str]
) -> None:
    """As people would: one process opens a table, others join it, the server is restarted."""

    def terminal(*words: str) -> subprocess.Popen[str]:
        script = str(ROOT / "examples" / "online_player.py")
        return subprocess.Popen(
            [sys.executable, script, server.url, *words], stdout=subprocess.PIPE, text=True
        )

    terminals = [terminal("open", game, *options)]
    assert terminals[0].stdout is not None
    friends = 2 if "players=3" in options else 1
    for _ in range(friends):
        words = terminals[0].stdout.readline().split()
        terminals.append(terminal(*words))
    for _ in range(5):
        terminals[0].stdout.readline()
    server.stop()
    server.start()
    said = [each.communicate(timeout=PATIENCE)[0].splitlines() for each in terminals]
    assert all(each.returncode == 0 for each in terminals)
    ends = {lines[-1] for lines in said}
    assert len(ends) == 1
    assert ends.pop().startswith("scores ")


@pytest.mark.long
def test_a_whole_game_on_every_database(database_url: str, tmp_path: Path) -> None:
    server = ServerProcess(database_url, tmp_path / "log")
    server.start()

    async def play() -> None:
        async with Party(server.url, "duel", {}, clock={"seconds": 600}) as party:
            playing = asyncio.create_task(party.play())
            await party.seats[0].wait_until(lambda: party.seats[0].number > 20)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await playing
            assert verify(records.read(await party.accounts[0].record(party.id))) is None

    try:
        run(play())
    finally:
        server.kill()
