"""`loseta draw`: a position as a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, complain
from loseta.cli.parser import Commands
from loseta.cli.positions import read_position, state_before
from loseta.game import Reason, Refusal
from loseta.svg.tokens import THEMES

if TYPE_CHECKING:
    from loseta.record import Record

USUAL_SCALE = 2
MOST_SCALE = 8


def add(commands: Commands) -> None:
    parser = commands.add("draw", run, "loseta draw game.txt --at 9 -o board.svg")
    say = commands.say
    parser.add_argument("position", metavar="POSITION|FILE", help=say("draw.position"))
    parser.add_argument(
        "-o", "--output", type=Path, metavar="board.svg|board.png", help=say("draw.output")
    )
    whole = options.at_least_one
    parser.add_argument("--at", type=whole, metavar="N", help=say("analyse.at"))
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0], help=say("draw.theme"))
    parser.add_argument("--arrow", action="append", default=[], help=say("draw.arrow"))
    parser.add_argument("--scale", type=_scale, metavar="N", help=say("draw.scale"))


def _scale(text: str) -> int:
    return options.at_most(MOST_SCALE, text)


def run(args: argparse.Namespace) -> int:
    from loseta import svg
    from loseta.files import replacing
    from loseta.record import Record

    output: Path | None = args.output
    kind = ".svg" if output is None else output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Refusal(Reason("", "picture_file", {"file": output}))
    found = read_position(args.position)
    if isinstance(found, Record):
        shown = _place_of(found, args.at)
    else:
        options.refuse_fixed({"--at": args.at})
        shown = {"state": found}
    drawn = svg.board(**shown, lang=args.lang, theme=args.theme, arrows=args.arrow)
    data = svg.png(drawn, scale=args.scale or USUAL_SCALE) if kind == ".png" else drawn.encode()
    if output is None:
        sys.stdout.write(drawn)
        return OK
    with replacing(output) as file:
        file.write(data)
    print(texts.say("cli.draw.written", args.lang, file=output))
    if kind == ".png" and not svg.finds_a_font():
        complain(texts.say("cli.draw.no_font", args.lang))
    return OK


def _place_of(record: Record, at: int | None) -> dict[str, Any]:
    """A position of a record, with the players' names and the action that led to it."""
    number = len(record.actions) + 1 if at is None else at
    shown: dict[str, Any] = {"state": state_before(record, number)}
    if all(name.strip(" ?") for name in record.names):
        shown["names"] = record.names
    if number > 1:
        shown["last"] = record.actions[number - 2]
        shown["mover"] = state_before(record, number - 1).to_move
    return shown
