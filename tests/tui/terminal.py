"""A real terminal of 100 columns and 40 lines with a game in it, and a game without one."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pexpect
import pyte
import pytest
from rich.console import Console

from loseta.arena.table import Table
from loseta.azul import State
from loseta.games import game_named
from loseta.players import make
from loseta.tui import HUMAN, play

RUNNER = """
import sys
from loseta import record
from loseta.arena.table import Table
from loseta.games import game_named
from loseta.tui import play
wall, lang, seed, resume, *seats = sys.argv[1:]
if resume:
    table = Table(record.load(record.Path(resume)))
else:
    options = {"players": str(len(seats)), "wall": wall, "first": "1"}
    table = Table.new(game_named("azul"), options, seats, seed)
sys.exit(play(table, seats, lang))
"""

PROMPT = r"\((?:number|número), [^)]*\) > "
CODES = re.compile(r"\x1b[^a-zA-Z]*[a-zA-Z]")


def new_table(seats: Sequence[str], wall: str = "coloured", seed: str = "t") -> Table:
    options = {"players": str(len(seats)), "wall": wall, "first": "1"}
    return Table.new(game_named("azul"), options, list(seats), seed)


class Terminal:
    """Types lines and looks at the screen."""

    def __init__(
        self,
        data: Path,
        seats: Sequence[str] = (HUMAN, "random"),
        *,
        wall: str = "coloured",
        lang: str = "en",
        seed: str = "t",
        resume: str = "",
        **environment: str,
    ) -> None:
        known = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.screen = pyte.Screen(100, 40)
        self._stream = pyte.Stream(self.screen)
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", RUNNER, wall, lang, seed, resume, *seats],
            dimensions=(40, 100),
            env={**known, "XDG_DATA_HOME": str(data), **environment},
            encoding="utf-8",
            timeout=10,
        )
        self.child.delaybeforesend = None  # a pause for passwords, which nobody types here

    def wait(self, pattern: str = PROMPT) -> str:
        """What came up to the pattern; at the end of the game all that is left."""
        self.child.expect([pattern, pexpect.EOF])
        after = self.child.after if isinstance(self.child.after, str) else ""
        came = (self.child.before or "") + after
        self.raw += came
        self._stream.feed(came)
        return CODES.sub("", came)

    def type(self, line: str) -> str:
        self.child.sendline(line)
        return self.wait()

    @property
    def ended(self) -> bool:
        return self.child.after is pexpect.EOF

    @property
    def exit_code(self) -> int | None:
        self.child.close()
        return self.child.exitstatus

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]


class Mirror:
    """The same game beside the terminal: it knows what the computers will do."""

    def __init__(self, seats: Sequence[str], wall: str = "coloured", seed: str = "t") -> None:
        self.table = new_table(seats, wall, seed)
        self.players = {
            seat: make(name, seed=f"{seed}/{seat}")
            for seat, name in enumerate(seats)
            if name != HUMAN
        }
        self._computers()

    @property
    def state(self) -> State:
        assert isinstance(self.table.state, State)
        return self.table.state

    def act(self, text: str) -> None:
        self.table.act(self.table.state.parse(text))
        self._computers()

    def _computers(self) -> None:
        while self.table.state.to_move in self.players:
            state = self.table.state
            assert state.to_move is not None
            self.table.act(self.players[state.to_move].choose(state))


def play_lines(
    monkeypatch: pytest.MonkeyPatch,
    table: Table,
    seats: Sequence[str],
    lines: Sequence[str],
    lang: str = "en",
    width: int = 100,
    file: Path | None = None,
) -> str:
    """Type lines into a game without a terminal, then end the input; all that was said."""
    typed: Iterator[str] = iter(lines)

    def read(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    output = StringIO()
    code = play(table, seats, lang, console=Console(file=output, width=width), file=file)
    assert code == 0
    return output.getvalue()


def saved_games(data: Path) -> list[Path]:
    return sorted((data / "loseta" / "games").glob("*.txt"))
