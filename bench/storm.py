"""The long storm: hundreds of clients play while the server is killed again and again.

    python -m bench.storm [--tables 120] [--kills 30] [--seed 1]
    python -m bench.storm --cluster [--seconds 120] [--seed 1]

With --cluster: four servers on PostgreSQL and Redis behind haproxy, and everything dies, stops and
stalls in turn. Exit code 1 if anything that was acknowledged is lost, or a client has not
converged.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server.cluster import missing, running_cluster
from tests.server.cluster_storm import ClusterStorm
from tests.server.servers import ServerProcess
from tests.server.storm import Report, storm


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--tables", type=int, default=120, help="of one server")
    parser.add_argument("--kills", type=int, default=30, help="of one server")
    parser.add_argument("--seconds", type=float, default=120, help="of the cluster")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--logs", type=Path, help="a folder for what the cluster's servers say")
    args = parser.parse_args()
    if args.cluster and missing():
        print(f"There is no {missing()} here.", file=sys.stderr)
        return 2
    began = time.perf_counter()
    report = asyncio.run(_cluster(args)) if args.cluster else _one_server(args)
    figures = vars(report) | {"seconds": round(time.perf_counter() - began)}
    problems = figures.pop("problems")
    print("  ".join(f"{name} {_shown(value)}" for name, value in figures.items() if value))
    for problem in problems:
        print(f"PROBLEM {problem}")
    return 1 if problems else 0


def _one_server(args: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        server.start()
        try:
            work = storm(server, args.tables, args.kills, (1.0, 4.0), args.seed, True, _note)
            return asyncio.run(work)
        finally:
            server.kill()


async def _cluster(args: argparse.Namespace) -> Report:
    async with running_cluster() as cluster:
        try:
            return await ClusterStorm(cluster, args.seed, _note).rage(args.seconds)
        finally:
            if args.logs:
                args.logs.mkdir(parents=True, exist_ok=True)
                for number, server in enumerate(cluster.servers):
                    (args.logs / f"server{number}.log").write_text(server.log, encoding="utf-8")
                (args.logs / "postgres.log").write_text(cluster.postgres.log, encoding="utf-8")


def _shown(value: Any) -> str:
    if isinstance(value, dict | Counter):
        return "(" + ", ".join(f"{name} {count}" for name, count in sorted(value.items())) + ")"
    return str(value)


def _note(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
