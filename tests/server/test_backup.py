"""Backups that are made while people play, as docs/deploy.md says: a game goes on from one."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loseta.client import Account, LiveTable

from .databases import fresh_postgres
from .servers import ServerProcess, run


async def begin(url: str, saved: Any) -> tuple[str, list[str], dict[str, Any]]:
    """A game of two, saved in its middle and played on: the table, the cookies of the players, and
    the position that was saved."""
    async with Account(url, "Ana") as ana, Account(url, "Luis") as luis:
        opened = await ana.open_table("azul", ["me", "open"], options={"first": "1"})
        table = opened["table"]["id"]
        await luis.join(table, opened["invitations"]["1"])
        async with ana.sit(table) as first, luis.sit(table) as second:
            await play([first, second], 5)
            position = dict(first.position if first.number > second.number else second.position)
            saved()
            await play([first, second], 4)
            assert first.position["number"] > position["number"]
    return table, [ana.cookie, luis.cookie], position


async def go_on(url: str, table: str, cookies: list[str], position: dict[str, Any]) -> None:
    """The same players, by their cookies, from what was saved to the end of the game."""
    async with Account(url, cookie=cookies[0]) as ana, Account(url, cookie=cookies[1]) as luis:
        async with ana.sit(table) as first, luis.sit(table) as second:
            seats = [first, second]
            for seat in seats:
                assert seat.position["number"] == position["number"]
                assert seat.position["hash"] == position["hash"]
            await play(seats, 1000)
            assert first.over or second.over
        assert "[Loseta " in await ana.record(table)


async def play(seats: list[LiveTable], moves: int) -> None:
    """This many moves by the seats to move, or all until the end."""
    for _ in range(moves):
        while not any(seat.legal or seat.over for seat in seats):
            await asyncio.sleep(0.01)
        if any(seat.over for seat in seats):
            return
        mover = next(seat for seat in seats if seat.legal)
        await mover.act(mover.legal[0]["action"])


@pytest.mark.long
def test_a_game_goes_on_from_a_dump_of_postgresql(postgres_url: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("there is no pg_dump here")
    dump = str(tmp_path / "club.dump")
    server = ServerProcess(postgres_url, tmp_path / "log")
    server.start()
    try:
        command = ["pg_dump", "--format=custom", f"--file={dump}", f"--dbname={postgres_url}"]
        begun = run(begin(server.url, lambda: subprocess.run(command, check=True)))
    finally:
        server.stop()
    with fresh_postgres() as fresh:
        command = ["pg_restore", "--exit-on-error", "--no-owner", f"--dbname={fresh}", dump]
        subprocess.run(command, check=True)
        restored = ServerProcess(fresh, tmp_path / "log")
        restored.start()
        try:
            run(go_on(restored.url, *begun))
        finally:
            restored.stop()


@pytest.mark.long
def test_a_game_goes_on_from_a_backup_of_sqlite(server: ServerProcess, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    source = server.database.removeprefix("sqlite:///")
    program = (
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))"
    )
    command = [sys.executable, "-c", program, source, str(copy)]
    begun = run(begin(server.url, lambda: subprocess.run(command, check=True)))
    restored = ServerProcess(f"sqlite:///{copy}", tmp_path / "log")
    restored.start()
    try:
        assert copy.stat().st_mode & 0o777 == 0o600
        run(go_on(restored.url, *begun))
    finally:
        restored.stop()
