"""`loseta puzzle`: puzzles in the terminal."""

from __future__ import annotations

import argparse
from datetime import date

from loseta.cli import options
from loseta.cli.parser import Commands
from loseta.puzzles.library import USUAL, variants

MOST_LEVEL = 8


def add(commands: Commands) -> None:
    parser = commands.add("puzzle", run, "loseta puzzle --kind win --level 3")
    say = commands.say
    parser.add_argument("id", nargs="?", metavar="ID", help=say("puzzle.id"))
    parser.add_argument(
        "--variant",
        metavar="NAME",
        help=say("puzzle.variant", variants=", ".join(variants())),
    )
    parser.add_argument("--kind", metavar="KIND", help=say("puzzle.kind"))
    parser.add_argument("--level", type=_level, metavar="N", help=say("puzzle.level"))


def _level(text: str) -> int:
    return options.at_most(MOST_LEVEL, text)


def run(args: argparse.Namespace) -> int:
    from loseta import puzzles
    from loseta.tui.puzzle import PuzzleSession

    given = {"--variant": args.variant, "--kind": args.kind, "--level": args.level}
    today = date.today()
    if args.id is not None:
        options.refuse_fixed(given)
        found = [puzzles.find(args.id)]
    elif args.kind is None and args.level is None:
        found = [puzzles.of_the_day(today, args.variant or USUAL)]
    else:
        variant = args.variant or USUAL
        found = puzzles.choose(variant, args.kind, args.level, seed=today.isoformat())
    return PuzzleSession(found, args.lang).run()
