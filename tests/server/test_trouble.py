"""A full disk, a lost database, a dying worker: reported clearly, and recovered from."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from loseta.client import Account
from loseta.games import GAMES, game_named
from loseta.players import make
from loseta.server.store import Database, EventRow, GameRow, SeatRow, Store, Unavailable
from loseta.server.workers import Pool, ThinkingFailed
from loseta.server.workers.pool import FIRST_PATIENCE, PATIENCE
from loseta.server.workers.thinking import Request, within_budget

from .databases import POSTGRES
from .games import Party, code_of, play_seat
from .servers import ServerProcess, run

# --- The database ---------------------------------------------------------------------------------


async def check_trouble(
    server: ServerProcess, begin: Callable[[], object], end: Callable[[], object]
) -> None:
    """A game before, in and after the trouble: nothing is acknowledged in it, nothing lost."""
    async with Party(server.url, "azul", {}) as party, httpx.AsyncClient() as http:
        await party.play(until=lambda: party.seats[0].number > 8)
        await party.settled()
        mover = next(seat for seat in party.seats if seat.legal)
        number, position = mover.number, mover.position["position"]
        action = mover.legal[0]["action"]
        begin()
        ply = mover.position["ply"]
        for _ in range(2):
            asked = mover.command("act", id="during", ply=ply, actions=[action])
            assert await code_of(asked) == "storage"
        assert (await http.get(f"{server.url}/healthz")).status_code == 503
        assert await code_of(party.accounts[0].open_table("azul", ["me", "open"])) == "storage"
        assert (mover.number, mover.position["position"]) == (number, position)
        end()
        stored = await mover.command("act", id="during", ply=ply, actions=[action])
        assert stored == number + 1
        while (await http.get(f"{server.url}/healthz")).status_code != 200:
            await asyncio.sleep(0.1)  # the result of a check is reused for a second
        await party.play()
        await party.settled()
        assert party.seats[0].over


@pytest.mark.long
def test_the_file_is_gone_for_a_while(server: ServerProcess, tmp_path: Path) -> None:
    file, away = tmp_path / "tables.db", tmp_path / "away"
    run(check_trouble(server, lambda: file.rename(away), lambda: away.rename(file)))


def test_the_disk_is_full_for_a_while(server: ServerProcess) -> None:
    """The largest size of a file that the server may write stands for the end of the disk."""
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)

    def fill() -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))

    def clear() -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)

    run(check_trouble(server, fill, clear))


@pytest.mark.long
def test_a_computer_player_goes_on_by_itself_afterwards(
    server: ServerProcess, tmp_path: Path
) -> None:
    """Its move could not be stored; nobody has to ask for it again."""
    file, away = tmp_path / "tables.db", tmp_path / "away"

    async def test() -> None:
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "greedy"], options={"first": "1"})
            async with ana.sit(opened["table"]["id"]) as seat:
                await seat.act(seat.legal[0]["action"])
                file.rename(away)  # its first worker has not even started
                await asyncio.sleep(3)
                assert not seat.legal
                away.rename(file)
                await seat.wait_for_turn()
                await seat.act(seat.legal[0]["action"])

    run(test())


@pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")
def test_connections_to_postgres_break(database_url: str) -> None:
    if "postgresql" not in database_url:
        return

    async def test() -> None:
        store = Store(Database(database_url))
        await store.open()
        await store.add_identity("ana", "Ana", 1)
        row = GameRow("g", "azul", {}, "seed", "ana", 5, "playing", False, True)
        await store.add_game(row, [SeatRow(0, "ana", None, 0)])
        await store.append("g", [EventRow(1, "act", 0, "3R4", 1)])
        admin = await asyncpg.connect(POSTGRES)
        name = database_url.rsplit("/", 1)[1]
        await admin.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        await admin.close()
        with pytest.raises(Unavailable):
            await store.append("g", [EventRow(2, "act", 0, "3R4", 1)])
        await store.append("g", [EventRow(2, "act", 0, "3R4", 1)])
        assert [event.number for event in await store.events("g")] == [1, 2]
        await store.close()

    asyncio.run(test())


# --- Workers --------------------------------------------------------------------------------------

POSITION = (
    "azul 2 coloured offer round=2 idle=0 first=1 turn=2 marker=1 factories=-,-,-,YYKW,- "
    "centre=BYYWWWW bag=B13Y13R14K13W7 lid=B0Y2R0K1W3 "
    "seat1=3:W,BB,KK,RRR,K:B....,W....,.W...,.....,.....:1 "
    "seat2=4:K,-,RRR,BBB,W:....W,....K,...Y.,.....,.....:-"
)


async def with_pool(size: int, use: Callable[[Pool], Any], **settings: Any) -> Any:
    pool = Pool(size, **settings)
    pool.start()
    try:
        return await use(pool)
    finally:
        await pool.stop()


def test_a_worker_chooses_as_the_player_would() -> None:
    async def use(pool: Pool) -> str:
        return await pool.move("azul", POSITION, "greedy", "7")

    state = game_named("azul").state_from_text(POSITION)
    chosen = make("greedy", seed="7").choose(state).text
    assert run(with_pool(1, use)) == chosen


def test_nobody_waits_while_players_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where nothing has been compiled

    async def use(pool: Pool) -> None:
        preparing = asyncio.create_task(pool.prepare(GAMES))
        assert await pool.move("azul", POSITION, "greedy", "1")
        assert not preparing.done()
        preparing.cancel()

    run(with_pool(1, use))


@pytest.mark.parametrize(
    "moment",
    [0.0, 0.03, *(pytest.param(n, marks=pytest.mark.long) for n in (0.001, 0.003, 0.01, 0.1, 0.3))],
)
def test_no_process_is_left_whenever_the_pool_stops(
    moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While processes start, work and end; also when those who asked have been cancelled."""
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def remember(*args: Any, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*args, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)

    async def use(pool: Pool) -> None:
        preparing = asyncio.create_task(pool.prepare(GAMES))
        asking = asyncio.create_task(pool.move("azul", POSITION, "greedy", "1"))
        await asyncio.sleep(moment)
        preparing.cancel()
        asking.cancel()

    run(with_pool(1, use))
    assert all(process.returncode is not None for process in started)


@pytest.mark.long
def test_who_has_prepared_the_players_goes() -> None:
    async def use(pool: Pool) -> None:
        await pool.prepare(GAMES)
        assert not pool.processes
        assert await pool.move("azul", POSITION, "ai:5", "1")
        assert len(pool.processes) == 1

    run(with_pool(1, use))


def test_a_worker_that_dies_is_replaced_and_its_move_asked_again() -> None:
    async def use(pool: Pool) -> None:
        await pool.move("azul", POSITION, "random", "1")
        (first,) = pool.processes
        first.send_signal(signal.SIGSTOP)  # it is in the middle of something
        asked = asyncio.create_task(pool.move("azul", POSITION, "random", "2"))
        await asyncio.sleep(0.3)
        first.kill()
        assert await asked
        (second,) = pool.processes
        assert second.pid != first.pid

    run(with_pool(1, use))


def test_what_a_worker_does_for_the_first_time_may_take_longer() -> None:
    """It may have to compile; that `greedy` has moved says nothing of the others."""
    given: list[float] = []

    async def answer(process: Any, request: Any, patience: float, heard: Any) -> Any:
        given.append(patience)
        return {"answer": ""}

    async def use(pool: Pool) -> None:
        for level in ("greedy", "greedy", "ai:4", "ai:4"):
            await pool.move("azul", POSITION, level, "1")
        await pool.move("duel", POSITION, "ai:4", "1")

    run(with_pool(1, use, exchange=answer))
    long, short = FIRST_PATIENCE, PATIENCE
    assert given == [long, short, long, short, long]


def test_a_move_that_no_worker_survives_is_given_up() -> None:
    async def die(*_: Any) -> Any:
        raise BrokenPipeError

    async def use(pool: Pool) -> None:
        with pytest.raises(ThinkingFailed):
            await pool.move("azul", POSITION, "random", "1")

    run(with_pool(1, use, exchange=die))


@pytest.mark.parametrize("error", [RuntimeError("the handler is closed"), KeyError("kind")])
def test_a_worker_goes_on_whatever_went_wrong(error: Exception) -> None:
    """The first is uvloop's for writing to a process that has ended between two jobs."""
    errors = [error]

    async def answer(*_: Any) -> Any:
        if errors:
            raise errors.pop()
        return {"answer": "3R4"}

    async def use(pool: Pool) -> None:
        assert await pool.move("azul", POSITION, "random", "1") == "3R4"
        assert await pool.move("azul", POSITION, "random", "1") == "3R4"

    run(with_pool(1, use, exchange=answer))


def test_a_job_that_cannot_be_done_fails_alone() -> None:
    async def use(pool: Pool) -> None:
        with pytest.raises(ThinkingFailed):
            await pool.move("azul", "nonsense", "random", "1")
        assert await pool.move("azul", POSITION, "random", "1")

    run(with_pool(1, use))


@pytest.mark.parametrize(
    ("wanted", "jobs", "given"),
    [(1.0, 0, 1.0), (None, 0, None), (None, 1000, None), (1.0, 8, 0.2), (1.0, 1000, 0.05)],
)
def test_thinking_is_shared(wanted: float | None, jobs: int, given: float | None) -> None:
    assert within_budget({"seconds": wanted}, workers=2, jobs=jobs)["seconds"] == given


def test_short_moves_go_first_and_all_who_wait_share_the_time() -> None:
    given: list[tuple[str, float | None]] = []
    all_wait = asyncio.Event()

    async def answer(process: Any, request: Request, patience: float, heard: Any) -> dict[str, Any]:
        given.append((request["kind"], request.get("seconds")))
        await all_wait.wait()
        return {"answer": []}

    async def use(pool: Pool) -> None:
        first = asyncio.create_task(pool.think("azul", POSITION, 1.0))
        while not given:
            await asyncio.sleep(0.01)
        longer = [asyncio.create_task(pool.think("azul", POSITION, 1.0)) for _ in range(2)]
        short = asyncio.create_task(pool.move("azul", POSITION, "random", "1"))
        await asyncio.sleep(0.01)
        all_wait.set()
        await asyncio.gather(first, *longer, short)

    run(with_pool(1, use, exchange=answer))
    assert given == [("think", 1.0), ("move", None), ("think", 0.5), ("think", 1.0)]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(status.parent.name))
    return found


@pytest.mark.long
def test_a_game_goes_on_though_its_workers_are_killed(server: ServerProcess) -> None:
    async def test() -> None:
        chance = random.Random(1)
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "greedy"])
            async with ana.sit(opened["table"]["id"]) as seat:
                playing = asyncio.create_task(play_seat(seat, "1"))
                killed = 0
                while not playing.done():
                    await asyncio.sleep(0.05 + 0.1 * chance.random())
                    for worker in children(server.pid):
                        os.kill(worker, signal.SIGKILL)
                        killed += 1
                        break
                    if killed >= 4:
                        break
                await playing
                assert seat.over
                assert killed

    run(test())


@pytest.mark.long
def test_workers_end_with_a_killed_server(server: ServerProcess) -> None:
    async def test() -> list[int]:
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "greedy"], options={"first": "2"})
            async with ana.sit(opened["table"]["id"]) as seat:
                await seat.wait_for_turn()
        return children(server.pid)

    workers = run(test())
    assert workers
    server.kill()
    run(gone(workers))
    assert "Traceback" not in server.log


async def gone(workers: list[int]) -> None:
    while any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers):
        await asyncio.sleep(0.05)


@pytest.mark.long
def test_a_worker_that_thinks_while_the_server_is_killed_says_nothing(
    server: ServerProcess,
) -> None:
    """Nobody waits for its answer any more. What it writes goes to the server's terminal."""

    async def test() -> list[int]:
        async with Account(server.url) as ana:
            analysis = {"game": "azul", "position": POSITION, "seconds": 0.05}
            await ana.request("POST", "/analysis", analysis)  # compiled and loaded
            asked = asyncio.create_task(
                ana.request("POST", "/analysis", analysis | {"seconds": 2.0})
            )
            await asyncio.sleep(1.0)
            workers = children(server.pid)
            server.kill()
            asked.cancel()
            return workers

    workers = run(test())
    assert workers
    run(gone(workers))
    assert "Traceback" not in server.log


def test_a_worker_whose_job_breaks_off_says_nothing() -> None:
    command = [sys.executable, "-m", "loseta.server.workers.worker"]
    done = subprocess.run(command, input=b'{"kind": "mo', capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
