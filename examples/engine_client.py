"""Ask `loseta engine` for the best moves in a position: a client for the protocol, docs/engine.md.

python examples/engine_client.py [SECONDS]
"""

import subprocess
import sys

CANDIDATES = 3
DEAL = "first:1 deal:BBYY,RRKK,BYWW,BRKW,YRKW"


class Engine:
    """A running engine process, and the conversation with it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "loseta", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, command: str) -> list[str]:
        """Send a line, and return the answer up to its `ok`."""
        assert self._process.stdin
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self.read("ok")

    def read(self, last: str) -> list[str]:
        """Read lines up to one that starts with this word. Raises ValueError and EOFError."""
        assert self._process.stdout
        lines = []
        for line in self._process.stdout:
            word = line.split()[0]
            if word in ("error", "failed"):
                raise ValueError(line.strip())
            lines.append(line.strip())
            if word == last:
                return lines
        raise EOFError("The engine has ended.")


if __name__ == "__main__":
    engine = Engine()
    print(*engine.ask("loseta 2")[:3], sep="\n")
    for command in (f"option best {CANDIDATES}", "newgame azul", f"position start moves {DEAL}"):
        engine.ask(command)
    engine.ask(f"go time {sys.argv[1] if len(sys.argv) > 1 else '1'}")
    *reports, best = engine.read("best")
    print(*reports[-CANDIDATES:], best, sep="\n")
    engine.ask("quit")
