"""`loseta learn`: make the network of a game anew, from games that the project plays itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, LiveLine
from loseta.cli.parser import Commands
from loseta.files import check_can_be_written
from loseta.players import MissingExtra


def add(commands: Commands) -> None:
    example = "loseta learn --players 2 --share 0.001 --out quick.npz"
    parser = commands.add("learn", run, example)
    say = commands.say
    options.add_game(parser, commands)
    # Whoever begins and whatever the tablets are: it learns from games of all kinds.
    options.add_game_options(parser, commands, without=("first", "tablets"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say("learn.out"))
    parser.add_argument(
        "--seed", type=options.count, default=1, metavar="N", help=say("learn.seed")
    )
    parser.add_argument(
        "--threads", type=options.threads, default=2, metavar="N", help=say("learn.threads")
    )
    parser.add_argument("--from", dest="teacher", type=Path, metavar="FILE", help=say("learn.from"))
    parser.add_argument(
        "--share", type=options.share, default=1.0, metavar="X", help=say("learn.share")
    )


def run(args: argparse.Namespace) -> int:
    try:
        from loseta.learning import learn, load, save, self_play
    except ImportError as error:
        raise MissingExtra.of("learn", error) from None

    playing = self_play(args.game, options.chosen_options(args))
    teacher = load(args.teacher, playing.features) if args.teacher else None
    check_can_be_written(args.out)
    line = LiveLine()

    def show(generation: int, what: str, share: float) -> None:
        doing = texts.say(f"cli.learn.{what}", args.lang)
        line.show(f"{generation}  {doing}  {100 * share:3.0f} %")

    network, reports = learn(
        playing, args.seed, args.threads, args.share, progress=show, teacher=teacher
    )
    line.wipe()
    for report in reports:
        print(
            texts.say(
                "cli.learn.report",
                args.lang,
                generation=report.generation,
                positions=report.positions,
                loss=texts.decimal(report.log_loss, ".4f", args.lang),
                points=texts.decimal(report.point_error, ".2f", args.lang),
            )
        )
    save(network, args.out)
    return OK
