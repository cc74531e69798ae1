"""`loseta workers`: run computer players for servers that share a Redis."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK
from loseta.cli.parser import Commands
from loseta.cli.serve import BUS, complain_of_missing
from loseta.players import make

if TYPE_CHECKING:
    from loseta.server.workers.job_queue import JobQueue


def add(commands: Commands) -> None:
    parser = commands.add("workers", run, "loseta workers --bus redis://localhost:6379/0")
    say = commands.say
    bus = os.environ.get(BUS)
    parser.add_argument(
        "--bus", metavar="URL", required=not bus, default=bus, help=say("workers.bus")
    )
    parser.add_argument(
        "--jobs", type=options.jobs, default=0, metavar="N", help=say("workers.jobs")
    )
    parser.add_argument(
        "--prepare",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=say("workers.prepare"),
    )


def run(args: argparse.Namespace) -> int:
    try:
        from loseta.server import logs
        from loseta.server.workers.job_queue import JobQueue
    except ModuleNotFoundError as error:
        return complain_of_missing(error, args.lang)
    make("ai:1")  # raises Refusal if the search is not installed
    queue = JobQueue(args.bus)
    logs.set_up()
    asyncio.run(_work(args, queue))
    print(texts.say("cli.workers.stopped", args.lang))
    return OK


async def _work(args: argparse.Namespace, queue: JobQueue) -> None:
    """Do jobs from the queue until a signal. Raises Refused when Redis cannot be reached."""
    from loseta.games import GAMES
    from loseta.server.redis_client import REDIS_ERRORS, shown
    from loseta.server.refusals import Refused
    from loseta.server.workers.pool import Pool
    from loseta.server.workers.remote_workers import RemoteWorkers

    try:
        await queue.check()
    except REDIS_ERRORS as error:
        await queue.close()
        raise Refused("no_bus", detail=str(error) or type(error).__name__) from None
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    pool = Pool(args.jobs)
    if args.prepare:
        preparing = loop.create_task(pool.prepare(GAMES))
        stopping = loop.create_task(stop.wait())
        await asyncio.wait([preparing, stopping], return_when=asyncio.FIRST_COMPLETED)
        for task in (preparing, stopping):
            task.cancel()

    def ready() -> None:
        url = shown(args.bus)
        print(texts.say("cli.workers.ready", args.lang, n=pool.size, url=url), flush=True)

    await RemoteWorkers(queue, pool).run(stop, ready)
