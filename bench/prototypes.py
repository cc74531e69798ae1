"""`python -m bench.prototypes`: matches against the measured prototypes of the research.

Their code stays outside the project: the environment variable LOSETA_PROTOTYPES names its folder.
They play Azul for two on the coloured wall, each with one thread and the same seconds a move as the
other side.

A position is handed over as their packed record. Before the match a self-check follows random
games on both: the moves must be the same ones and lead to the same records.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from loseta.arena.match import Contestant, Plan, match
from loseta.arena.report import figures, lines
from loseta.azul import MARKER, State, action_from_index
from loseta.dealer import Dealer
from loseta.game import DEALER, Refusal

FOLDER = "LOSETA_PROTOTYPES"
NAMES = ("roll", "AB2", "uct")
CENTRE = 5
"""The prototypes' number of the centre; factories are 0 to 4."""
FLOOR_BIT = 32
CHECKED_GAMES = 20
SECONDS = 1.0
PREPARING_MOVES = 4


# --- Their modules --------------------------------------------------------------------------


@cache
def folder() -> Path:
    """A copy of the prototypes, for numba keeps compiled code beside the sources, which may be
    read-only. It stays, so that the next run need not compile again."""
    named = os.environ.get(FOLDER, "")
    source = Path(named)
    if not named or not (source / "azul_bits.py").is_file():
        raise SystemExit(f"{FOLDER} does not name the folder of the prototypes: “{named}”")
    copy = Path(tempfile.gettempdir()) / f"loseta-prototypes-{os.getuid()}"
    copy.mkdir(mode=0o700, exist_ok=True)
    if copy.stat().st_uid != os.getuid():
        raise SystemExit(f"{copy} belongs to somebody else")
    for file in source.iterdir():
        kept = copy / file.name
        if file.is_file() and (not kept.exists() or kept.read_bytes() != file.read_bytes()):
            shutil.copyfile(file, kept)
    return copy


def module(name: str) -> Any:
    """One of their modules, compiled into the copy: our own cache is none of their business."""
    if str(folder()) not in sys.path:
        sys.path.insert(0, str(folder()))
    import numba

    kept = getattr(numba.config, "CACHE_DIR")  # noqa: B009 (numba makes it at run time)
    setattr(numba.config, "CACHE_DIR", "")  # noqa: B010
    try:
        return importlib.import_module(name)
    finally:
        setattr(numba.config, "CACHE_DIR", kept)  # noqa: B010


# --- Positions and moves --------------------------------------------------------------------


def packed(counts: Any) -> int:
    return sum(int(n) << (8 * colour) for colour, n in enumerate(counts))


def fill(g: Any, state: State) -> None:
    """Their record of a position with a seat to move."""
    g.n_players, g.centre, g.over = 2, CENTRE, 0
    g.to_move, g.rounds = state.turn, state.round
    in_centre = state.marker_in_centre()
    g.marker, g.starter = int(in_centre), state.first if in_centre else state.marker
    g.tiles_out, g.bag = sum(map(sum, state.sources)), packed(state.bag)
    g.src[:] = 0
    g.src[CENTRE] = packed(state.sources[0])
    for factory, tiles in enumerate(state.sources[1:]):
        g.src[factory] = packed(tiles)
    lid = list(state.lid)
    for seat, board in enumerate(state.boards):
        g.score[seat], g.floor_n[seat] = board.score, len(board.floor)
        g.legal[seat] = packed([lines | FLOOR_BIT for lines in board.open_lines])
        g.lines[seat] = sum(
            (colour * 16 + n) << (8 * row)
            for row, (colour, n) in enumerate(
                zip(board.line_colours, board.line_counts, strict=True)
            )
            if n
        )
        g.wall[seat] = sum(
            1 << (5 * row + column)
            for row, spaces in enumerate(board.wall)
            for column, tile in enumerate(spaces)
            if tile >= 0
        )
        for tile in board.floor:  # to them it is in the lid already
            if tile != MARKER:
                lid[tile] += 1
    g.lid = packed(lid)


def our_index(move: int) -> int:
    source, colour, line = move // 30, move // 6 % 5, move % 6
    return 25 + ((0 if source == CENTRE else source + 1) * 5 + colour) * 6 + line


@cache
def their_rules() -> tuple[Callable[[Any, Any], int], Callable[[Any, int], None]]:
    """The legal moves of a record into an array; and a move, without the end of the round."""
    import numba

    bits = module("azul_bits")

    @numba.njit
    def legal(games: Any, out: Any) -> int:
        count: int = bits.count_moves(games[0])
        for k in range(count):
            out[k] = bits.nth_move(games[0], k)
        return count

    @numba.njit
    def play(games: Any, move: int) -> None:
        bits.apply(games[0], move)

    return legal, play


class ConversionError(Exception):
    """The prototypes see another position than we do."""


def check(games: int = CHECKED_GAMES) -> int:
    """Follow random games on both; how many positions were the same. Raises ConversionError."""
    import numpy as np

    bits = module("azul_bits")
    legal, play = their_rules()
    theirs, ours = bits.alloc(1), bits.alloc(1)
    out = np.zeros(300, np.int64)
    positions = 0
    for number in range(games):
        rng, dealer = Random(number), Dealer(f"check {number}")
        state = State.new(2, first=number % 2)
        while state.to_move is not None:
            if state.to_move == DEALER:
                state.apply(dealer.action(state))
                fill(theirs[0], state)  # a round of theirs goes on with tiles of its own
                continue
            moves = {our_index(int(move)): int(move) for move in out[: legal(theirs, out)]}
            actions = [action.index for action in state.legal_actions()]
            if sorted(moves) != sorted(actions):
                raise ConversionError(f"{state.to_text()}: {sorted(moves)}")
            chosen = rng.choice(actions)
            play(theirs, moves[chosen])
            state.apply(action_from_index(chosen))
            if state.phase == "offer":  # our round has not ended with this move
                fill(ours[0], state)
                if ours.tobytes() != theirs.tobytes():
                    raise ConversionError(f"{state.to_text()}: {ours} {theirs}")
            positions += 1
    return positions


# --- Their players --------------------------------------------------------------------------


class Prototype:
    """A prototype as a player of ours. It reads its clock itself."""

    def __init__(self, name: str, *, seed: str, time: float | None) -> None:
        ms = 1000 * (SECONDS if time is None else time)
        self._games = module("azul_bits").alloc(1)
        agents = module("agents")
        if name == "AB2":
            import numpy as np

            weights = np.load(folder() / "w3.npy")
            self._agent = module("ab2").AB2(ms, lmode=1, width=14, W=weights)
        else:
            self._agent = agents.MC(ms, 1 if name == "roll" else 0)
        self.new_game(seed)

    def new_game(self, seed: str) -> None:
        self._agent.seed(Random(seed).getrandbits(32))
        self._agent.round = None  # what it has found out of another game is forgotten

    def prepare(self, state: Any) -> None:
        """Compile everything, and let it learn how fast this machine is. What takes long to compile
        uses the time up, so that the next part of it comes only with the next move."""
        for _ in range(PREPARING_MOVES):
            self.choose(state)

    def choose(self, state: Any) -> Any:
        fill(self._games[0], state)
        return action_from_index(our_index(self._agent.act_b2(self._games)))


def make_prototype(name: str, *, seed: str, time: float | None) -> Prototype:
    return Prototype(name, seed=seed, time=time)


# --- The match ------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.prototypes", description=__doc__)
    parser.add_argument("--against", default="ai:8", help="the player of ours (ai:8)")
    parser.add_argument("--prototype", choices=NAMES, default="roll", help="which (roll)")
    parser.add_argument("--games", type=int, default=200, help="how many (200)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move of both (0.1)")
    parser.add_argument("--jobs", type=int, default=None, help="games at a time")
    parser.add_argument("--seed", default="1", help="of the deals (1)")
    parser.add_argument("--stop", action="store_true", help="stop when it is decided")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args()
    try:
        checked = check()
        print(f"{checked} positions agree with the prototypes", file=sys.stderr)
        prototype = Contestant(
            f"prototype {args.prototype}", partial(make_prototype, args.prototype)
        )
        plan = Plan(
            Contestant.named(args.against), prototype, args.games, time=args.time, seed=args.seed
        )
        result = match(plan, args.jobs, args.stop, partial(show, plan.games))
    except (Refusal, ConversionError) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(figures(result)) if args.json else "\n".join(lines(result, "en")))
    return 130 if result.interrupted else 0


def show(total: int, done: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done}/{total}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
