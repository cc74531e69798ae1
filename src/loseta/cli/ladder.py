"""`loseta ladder`: all computer players rated together."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli import options
from loseta.cli.output import INTERRUPTED, OK, LiveLine
from loseta.cli.parser import Commands
from loseta.game import BadOption, Reason
from loseta.tui import HUMAN

if TYPE_CHECKING:
    from loseta.arena.ladder import Fixture

GAMES = 40
BAR = 24


def add(commands: Commands) -> None:
    example = "loseta ladder --game azul --players-list random,greedy --games 20"
    parser = commands.add("ladder", run, example)
    say = commands.say
    options.add_game(parser, commands)
    options.add_game_options(parser, commands)
    parser.add_argument("--players-list", metavar="LIST", help=say("ladder.players"))
    parser.add_argument(
        "--games", type=options.at_least_one, default=GAMES, metavar="N", help=say("ladder.games")
    )
    parser.add_argument("--everybody", action="store_true", help=say("ladder.everybody"))
    parser.add_argument("--time", type=options.seconds, metavar="S", help=say("ladder.time"))
    parser.add_argument(
        "--limit", type=options.seconds, default=60.0, metavar="S", help=say("match.limit")
    )
    parser.add_argument("--jobs", type=options.jobs, metavar="N", help=say("match.jobs"))
    options.add_cluster(parser, commands)
    parser.add_argument("--seed", type=options.seed, default="1", help=say("seed"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=say("ladder.save"))
    options.add_save(parser, commands, "--save-games")
    parser.add_argument("--markdown", action="store_true", help=say("ladder.markdown"))
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.ladder import LADDER, Ladder, climb
    from loseta.arena.ladder_file import load, save
    from loseta.arena.ladder_report import figures, lines, markdown

    options.check_win_chances(args.win_chances, args.save_games, "--save-games")
    given = args.players_list
    names = LADDER if given is None else tuple(name.strip() for name in given.split(","))
    if HUMAN in names:
        raise BadOption("players-list", Reason("", "no_humans"))
    ladder = Ladder(
        names,
        args.games,
        game=args.game,
        options=options.chosen_options(args),
        time=args.time,
        seed=args.seed,
        limit=args.limit,
        everybody=args.everybody,
        records=args.save_games is not None,
        win_chances=args.win_chances,
    )
    meetings = [] if args.save is None else load(args.save, ladder)

    def keep() -> None:
        if args.save is not None:
            save(args.save, ladder, meetings)

    keep()  # fails before the first game if the file cannot be written
    line = LiveLine()

    def show(fixture: Fixture, done: int, total: int) -> None:
        bar = "█" * (BAR * done // total) + "·" * (BAR - BAR * done // total)
        who = texts.say("ladder.playing", args.lang, a=fixture.a, b=fixture.b)
        line.show(f"{bar} {done}/{total}  {who}")

    with options.cluster(args) as cluster:
        complete = climb(ladder, meetings, args.jobs, keep, show, args.save_games, cluster)
    line.wipe()
    theirs = ladder.between_them(meetings)
    if args.json:
        print(json.dumps(figures(ladder, theirs, complete)))
    elif args.markdown:
        print("\n".join(markdown(ladder, theirs, complete, _command(args), args.lang)))
    else:
        print("\n".join(lines(ladder, theirs, complete, args.lang)))
    return OK if complete else INTERRUPTED


def _command(args: argparse.Namespace) -> str:
    """The command that plays the same games, without arguments that do not affect them."""
    words = ["loseta ladder", f"--game {args.game}"]
    words += [f"--{name} {value}" for name, value in options.chosen_options(args).items()]
    if args.players_list is not None:
        words.append(f"--players-list {args.players_list}")
    words.append(f"--games {args.games}")
    if args.everybody:
        words.append("--everybody")
    if args.time is not None:
        words.append(f"--time {args.time:g}")
    if args.seed != "1":
        words.append(f"--seed {args.seed}")
    return " ".join(words)
