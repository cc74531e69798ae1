"""`loseta play`: a game in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from loseta.cli import options
from loseta.cli.parser import Commands
from loseta.games import GAMES, game_named
from loseta.tui import HUMAN


def add(commands: Commands) -> None:
    parser = commands.add("play", run, "loseta play azul --players 3 --wall gray")
    parser.add_argument("game", nargs="?", choices=tuple(GAMES), help=commands.say("play.game"))
    options.add_game_options(parser, commands)
    parser.add_argument("--seats", metavar="LIST", help=commands.say("play.seats"))
    parser.add_argument("--seed", type=options.seed, help=commands.say("seed"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=commands.say("play.resume"))


def run(args: argparse.Namespace) -> int:
    from loseta import record, tui
    from loseta.arena.table import Table
    from loseta.players import NAMES

    chosen = options.chosen_options(args)
    if args.resume is not None:
        options.refuse_fixed({**chosen, "game": args.game, "--seed": args.seed})
        table = Table(record.load(args.resume))
        # Only built-in players: a file must not start other programs.
        recorded = [name if name in NAMES else HUMAN for name in table.record.names]
        seats = options.players(args.seats, table.state, recorded)
        if args.seats is not None:
            table.record.names = seats
    else:
        game = game_named(args.game or options.USUAL_GAME)
        start = game.new(**chosen)
        seats = options.players(args.seats, start, [HUMAN, *["greedy"] * (start.seats - 1)])
        table = Table.new(game, chosen, seats, args.seed)
    code: int = tui.play(table, seats, args.lang, file=args.resume)
    return code
