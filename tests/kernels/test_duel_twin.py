"""The compiled rules of Azul Duel do, step by step, what the rules do."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from loseta.duel import GAME, Action, Draw, Keep, State
from loseta.duel.check import find_problem
from loseta.game import DEALER
from loseta.kernels import play
from loseta.kernels.duel.packing import pack, packed_dealer_action, packed_sides, unpack
from loseta.kernels.duel.rules import step_dealer
from loseta.kernels.duel.tables import MOST_ACTIONS, SIDES, STATE
from loseta.kernels.game import CHANCE as DEALER_DRAWS

from ..duel.crowded import crowded
from ..duel.policies import lumpy
from ..duel.positions import Seat, position
from ..support import ROOT
from . import twins
from .duel_twins import POLICIES, DuelTwin, choose, new_game

LAST_STEP = 3_000
SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]

# --- Both at once ---------------------------------------------------------------------------

TWIN = DuelTwin()


def follow(state: State, policy: str, source: random.Random, every_step: bool) -> int:
    """Play a game by the rules, and every action by the twin too; how many actions."""

    def choose_here(state: State, legal: list[Any]) -> Any:
        return choose(state, legal, policy, source)

    pick = lumpy(source, POLICIES[policy][2])
    return twins.follow(TWIN, state, choose_here, pick, every_step)


# --- Bounds: first, for it takes longest ------------------------------------------------------


def play_within_bounds() -> None:
    """Run in a process that compiles with checks: nothing is read or written out of bounds."""
    with pytest.raises(IndexError):
        play.legal(pack(CORNERS["a free draw"]()), np.zeros(3, np.int64))
    for policy in POLICIES:
        source = random.Random(policy)
        for corner in CORNERS.values():
            follow(corner(), policy, source, every_step=False)
        for _ in range(6):
            follow(new_game(source), policy, source, every_step=False)
    states = np.zeros(1, STATE)
    play.random_games(states, (0, 3), 2, 3_000, 11)


@pytest.mark.long
def test_no_array_is_left(request: pytest.FixtureRequest) -> None:
    cache = request.config.cache
    assert cache is not None
    command = "from tests.kernels.test_duel_twin import *; play_within_bounds()"
    environment = os.environ | {
        "NUMBA_BOUNDSCHECK": "1",
        "XDG_CACHE_HOME": str(cache.mkdir("kernels-with-checks")),
    }
    run = subprocess.run(
        [sys.executable, "-c", command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


# --- Whole games ----------------------------------------------------------------------------

CHUNKS = 8
QUICK = 2


@pytest.mark.parametrize(
    "chunk",
    [pytest.param(n, marks=[] if n < QUICK else pytest.mark.long) for n in range(CHUNKS)],
)
@pytest.mark.parametrize("policy", POLICIES)
def test_whole_games(policy: str, chunk: int) -> None:
    """30 games each, 1,200 in all; the whole record after every action in every fourth."""
    source = random.Random(f"{policy} {chunk}")
    for number in range(30):
        follow(new_game(source), policy, source, every_step=number % 4 == 0)


# --- Corners --------------------------------------------------------------------------------


def chips_galore() -> State:
    """The last chip is to be taken, then both have many chips and many ways to pay."""
    plates = [{n: f"{n + 9 * seat}n" for n in range(1, 10)} for seat in (0, 1)]
    return position(
        Seat(
            score=3,
            lines={2: "B", 3: "B", 4: "BB", 5: "RRRR", 6: "TTTTT"},
            plates=plates[0],
            chips=["B", "B", "KB", "KB", "BR", "R", "R", "TY", "T", "T"],
        ),
        Seat(
            lines={2: "Y", 3: "YY", 4: "YYY", 5: "K", 6: "KKK"},
            plates=plates[1],
            chips=["Y", "Y", "YK", "YK", "K", "TY", "RT", "BR"],
        ),
        turn=2,
        round=5,
        chips=["K"],
    )


def rich(score: int, tokens: int) -> tuple[Seat, Seat]:
    """Two who can pay for plates."""
    return Seat(score=score, tokens=tokens), Seat(score=score, tokens=tokens)


CORNERS: dict[str, Callable[[], State]] = {
    "the large factory of one colour": lambda: position(
        *crowded({"R": 13}), phase="deal", round=5, bag="R" * 13
    ),
    "the bag of one colour, the tower too": lambda: position(
        *crowded({"R": 9}), phase="deal", round=5, bag="R" * 6
    ),
    "the bag of one colour": lambda: position(phase="deal", round=3, bag="B" * 13),
    "one tile of another colour": lambda: position(phase="deal", round=3, bag="B" * 13 + "Y"),
    "a short bag of one colour": lambda: position(phase="deal", round=3, bag="BB"),
    "a short bag of two": lambda: position(phase="deal", round=3, bag="BY"),
    "no tiles": lambda: position(*crowded({}), phase="deal", round=5, first=2),
    "few tiles": lambda: position(*crowded({"B": 3, "Y": 4}), phase="deal", round=5, bag="BBB"),
    "three tiles": lambda: position(*crowded({"B": 2, "Y": 1}), phase="deal", round=5, bag="B"),
    "an empty tower": lambda: position(phase="deal", round=4),
    "many chips": chips_galore,
    "a free draw": lambda: position(Seat(score=0, tokens=1), Seat(tokens=0), display=[], suns=SUNS),
    "the last point": lambda: position(
        Seat(score=1, tokens=2), Seat(score=1, tokens=2), display=[4], suns=SUNS
    ),
    "a stack shorter than the draws": lambda: position(
        *rich(9, 2), round=4, suns=SUNS, display=[1, 2], returned=[(2, [9])]
    ),
    "returned plates only": lambda: position(
        *rich(9, 2), round=4, suns=SUNS, display=[5], returned=[(2, [9]), (1, [3]), (2, [7])]
    ),
    "the whole stack in hand": lambda: position(*rich(60, 2), round=1, suns=SUNS, display=[]),
    "plates of both in hand": lambda: position(
        *rich(9, 1),
        phase="draw",
        round=4,
        suns=SUNS,
        display=[],
        hand=["9~2", "7~1"],
        returned=[(2, [3])],
    ),
    "a full broken space": lambda: position(
        Seat(score=20, broken="BBBB"), Seat(score=2, broken="BYR"), moons=["RRRK", "YR", "TTY"]
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    source = random.Random(corner)
    state = CORNERS[corner]()
    for policy in POLICIES:
        for _ in range(3):
            follow(state.copy(), policy, source, every_step=True)


def test_a_hand_longer_than_one_integer_holds() -> None:
    """D2.A6: with points enough all 16 plates of the stack are drawn, and 15 put back."""
    state = CORNERS["the whole stack in hand"]()
    states = pack(state)
    source = random.Random(1)
    pick = lumpy(source, 0)
    longest = 0
    while not state.returned:
        action: Action
        if state.to_move == DEALER:
            action = state.deal(pick)
            step_dealer(states, packed_dealer_action(action))
        else:
            legal = state.legal_actions()
            drawing = [action for action in legal if isinstance(action, Draw)]
            action = source.choice(drawing or legal)
            play.step(states, action.index)
        state.apply(action)
        twins.compare(TWIN, state, states, action.text)
        longest = max(longest, len(state.hand))
        assert unpack(states) == state
    assert longest == 16
    assert [len(batch.plates) for batch in state.returned] == [15]


# --- Packing --------------------------------------------------------------------------------


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_is_packed_and_unpacked(corner: str) -> None:
    state = CORNERS[corner]()
    assert unpack(pack(state)) == state
    assert unpack(pack(state)).to_text() == state.to_text()


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({}, (packed_sides(("rows", "columns", "diagonals")), 3, -1)),
        ({"tablets": "random-4", "first": "2"}, (0, 4, 1)),
        ({"tablets": "random-3", "first": "1"}, (0, 3, 0)),
        (
            {"tablets": "row_colours+border+corners+specials"},
            (packed_sides(("row_colours", "border", "corners", "specials")), 4, -1),
        ),
    ],
)
def test_a_new_game(options: dict[str, str], numbers: tuple[int, int, int]) -> None:
    """Whatever was in the record before."""
    states = np.zeros(1, STATE)
    play.random_games(states, numbers[:2], 2, 1, 7)
    play.new_game(states, numbers[:2], numbers[2])
    states["rng"] = 0
    assert states.tobytes() == pack(GAME.new(**options)).tobytes()


def test_a_view_is_not_packed() -> None:
    state = CORNERS["a stack shorter than the draws"]()
    assert unpack(pack(state.view(1))) == state
    with pytest.raises(ValueError, match="masked"):
        pack(state.view(0))


def test_a_seat_s_action_is_none_of_the_dealer() -> None:
    with pytest.raises(TypeError):
        packed_dealer_action(Keep(3))  # type: ignore[arg-type]


# --- Chance ---------------------------------------------------------------------------------

Key = Callable[[State], Any]
DRAWS = 1_200


def after_chance(state: State, seed: int) -> State:
    """The state after the twin's dealer has acted once."""
    states = pack(state)
    states["rng"] = seed << 32
    play.step(states, DEALER_DRAWS)
    return unpack(states)


def after_deal(state: State, pick: Callable[[Sequence[int]], int]) -> State:
    after = state.copy()
    after.apply(after.deal(pick))
    return after


def in_phase(phase: str, seed: int, policy: str = "gambling", least: int = 0) -> State:
    """A state of a random game in which the dealer is to act in this way."""
    source = random.Random(seed)
    pick = lumpy(source, 0)
    while True:
        state = GAME.new(tablets="random-3")
        while state.to_move is not None:
            if state.phase == phase and len(state.hand) >= least:
                return state
            if state.to_move == DEALER:
                state.apply(state.deal(pick))
            else:
                state.apply(choose(state, state.legal_actions(), policy, source))


def plates(state: State) -> Any:
    return tuple(state.display), state.top


def suns(state: State) -> Any:
    return tuple(map(tuple, state.suns[:1])), state.phase


CHANCE: dict[str, tuple[Callable[[], State], Key]] = {
    "tablets, three": (lambda: GAME.new(tablets="random-3"), lambda state: state.tablets),
    "tablets, four": (lambda: GAME.new(tablets="random-4"), lambda state: state.tablets),
    "first plates": (lambda: GAME.new(), lambda state: (state.display[0], state.top)),
    "last plates": (lambda: GAME.new(), lambda state: state.display[1:]),
    "plates in the opening": (
        lambda: position(phase="display", round=1, opening=1, display=[3, 8], suns=SUNS),
        plates,
    ),
    "plates of a later round": (lambda: position(phase="display", round=4, display=[3]), plates),
    "returned plates": (
        lambda: position(phase="display", round=4, returned=[(1, [2, 5]), (2, [7])], display=[]),
        plates,
    ),
    "first": (lambda: in_phase("first", 1), lambda state: state.first),
    "the first deal": (lambda: in_phase("deal", 2), suns),
    "a small factory": (lambda: in_phase("deal", 2), lambda state: state.suns[3]),
    "one tile of another colour": (CORNERS["one tile of another colour"], suns),
    "the bag of one colour": (CORNERS["the bag of one colour"], suns),
    "a short bag of one colour": (CORNERS["a short bag of one colour"], suns),
    "a short bag of two": (CORNERS["a short bag of two"], suns),
    "few tiles": (CORNERS["few tiles"], lambda state: state.suns),
    "no tiles": (CORNERS["no tiles"], lambda state: (state.suns, state.phase)),
    "one colour": (CORNERS["the bag of one colour, the tower too"], lambda state: state.key()),
    "a back": (lambda: in_phase("top", 3), lambda state: state.top),
    "a back after three draws": (
        lambda: in_phase("top", 4, least=3),
        lambda state: state.top,
    ),
    "one face": (lambda: in_phase("look", 5), lambda state: state.plate or state.hand),
    "several faces": (lambda: in_phase("look", 6, least=3), lambda state: state.hand[-2:]),
    "a chip": (lambda: in_phase("chip", 7), lambda state: state.chips),
    "a chip late in the game": (
        lambda: position(
            Seat(chips=["B", "B", "TY"]),
            Seat(chips=["R", "KB"]),
            phase="chip",
            round=4,
            suns=SUNS[:2],
            chips=["?", "Y", "?", "RT"],
        ),
        lambda state: state.chips,
    ),
}


def chi_square(one: Counter[Any], other: Counter[Any]) -> tuple[float, int]:
    """How far apart two samples of the same size are, and the degrees of freedom; what is rare is
    counted together."""
    rare = [0, 0]
    statistic, kinds = 0.0, 0
    for kind in one | other:
        a, b = one[kind], other[kind]
        if a + b < 10:
            rare[0] += a
            rare[1] += b
        else:
            statistic += (a - b) ** 2 / (a + b)
            kinds += 1
    if sum(rare) >= 10:
        statistic += (rare[0] - rare[1]) ** 2 / sum(rare)
        kinds += 1
    return statistic, kinds - 1


@pytest.mark.parametrize("case", CHANCE)
def test_chance_is_that_of_the_rules(case: str) -> None:
    make, key = CHANCE[case]
    state = make()
    assert state.to_move == DEALER
    pick = lumpy(random.Random(case), 0)
    ours = Counter(repr(key(after_chance(state, seed))) for seed in range(DRAWS))
    theirs = Counter(repr(key(after_deal(state, pick))) for _ in range(DRAWS))
    statistic, freedom = chi_square(ours, theirs)
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 8, (statistic, freedom)
    common = [kind for kind, n in (ours + theirs).items() if n > 40]
    assert all(ours[kind] and theirs[kind] for kind in common)


def test_what_chance_leaves_could_stand_on_a_table() -> None:
    """Games of the twin alone: every state after the dealer is whole and packs to its record."""
    out = np.zeros(MOST_ACTIONS, np.int64)
    for seed in range(25):
        source = random.Random(seed)
        states = pack(new_game(source))
        states["rng"] = seed << 32
        for _ in range(LAST_STEP):
            state = unpack(states)
            if state.to_move == DEALER:
                play.step(states, DEALER_DRAWS)
                state = unpack(states)
                problem = find_problem(state)
                assert problem is None, (problem, state)
                again = pack(state)
                again["rng"] = states["rng"]
                assert again.tobytes() == states.tobytes(), twins.differences(again, states)
            elif state.to_move is None:
                break
            else:
                play.step(states, int(out[source.randrange(play.legal(states, out))]))
        assert unpack(states).outcome is not None


# --- Whole games inside the twin ------------------------------------------------------------


def test_random_games_end_and_repeat_themselves() -> None:
    once, again = np.zeros(1, STATE), np.zeros(1, STATE)
    for tablets in (0, packed_sides(("rows", "columns", "diagonals")), packed_sides(SIDES[1::2])):
        moves = play.random_games(once, (tablets, 3), 2, 50, 3)
        assert 50 * 130 < moves < 50 * 190
        assert play.random_games(again, (tablets, 3), 2, 50, 3) == moves
        assert once.tobytes() == again.tobytes()
        state = unpack(once)
        assert find_problem(state) is None
        assert state.outcome is not None


def test_random_games_score_what_random_games_by_the_rules_do() -> None:
    states = np.zeros(1, STATE)
    tablets = ("rows", "border", "corners", "specials")
    ours, theirs = [], []
    source = random.Random(1)
    pick = lumpy(source, 0)
    for seed in range(4_000):
        play.random_games(states, (packed_sides(tablets), 4), 2, 1, seed)
        ours.append(sum(map(int, states[0]["score"])))
    for _ in range(250):
        state = GAME.new(tablets="+".join(tablets))
        while state.to_move is not None:
            if state.to_move == DEALER:
                state.apply(state.deal(pick))
            else:
                state.apply(source.choice(state.legal_actions()))
        theirs.append(sum(state.scores))
    error = np.std(theirs) / len(theirs) ** 0.5
    assert abs(np.mean(ours) - np.mean(theirs)) < 4 * error


@pytest.mark.long
def test_a_game_is_finished_from_the_middle() -> None:
    state = in_phase("look", 8)
    for seed in range(20):
        states = pack(state)
        states["rng"] = seed << 32
        play.finish_game(states)
        ranks = [play.rank_of(states, seat) for seat in range(2)]
        outcome = unpack(states).outcome
        assert outcome is not None
        assert outcome.winners == (ranks.index(max(ranks)),)
