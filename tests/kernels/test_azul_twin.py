"""The kernel of Azul and the rules engine are twins: the same at every step of many games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from loseta.azul import Board, State
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.kernels.azul import STATE
from loseta.kernels.azul.packing import pack, unpack
from loseta.kernels.play import random_games
from tests.azul import positions
from tests.kernels.azul_twins import POLICIES, AzulTwin, Policy
from tests.kernels.twins import follow

GAMES = int(os.environ.get("LOSETA_TWIN_GAMES", "1000"))
"""For each number of players and each wall."""
CHUNKS = 10
each_chunk = pytest.mark.parametrize(
    "chunk", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, CHUNKS))]
)
TABLES = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "gray")]


def first_then_any(first: Any) -> Policy:
    return lambda state, legal, rng: first if first in legal else rng.choice(legal)


def play_twins(state: State, seed: str, policy: Policy, compare_records: bool) -> int:
    """Play a game on both to its end; the number of steps."""
    rng = random.Random(seed)

    def choose(state: State, legal: list[Any]) -> Any:
        return policy(state, legal, rng)

    return follow(AzulTwin(), state, choose, Dealer(seed).pick, compare_records)


@each_chunk
@pytest.mark.parametrize(("players", "wall"), TABLES)
def test_whole_games_are_the_same_at_every_step(players: int, wall: str, chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        state = State.new(players, wall)
        first = Dealer(f"twin {number}").action(state)
        state.apply(first)
        policy = POLICIES[number // CHUNKS % len(POLICIES)]
        play_twins(state, f"twin {number}", policy, compare_records=number % 5 == 0)


def crowded_boards(rng: random.Random) -> State:
    """Walls and floor lines nearly full, the bag nearly empty, on either wall."""
    wall = rng.choice(("coloured", "gray"))
    players = rng.choice((2, 3, 4))
    state = State.new(players, wall, first=rng.randrange(players))
    for board in state.boards:
        fill_wall(board, wall, rng, state.bag)
        board.score = rng.randrange(30)
    if not any(state.bag):  # A5.4: nothing could be dealt
        return crowded_boards(rng)
    state.round = 6
    state.idle = rng.randrange(5)
    spare = rng.randrange(sum(state.bag) + 1)
    while sum(state.bag) > spare:  # the rest of the bag goes to the lid
        colour = rng.choice([c for c in range(5) if state.bag[c]])
        state.bag[colour] -= 1
        state.lid[colour] += 1
    return state


def fill_wall(board: Board, wall: str, rng: random.Random, bag: list[int]) -> None:
    """Up to four tiles in each row, by the rules of the wall, taken from the bag; lines begun."""
    for row in range(5):
        for column in rng.sample(range(5), 4):
            colours = [(column - row) % 5] if wall == "coloured" else rng.sample(range(5), 5)
            for colour in colours:
                in_column = [board.wall[other][column] for other in range(5)]
                if colour not in board.wall[row] and colour not in in_column and bag[colour]:
                    board.wall[row][column] = colour
                    bag[colour] -= 1
                    break
        lacking = [c for c in range(5) if c not in board.wall[row] and bag[c] >= row]
        if row and lacking:
            colour = rng.choice(lacking)
            count = rng.randrange(1, row + 1)
            board.line_colours[row], board.line_counts[row] = colour, count
            bag[colour] -= count
    board.find_open_lines()


def test_crowded_positions_that_random_play_never_meets_are_the_same() -> None:
    """Short factories, dropped lines, no tile at all: A5.2 to A5.5, A7.4."""
    reasons: dict[str, int] = {}
    for number in range(400):
        rng = random.Random(number)
        state = State.from_text(crowded_boards(rng).to_text())
        play_twins(state, f"crowded {number}", rng.choice(POLICIES), compare_records=True)
        assert state.outcome is not None
        reasons[state.outcome.reason] = reasons.get(state.outcome.reason, 0) + 1
    assert set(reasons) >= {"row", "idle"}, reasons


def test_every_tile_on_the_boards_ends_the_game_alike() -> None:
    """A5.4: not one tile can be laid out."""
    reasons = set()
    for colour in positions.LETTERS:
        boards = positions.crowded({colour: 1})
        text = positions.text(*boards, players=4, centre=colour, bag="", lid="")
        for action in State.from_text(text).legal_actions():
            state = State.from_text(text)
            play_twins(state, "no tile", first_then_any(action), compare_records=True)
            assert state.outcome is not None
            reasons.add(state.outcome.reason)
    assert "no_tiles" in reasons


@pytest.mark.parametrize(("players", "wall"), TABLES)
def test_a_record_unpacks_to_the_state_it_was_packed_from(players: int, wall: str) -> None:
    state, dealer, rng = State.new(players, wall), Dealer("pack"), random.Random(1)
    while state.to_move is not None:
        assert unpack(pack(state)) == state
        if state.to_move == DEALER:
            state.apply(dealer.action(state))
        else:
            state.apply(rng.choice(state.legal_actions()))
    assert unpack(pack(state)) == state


@pytest.mark.long
def test_random_games_of_the_kernel_end_and_keep_their_tiles() -> None:
    for players in (2, 3, 4):
        for gray in (0, 1):
            states = np.zeros(1, STATE)
            for seed in range(200):
                moves = random_games(states, (players, gray), players, 1, seed)
                state = unpack(states)
                assert moves > 0
                assert state.outcome is not None
                assert state.tile_counts() == [20] * 5
                assert State.from_text(state.to_text()) == state


@pytest.mark.long
def test_no_index_is_out_of_bounds() -> None:
    """Compiled code does not check; once, it does."""
    code = (
        "from tests.kernels import test_azul_twin as t\n"
        "from loseta.azul import State\n"
        "import random\n"
        "for players, wall in t.TABLES:\n"
        "    for n in range(6):\n"
        "        s = State.new(players, wall, first=0)\n"
        "        t.play_twins(s, f'bounds {n}', t.POLICIES[n % 5], True)\n"
        "for n in range(30):\n"
        "    rng = random.Random(n)\n"
        "    t.play_twins(t.crowded_boards(rng), f'bounds {n}', t.POLICIES[0], True)\n"
        "print('checked')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "XDG_CACHE_HOME": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.strip() == "checked", run.stderr
