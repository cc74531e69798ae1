"""`loseta replay`: show a recorded game, check it, verify its draws."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli.output import FAILED, OK, complain
from loseta.cli.parser import Commands
from loseta.cli.records import load_record, shown
from loseta.game import DEALER, BadText

if TYPE_CHECKING:
    from loseta.record import Node, Record


def add(commands: Commands) -> None:
    parser = commands.add("replay", run, "loseta replay --check --verify game.txt")
    say = commands.say
    parser.add_argument("file", metavar="FILE", help=say("replay.file"))
    parser.add_argument("--check", action="store_true", help=say("replay.check"))
    parser.add_argument("--verify", action="store_true", help=say("replay.verify"))


def run(args: argparse.Namespace) -> int:
    from loseta import record

    name = shown(args.file, args.lang)
    try:
        game = load_record(args.file)
    except BadText as error:
        return complain(f"{name}: {error.sentence(args.lang)}", FAILED)
    if not (args.check or args.verify):
        _print_record(game, args.lang)
        return OK
    if args.check:
        moves = len(game.actions)
        result = record.result_of(game.final())
        print(texts.say("cli.replay.checked", args.lang, n=moves, result=result))
    if args.verify:
        reason = record.verify(game)
        if reason is not None:
            return complain(f"{name}: {reason.sentence(args.lang)}", FAILED)
        print(texts.say("cli.replay.verified", args.lang, hash=game.tags["SeedHash"]))
    return OK


def _chance(node: Node, lang: str) -> str:
    """The win chance noted for an action, as text; empty without one."""
    if node.evaluation is None:
        return ""
    return f"  {texts.decimal(100 * node.evaluation.win_chance, '.1f', lang)} %"


def _print_comment(comment: str, lang: str) -> None:
    if comment:
        print(f"{'':20}{texts.say('cli.replay.comment', lang, text=texts.printable(comment))}")


def _print_record(game: Record, lang: str) -> None:
    """Print a record for people: each round with its deal, actions and scores."""
    from loseta import record

    names = [texts.printable(name) for name in game.names]
    round_shown = 0
    _print_comment(game.comments.get(0, ""), lang)
    for node in game.walk():
        state = node.state
        if node.depth == 0 and state.round != round_shown:
            round_shown = state.round
            scores = "  ".join(map(str, state.scores))
            print(texts.say("cli.replay.round", lang, round=round_shown, scores=scores))
        mover = state.to_move
        name = "·" if mover is None or mover == DEALER else f"{mover + 1} {names[mover]}"
        number = f"{'(' * node.depth}{node.ply + 1}"
        print(f"{number:>5}  {name:12} {node.action.text}{_chance(node, lang)}")
        if node.depth and node.number == 0:
            _print_comment(node.line.comments.get(0, ""), lang)
        _print_comment(node.comment, lang)
    final = game.final()
    print(texts.say("cli.replay.result", lang, result=record.result_of(final)))
    if final.outcome is not None:
        for place, seat in sorted((p, seat) for seat, p in enumerate(final.outcome.places)):
            print(f"  {place}. {names[seat]}: {final.outcome.scores[seat]}")
