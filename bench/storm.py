"""The long storm: hundreds of clients play while the server is killed again and again.

    python -m bench.storm [--tables 120] [--kills 30] [--seed 1]

Exit code 1 if anything that was acknowledged is lost, or a client has not converged.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from tests.server.servers import ServerProcess
from tests.server.storm import storm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        server.start()
        began = time.perf_counter()
        try:
            work = storm(server, args.tables, args.kills, (1.0, 4.0), args.seed, True, _note)
            report = asyncio.run(work)
        finally:
            server.kill()
    figures = asdict(report) | {"seconds": round(time.perf_counter() - began)}
    problems = figures.pop("problems")
    print("  ".join(f"{name} {value}" for name, value in figures.items()))
    for problem in problems:
        print(f"PROBLEM {problem}")
    return 1 if problems else 0


def _note(line: str) -> None:
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
