"""What a user's type checker says about scripts that use the library."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .support import PATIENCE, ROOT

RIGHT = '''
from loseta import azul, duel
from loseta.dealer import Dealer
from loseta.game import DEALER, A, Game, State
from loseta.games import GAMES


def play(state: State[A], text: str) -> A:
    """Of any game, and still of one game."""
    action = state.parse(text)
    state.apply(action)
    state.apply(action.text, check=False)
    return action


def first(state: State) -> str:
    return str(state.legal_actions()[0].text)


def begin(game: Game[A]) -> State[A]:
    return game.new()


table = azul.State.new(players=3)
table.apply(Dealer("seed").action(table))
table.apply("2R2")
actions: list[azul.SeatAction] = table.legal_actions()
lines: list[int] = [action.line for action in actions if isinstance(action, azul.Take)]
played: azul.Action = play(table, "2R2")
other: duel.Action = play(duel.State.new(), "LB1")
new: State[duel.Action] = begin(duel.GAME)
anything: list[State] = [game.new() for game in GAMES.values()]
copy: azul.State = table.copy().before_scoring(played)
if table.to_move == DEALER:
    drawn: azul.First | azul.Deal = table.deal(lambda weights: 0)
'''

WRONG = """
from loseta import azul, duel
from loseta.game import State

table, plates = azul.State.new(), duel.State.new()
table.apply(3)  # arg-type
table.apply(duel.Draw())  # arg-type
table.why_illegal(None)  # arg-type
plates.apply(azul.Take(1, 0, 0))  # arg-type
plates.apply(table.legal_actions()[0])  # arg-type
table.before_scoring(plates.legal_actions()[0])  # arg-type
table.legal_actions()[0].lines  # union-attr
taken: duel.Action = table.parse("3R4")  # assignment
same: State[duel.Action] = table  # assignment
azul.GAME.action_from_index("3")  # arg-type
first: duel.SeatAction = azul.GAME.action_from_index(3)  # assignment
"""


def mypy(folder: Path, name: str, script: str) -> dict[int, str]:
    """The lines that it finds fault with, and what kind of fault."""
    (folder / name).write_text(script, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".cache", name],
        cwd=folder,  # far from our own configuration
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = re.findall(rf"^{name}:(\d+): error: .* +\[([a-z-]+)\]$", run.stdout, re.MULTILINE)
    assert bool(found) == bool(run.returncode), run.stdout
    return {int(line): code for line, code in found}


@pytest.mark.long
def test_a_script_that_is_right_passes_and_a_wrong_action_is_caught(tmp_path: Path) -> None:
    assert mypy(tmp_path, "right.py", RIGHT) == {}
    expected = {
        number: line.split("  # ")[1]
        for number, line in enumerate(WRONG.splitlines(), start=1)
        if "  # " in line
    }
    assert len(expected) == 11
    assert mypy(tmp_path, "wrong.py", WRONG) == expected


@pytest.mark.long
def test_the_wheel_says_that_it_has_types(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        assert "loseta/py.typed" in opened.namelist()
