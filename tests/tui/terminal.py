"""A real terminal with a game in it, and a game without one. The game is Azul unless another is
named."""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest
from rich.console import Console

from loseta.arena.table import Table
from loseta.dealer import player_seed
from loseta.games import game_named
from loseta.players import make
from loseta.tui import HUMAN, play

from ..support import PATIENCE

RUNNER = """
import json, sys
from loseta import record
from loseta.arena.table import Table
from loseta.games import game_named
from loseta.tui import play
game, options, lang, seed, resume, *seats = sys.argv[1:]
if resume:
    table = Table(record.load(resume))
else:
    table = Table.new(game_named(game), json.loads(options), seats, seed)
sys.exit(play(table, seats, lang))
"""

PROMPT = r"\((?:number|número), [^)]*\) > "
CODES = re.compile(r"\x1b[^a-zA-Z]*[a-zA-Z]")


def options_of(game: str, seats: Sequence[str], wall: str) -> dict[str, str]:
    if game == "duel":
        return {"first": "1", "tablets": "random-4"}
    return {"players": str(len(seats)), "wall": wall, "first": "1"}


def new_table(
    seats: Sequence[str], wall: str = "coloured", seed: str = "t", game: str = "azul"
) -> Table:
    return Table.new(game_named(game), options_of(game, seats, wall), list(seats), seed)


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
        game: str = "azul",
        size: tuple[int, int] = (100, 40),
        **environment: str,
    ) -> None:
        known = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        options = json.dumps(options_of(game, seats, wall))
        self.screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self.screen)
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", RUNNER, game, options, lang, seed, resume, *seats],
            dimensions=size[::-1],
            env={**known, "XDG_DATA_HOME": str(data), **environment},
            encoding="utf-8",
            timeout=PATIENCE,
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

    def __init__(
        self,
        seats: Sequence[str],
        wall: str = "coloured",
        seed: str = "t",
        game: str = "azul",
    ) -> None:
        self.table = new_table(seats, wall, seed, game)
        self.players = {
            seat: make(name, seed=player_seed(seed, seat))
            for seat, name in enumerate(seats)
            if name != HUMAN
        }
        self._computers()

    @property
    def state(self) -> Any:
        return self.table.state

    def act(self, text: str) -> None:
        self.table.act(self.table.state.parse(text))
        self._computers()

    def _computers(self) -> None:
        while self.table.state.to_move in self.players:
            state = self.table.state
            assert state.to_move is not None
            self.table.act(self.players[state.to_move].choose(state.view(state.to_move)))


def play_lines(
    monkeypatch: pytest.MonkeyPatch,
    table: Table,
    seats: Sequence[str],
    lines: Sequence[str],
    lang: str = "en",
    width: int = 100,
    file: Path | None = None,
    code: int = 0,
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
    console = Console(file=output, width=width)
    assert play(table, seats, lang, console=console, file=file) == code
    return output.getvalue()


def saved_games(data: Path) -> list[Path]:
    return sorted((data / "loseta" / "games").glob("*.txt"))
