"""`make cluster`: a whole club of several processes, and nothing of it afterwards."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from deploy import parts
from deploy.cluster import main
from loseta.client import Account, LiveTable

from ..server.servers import run
from ..support import PATIENCE, ROOT
from .clusters import needs_cluster


def descendants(pid: int) -> set[int]:
    """All processes that a process has started, and those that they have."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        new = children.get(waiting.pop(), [])
        found.update(new)
        waiting += new
    return found


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False
    return not re.search(r"^State:\s+Z", status, re.MULTILINE)


async def play_some(urls: list[str], moves: int) -> None:
    """Two people at a table, each with another server, and a computer player."""
    async with Account(urls[0], "Ana") as ana, Account(urls[1], "Luis") as luis:
        opened = await ana.open_table("azul", ["me", "open", "greedy"], options={"players": "3"})
        table = opened["table"]["id"]
        await luis.join(table, opened["invitations"]["1"])
        async with ana.sit(table) as first, luis.sit(table) as second:

            async def play(seat: LiveTable) -> None:
                for _ in range(moves):
                    await seat.wait_for_turn()
                    await seat.act(seat.legal[0]["action"])

            await asyncio.gather(play(first), play(second))
            while first.position["number"] != second.position["number"]:
                await asyncio.sleep(0.05)
            assert first.position["hash"] == second.position["hash"]
            assert first.position["ply"] >= 2 * moves


@pytest.mark.long
@needs_cluster
def test_a_cluster_serves_one_club_and_leaves_nothing_behind() -> None:
    command = [sys.executable, "-m", "deploy.cluster"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert running.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        proxy = re.search(r"browser: (\S+)/\n", said)
        folder = re.search(r"Logs are in (\S+)\.", said)
        servers = re.findall(r"^Only server \w+: (\S+)/ ", said, re.MULTILINE)
        assert proxy
        assert folder
        assert len(servers) == 2
        run(play_some(servers, 4))
        run(play_some([proxy[1], proxy[1]], 4))
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{proxy[1]}/metrics")
        processes = descendants(running.pid)
        assert len(processes) >= 6
        commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in processes]
        assert not [each for each in commands if b"://" in each], "a URL with a password"
    finally:
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, rest
    assert not [pid for pid in processes if is_alive(pid)]
    assert not Path(folder[1]).exists()


def test_what_is_missing_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parts, "find", lambda program: None)
    monkeypatch.setattr(parts.os, "geteuid", lambda: 1000)  # type: ignore[attr-defined]
    handlers = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    try:
        assert main([]) == 1
    finally:
        signal.signal(signal.SIGINT, handlers[0])
        signal.signal(signal.SIGTERM, handlers[1])
    sentence = capsys.readouterr().err
    assert sentence == (
        "Please install these packages of your system first: postgresql, redis-server, haproxy.\n"
    )
