"""Thinking on other machines: a queue in Redis, and what happens when any part of it dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest

from loseta.client import Account
from loseta.games import game_named
from loseta.players import make
from loseta.server import metrics
from loseta.server.workers import Pool, ThinkingFailed, job_queue
from loseta.server.workers.job_queue import BEAT, DEAD_AFTER, MOST_DELIVERIES, JobQueue
from loseta.server.workers.remote_pool import RemotePool
from loseta.server.workers.remote_workers import LONG_EVERY, RemoteWorkers

from ..support import run_loseta
from .games import play_seat
from .redis_servers import RedisServer
from .servers import ServerProcess, Workers, run
from .test_analyses import ENDLESS, opening
from .test_trouble import POSITION, children

QUICK = {"kind": "move", "game": "azul", "position": POSITION, "level": "random", "seconds": None}
LONG = {"kind": "think", "game": "azul", "position": POSITION, "seconds": 1.0, "also": ""}


def chosen(level: str, seed: str) -> str:
    state = game_named("azul").state_from_text(POSITION)
    return str(make(level, seed=seed).choose(state).text)


def done_at_home() -> float:
    return float(metrics.THINKING_AT_HOME._value.get())


async def until(true: Callable[[], Any]) -> None:
    while not true():
        await asyncio.sleep(0.02)


class Thoughts:
    """Stands for the processes of a pool: what it was given, answered when the test says so."""

    def __init__(self, name: str = "", *, at_once: bool = True) -> None:
        self.name = name
        self.given: list[dict[str, Any]] = []
        self.may_answer = asyncio.Event()
        if at_once:
            self.may_answer.set()

    async def __call__(self, process: Any, request: Any, patience: float, heard: Any) -> Any:
        self.given.append(request)
        await self.may_answer.wait()
        return {"answer": f"{self.name}{request.get('seed', '')}"}


@asynccontextmanager
async def asking(redis: RedisServer) -> AsyncIterator[RemotePool]:
    pool = RemotePool(redis.url)
    pool.start()
    try:
        yield pool
    finally:
        await pool.stop()


@asynccontextmanager
async def working(redis: RedisServer, size: int = 1, **settings: Any) -> AsyncIterator[None]:
    """`loseta workers` in the process of the test."""
    stop, ready = asyncio.Event(), asyncio.Event()
    workers = RemoteWorkers(JobQueue(redis.url), Pool(size, **settings))
    task = asyncio.create_task(workers.run(stop, ready.set))
    await ready.wait()
    try:
        yield
    finally:
        stop.set()
        await task


@asynccontextmanager
async def looking(redis: RedisServer) -> AsyncIterator[JobQueue]:
    queue = JobQueue(redis.url)
    try:
        yield queue
    finally:
        await queue.close()


async def empty(queue: JobQueue) -> None:
    """Comes back when no job is left in the streams."""
    while await queue.length():
        await asyncio.sleep(0.02)


async def answer_for(server: str, queue: JobQueue) -> tuple[str, dict[str, Any]]:
    while (found := await queue.next_answer(server, 1)) is None:
        pass
    return found


# --- As it should be ------------------------------------------------------------------------------


def test_jobs_are_done_elsewhere(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with (
            looking(redis_server) as queue,
            working(redis_server, 2),
            asking(redis_server) as pool,
        ):
            before = done_at_home()
            moves = [pool.move("azul", POSITION, "greedy", str(seed)) for seed in range(20)]
            assert await asyncio.gather(*moves) == [chosen("greedy", str(n)) for n in range(20)]
            assert (await pool.effects("azul", POSITION)).keys()
            assert done_at_home() == before
            await empty(queue)

    run(test())


@pytest.mark.long
def test_an_analysis_tells_on_its_way_and_ends_when_nobody_listens(
    redis_server: RedisServer,
) -> None:
    """It has no limit of its own; afterwards the only worker is free for others."""
    pytest.importorskip("numba")

    async def test() -> None:
        async with working(redis_server), asking(redis_server) as pool:
            before = done_at_home()
            parts: asyncio.Queue[Any] = asyncio.Queue()
            long = opening("azul").to_text()
            thinking = asyncio.create_task(pool.analyse("azul", long, ENDLESS, 2, parts.put_nowait))
            assert (await parts.get())["candidates"]
            thinking.cancel()
            assert (await pool.effects("azul", POSITION)).keys()
            assert done_at_home() == before

    run(test())


@pytest.mark.long
def test_a_job_that_cannot_be_done_fails_alone(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with working(redis_server), asking(redis_server) as pool:
            with pytest.raises(ThinkingFailed):
                await pool.move("azul", "nonsense", "random", "1")
            assert await pool.move("azul", POSITION, "random", "1") == chosen("random", "1")

    run(test())


@pytest.mark.long
def test_short_jobs_go_first_and_long_ones_do_not_starve(redis_server: RedisServer) -> None:
    async def test() -> None:
        thoughts = Thoughts(at_once=False)
        async with looking(redis_server) as queue:
            for n in range(2):
                await queue.put("server", f"long {n}", LONG)
            for n in range(3 * LONG_EVERY):
                await queue.put("server", f"quick {n}", QUICK)
            thoughts.may_answer.set()
            async with working(redis_server, exchange=thoughts):
                await empty(queue)
        kinds = [request["kind"] for request in thoughts.given]
        assert kinds[: LONG_EVERY - 1] == ["move"] * (LONG_EVERY - 1)
        assert kinds[LONG_EVERY - 1] == "think"
        assert Counter(kinds) == {"move": 3 * LONG_EVERY, "think": 2}

    run(test())


@pytest.mark.long
def test_all_who_wait_share_the_time_of_the_workers(redis_server: RedisServer) -> None:
    async def test() -> None:
        thoughts = Thoughts()
        async with looking(redis_server) as queue:
            for n in range(10):
                await queue.put("server", str(n), LONG)
            async with working(redis_server, exchange=thoughts):
                await empty(queue)
        seconds = [request["seconds"] for request in thoughts.given]
        assert seconds == [0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.5, 1.0]

    run(test())


@pytest.mark.long
def test_long_thinking_is_not_taken_for_death(redis_server: RedisServer) -> None:
    async def test() -> None:
        one, two = Thoughts("one", at_once=False), Thoughts("two")
        async with (
            working(redis_server, exchange=one),
            asking(redis_server) as pool,
            looking(redis_server) as queue,
        ):
            asked = asyncio.create_task(pool.think("azul", POSITION, 1.0))
            await until(lambda: one.given)
            async with working(redis_server, exchange=two):
                await asyncio.sleep(DEAD_AFTER + 2)
                assert not two.given
                one.may_answer.set()
                assert str(await asked) == "one"
            await empty(queue)

    run(test())


# --- Nobody wants it any more ---------------------------------------------------------------------


@pytest.mark.long
def test_what_is_no_longer_asked_is_no_longer_in_the_queue(redis_server: RedisServer) -> None:
    async def test() -> None:
        thoughts = Thoughts(at_once=False)
        async with (
            looking(redis_server) as queue,
            working(redis_server, exchange=thoughts),
            asking(redis_server) as pool,
        ):
            asked = [asyncio.create_task(pool.effects("azul", POSITION)) for _ in range(5)]
            await until(lambda: thoughts.given)
            assert await queue.length() == 5
            for task in asked:
                task.cancel()
            await empty(queue)
            thoughts.may_answer.set()
            assert str(await pool.effects("azul", POSITION)) == ""

    run(test())


@pytest.mark.long
def test_jobs_of_a_server_that_died_are_dropped(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "ALIVE_MS", 1)

    async def test() -> None:
        thoughts = Thoughts()
        async with looking(redis_server) as queue:
            for n in range(5):
                await queue.put("gone", str(n), LONG)
            await asyncio.sleep(0.1)
            monkeypatch.setattr(job_queue, "ALIVE_MS", 60_000)
            await queue.put("there", "1", QUICK)
            async with working(redis_server, exchange=thoughts):
                assert await answer_for("there", queue) == ("1", {"answer": ""})
                await empty(queue)
            assert await queue.next_answer("gone", 0.01) is None
        assert [request["kind"] for request in thoughts.given] == ["move"]

    run(test())


@pytest.mark.long
def test_a_job_is_answered_once(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with looking(redis_server) as queue:
            await queue.take(False, 0.01)
            await queue.put("server", "1", QUICK)
            (job,) = await queue.take(False, 1)
            assert await queue.take(False, 0.01) == []
            assert await queue.answer(job, {"answer": "first"})
            assert not await queue.answer(job, {"answer": "second"})
            assert await queue.next_answer("server", 1) == ("1", {"answer": "first"})
            assert await queue.next_answer("server", 0.01) is None

    run(test())


@pytest.mark.long
def test_the_queue_does_not_grow_without_end(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "LONGEST", 100)

    async def test() -> None:
        async with looking(redis_server) as queue:
            for n in range(600):
                await queue.put("server", str(n), QUICK)
            assert 100 <= await queue.length() <= 300

    run(test())


# --- Something dies -------------------------------------------------------------------------------


@pytest.fixture
def workers(redis_server: RedisServer) -> Iterator[Workers]:
    found = Workers(redis_server.url)
    found.start()
    yield found
    found.kill()


@pytest.mark.long
def test_a_job_is_taken_over_when_all_workers_of_a_machine_die(
    redis_server: RedisServer, workers: Workers
) -> None:
    async def test() -> None:
        process = workers.process
        assert process is not None
        async with asking(redis_server) as pool, looking(redis_server) as queue:
            before = done_at_home()
            await pool.move("azul", POSITION, "random", "1")
            (child,) = children(process.pid)
            os.kill(child, signal.SIGSTOP)  # it is in the middle of something
            asked = asyncio.create_task(pool.think("azul", POSITION, 1.0))
            await asyncio.sleep(1)
            async with working(redis_server, exchange=Thoughts("other")):
                await asyncio.sleep(1)
                assert not asked.done()
                workers.kill()
                os.kill(child, signal.SIGKILL)
                assert str(await asked) == "other"
            assert done_at_home() == before
            await empty(queue)

    run(test())


@pytest.mark.long
def test_a_job_that_kills_all_who_get_it_is_given_up(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        thoughts = Thoughts()
        async with looking(redis_server) as queue:
            await queue.take(False, 0.01)
            await queue.put("server", "1", QUICK)
            await queue.take(False, 1)
            for deliveries in range(2, MOST_DELIVERIES + 1):
                monkeypatch.setattr(job_queue, "ALIVE_MS", 1)  # who had it is dead at once
                await asyncio.sleep(0.01)
                (job,) = await queue.take_over(1)
                assert job.deliveries == deliveries
            monkeypatch.setattr(job_queue, "ALIVE_MS", 60_000)
            await queue.say_alive("server")
            monkeypatch.setattr(job_queue, "ALIVE_MS", 1)
            async with working(redis_server, exchange=thoughts):
                key, told = await answer_for("server", queue)
                await empty(queue)
            assert (key, set(told)) == ("1", {"error"})
            assert thoughts.given == []

    run(test())


@pytest.mark.long
def test_a_worker_that_is_killed_is_replaced(redis_server: RedisServer, workers: Workers) -> None:
    async def test() -> None:
        process = workers.process
        assert process is not None
        async with asking(redis_server) as pool:
            await pool.move("azul", POSITION, "random", "1")
            (child,) = children(process.pid)
            os.kill(child, signal.SIGSTOP)
            asked = asyncio.create_task(pool.move("azul", POSITION, "random", "2"))
            await asyncio.sleep(0.5)
            os.kill(child, signal.SIGKILL)
            assert await asked == chosen("random", "2")

    run(test())


@pytest.mark.long
def test_workers_that_are_asked_to_stop_answer_first(
    redis_server: RedisServer, workers: Workers
) -> None:
    async def test() -> None:
        async with asking(redis_server) as pool, looking(redis_server) as queue:
            await pool.move("azul", POSITION, "random", "1")
            before = done_at_home()
            asked = asyncio.create_task(pool.move("azul", POSITION, "greedy", "2"))
            while not await queue.length() and not asked.done():
                await asyncio.sleep(0.001)
            code, said = await asyncio.to_thread(workers.stop)
            assert (code, "Goodbye" in said) == (0, True)
            assert await asked == chosen("greedy", "2")
            assert await queue.roll_call() == 0
            assert done_at_home() - before <= 1  # it may have stopped before it saw the job

    run(test())


@pytest.mark.long
def test_redis_comes_back_empty(redis_server: RedisServer) -> None:
    async def test() -> None:
        thoughts = Thoughts("done ", at_once=False)
        async with (
            working(redis_server, exchange=thoughts),
            asking(redis_server) as pool,
            looking(redis_server) as queue,
        ):
            seeds = [str(n) for n in range(8)]
            asked = [pool.move("azul", POSITION, "random", seed) for seed in seeds]
            answers = asyncio.gather(*asked)
            await until(lambda: thoughts.given)
            redis_server.kill()
            redis_server.start()
            thoughts.may_answer.set()
            allowed = [{f"done {seed}", chosen("random", seed)} for seed in seeds]
            for answer, either in zip(await answers, allowed, strict=True):
                assert answer in either
            await empty(queue)

    run(test())


@pytest.mark.long
def test_without_redis_the_server_thinks_itself(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with asking(redis_server) as pool:
            redis_server.kill()
            before = done_at_home()
            moves = [pool.move("azul", POSITION, "greedy", str(seed)) for seed in range(3)]
            assert await asyncio.gather(*moves) == [chosen("greedy", str(n)) for n in range(3)]
            assert done_at_home() == before + 3
            redis_server.start()
            async with working(redis_server, exchange=Thoughts("elsewhere")):
                while await pool.move("azul", POSITION, "greedy", "") != "elsewhere":
                    await asyncio.sleep(0.1)

    run(test())


@pytest.mark.long
def test_without_workers_the_server_thinks_itself(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with asking(redis_server) as pool, looking(redis_server) as queue:
            before = done_at_home()
            assert await pool.move("azul", POSITION, "greedy", "1") == chosen("greedy", "1")
            assert done_at_home() == before + 1
            await empty(queue)

    run(test())


@pytest.mark.long
def test_a_job_that_nobody_has_time_for_is_given_up(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loseta.server.workers.remote_pool.PATIENCE", 1.0)

    async def test() -> None:
        async with (
            working(redis_server, exchange=Thoughts(at_once=False)),
            asking(redis_server) as pool,
            looking(redis_server) as queue,
        ):
            with pytest.raises(ThinkingFailed):
                await pool.effects("azul", POSITION)
            await empty(queue)

    run(test())


@pytest.mark.long
def test_workers_wait_for_a_redis_that_is_away(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(working(redis_server, exchange=Thoughts("here")))
            redis_server.kill()
            await asyncio.sleep(2 * BEAT)
            redis_server.start()
            queue = await stack.enter_async_context(looking(redis_server))
            await queue.put("server", "1", QUICK)
            assert await answer_for("server", queue) == ("1", {"answer": "here"})

    run(test())


# --- A whole game ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "trouble",
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["in peace", "in trouble"],
)
def test_a_whole_game_against_a_player_elsewhere(
    postgres_url: str, redis_server: RedisServer, workers: Workers, tmp_path: Any, trouble: bool
) -> None:
    """In trouble: a worker, the whole command and Redis are killed again and again."""

    def kill_a_worker() -> None:
        assert workers.process is not None
        for child in children(workers.process.pid):
            os.kill(child, signal.SIGKILL)

    def kill_all_workers() -> None:
        workers.kill()
        workers.start()

    def kill_redis() -> None:
        redis_server.kill()
        redis_server.start()

    async def test() -> None:
        async with Account(server.url) as ana, httpx.AsyncClient() as http:
            opened = await ana.open_table("azul", ["me", "greedy"])
            table = opened["table"]["id"]
            async with ana.sit(table) as seat:
                playing = asyncio.create_task(play_seat(seat, "1"))
                number = 0
                while trouble and not playing.done() and number < 6:
                    seen = seat.number
                    await until(lambda: seat.number > seen + 1 or playing.done())  # noqa: B023
                    kill = (kill_a_worker, kill_all_workers, kill_redis)[number % 3]
                    await asyncio.to_thread(kill)
                    number += 1
                acknowledged = await playing
                assert seat.over
                assert len(set(acknowledged)) == len(acknowledged)
            figures = (await http.get(f"{server.url}/metrics")).text
            if not trouble:
                assert "loseta_thinking_at_home_total 0.0" in figures
            record = await ana.record(table)
            (tmp_path / "game.txt").write_text(record, encoding="utf-8")
        async with looking(redis_server) as queue:
            await empty(queue)

    options = ("--bus", redis_server.url, "--remote-workers")
    server = ServerProcess(postgres_url, tmp_path / "log", *options)
    server.start()
    try:
        run(test())
    finally:
        server.kill()
    assert run_loseta("replay", str(tmp_path / "game.txt"), "--verify").returncode == 0
