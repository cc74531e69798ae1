"""`loseta learn`: train a game's network from self-play."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from loseta import __version__, texts
from loseta.cli import options
from loseta.cli.output import OK, LiveLine
from loseta.cli.parser import Commands
from loseta.files import check_can_be_written
from loseta.players import MissingExtra

if TYPE_CHECKING:
    from loseta.learning.curriculum import Generation, Report


def add(commands: Commands) -> None:
    example = "loseta learn --players 2 --share 0.001 --out quick.npz"
    parser = commands.add("learn", run, example)
    say = commands.say
    options.add_game(parser, commands)
    # A network learns from games with every starting seat and all tablets.
    options.add_game_options(parser, commands, without=("first", "tablets"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say("learn.out"))
    parser.add_argument(
        "--seed", type=options.count, default=1, metavar="N", help=say("learn.seed")
    )
    parser.add_argument("--jobs", type=options.jobs, metavar="N", help=say("match.jobs"))
    options.add_cluster(parser, commands)
    parser.add_argument("--from", dest="teacher", type=Path, metavar="FILE", help=say("learn.from"))
    parser.add_argument(
        "--generations", type=_generations, metavar="N|N-M", help=say("learn.generations")
    )
    parser.add_argument(
        "--share", type=options.share, default=1.0, metavar="X", help=say("learn.share")
    )
    parser.add_argument("--save", type=Path, metavar="DIR", help=say("learn.save"))
    parser.add_argument("--without-search", action="store_true", help=say("learn.without_search"))


def _generations(text: str) -> range:
    first, _, last = text.partition("-")
    begin = options.at_least_one(first)
    return range(begin, options.whole(last, begin) + 1 if last else begin + 1)


def run(args: argparse.Namespace) -> int:
    try:
        from loseta.executors.local import processors
        from loseta.learning import CURRICULUM, ONE_PLY, KeptChunks, learn, load, save, self_play
    except ImportError as error:
        raise MissingExtra.of("learn", error) from None

    playing = self_play(args.game, options.chosen_options(args))
    network = load(args.teacher, playing.features) if args.teacher else None
    first = 1 if network is None else len(ONE_PLY) + 1
    generations = args.generations or range(first, len(CURRICULUM) + 1)
    curriculum: tuple[Generation, ...] = CURRICULUM
    if args.without_search:
        curriculum = tuple(generation.without_search() for generation in CURRICULUM)
    check_can_be_written(args.out)
    kept = None if args.save is None else KeptChunks(args.save)
    line = LiveLine()

    def show(generation: int, what: str, share: float) -> None:
        doing = texts.say(f"cli.learn.{what}", args.lang)
        line.show(f"{generation}  {doing}  {100 * share:3.0f} %")

    with options.cluster(args) as cluster:
        steps = learn(
            playing,
            args.seed,
            args.jobs or processors(),
            args.share,
            curriculum,
            generations,
            show,
            network,
            cluster,
            kept,
        )
        for learned, report in steps:
            save(learned, args.out)  # an interruption costs one generation
            line.wipe()
            print(_summary(report, args.lang), flush=True)
            _log(args, curriculum, report)
    return OK


def _summary(report: Report, lang: str) -> str:
    def loss(value: float) -> str:
        return texts.decimal(value, ".4f", lang)

    key = "cli.learn.report" if report.loss_before is None else "cli.learn.report_from"
    return texts.say(
        key,
        lang,
        generation=report.generation,
        games=report.games,
        positions=report.positions,
        before=loss(report.loss_before or 0.0),
        loss=loss(report.log_loss),
        points=texts.decimal(report.point_error, ".2f", lang),
    )


def _log(args: argparse.Namespace, curriculum: tuple[Generation, ...], report: Report) -> None:
    """Append a line about this generation to the log beside the network."""
    generation = curriculum[min(report.generation, len(curriculum)) - 1]
    entry = {
        "loseta": __version__,
        "game": args.game,
        "options": options.chosen_options(args),
        "from": None if args.teacher is None else args.teacher.name,
        "seed": args.seed,
        "share": args.share,
        "played": asdict(generation),
        **asdict(report),
    }
    with args.out.with_suffix(".jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(entry) + "\n")
