"""`loseta serve`: tables for people in the browser and for programs."""

from __future__ import annotations

import argparse
import contextlib
import errno
import socket
import threading
import webbrowser
from collections.abc import Callable

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, complain
from loseta.cli.parser import Commands

PORT = 8000
PACKAGES = (
    *("aiosqlite", "alembic", "fastapi", "httptools", "itsdangerous", "orjson"),
    *("prometheus_client", "pydantic", "sqlalchemy", "starlette", "uvicorn", "websockets"),
)


def add(commands: Commands) -> None:
    parser = commands.add("serve", run, "loseta serve --port 8080")
    say = commands.say
    parser.add_argument("--host", default="127.0.0.1", help=say("serve.host"))
    parser.add_argument("--port", type=options.count, default=PORT, help=say("serve.port"))
    parser.add_argument("--db", metavar="URL", default="", help=say("serve.db"))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))
    parser.add_argument("--workers", type=options.count, default=0, help=say("serve.workers"))
    parser.add_argument(
        "--prepare",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=say("serve.prepare"),
    )
    parser.add_argument("--bus", metavar="URL", default="", help=say("serve.bus"))
    parser.add_argument("--remote-workers", action="store_true", help=say("serve.remote_workers"))
    parser.add_argument(
        "--limit", metavar="NAME=VALUE", action="append", default=[], help=say("serve.limit")
    )
    parser.add_argument(
        "--origin", metavar="URL", action="append", default=[], help=say("serve.origin")
    )


def run(args: argparse.Namespace) -> int:
    try:
        from loseta.server import serve
        from loseta.server.http.addresses import read_origin
        from loseta.server.settings import Limits, Settings
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in PACKAGES:
            raise
        return complain(texts.say("cli.serve.missing", args.lang, extra="loseta[server]"))
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
    try:
        listening = serve.listen(args.host, args.port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return complain(texts.say("cli.serve.taken", args.lang, port=args.port))
        error.filename = args.host
        raise
    except OverflowError:
        return complain(texts.say("cli.serve.no_port", args.lang, port=str(args.port)[:20]))
    url = page_url(args.host, listening.getsockname()[1])

    def ready() -> None:
        print(texts.say("cli.serve.ready", args.lang, url=url), flush=True)
        shown = settings.database_shown
        print(texts.say("cli.serve.database", args.lang, url=shown), flush=True)
        if args.open:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    with contextlib.suppress(KeyboardInterrupt):
        serve.run(settings, listening, ready)
    print(texts.say("cli.serve.stopped", args.lang))
    return OK


def address_in_network() -> str | None:
    """The one that packets for elsewhere would carry. None is sent: nobody has the address asked
    about, it is kept for documents."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(asking.getsockname()[0])


def page_url(
    host: str, port: int, own_address: Callable[[], str | None] = address_in_network
) -> str:
    """Where to point the browser. Links for friends begin with it; so where others may come, it is
    this computer's address in the network."""
    name = host
    if host in ("0.0.0.0", "::"):
        name = own_address() or "localhost"
    elif host in ("127.0.0.1", "::1"):
        name = "localhost"
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
