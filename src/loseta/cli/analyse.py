"""`loseta analyse`: the best actions in a position, with values and win chances."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from loseta import texts
from loseta.cli import options
from loseta.cli.output import INTERRUPTED, OK, LiveLine
from loseta.cli.parser import Commands
from loseta.cli.positions import read_position, state_before
from loseta.game import DEALER, Reason, Refusal, State

if TYPE_CHECKING:
    from loseta.players.analysis import Analysis
    from loseta.players.search.budget import Candidate
    from loseta.record import Record


def add(commands: Commands) -> None:
    parser = commands.add("analyse", run, "loseta analyse game.txt --at 9 --time 0.5")
    say = commands.say
    whole = options.at_least_one
    parser.add_argument("position", metavar="POSITION|FILE", help=say("analyse.position"))
    parser.add_argument("--time", type=options.seconds, metavar="S", help=say("analyse.time"))
    parser.add_argument("--visits", type=whole, metavar="N", help=say("analyse.visits"))
    parser.add_argument("--threads", type=options.threads, metavar="N", help=say("analyse.threads"))
    parser.add_argument("--memory", type=_memory, metavar="MB", help=say("analyse.memory"))
    parser.add_argument("--best", type=whole, metavar="N", help=say("analyse.best"))
    parser.add_argument("--at", type=whole, metavar="N", help=say("analyse.at"))
    options.add_json(parser, commands, "analyse.json")


def _memory(text: str) -> int:
    from loseta.players.thinking import MOST_MEMORY_MB

    return options.at_most(MOST_MEMORY_MB, text)


def run(args: argparse.Namespace) -> int:
    from loseta.executors.local import processors
    from loseta.players import analyse
    from loseta.players.analysis import USUAL_BEST
    from loseta.players.thinking import USUAL_MEMORY_MB

    state = _find_state(args.position, args.at)
    watch = _Watch(args.lang)
    found: Analysis | None
    try:
        found = analyse(
            state,
            time=args.time,
            visits=args.visits,
            best=args.best or USUAL_BEST,
            threads=args.threads or processors(),
            memory_mb=args.memory or USUAL_MEMORY_MB,
            progress=watch.update,
        )
        code = OK
    except KeyboardInterrupt:  # show what has been found so far
        found, code = watch.latest, INTERRUPTED
    finally:
        watch.line.wipe()
    if args.json:
        candidates = found.candidates if found else ()
        print(json.dumps([_as_figures(candidate) for candidate in candidates]))
    elif found:
        print(_title(state, found, args.lang))
        print("\n".join(_table(found.candidates, args.lang)))
    return code


# --- The position ---------------------------------------------------------------------------


def _find_state(given: str, at: int | None) -> State:
    """The state to analyse: a position, the one before action `at` of a record, or the record's
    last decision. Raises Refusal."""
    from loseta.record import Record

    found = read_position(given)
    if isinstance(found, Record):
        return _last_choice(found) if at is None else state_before(found, at)
    options.refuse_fixed({"--at": at})
    return found


def _last_choice(record: Record) -> State:
    """The record's last position in which a seat is to move. Raises Refusal if there is none."""
    movers = [state.to_move for state in record.states()]
    chosen = [number for number, mover in enumerate(movers) if mover not in (None, DEALER)]
    if not chosen:
        raise Refusal(Reason("", "nobody_chose"))
    return state_before(record, chosen[-1] + 1)


# --- Output ---------------------------------------------------------------------------------


class _Watch:
    """Keeps the latest results, and on a terminal shows the best line of play."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self.latest: Analysis | None = None
        self.line = LiveLine()
        self.line.show(texts.say("players.preparing", lang))
        self._shown = 0.0

    def update(self, found: Analysis) -> None:
        self.latest = found
        if found.seconds - self._shown >= 0.1:
            self._shown = found.seconds
            win, value, *_ = _figures(found.best, self._lang)
            seconds = texts.decimal(found.seconds, "5.1f", self._lang)
            self.line.show(f"{seconds} s  {win}  {value}  {_actions(found.best.line)}")


def _as_figures(candidate: Candidate) -> dict[str, Any]:
    return {
        "action": candidate.action.text,
        "value": round(candidate.value, 3),
        "win_chance": round(candidate.win_chance, 4),
        "visits": candidate.visits,
        "depth": candidate.depth,
        "line": [action.text for action in candidate.line],
    }


def _title(state: State, found: Analysis, lang: str) -> str:
    assert state.to_move is not None
    return texts.say(
        "cli.analyse.title",
        lang,
        game=state.game.name,
        round=state.round,
        seat=state.to_move + 1,
        visits=found.nodes,
        seconds=texts.decimal(found.seconds, ".1f", lang),
    )


def _table(shown: Sequence[Candidate], lang: str) -> list[str]:
    """The rows of the table. On a terminal, its last column is cut at the edge."""
    keys = ("action", "win", "value", "visits_head", "depth", "line")
    rows = [["", *(texts.say(f"cli.analyse.{key}", lang) for key in keys)]]
    for rank, candidate in enumerate(shown, start=1):
        rows.append(
            [str(rank), candidate.action.text, *_figures(candidate, lang), _actions(candidate.line)]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return [_row(row, widths)[:room].rstrip() for row in rows]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    rank, action, *figures, line = cells
    numbers = [f"{cell:>{width}}" for cell, width in zip(figures, widths[2:], strict=False)]
    return "  ".join([f"{rank:>{widths[0]}}", f"{action:{widths[1]}}", *numbers, line])


def _figures(candidate: Candidate, lang: str) -> tuple[str, str, str, str]:
    """Win chance, expected score difference, visits and depth, as text."""
    win = texts.decimal(100 * candidate.win_chance, ".1f", lang)
    value = texts.decimal(candidate.value, "+.1f", lang)
    return f"{win} %", value, str(candidate.visits), str(candidate.depth)


def _actions(line: Sequence[Any]) -> str:
    return " ".join(action.text for action in line)
