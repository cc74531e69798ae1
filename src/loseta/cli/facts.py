"""`loseta facts`: statistics of a set of games, by variant."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, progress
from loseta.cli.parser import Commands
from loseta.files import check_can_be_written


def add(commands: Commands) -> None:
    parser = commands.add("facts", run, "loseta facts games --markdown")
    say = commands.say
    parser.add_argument("games_in", type=Path, metavar="DIR|FILE", help=say("export.games"))
    parser.add_argument("--markdown", action="store_true", help=say("facts.markdown"))
    parser.add_argument("--of-each", type=options.count, metavar="N", help=say("facts.of_each"))
    parser.add_argument("--numbers", type=Path, metavar="FILE", help=say("facts.numbers"))
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena import numbers
    from loseta.arena.collection import files_in
    from loseta.arena.facts import lines, read_facts

    if args.numbers is not None:
        check_can_be_written(args.numbers)
    files = files_in(args.games_in)
    found = read_facts(files, progress(len(files)), args.of_each, args.numbers is not None)
    if args.numbers is not None:
        numbers.save(found.numbers, args.numbers)
    if args.json:
        figures = [each.figures() for each in found.facts]
        print(json.dumps({"facts": figures, "unfinished": found.unfinished}))
        return OK
    print("\n".join(lines(found.facts, args.lang, args.markdown)))
    if found.unfinished:
        print(texts.say("cli.facts.unfinished", args.lang, n=found.unfinished))
    return OK
