"""`loseta bench`: measure the project's speed figures on this machine."""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
from pathlib import Path
from typing import Any

import loseta
from loseta.cli import options
from loseta.cli.output import OK, complain
from loseta.cli.parser import Commands
from loseta.game import BadOption, Reason, Refusal

PGX = "pgx"


def add(commands: Commands) -> None:
    parser = commands.add("bench", run, "loseta bench engine --quick")
    # No `choices`: the suites are known only once they are loaded.
    parser.add_argument("suite", nargs="?", metavar="SUITE", help=commands.say("bench.suite"))
    parser.add_argument("--quick", action="store_true", help=commands.say("bench.quick"))
    parser.add_argument("--hostile", action="store_true", help=commands.say("bench.hostile"))
    parser.add_argument(
        "--processes", type=_counts, metavar="N,N", help=commands.say("bench.processes")
    )
    others = ["boardgame.io", PGX]
    parser.add_argument("--beside", choices=others, help=commands.say("bench.beside"))
    options.add_json(parser, commands, "bench.json")


def run(args: argparse.Namespace) -> int:
    bench = _suites()
    if args.suite is not None and args.suite not in bench.SUITES:
        params = {"name": "SUITE", "value": args.suite, "allowed": ", ".join(bench.SUITES)}
        raise BadOption("suite", Reason("", "bad_option", params))
    effort = bench.QUICK if args.quick else bench.FULL
    suites = {**bench.SUITES, **_replacements(args, bench)}
    left_out = []
    for name in bench.SUITES if args.suite is None else [args.suite]:
        try:
            for figure in suites[name](effort):
                print(figure.as_json() if args.json else figure.as_line(), flush=True)
        except Refusal as refusal:
            if args.suite is not None:
                raise
            left_out.append(refusal)
    for missing in left_out:  # suites that this machine cannot run, when all were asked for
        complain(missing.sentence(args.lang))
    return OK


def _counts(text: str) -> list[int]:
    return [options.count(part) for part in text.split(",")]


def _replacements(args: argparse.Namespace, bench: Any) -> dict[str, Any]:
    """The special measurements of the server or the environments that the arguments ask for, to
    replace the usual suite. Raises Refusal."""
    if args.beside == PGX:
        if args.suite != "envs" or args.hostile or args.processes:
            raise Refusal(Reason("", "only_envs", {"option": f"--beside {PGX}"}))
        return {"envs": bench.beside_pgx}
    found: dict[str, Any] = {}
    if args.hostile:
        found["--hostile"] = bench.hostile
    if args.processes:
        found["--processes"] = functools.partial(bench.processes, args.processes)
    if args.beside:
        found["--beside"] = bench.beside
    if found and (args.suite != "server" or len(found) > 1):
        raise Refusal(Reason("", "one_of_server", {"options": ", ".join(found)}))
    return dict(zip(["server"], found.values(), strict=False))


def _suites() -> Any:
    """The module with the suites: in the folder `bench` of the project's sources, or in
    `loseta.bench` of the installed package."""
    sources = Path(loseta.__file__).resolve().parents[2]
    if (sources / "bench" / "suites.py").is_file():
        sys.path.insert(0, str(sources))
        return importlib.import_module("bench.suites")
    return importlib.import_module("loseta.bench.suites")
