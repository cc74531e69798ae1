"""`loseta bench`: the speed figures of the project, measured here."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import loseta
from loseta.cli import options
from loseta.cli.output import OK
from loseta.cli.parser import Commands
from loseta.game import BadOption, Reason, Refusal


def add(commands: Commands) -> None:
    parser = commands.add("bench", run, "loseta bench engine --quick")
    # Which suites there are is known only where the sources are.
    parser.add_argument("suite", nargs="?", metavar="SUITE", help=commands.say("bench.suite"))
    parser.add_argument("--quick", action="store_true", help=commands.say("bench.quick"))
    options.add_json(parser, commands, "bench.json")


def run(args: argparse.Namespace) -> int:
    from loseta.players import MissingExtra

    bench = _suites()
    if args.suite is not None and args.suite not in bench.SUITES:
        params = {"name": "SUITE", "value": args.suite, "allowed": ", ".join(bench.SUITES)}
        raise BadOption("suite", Reason("", "bad_option", params))
    effort = bench.QUICK if args.quick else bench.FULL
    try:
        for name, measure in bench.SUITES.items():
            if args.suite in (None, name):
                for figure in measure(effort):
                    print(figure.as_json() if args.json else figure.as_line(), flush=True)
    except ImportError as error:
        raise MissingExtra.of("bench", error) from None
    return OK


def _suites() -> Any:
    """The list of what can be measured, from the folder `bench` of the project's sources: around
    the package where it is installed in place, or in the current folder. It is no part of the
    package, since it compares with what only the tests have."""
    for folder in (Path(loseta.__file__).resolve().parents[2], Path.cwd()):
        if (folder / "bench" / "suites.py").is_file() and (folder / "src" / "loseta").is_dir():
            sys.path.insert(0, str(folder))
            return importlib.import_module("bench.suites")
    raise Refusal(Reason("", "no_sources"))
