"""`loseta simulate`: many games between computer players, their speed and their fingerprint."""

from __future__ import annotations

import argparse
import json

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, progress
from loseta.cli.parser import Commands
from loseta.game import BadOption, Reason
from loseta.games import game_named
from loseta.tui import HUMAN


def add(commands: Commands) -> None:
    example = "loseta simulate --game azul --games 1000 --seed 1"
    parser = commands.add("simulate", run, example)
    say = commands.say
    options.add_game(parser, commands)
    options.add_game_options(parser, commands)
    parser.add_argument("--games", type=options.count, default=1000, metavar="N", help=say("games"))
    parser.add_argument("--seed", type=options.seed, default="1", help=say("seed"))
    parser.add_argument("--seats", metavar="LIST", help=say("simulate.seats"))
    parser.add_argument(
        "--engine", choices=("rules", "kernel"), default="rules", help=say("simulate.engine")
    )
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.simulate import simulate, simulate_kernel

    game = game_named(args.game)
    chosen = options.chosen_options(args)
    start = game.new(**chosen)
    players = options.players(args.seats, start, ["random"] * start.seats)
    if HUMAN in players:
        raise BadOption("seats", Reason("", "no_humans"))
    show = progress(args.games)
    if args.engine == "rules":
        run = simulate(game, chosen, players, args.games, args.seed, show)
    elif set(players) == {"random"}:
        run = simulate_kernel(game, chosen, args.games, args.seed, show)
    else:
        raise BadOption("seats", Reason("", "kernel_random"))
    figures = {
        "games": run.games,
        "moves": run.moves,
        "seconds": round(run.seconds, 3),
        "games_per_s": round(run.games_per_s, 1),
        "moves_per_s": round(run.moves_per_s, 1),
        "fingerprint": run.fingerprint,
    }
    if args.json:
        print(json.dumps(figures))
        return OK
    for name, value in figures.items():
        print(f"{name:12} {value}")
    for seat, player in enumerate(players):
        line = texts.say(
            "cli.simulate.seat",
            args.lang,
            seat=seat + 1,
            player=player,
            wins=texts.decimal(run.wins[seat], "g", args.lang) if run.wins else "–",
            score=texts.decimal(run.mean_scores[seat], ".1f", args.lang),
        )
        print(line)
    return OK
