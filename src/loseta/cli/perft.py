"""`loseta perft`: count the sequences of actions from a position."""

from __future__ import annotations

import argparse
import json
from typing import Any

from loseta.cli import options
from loseta.cli.output import OK
from loseta.cli.parser import Commands
from loseta.game import DEALER, BadOption, Reason
from loseta.games import game_named, state_from_text


def add(commands: Commands) -> None:
    parser = commands.add("perft", run, "loseta perft --game azul --depth 3 --divide")
    say = commands.say
    options.add_game(parser, commands, default=None)
    options.add_game_options(parser, commands)
    parser.add_argument("position", nargs="?", metavar="POSITION", help=say("perft.position"))
    parser.add_argument(
        "--depth", type=options.count, default=2, metavar="N", help=say("perft.depth")
    )
    parser.add_argument("--seed", type=options.seed, default="1", help=say("perft.seed"))
    parser.add_argument("--divide", action="store_true", help=say("perft.divide"))
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.perft import divide, perft
    from loseta.dealer import Dealer

    chosen = options.chosen_options(args)
    if args.position is not None:
        options.refuse_fixed(chosen)
        state = state_from_text(args.position)
        if args.game not in (None, state.game.name):
            params = {"name": "--game", "value": args.game, "allowed": state.game.name}
            raise BadOption("game", Reason("", "bad_option", params))
    else:
        state = game_named(args.game or options.USUAL_GAME).new(**chosen)
    dealer = Dealer(args.seed)
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    counts = divide(state, args.depth) if args.divide and args.depth else {}
    leaves = sum(counts.values()) if counts else perft(state, args.depth)
    if args.json:
        figures: dict[str, Any] = {"depth": args.depth, "leaves": leaves}
        print(json.dumps(figures | ({"divide": counts} if counts else {})))
        return OK
    for action, count in counts.items():
        print(f"{action:8} {count}")
    print(leaves)
    return OK
