"""`loseta facts`: what a set of games tells, variant by variant."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, progress
from loseta.cli.parser import Commands


def add(commands: Commands) -> None:
    parser = commands.add("facts", run, "loseta facts games --markdown")
    say = commands.say
    parser.add_argument("games_in", type=Path, metavar="DIR|FILE", help=say("export.games"))
    parser.add_argument("--markdown", action="store_true", help=say("facts.markdown"))
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.collection import files_in
    from loseta.arena.facts import facts, lines

    files = files_in(args.games_in)
    found, unfinished = facts(files, progress(len(files)))
    if args.json:
        told = [each.figures() for each in found]
        print(json.dumps({"facts": told, "unfinished": unfinished}))
        return OK
    print("\n".join(lines(found, args.lang, args.markdown)))
    if unfinished:
        print(texts.say("cli.facts.unfinished", args.lang, n=unfinished))
    return OK
