"""`loseta export`: records as a table with a row for each decision or each seat."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, progress
from loseta.cli.parser import Commands

PER = ("decisions", "seats")


def add(commands: Commands) -> None:
    parser = commands.add("export", run, "loseta export games --out games.parquet")
    say = commands.say
    parser.add_argument("games", type=Path, metavar="DIR|FILE", help=say("export.games"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say("export.out"))
    parser.add_argument("--per", choices=PER, default=PER[0], help=say("export.per"))
    parser.add_argument("--no-positions", action="store_true", help=say("export.no_positions"))
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena import export
    from loseta.arena.collection import files_in

    export.check(args.out)
    files = files_in(args.games)
    without = frozenset({"position", "final"}) if args.no_positions else frozenset()
    games, rows = export.export(files, args.out, args.per, without, progress(len(files)))
    size = args.out.stat().st_size
    if args.json:
        print(json.dumps({"games": games, "rows": rows, "bytes": size}))
    else:
        print(
            texts.say("cli.export.done", args.lang, n=games, rows=rows, bytes=size, file=args.out)
        )
    return OK
