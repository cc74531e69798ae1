"""`loseta serve`: tables for people in the browser and for programs."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, complain
from loseta.cli.parser import Commands

if TYPE_CHECKING:
    from loseta.server.settings import Settings

PORT = 8000
MOST_PROCESSES = 256
DB, BUS = "LOSETA_DB", "LOSETA_BUS"
"""Environment variables for URLs with passwords, because other users can read command lines."""
PACKAGES = (
    *("aiosqlite", "alembic", "fastapi", "httptools", "itsdangerous", "orjson"),
    *("prometheus_client", "pydantic", "sqlalchemy", "starlette", "uvicorn", "websockets"),
)


def add(commands: Commands) -> None:
    parser = commands.add("serve", run, "loseta serve --port 8080")
    say = commands.say
    parser.add_argument("--host", default="127.0.0.1", help=say("serve.host"))
    parser.add_argument("--port", type=options.count, default=PORT, help=say("serve.port"))
    parser.add_argument("--db", metavar="URL", default=os.environ.get(DB, ""), help=say("serve.db"))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))
    parser.add_argument("--workers", type=options.count, default=0, help=say("serve.workers"))
    parser.add_argument(
        "--prepare",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=say("serve.prepare"),
    )
    parser.add_argument(
        "--bus", metavar="URL", default=os.environ.get(BUS, ""), help=say("serve.bus")
    )
    parser.add_argument(
        "--processes",
        type=partial(options.at_most, MOST_PROCESSES),
        default=1,
        metavar="N",
        help=say("serve.processes"),
    )
    parser.add_argument("--inherit", type=options.count, help=argparse.SUPPRESS)
    parser.add_argument("--remote-workers", action="store_true", help=say("serve.remote_workers"))
    parser.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help=say("serve.limit")
    )
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help=say("serve.origin")
    )


def complain_of_missing(error: ModuleNotFoundError, lang: str) -> int:
    """Say what to install for the server. Raises the error again if it has another cause."""
    if (error.name or "").partition(".")[0] not in PACKAGES:
        raise error
    return complain(texts.say("cli.serve.missing", lang, extra="loseta[server]"))


def run(args: argparse.Namespace) -> int:
    try:
        from loseta.server import serve
        from loseta.server.http.addresses import read_origin
        from loseta.server.refusals import Refused
        from loseta.server.settings import Limits, Settings
    except ModuleNotFoundError as error:
        return complain_of_missing(error, args.lang)
    limits = Limits().changed(dict(each.partition("=")[::2] for each in args.limit))
    origins = tuple(map(read_origin, args.origin))
    settings = Settings(
        args.db,
        origins,
        args.workers,
        args.prepare,
        limits,
        args.host,
        args.bus,
        args.remote_workers,
    )
    settings.check()
    if args.inherit is not None:
        return _serve_as_child(args, settings)
    if args.processes > 1 and not args.bus:
        raise Refused("needs_bus", option="--processes")
    if args.processes > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise Refused("no_processes")
    try:
        if args.processes > 1:
            sockets = serve.listen_together(args.host, args.port, args.processes)
        else:
            sockets = [serve.listen(args.host, args.port)]
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return complain(texts.say("cli.serve.taken", args.lang, port=args.port))
        error.filename = args.host
        raise
    except OverflowError:
        return complain(texts.say("cli.serve.no_port", args.lang, port=str(args.port)[:20]))
    url = page_url(args.host, sockets[0].getsockname()[1])

    def ready() -> None:
        print(texts.say("cli.serve.ready", args.lang, url=url), flush=True)
        shown = settings.database_shown
        print(texts.say("cli.serve.database", args.lang, url=shown), flush=True)
        if args.open:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    code = OK
    with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as opened:
        for each in sockets:
            opened.enter_context(each)
        if args.processes > 1:
            code = _supervise(args, sockets, ready)
        else:
            serve.run(settings, sockets[0], ready)
    if code == OK:
        print(texts.say("cli.serve.stopped", args.lang))
    return code


# --- Several processes --------------------------------------------------------------------------


def _supervise(
    args: argparse.Namespace, sockets: list[socket.socket], ready: Callable[[], None]
) -> int:
    from prometheus_client.multiprocess import mark_process_dead

    from loseta.server import logs, metrics
    from loseta.server.supervisor import Supervisor

    logs.set_up()
    with tempfile.TemporaryDirectory(prefix="loseta-") as folder:
        env = {**os.environ, metrics.SHARED_FOLDER: folder, DB: args.db, BUS: args.bus}

        def gone(pid: int) -> None:
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]

        supervisor = Supervisor(partial(_child_command, args), sockets, env, gone)
        return asyncio.run(supervisor.run(ready))


def _child_command(args: argparse.Namespace, number: int, fd: int) -> list[str]:
    """The command that starts one of several processes. Its arguments stay the same between
    versions, so that processes of a new version can replace those of an old one."""
    from loseta.server.workers.pool import usual_size

    workers = max(1, (args.workers or usual_size()) // args.processes)
    command = [sys.executable, "-m", "loseta", "serve", "--inherit", str(fd), "--lang", args.lang]
    command += ["--host", args.host]
    command += ["--workers", str(workers)]
    command += [f"--limit={each}" for each in args.limit]
    command += [f"--origin={each}" for each in args.origin]
    if args.remote_workers:
        command.append("--remote-workers")
    if number > 0 or not args.prepare:
        command.append("--no-prepare")  # the first process compiles for all
    return command


def _serve_as_child(args: argparse.Namespace, settings: Settings) -> int:
    """Serve on a socket opened by the parent process, until the parent dies and standard input
    ends."""
    from loseta.server import serve

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        serve.run(settings, socket.socket(fileno=args.inherit), lambda: print("ready", flush=True))
    return OK


# --- Addresses ------------------------------------------------------------------------------------


def address_in_network() -> str | None:
    """This machine's address in its network, or None: the source address of packets to elsewhere.
    Sends nothing; the destination is an address reserved for documentation."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(asking.getsockname()[0])


def page_url(
    host: str, port: int, own_address: Callable[[], str | None] = address_in_network
) -> str:
    """The URL of the page. Links for friends begin with it, so a server that is open to others uses
    this machine's address in the network."""
    name = host
    if host in ("0.0.0.0", "::"):
        name = own_address() or "localhost"
    elif host in ("127.0.0.1", "::1"):
        name = "localhost"
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
