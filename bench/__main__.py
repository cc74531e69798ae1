"""`python -m bench`: measure, and print the figures."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from bench import kernels, rules
from bench.figures import Figure


def figures(args: argparse.Namespace) -> Iterator[Figure]:
    if args.games:
        yield from rules.memory(args.games)
    yield from rules.speeds(args.rounds, args.seconds)
    yield from kernels.figures(args.rounds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of measuring (5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each measurement (0.3)")
    parser.add_argument(
        "--games", type=int, default=20_000, help="games played to watch memory (20000); 0: none"
    )
    args = parser.parse_args()
    for figure in figures(args):
        print(figure.as_json() if args.json else figure.as_line(), flush=True)


if __name__ == "__main__":
    main()
