"""`loseta puzzles make`: files of puzzles."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli import options
from loseta.cli.output import INTERRUPTED, OK, LiveLine
from loseta.cli.parser import Commands

if TYPE_CHECKING:
    from loseta.puzzles.making import Harvest

USUAL_COUNT = 300
BAR = 24


def add(commands: Commands) -> None:
    parser = commands.add(
        "puzzles",
        run,
        "loseta puzzles make --game azul --wall coloured --count 300 --out azul-2-coloured.jsonl",
    )
    say = commands.say
    parser.add_argument("action", choices=("make",), help=say("puzzles.make.help"))
    options.add_game(parser, commands)
    options.add_game_options(parser, commands)
    whole = options.at_least_one
    parser.add_argument(
        "--count", type=whole, default=USUAL_COUNT, metavar="N", help=say("puzzles.make.count")
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help=say("puzzles.make.out")
    )
    parser.add_argument("--seed", type=options.seed, default="1", help=say("seed"))
    parser.add_argument(
        "--jobs", type=options.jobs, default=1, metavar="N", help=say("puzzles.make.jobs")
    )


def run(args: argparse.Namespace) -> int:
    from loseta.players import MissingExtra

    try:
        from loseta.puzzles.making import Order, make_puzzles
    except ImportError as error:
        raise MissingExtra.of("puzzles", error) from None
    order = Order(args.game, options.chosen_options(args), args.count, args.seed)
    line, began = LiveLine(), time.monotonic()
    latest: list[Harvest] = []

    def show(harvest: Harvest) -> None:
        latest[:] = [harvest]
        done = BAR * len(harvest.puzzles) // order.count
        line.show("█" * done + "·" * (BAR - done) + " " + _say("progress", harvest, args))

    try:
        harvest = make_puzzles(order, args.out, args.jobs, show)
    except KeyboardInterrupt:
        line.wipe()
        if latest:
            print(_say("interrupted", latest[0], args))
        return INTERRUPTED
    line.wipe()
    print(_say("done", harvest, args))
    seconds = round(time.monotonic() - began)
    took = {"minutes": seconds // 60, "seconds": f"{seconds % 60:02}", "jobs": args.jobs}
    print(texts.say("cli.puzzles.make.took", args.lang, **took))
    print(texts.say("cli.puzzles.make.rejected", args.lang))
    for reason, count in harvest.rejected.most_common():
        print(f"{count:8}  {texts.say(f'cli.puzzles.make.reason.{reason}', args.lang)}")
    return OK


def _say(key: str, harvest: Harvest, args: argparse.Namespace) -> str:
    return texts.say(
        f"cli.puzzles.make.{key}",
        args.lang,
        found=len(harvest.puzzles),
        wanted=harvest.order.count,
        games=harvest.games,
        looked=harvest.looked,
        file=args.out,
    )
