"""`loseta match`: games between two computer players."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack

from loseta.cli import options
from loseta.cli.output import INTERRUPTED, OK, progress
from loseta.cli.parser import Commands
from loseta.game import BadOption, Reason
from loseta.tui import HUMAN


def add(commands: Commands) -> None:
    example = "loseta match --a greedy --b random --games 20 --jobs 2"
    parser = commands.add("match", run, example)
    say = commands.say
    options.add_game(parser, commands)
    options.add_game_options(parser, commands)
    parser.add_argument("--a", required=True, metavar="PLAYER", help=say("match.a"))
    parser.add_argument("--b", required=True, metavar="PLAYER", help=say("match.b"))
    parser.add_argument(
        "--games", type=options.count, default=100, metavar="N", help=say("match.games")
    )
    parser.add_argument("--time", type=options.seconds, metavar="S", help=say("match.time"))
    parser.add_argument("--time-b", type=options.seconds, metavar="S", help=say("match.time_b"))
    parser.add_argument(
        "--limit", type=options.seconds, default=60.0, metavar="S", help=say("match.limit")
    )
    parser.add_argument("--jobs", type=options.jobs, metavar="N", help=say("match.jobs"))
    options.add_cluster(parser, commands)
    parser.add_argument("--seed", type=options.seed, default="1", help=say("seed"))
    parser.add_argument("--stop", action="store_true", help=say("match.stop"))
    options.add_save(parser, commands)
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.collection import Collection
    from loseta.arena.match import Contestant, Plan, match
    from loseta.arena.report import figures, lines
    from loseta.arena.variants import title
    from loseta.players import check_plays

    options.check_win_chances(args.win_chances, args.save)
    if HUMAN in (args.a, args.b):
        raise BadOption("a", Reason("", "no_humans"))
    for name in (args.a, args.b):
        check_plays(name, args.game)
    plan = Plan(
        Contestant.named(args.a),
        Contestant.named(args.b),
        args.games,
        game=args.game,
        options=options.chosen_options(args),
        seed=args.seed,
        time=args.time,
        time_b=args.time_b,
        limit=args.limit,
        records=args.save is not None,
        win_chances=args.win_chances,
    )
    show = progress(plan.games)
    with ExitStack() as opened:
        cluster = opened.enter_context(options.cluster(args))
        kept = None
        if args.save is not None:
            name = title(plan.rules, plan.complete_options)
            kept = opened.enter_context(Collection(args.save, name, plan.conditions))
        result = match(plan, args.jobs, args.stop, show, kept, cluster)
    show(plan.games)
    print(json.dumps(figures(result)) if args.json else "\n".join(lines(result, args.lang)))
    return INTERRUPTED if result.interrupted else OK
